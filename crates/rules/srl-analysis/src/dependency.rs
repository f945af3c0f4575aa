//! Which rule depends on which.
//!
//! Rule R depends on rule S where a pattern of R's body may match a triple that a template of S's head
//! makes. The dependency is *closed* if R must see all of S's triples at once: the pattern stands in a
//! NOT, or R makes new terms, by a SET, a blank node or a triple term with variables; else it is *open*.
//! What reads the ground graph depends on no rule: the body of a WHERE DATA rule and of a NOT DATA.
//!
//! Without triple terms in that list a rule could make ever deeper ones, and the outcome would not be
//! finite, which the text promises. Its definition does not name them yet; the tests
//! `stratification-bad-06` and `-07` do.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Rule Dependency" (with WHERE DATA and NOT DATA
//! as of 2026-08-24).

use std::collections::HashMap;

use crate::unify::may_match;
use rdf_graph::term::Term;
use srl_syntax::rule::{Element, PatternTerm, Rule, RuleSet, TriplePattern};
use srl_syntax::span::Span;

/// Why a dependency is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// The pattern stands in this NOT.
    Negation(Span),
    /// The rule has this SET.
    Assignment(Span),
    /// This template makes a blank node.
    BlankNode(Span),
    /// This template makes a triple term.
    TripleTerm(Span),
}

/// A rule depends on a rule. Of several reasons the first is kept, a closed one before all open ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependency {
    /// The rule that depends, by its place in [`RuleSet::rules`].
    pub from: usize,
    /// The rule that it depends on.
    pub to: usize,
    /// The pattern in the body of `from`.
    pub pattern: Span,
    /// The template in the head of `to`.
    pub template: Span,
    /// Why it is closed; `None` if it is open.
    pub closed: Option<Closed>,
}

/// Why a rule runs once, at the start of its layer, if it does: it has a SET or makes blank nodes.
///
/// A SET inside a NOT makes no term that leaves it, and does not count.
#[must_use]
pub fn runs_once(rule: &Rule) -> Option<Closed> {
    let set = rule.body.iter().find_map(|element| match element {
        Element::Set { span, .. } => Some(Closed::Assignment(*span)),
        _ => None,
    });
    let blank = |template: &&TriplePattern| template.terms.iter().any(makes_blank);
    set.or_else(|| rule.head.iter().find(blank).map(|template| Closed::BlankNode(template.span)))
}

/// Why all dependencies of a rule are closed, if they are.
fn makes_terms(rule: &Rule) -> Option<Closed> {
    let triple = |template: &&TriplePattern| {
        template.terms.iter().any(|term| matches!(term, PatternTerm::Triple(_)))
    };
    let template = || rule.head.iter().find(triple);
    runs_once(rule).or_else(|| template().map(|template| Closed::TripleTerm(template.span)))
}

fn makes_blank(term: &PatternTerm) -> bool {
    match term {
        PatternTerm::Fresh(_) => true,
        PatternTerm::Triple(parts) => parts.iter().any(makes_blank),
        PatternTerm::Var(_) | PatternTerm::Term(_) => false,
    }
}

/// The dependencies of a rule set, sorted by `from` and `to`.
#[must_use]
pub fn dependencies(rules: &RuleSet) -> Vec<Dependency> {
    let templates = Templates::new(rules);
    let mut all = Vec::new();
    for (from, rule) in rules.rules.iter().enumerate().filter(|(_, rule)| !rule.data) {
        let makes_terms = makes_terms(rule);
        let mut found: HashMap<usize, Dependency> = HashMap::new();
        visit(&rule.body, None, &mut |pattern, negation| {
            let closed = negation.map(Closed::Negation).or(makes_terms);
            for (to, template) in templates.candidates(pattern) {
                let known = found.get(&to);
                if known.is_some_and(|known| known.closed.is_some() || closed.is_none())
                    || !may_match(pattern, template)
                {
                    continue;
                }
                let (pattern, template) = (pattern.span, template.span);
                found.insert(to, Dependency { from, to, pattern, template, closed });
            }
        });
        let start = all.len();
        all.extend(found.into_values());
        all[start..].sort_by_key(|dependency| dependency.to);
    }
    all
}

/// Visits the patterns that read the evaluation graph, each with the outermost NOT around it.
fn visit<'a>(
    body: &'a [Element],
    negation: Option<Span>,
    each: &mut impl FnMut(&'a TriplePattern, Option<Span>),
) {
    for element in body {
        match element {
            Element::Pattern(pattern) => each(pattern, negation),
            Element::Not { data: false, body, span } => {
                visit(body, negation.or(Some(*span)), each);
            }
            Element::Not { data: true, .. } | Element::Filter(_) | Element::Set { .. } => {}
        }
    }
}

/// All templates of all heads, by predicate.
struct Templates<'a> {
    by_predicate: HashMap<&'a Term, Vec<(usize, &'a TriplePattern)>>,
    any_predicate: Vec<(usize, &'a TriplePattern)>,
    all: Vec<(usize, &'a TriplePattern)>,
}

impl<'a> Templates<'a> {
    fn new(rules: &'a RuleSet) -> Self {
        let mut new =
            Self { by_predicate: HashMap::new(), any_predicate: Vec::new(), all: Vec::new() };
        for (place, rule) in rules.rules.iter().enumerate() {
            for template in &rule.head {
                new.all.push((place, template));
                match &template.terms[1] {
                    PatternTerm::Term(predicate) => {
                        new.by_predicate.entry(predicate).or_default().push((place, template));
                    }
                    _ => new.any_predicate.push((place, template)),
                }
            }
        }
        new
    }

    /// The templates that a pattern may match as far as the predicate tells.
    fn candidates(
        &self,
        pattern: &TriplePattern,
    ) -> impl Iterator<Item = (usize, &'a TriplePattern)> {
        let (some, more) = match &pattern.terms[1] {
            PatternTerm::Term(predicate) => (
                self.by_predicate.get(predicate).map_or(&[][..], Vec::as_slice),
                &self.any_predicate[..],
            ),
            _ => (&self.all[..], &[][..]),
        };
        some.iter().chain(more).copied()
    }
}
