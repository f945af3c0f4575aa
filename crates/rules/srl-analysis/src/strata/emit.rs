//! Strata as text, as a Graphviz graph and as JSON.

use std::fmt::Write as _;

use super::{Layer, Strata};
use crate::dependency::Closed;
use rdf_graph::term::Term;
use srl_syntax::rule::RuleSet;

/// What to call a rule: its IRI, shortened by a prefix of the rule set where one fits, or its number.
#[must_use]
pub fn rule_name(rules: &RuleSet, rule: usize) -> String {
    let Some(Term::Iri(iri)) = rules.rules.get(rule).and_then(|rule| rule.name.as_ref()) else {
        return format!("rule {}", rule + 1);
    };
    let local_name = |local: &str| {
        !local.is_empty() && local.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
    };
    let short = rules.prefixes.iter().find_map(|(name, namespace)| {
        let local = iri.strip_prefix(namespace.as_str())?;
        local_name(local).then(|| format!("{name}:{local}"))
    });
    short.unwrap_or_else(|| format!("<{iri}>"))
}

impl Strata {
    /// One line a layer and one for each component, for people.
    #[must_use]
    pub fn to_text(&self, rules: &RuleSet) -> String {
        let mut out = String::new();
        for (number, layer) in self.layers.iter().enumerate() {
            line(&mut out, format_args!("stratum {number}"));
            for component in &layer.components {
                let names: Vec<_> =
                    component.rules.iter().map(|&rule| rule_name(rules, rule)).collect();
                let how = match (component.once, component.recursive) {
                    (true, _) => "  (once: it has SET or makes blank nodes)",
                    (false, true) => "  (recursive)",
                    (false, false) => "",
                };
                line(&mut out, format_args!("  {}{how}", names.join(", ")));
            }
        }
        out
    }

    /// A directed graph in the language of Graphviz: a cluster for each layer, closed dependencies bold.
    #[must_use]
    pub fn to_dot(&self, rules: &RuleSet) -> String {
        let mut out = String::from("digraph strata {\n  rankdir=BT;\n  node [shape=box];\n");
        for (number, layer) in self.layers.iter().enumerate() {
            line(&mut out, format_args!("  subgraph cluster_{number} {{"));
            line(&mut out, format_args!("    label=\"stratum {number}\";"));
            for component in &layer.components {
                for &rule in &component.rules {
                    let style = if component.once { ", style=rounded" } else { "" };
                    let name = quoted(&rule_name(rules, rule));
                    line(&mut out, format_args!("    r{rule} [label={name}{style}];"));
                }
            }
            out.push_str("  }\n");
        }
        for dependency in &self.dependencies {
            let style =
                if dependency.closed.is_some() { " [style=bold, label=closed]" } else { "" };
            line(&mut out, format_args!("  r{} -> r{}{style};", dependency.from, dependency.to));
        }
        out.push_str("}\n");
        out
    }

    /// An object with `strata` (for each layer the rules that run `once` and the `general` ones, by
    /// place), `rules` (names) and `dependencies`; places count from 0, spans are bytes.
    #[must_use]
    pub fn to_json(&self, rules: &RuleSet) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join(","));
        let places =
            |layer: &Layer, once| list(layer.rules(once).iter().map(ToString::to_string).collect());
        let layers = self.layers.iter().map(|layer| {
            format!("{{\"once\":{},\"general\":{}}}", places(layer, true), places(layer, false))
        });
        let names = (0..rules.rules.len()).map(|rule| quoted(&rule_name(rules, rule)));
        let dependencies = self.dependencies.iter().map(|dependency| {
            let closed = match dependency.closed {
                None => "null",
                Some(Closed::Negation(_)) => "\"NOT\"",
                Some(Closed::Assignment(_)) => "\"SET\"",
                Some(Closed::BlankNode(_)) => "\"blank node\"",
                Some(Closed::TripleTerm(_)) => "\"triple term\"",
            };
            format!(
                "{{\"from\":{},\"to\":{},\"closed\":{closed},\"pattern\":[{},{}],\"template\":[{},{}]}}",
                dependency.from,
                dependency.to,
                dependency.pattern.start,
                dependency.pattern.end,
                dependency.template.start,
                dependency.template.end
            )
        });
        format!(
            "{{\"rules\":{},\"strata\":{},\"dependencies\":{}}}\n",
            list(names.collect()),
            list(layers.collect()),
            list(dependencies.collect())
        )
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

/// A string literal of JSON, which is one of Graphviz too.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
