//! Heads that are not RDF, fresh terms in conditions.

use rdf_graph::term::Term;
use srl_syntax::builtin::Builtin;
use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::rule::{Element, Expr, ExprKind, PatternTerm, Rule};

pub(super) fn lint(rule: &Rule) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    heads(rule, &mut diagnostics);
    body(&rule.body, &mut diagnostics);
    diagnostics
}

/// A literal as a subject, and anything but an IRI as a predicate: RDF 1.2 Concepts, section 3.1.
fn heads(rule: &Rule, diagnostics: &mut Vec<Diagnostic>) {
    for template in &rule.head {
        let [subject, predicate, _] = &template.terms;
        let wrong = match (subject, predicate) {
            (_, PatternTerm::Term(Term::Iri(_)) | PatternTerm::Var(_)) => match subject {
                PatternTerm::Term(Term::Literal(_)) => Some((0, "a literal as the subject")),
                PatternTerm::Term(Term::Triple(_)) | PatternTerm::Triple(_) => {
                    Some((0, "a triple term as the subject"))
                }
                _ => None,
            },
            _ => Some((1, "a predicate that is not an IRI")),
        };
        if let Some((position, what)) = wrong {
            diagnostics.push(
                Diagnostic::warning("not-rdf", template.at[position], format!("{what} in a head"))
                    .label("no RDF graph can hold this triple")
                    .help("other rules can match it, but it is left out of what is written"),
            );
        }
    }
}

fn body(elements: &[Element], diagnostics: &mut Vec<Diagnostic>) {
    for element in elements {
        match element {
            Element::Pattern(_) => {}
            Element::Not { body: inner, .. } => body(inner, diagnostics),
            Element::Set { expr, .. } => functions(expr, false, diagnostics),
            Element::Filter(expr) => functions(expr, true, diagnostics),
        }
    }
}

fn functions(expr: &Expr, in_filter: bool, diagnostics: &mut Vec<Diagnostic>) {
    expr.for_each(&mut |expr| match &expr.kind {
        ExprKind::Call(builtin @ (Builtin::BNode | Builtin::Uuid | Builtin::StrUuid), _)
            if in_filter =>
        {
            let name = builtin.name();
            diagnostics.push(
                Diagnostic::warning("fresh-in-filter", expr.span, format!("{name} in a FILTER"))
                    .label("a new value each time it is computed")
                    .help("how often a rule is tried is not fixed: bind the value with SET"),
            );
        }
        _ => {}
    });
}
