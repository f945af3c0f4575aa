//! What is lawful in a rule set and probably not meant.
//!
//! | code | what |
//! |---|---|
//! | `not-order` | a variable is first seen inside NOT and bound after it: two variables of one name |
//! | `mixed-datatypes` | a predicate has objects of several datatypes, which never match each other |
//! | `data-block-not-read` | WHERE DATA or NOT DATA asks for what only a DATA block states |
//! | `never-fires` | a pattern that no triple of the data, of a DATA block or of a head can match; where there are imports, of WHERE DATA alone |
//! | `not-rdf` | a head whose triples no RDF graph can hold |
//! | `fresh-in-filter` | `BNODE()` or `UUID()` where it is computed anew in each round |
//!
//! # References
//! W3C data-shapes, issue 690 (the order of NOT) and issue 1276 (DATA blocks and WHERE DATA).

mod datatypes;
mod ground;
mod order;
mod summary;
mod terms;

use rdf_graph::term::Term;
use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::rule::RuleSet;

pub use summary::GroundSummary;

/// The warnings about a rule set; a summary of the ground graph allows some more.
#[must_use]
pub fn lint(rules: &RuleSet, ground: Option<&GroundSummary>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for rule in &rules.rules {
        diagnostics.extend(order::lint(rule));
        diagnostics.extend(terms::lint(rule));
    }
    diagnostics.extend(datatypes::lint(rules, ground));
    diagnostics.extend(ground::lint(rules, ground));
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    diagnostics
}

/// A term as the rule set would write it, by its prefixes.
fn shown(rules: &RuleSet, term: &Term) -> String {
    let Term::Iri(iri) = term else { return term.to_string() };
    let short = rules.prefixes.iter().filter_map(|(name, namespace)| {
        let local = iri.strip_prefix(namespace.as_str())?;
        let is_plain = local.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        is_plain.then(|| format!("{name}:{local}"))
    });
    short.min_by_key(String::len).unwrap_or_else(|| term.to_string())
}

#[cfg(test)]
mod tests;
