//! Syntax tree to rule set: sugar becomes triple patterns, blank nodes of bodies become variables.
//!
//! | written | becomes |
//! |---|---|
//! | `?s :p ?o ; :q ?r` | `?s :p ?o . ?s :q ?r` |
//! | `?s :p/:q ?o` | `?s :p _:path1 . _:path1 :q ?o`, a variable of the rule |
//! | `?s ^:p ?o` | `?o :p ?s` |
//! | `?s :p [ :q ?o ]` | `?s :p _:anon1 . _:anon1 :q ?o` |
//! | `?s :p ( 1 )` | `?s :p _:list1 . _:list1 rdf:first 1 . _:list1 rdf:rest rdf:nil` |
//! | `<< ?s :p ?o ~ ?r >>` | `?r rdf:reifies <<( ?s :p ?o )>>`, and nothing that asserts the triple |
//! | `?s :p ?o ~ ?r {\| :q 1 \|}` | the triple, its reification, and `?r :q 1` |
//!
//! A blank node is one thing throughout a rule's body (a variable), another throughout its head (a fresh
//! node for each solution), and a third throughout the DATA blocks of the text (a node of the data).
//!
//! # References
//! SPARQL 1.2 RL, sections "Abstract syntax" and "Translation"; RDF 1.2 Turtle, section "Parsing" (reifiers).

mod expr;
mod triples;

use crate::builtin::Builtin;
use crate::rule::{Element, Expr, ExprKind, PatternTerm, Rule, RuleSet, TriplePattern, Var};
use crate::span::Span;
use crate::tree::{self, Item, Tree};
use rdf_graph::term::Term;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The rule set of a text without errors.
pub(crate) fn rule_set(tree: &Tree) -> RuleSet {
    let mut set = RuleSet {
        imports: tree.imports.clone(),
        prefixes: tree.prefixes.clone(),
        base: tree.base.clone(),
        ..RuleSet::default()
    };
    let mut data = Scope::new(tree, Section::Data);
    for item in &tree.items {
        match item {
            Item::Declaration(_) => {}
            Item::Rule(rule) => set.rules.push(lower_rule(tree, rule)),
            Item::Data { triples, .. } => data.patterns(triples),
        }
    }
    let labels = data.labels();
    for pattern in data.out {
        if let Some(triple) = ground(&pattern.terms, &labels) {
            set.data.push(triple);
            set.data_spans.push(pattern.span);
        }
    }
    set
}

/// The rules that were read without an error, from a text that may have some.
pub(crate) fn intact_rules(tree: &Tree) -> Vec<Rule> {
    let rules = tree.items.iter().filter_map(|item| match item {
        Item::Rule(rule) if rule.intact => Some(lower_rule(tree, rule)),
        _ => None,
    });
    rules.collect()
}

fn lower_rule(tree: &Tree, rule: &tree::Rule) -> Rule {
    let mut scope = Scope::new(tree, Section::Body);
    let body = scope.elements(&rule.body);
    scope.section = Section::Head;
    scope.patterns(&rule.head);
    Rule {
        name: rule.name.as_ref().map(|(iri, _)| iri.clone()),
        data: rule.data,
        head: scope.out,
        body,
        variables: scope.variables,
        span: rule.span,
    }
}

/// The part of a rule set in which triples stand, which says what a blank node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Data,
    Head,
    Body,
}

/// What has been named so far in a rule, or in the DATA blocks.
struct Scope<'a> {
    source: &'a str,
    section: Section,
    /// Names of the variables by number, and the numbers by name; blank nodes of bodies by `_:label`.
    variables: Vec<String>,
    by_name: HashMap<&'a str, Var>,
    /// Labels of the blank nodes of heads and data by number, and the numbers by label.
    fresh: Vec<Option<&'a str>>,
    by_label: HashMap<&'a str, u32>,
    /// How many variables have been made of sugar.
    made: u32,
    out: Vec<TriplePattern>,
}

impl<'a> Scope<'a> {
    fn new(tree: &'a Tree, section: Section) -> Self {
        Self {
            source: &tree.source,
            section,
            variables: Vec::new(),
            by_name: HashMap::new(),
            fresh: Vec::new(),
            by_label: HashMap::new(),
            made: 0,
            out: Vec::new(),
        }
    }

    fn slice(&self, span: Span) -> &'a str {
        self.source.get(span.start..span.end).unwrap_or_default()
    }

    /// The variable written there, with `?` or `$`.
    fn variable(&mut self, span: Span) -> Var {
        let text = self.slice(span);
        self.named(text.get(1..).unwrap_or_default())
    }

    fn named(&mut self, name: &'a str) -> Var {
        if let Some(&var) = self.by_name.get(name) {
            return var;
        }
        let var = self.new_variable(name.to_owned());
        self.by_name.insert(name, var);
        var
    }

    fn new_variable(&mut self, name: String) -> Var {
        self.variables.push(name);
        Var(self.variables.len() as u32 - 1)
    }

    /// The blank node written there.
    fn blank(&mut self, span: Span) -> PatternTerm {
        let text = self.slice(span);
        if self.section == Section::Body {
            return PatternTerm::Var(self.named(text));
        }
        let next = self.fresh.len() as u32;
        let number = *self.by_label.entry(text).or_insert(next);
        if number == next {
            self.fresh.push(Some(text));
        }
        PatternTerm::Fresh(number)
    }

    /// A blank node that has no name in the text.
    fn anonymous(&mut self, what: &str) -> PatternTerm {
        if self.section == Section::Body {
            self.made += 1;
            return PatternTerm::Var(self.new_variable(format!("_:{what}{}", self.made)));
        }
        self.fresh.push(None);
        PatternTerm::Fresh(self.fresh.len() as u32 - 1)
    }

    /// A label for each blank node of the data: its own, or one that no other has.
    fn labels(&self) -> Vec<Arc<str>> {
        let own = |label: &&'a str| label.trim_start_matches("_:");
        let taken: HashSet<&str> = self.by_label.keys().map(own).collect();
        let mut numbers = 1_u32..;
        let mut next = || {
            let mut names = numbers.by_ref().map(|number| format!("b{number}"));
            names.find(|name| !taken.contains(name.as_str())).unwrap_or_default()
        };
        let label = |label: Option<&'a str>| match label {
            Some(label) => Arc::from(own(&label)),
            None => Arc::from(next()),
        };
        self.fresh.iter().copied().map(label).collect()
    }

    /// The triples of a head or a DATA block.
    fn patterns(&mut self, group: &'a tree::Group) {
        for element in &group.elements {
            if let tree::Element::Triples(triples) = element {
                self.triples(triples);
            }
        }
    }

    fn elements(&mut self, group: &'a tree::Group) -> Vec<Element> {
        let mut elements = Vec::new();
        let mut before = None;
        for element in &group.elements {
            match element {
                tree::Element::Bound { var, span } if !self.is_just_set(before, *var) => {
                    elements.push(Element::Filter(self.bound(*var, *span)));
                }
                tree::Element::Bound { .. } => {}
                tree::Element::Triples(triples) => {
                    self.triples(triples);
                    elements.extend(self.out.drain(..).map(Element::Pattern));
                }
                tree::Element::Filter { expr, .. } => {
                    elements.push(Element::Filter(self.expression(expr)));
                }
                tree::Element::Not { data, body, span } => {
                    let body = self.elements(body);
                    elements.push(Element::Not { data: *data, body, span: *span });
                }
                tree::Element::Set { var, expr, span } => {
                    let expr = self.expression(expr);
                    elements.push(Element::Set { var: self.variable(*var), expr, span: *span });
                }
            }
            before = Some(element);
        }
        elements
    }

    /// Whether the element before a FILTER ( BOUND ( ?v ) ) gives ?v its value: then it always has one, since an
    /// expression without a value drops the solution.
    fn is_just_set(&self, before: Option<&tree::Element>, bound: Span) -> bool {
        matches!(before, Some(tree::Element::Set { var, .. })
            if self.slice(*var).get(1..) == self.slice(bound).get(1..))
    }

    /// Elsewhere it is true of every variable that may stand there: `sameTerm(?v, ?v)`.
    fn bound(&mut self, var: Span, span: Span) -> Expr {
        let variable = ExprKind::Var(self.variable(var));
        let operand = Expr { kind: variable, span: var };
        Expr { kind: ExprKind::Call(Builtin::SameTerm, vec![operand.clone(), operand]), span }
    }
}

/// A triple of the data; there are no variables in it.
fn ground(terms: &[PatternTerm; 3], labels: &[Arc<str>]) -> Option<[Term; 3]> {
    let term = |term: &PatternTerm| match term {
        PatternTerm::Var(_) => None,
        PatternTerm::Term(term) => Some(term.clone()),
        PatternTerm::Fresh(number) => labels.get(*number as usize).cloned().map(Term::Blank),
        PatternTerm::Triple(terms) => {
            ground(terms, labels).map(|terms| Term::Triple(Arc::new(terms)))
        }
    };
    let [s, p, o] = terms;
    Some([term(s)?, term(p)?, term(o)?])
}

#[cfg(test)]
mod tests;
