//! Whether a pattern of a body can meet what a template of a head makes.
//!
//! Position by position: a variable meets anything, but the same thing wherever it stands; a triple term
//! meets one whose parts it meets; a fresh blank node meets only variables and itself. This is
//! unification of two terms without variables in common.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Rule Dependency".

use rdf_graph::term::Term;
use srl_syntax::rule::{PatternTerm, TriplePattern, Var};

/// Whose variable it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Pattern,
    Template,
}

#[derive(Clone, Copy)]
enum Node<'a> {
    Var(Side, Var),
    Fresh(u32),
    Term(&'a Term),
    Triple(Side, &'a [PatternTerm; 3]),
}

impl<'a> Node<'a> {
    fn new(side: Side, term: &'a PatternTerm) -> Self {
        match term {
            PatternTerm::Var(var) => Self::Var(side, *var),
            PatternTerm::Term(term) => Self::Term(term),
            PatternTerm::Fresh(node) => Self::Fresh(*node),
            PatternTerm::Triple(parts) => Self::Triple(side, parts),
        }
    }

    fn parts(self) -> Option<[Self; 3]> {
        match self {
            Self::Triple(side, parts) => Some(parts.each_ref().map(|part| Self::new(side, part))),
            Self::Term(Term::Triple(parts)) => Some(parts.each_ref().map(Self::Term)),
            _ => None,
        }
    }
}

/// What the variables stand for so far.
#[derive(Default)]
struct Bindings<'a>(Vec<((Side, Var), Node<'a>)>);

impl<'a> Bindings<'a> {
    fn resolve(&self, mut node: Node<'a>) -> Node<'a> {
        while let Node::Var(side, var) = node {
            match self.0.iter().find(|(bound, _)| *bound == (side, var)) {
                Some(&(_, value)) => node = value,
                None => break,
            }
        }
        node
    }

    fn meets(&mut self, a: Node<'a>, b: Node<'a>) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (Node::Var(side, var), other) | (other, Node::Var(side, var)) => {
                if matches!(other, Node::Var(side2, var2) if (side2, var2) == (side, var)) {
                    return true;
                }
                let finite = !self.occurs((side, var), other);
                self.0.push(((side, var), other));
                finite
            }
            (Node::Fresh(a), Node::Fresh(b)) => a == b,
            (Node::Term(a), Node::Term(b)) => a == b,
            (a, b) => match (a.parts(), b.parts()) {
                (Some(a), Some(b)) => a.into_iter().zip(b).all(|(a, b)| self.meets(a, b)),
                _ => false,
            },
        }
    }

    fn occurs(&self, var: (Side, Var), node: Node<'a>) -> bool {
        match self.resolve(node) {
            Node::Var(side, other) => (side, other) == var,
            Node::Triple(side, parts) => {
                parts.iter().any(|part| self.occurs(var, Node::new(side, part)))
            }
            _ => false,
        }
    }
}

/// Whether `template` can make a triple that `pattern` matches.
#[must_use]
pub fn may_match(pattern: &TriplePattern, template: &TriplePattern) -> bool {
    let mut bindings = Bindings::default();
    pattern
        .terms
        .iter()
        .zip(&template.terms)
        .all(|(a, b)| bindings.meets(Node::new(Side::Pattern, a), Node::new(Side::Template, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use srl_syntax::span::Span;

    fn var(n: u32) -> PatternTerm {
        PatternTerm::Var(Var(n))
    }

    fn iri(name: &str) -> PatternTerm {
        PatternTerm::Term(Term::iri(name))
    }

    fn met(pattern: [PatternTerm; 3], template: [PatternTerm; 3]) -> bool {
        let triple = |terms| TriplePattern { terms, at: Default::default(), span: Span::default() };
        may_match(&triple(pattern), &triple(template))
    }

    #[test]
    fn variables_meet_anything_but_the_same_thing() {
        assert!(met([var(0), iri("p"), var(1)], [iri("a"), iri("p"), iri("b")]));
        assert!(!met([var(0), iri("p"), var(1)], [iri("a"), iri("q"), iri("b")]));
        assert!(!met([var(0), iri("p"), var(0)], [iri("a"), iri("p"), iri("b")]));
        assert!(!met([iri("a"), iri("p"), iri("b")], [var(0), iri("p"), var(0)]));
        assert!(met([var(0), iri("p"), var(0)], [var(0), iri("p"), var(1)]));
    }

    #[test]
    fn a_fresh_node_meets_variables_alone() {
        assert!(met([var(0), iri("p"), var(1)], [PatternTerm::Fresh(0), iri("p"), iri("b")]));
        assert!(!met([iri("a"), iri("p"), var(1)], [PatternTerm::Fresh(0), iri("p"), iri("b")]));
        let two = [PatternTerm::Fresh(0), iri("p"), PatternTerm::Fresh(1)];
        assert!(!met([var(0), iri("p"), var(0)], two));
    }

    #[test]
    fn triple_terms_meet_part_by_part() {
        let triple = |parts| PatternTerm::Triple(Box::new(parts));
        let constant =
            PatternTerm::Term(Term::triple(Term::iri("a"), Term::iri("p"), Term::iri("b")));
        let made = [var(0), iri("r"), triple([var(0), iri("p"), var(1)])];
        assert!(met([var(0), iri("r"), constant.clone()], made.clone()));
        assert!(!met([iri("c"), iri("r"), constant], made.clone()));
        // ?x inside itself: no finite term.
        assert!(!met([var(0), iri("r"), var(0)], made));
    }
}
