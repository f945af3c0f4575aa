//! Predicates whose objects have several datatypes.
//!
//! Patterns join by term: `5`, `5.0` and `"5"` are three terms, so a rule that compares them by a shared
//! variable or a constant finds nothing, without an error. Strings with and without a language are left
//! alone, since they are a choice.

use super::shown;
use super::summary::{GroundSummary, datatype};
use rdf_graph::term::Term;
use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::rule::{Element, PatternTerm, RuleSet, TriplePattern};
use srl_syntax::span::Span;
use std::collections::BTreeMap;

/// The datatypes of a predicate's objects, with the first place of each; `None` is the ground graph.
type Datatypes<'a> = BTreeMap<&'a str, Option<Span>>;

pub(super) fn lint(rules: &RuleSet, ground: Option<&GroundSummary>) -> Vec<Diagnostic> {
    let mut predicates: BTreeMap<&Term, Datatypes<'_>> = BTreeMap::new();
    let mut see = |predicate, object, span| {
        if let Some(datatype) = datatype(object) {
            let datatypes: &mut Datatypes<'_> = predicates.entry(predicate).or_default();
            datatypes.entry(datatype).or_insert(Some(span));
        }
    };
    for ([_, predicate, object], &span) in rules.data.iter().zip(&rules.data_spans) {
        see(predicate, object, span);
    }
    for rule in &rules.rules {
        for_each_pattern(rule.head.iter(), &rule.body, &mut |pattern| {
            if let [_, PatternTerm::Term(predicate), PatternTerm::Term(object)] = &pattern.terms {
                see(predicate, object, pattern.at[2]);
            }
        });
    }
    let mut diagnostics = Vec::new();
    for (predicate, mut datatypes) in predicates {
        for datatype in ground.into_iter().flat_map(|ground| ground.datatypes(predicate)) {
            datatypes.entry(datatype).or_insert(None);
        }
        diagnostics.extend(mixed(rules, predicate, &datatypes));
    }
    diagnostics
}

fn for_each_pattern<'a>(
    head: impl Iterator<Item = &'a TriplePattern>,
    body: &'a [Element],
    each: &mut impl FnMut(&'a TriplePattern),
) {
    head.for_each(&mut *each);
    for element in body {
        match element {
            Element::Pattern(pattern) => each(pattern),
            Element::Not { body, .. } => for_each_pattern([].iter(), body, each),
            Element::Filter(_) | Element::Set { .. } => {}
        }
    }
}

fn mixed(rules: &RuleSet, predicate: &Term, datatypes: &Datatypes<'_>) -> Option<Diagnostic> {
    let mut placed: Vec<(&str, Option<Span>)> =
        datatypes.iter().map(|(&datatype, &span)| (datatype, span)).collect();
    placed.sort_by_key(|(_, span)| span.map_or(usize::MAX, |span| span.start));
    let [(first, Some(span)), (second, other), ..] = placed.as_slice() else { return None };
    let name = |datatype: &str| {
        let local = datatype.rsplit(['#', '/']).next().unwrap_or(datatype);
        if datatype.starts_with("http://www.w3.org/2001/XMLSchema#") {
            format!("xsd:{local}")
        } else {
            format!("<{datatype}>")
        }
    };
    let predicate = shown(rules, predicate);
    let (first, second) = (name(first), name(second));
    let diagnostic = Diagnostic::warning(
        "mixed-datatypes",
        *span,
        format!("{predicate} has objects of {first} and of {second}"),
    )
    .label(first);
    let diagnostic = match other {
        Some(other) => diagnostic.also(*other, second),
        None => diagnostic.label(format!("the data has {second}")),
    };
    Some(
        diagnostic.help(
            "patterns match equal terms, and these are never equal: compare values with FILTER",
        ),
    )
}
