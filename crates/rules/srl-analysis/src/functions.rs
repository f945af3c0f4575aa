//! Functions by IRI: those that there are, and how many arguments each takes.
//!
//! An expression with a function that is not there would be an error in each solution, which drops the solution
//! without a word, and inside NOT turns the answer round. So it is an error of the rule set.

use rdf_graph::term::Term;
use srl_syntax::builtin::{ByIri, CASTS, SPARQL, XSD};
use srl_syntax::diagnostic::{Diagnostic, nearest};
use srl_syntax::rule::{Element, Expr, ExprKind, Rule};

/// What is wrong with the functions by IRI of a rule.
#[must_use]
pub fn functions(rule: &Rule) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    body(&rule.body, &mut diagnostics);
    diagnostics
}

fn body(elements: &[Element], diagnostics: &mut Vec<Diagnostic>) {
    for element in elements {
        match element {
            Element::Pattern(_) => {}
            Element::Not { body: inner, .. } => body(inner, diagnostics),
            Element::Set { expr, .. } | Element::Filter(expr) => {
                expr.for_each(&mut |expr| diagnostics.extend(wrong(expr)));
            }
        }
    }
}

fn wrong(expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Function(Term::Iri(iri), arguments) = &expr.kind else { return None };
    let Some(function) = ByIri::find(iri) else { return Some(unknown(iri, expr)) };
    let (fewest, most) = function.arity();
    let given = arguments.len();
    (!(fewest..=most).contains(&given)).then(|| {
        let takes = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        let message = format!("<{iri}> takes {takes} arguments, found {given}");
        Diagnostic::error("arguments", expr.span, message)
    })
}

fn unknown(iri: &str, expr: &Expr) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "unknown-function",
        expr.span,
        format!("the function <{iri}> is not known"),
    )
    .label("would be an error in every solution");
    let near = iri.strip_prefix(XSD).and_then(|datatype| nearest(datatype, CASTS));
    diagnostic.help(match near {
        Some(near) => format!("did you mean xsd:{near}?"),
        None if iri.starts_with(XSD) => format!("there are casts to {}", CASTS.join(", ")),
        None => format!("functions by IRI are the casts of XML Schema and those of <{SPARQL}>"),
    })
}
