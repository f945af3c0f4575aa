//! Why a triple was not inferred: how far each rule came that could have inferred it.
//!
//! A rule could infer a triple where a template of its head unifies with it. With the variables of the template bound to the
//! terms of the triple, the beginnings of the body are tried, each an element longer than the one before:
//!
//! ```text
//! b₁      b₁ b₂      b₁ b₂ b₃   …
//! ```
//!
//! The first beginning without a solution ends with the element at which the rule failed. Where that is a NOT, it
//! is tried without the word: what it then finds is what stood against the conclusion.

use crate::engine::{Engine, Limit, Options, Outcome, Probe};
use rdf_graph::graph::Graph;
use rdf_graph::term::Term;
use srl_syntax::rule::{Builtin, Element, Expr, ExprKind, PatternTerm, Rule, TriplePattern, Var};
use srl_syntax::span::Span;

/// A rule that could have inferred the triple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The rule, by its place in the rule set.
    pub rule: usize,
    /// How many elements its body has.
    pub elements: usize,
    /// How many of them, from the first on, have solutions together.
    pub held: usize,
    /// How many solutions these have, up to the most that were asked for; and the variables of the first.
    pub before: (u64, Vec<(String, Term)>),
    /// The element that leaves none of them.
    pub failed: Option<Failed>,
}

/// An element that has no solution together with those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// Where it stands.
    pub span: Span,
    /// Of a NOT, the variables of what it found.
    pub found: Option<Vec<(String, Term)>>,
    /// Why an expression had no value, if one had none.
    pub error: Option<String>,
}

/// How far each rule came that could have inferred a triple of this pattern, in a graph as an inference has left it. Solutions are
/// counted up to `most`.
///
/// # Errors
/// The limit that ended it.
pub fn why_not(
    engine: &Engine<'_>,
    graph: &mut Graph,
    asked: &TriplePattern,
    most: u64,
    options: &Options,
) -> Result<Vec<Attempt>, Limit> {
    let mut attempts = Vec::new();
    for (number, rule) in engine.rules().rules.iter().enumerate() {
        for template in &rule.head {
            let mut bound = Vec::new();
            let mut places = template.terms.iter().zip(&asked.terms);
            if places.all(|(template, asked)| unify(template, asked, &mut bound)) {
                attempts.push(attempt(engine, graph, number, &bound, most, options)?);
            }
        }
    }
    Ok(attempts)
}

fn attempt(
    engine: &Engine<'_>,
    graph: &mut Graph,
    number: usize,
    bound: &[(Var, Term)],
    most: u64,
    options: &Options,
) -> Result<Attempt, Limit> {
    let rule = &engine.rules().rules[number];
    let mut probe = |body: Vec<Element>, most: u64| {
        let probe = engine.probe(graph, rule, body, most, options);
        let probe = probe.expect("the engine has lowered every rule before");
        match probe.outcome {
            Outcome::Complete => Ok(probe),
            Outcome::Stopped(limit) => Err(limit),
        }
    };
    let mut body = beginning(rule, bound);
    let elements = rule.body.len();
    let mut before = (1, Vec::new());
    for (held, element) in rule.body.iter().enumerate() {
        let mut without = body.clone();
        body.push(element.clone());
        body.extend(same_as_bound(element, bound));
        let Probe { solutions, first, error, .. } = probe(body.clone(), most)?;
        if solutions > 0 {
            before = (solutions, first);
            continue;
        }
        let found = match element {
            Element::Not { data: false, body, .. } => {
                without.extend(body.iter().cloned());
                Some(probe(without, 1)?.first)
            }
            _ => None,
        };
        let failed = Some(Failed { span: span(element), found, error });
        return Ok(Attempt { rule: number, elements, held, before, failed });
    }
    Ok(Attempt { rule: number, elements, held: elements, before, failed: None })
}

/// The variables that are known, as assignments; those that the body assigns itself are compared with what they are to be.
fn beginning(rule: &Rule, bound: &[(Var, Term)]) -> Vec<Element> {
    let is_set = |var: Var| {
        rule.body
            .iter()
            .any(|element| matches!(element, Element::Set { var: set, .. } if *set == var))
    };
    let known = bound.iter().filter(|(var, _)| !is_set(*var));
    let set = |(var, term): &(Var, Term)| {
        let expr = expr(ExprKind::Term(term.clone()));
        Element::Set { var: *var, expr, span: Span::default() }
    };
    known.map(set).collect()
}

/// That a variable, once it is assigned, is what it is to be.
fn same_as_bound(element: &Element, bound: &[(Var, Term)]) -> Option<Element> {
    let Element::Set { var, .. } = element else { return None };
    let (_, term) = bound.iter().find(|(known, _)| known == var)?;
    let sides = vec![expr(ExprKind::Var(*var)), expr(ExprKind::Term(term.clone()))];
    Some(Element::Filter(expr(ExprKind::Call(Builtin::SameTerm, sides))))
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn span(element: &Element) -> Span {
    match element {
        Element::Pattern(pattern) => pattern.span,
        Element::Filter(expr) => expr.span,
        Element::Not { span, .. } | Element::Set { span, .. } => *span,
    }
}

/// Whether a template can make what is asked for; binds its variables.
fn unify(template: &PatternTerm, asked: &PatternTerm, bound: &mut Vec<(Var, Term)>) -> bool {
    match (template, asked) {
        // A part of an asked triple may not be known; what is known of it is not used.
        (_, PatternTerm::Var(_)) | (PatternTerm::Var(_), PatternTerm::Triple(_)) => true,
        (PatternTerm::Var(var), PatternTerm::Term(term)) => {
            if let Some((_, known)) = bound.iter().find(|(known, _)| known == var) {
                known == term
            } else {
                bound.push((*var, term.clone()));
                true
            }
        }
        (PatternTerm::Term(term), PatternTerm::Term(asked)) => term == asked,
        (PatternTerm::Triple(parts), PatternTerm::Triple(asked)) => {
            parts.iter().zip(asked.iter()).all(|(part, asked)| unify(part, asked, bound))
        }
        (PatternTerm::Triple(parts), PatternTerm::Term(Term::Triple(asked))) => {
            let asked = asked.iter().map(|term| PatternTerm::Term(term.clone()));
            parts.iter().zip(asked).all(|(part, asked)| unify(part, &asked, bound))
        }
        (PatternTerm::Term(Term::Triple(parts)), PatternTerm::Triple(asked)) => {
            let parts = parts.iter().map(|term| PatternTerm::Term(term.clone()));
            parts.zip(asked.iter()).all(|(part, asked)| unify(&part, asked, bound))
        }
        _ => false,
    }
}
