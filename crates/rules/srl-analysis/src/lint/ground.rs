//! Patterns that match nothing, and DATA blocks that are not read.
//!
//! `WHERE DATA` and `NOT DATA` read the ground graph, which is the input alone: what a DATA block states is
//! inferred. A plain pattern reads the input, the DATA blocks, and what the heads make.

use super::shown;
use super::summary::GroundSummary;
use crate::unify::may_match;
use rdf_graph::term::Term;
use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::rule::{Element, PatternTerm, Rule, RuleSet, TriplePattern};
use srl_syntax::span::Span;
use std::collections::{BTreeSet, HashMap};

pub(super) fn lint(rules: &RuleSet, ground: Option<&GroundSummary>) -> Vec<Diagnostic> {
    let mut data: HashMap<&Term, Vec<usize>> = HashMap::new();
    for (index, [_, predicate, _]) in rules.data.iter().enumerate() {
        data.entry(predicate).or_default().push(index);
    }
    let mut templates: HashMap<Option<&Term>, Vec<&TriplePattern>> = HashMap::new();
    for template in rules.rules.iter().flat_map(|rule| &rule.head) {
        let predicate = match &template.terms[1] {
            PatternTerm::Term(predicate) => Some(predicate),
            _ => None,
        };
        templates.entry(predicate).or_default().push(template);
    }
    let sources = Sources { rules, ground, data, templates };
    let mut diagnostics = Vec::new();
    for rule in &rules.rules {
        let mut said = BTreeSet::new();
        for (pattern, only_ground, negated) in patterns(rule) {
            let diagnostic = sources.examine(rule, pattern, only_ground, negated);
            if let Some(diagnostic) = diagnostic
                && said.insert(shown_pattern(rules, rule, &pattern.terms[1]))
            {
                diagnostics.push(diagnostic);
            }
        }
    }
    diagnostics
}

/// The patterns of a body, whether each reads the ground graph only, and whether it stands inside NOT.
fn patterns(rule: &Rule) -> Vec<(&TriplePattern, bool, bool)> {
    fn walk<'a>(
        body: &'a [Element],
        only_ground: bool,
        negated: bool,
        out: &mut Vec<(&'a TriplePattern, bool, bool)>,
    ) {
        for element in body {
            match element {
                Element::Pattern(pattern) => out.push((pattern, only_ground, negated)),
                Element::Not { data, body, .. } => walk(body, only_ground || *data, true, out),
                Element::Filter(_) | Element::Set { .. } => {}
            }
        }
    }
    let mut out = Vec::new();
    walk(&rule.body, rule.data, false, &mut out);
    out
}

/// Where triples may come from.
struct Sources<'a> {
    rules: &'a RuleSet,
    ground: Option<&'a GroundSummary>,
    /// The triples of the DATA blocks by predicate.
    data: HashMap<&'a Term, Vec<usize>>,
    /// The templates of all heads by predicate; `None` has those whose predicate varies.
    templates: HashMap<Option<&'a Term>, Vec<&'a TriplePattern>>,
}

impl Sources<'_> {
    fn examine(
        &self,
        rule: &Rule,
        pattern: &TriplePattern,
        only_ground: bool,
        negated: bool,
    ) -> Option<Diagnostic> {
        if self.ground.is_some_and(|ground| ground.may_hold(&pattern.terms[1])) {
            return None;
        }
        let stated = self.stated(pattern);
        if only_ground && let Some(at) = stated {
            return Some(self.not_read(rule, pattern, at));
        }
        if self.ground.is_none() || negated || (stated.is_some() && !only_ground) {
            return None;
        }
        // The rules and DATA blocks of another text may make it; of WHERE DATA they cannot.
        if !self.rules.imports.is_empty() && !only_ground {
            return None;
        }
        let made = self.made(pattern);
        if made.is_some() && !only_ground {
            return None;
        }
        let shown = shown_pattern(self.rules, rule, &pattern.terms[1]);
        let diagnostic = Diagnostic::warning("never-fires", pattern.span, "this rule never fires")
            .label(format!("nothing matches this: the data has no {shown}"));
        Some(match made.filter(|_| only_ground) {
            Some(at) => diagnostic
                .also(at, "inferred here, and WHERE DATA reads only the input")
                .help("write WHERE without DATA to read what is inferred"),
            None => diagnostic.help("no DATA block states such a triple, and no head makes one"),
        })
    }

    fn not_read(&self, rule: &Rule, pattern: &TriplePattern, at: Span) -> Diagnostic {
        let shown = shown_pattern(self.rules, rule, &pattern.terms[1]);
        let keyword = if rule.data { "WHERE DATA" } else { "NOT DATA" };
        let message = format!("{keyword} does not see the {shown} of a DATA block");
        let unless =
            if self.ground.is_some() { "" } else { ", unless the data graph states them too" };
        Diagnostic::warning("data-block-not-read", pattern.span, message)
            .label(format!("matches nothing{unless}"))
            .also(at, "stated here: triples of DATA blocks count as inferred")
            .help(format!(
                "put these triples into the data graph, or write {} without DATA",
                &keyword[..keyword.len() - 5]
            ))
    }

    /// A triple of a DATA block that the pattern matches.
    fn stated(&self, pattern: &TriplePattern) -> Option<Span> {
        let matches = |&index: &usize| {
            let terms = self.rules.data[index].clone().map(PatternTerm::Term);
            let triple = TriplePattern { terms, at: pattern.at, span: pattern.span };
            may_match(pattern, &triple)
        };
        let found = match &pattern.terms[1] {
            PatternTerm::Term(predicate) => self.data.get(predicate)?.iter().copied().find(matches),
            _ => (0..self.rules.data.len()).find(matches),
        };
        found.and_then(|index| self.rules.data_spans.get(index).copied())
    }

    /// A template that may make a triple that the pattern matches.
    fn made(&self, pattern: &TriplePattern) -> Option<Span> {
        let with = |predicate| self.templates.get(&predicate).into_iter().flatten();
        let template = match &pattern.terms[1] {
            PatternTerm::Term(predicate) => with(Some(predicate))
                .chain(with(None))
                .find(|template| may_match(pattern, template)),
            _ => self.templates.values().flatten().find(|template| may_match(pattern, template)),
        };
        template.map(|template| template.span)
    }
}

fn shown_pattern(rules: &RuleSet, rule: &Rule, predicate: &PatternTerm) -> String {
    match predicate {
        PatternTerm::Term(term) => shown(rules, term),
        PatternTerm::Var(var) => {
            crate::check::shown(rule.variables.get(var.0 as usize).map_or("", String::as_str))
        }
        PatternTerm::Fresh(_) | PatternTerm::Triple(_) => "such predicate".to_owned(),
    }
}
