//! Printing graphs.

use crate::names;
use clap::{Args, ValueEnum};
use pipe_cli::Failure;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{write_ntriples, write_turtle};
use rdf_graph::term::Term;
use srl_syntax::rule::RuleSet;
use std::io::{self, Write};

/// What to print and how.
#[derive(Debug, Clone, Args)]
pub(crate) struct OutputOptions {
    /// The syntax of what is printed
    #[arg(short, long, value_enum, default_value_t, value_name = "SYNTAX")]
    output: Syntax,

    /// Print the data too, not only what is inferred from it
    #[arg(short, long)]
    pub(crate) merge: bool,

    /// Print triples of this predicate alone; may be given several times
    #[arg(long, value_name = "IRI")]
    only: Vec<String>,
}

/// A syntax of what is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Syntax {
    #[default]
    #[value(alias = "nt")]
    Ntriples,
    Turtle,
}

impl OutputOptions {
    /// The predicates to print; all if there are none.
    pub(crate) fn only(&self, rules: &RuleSet) -> Result<Vec<Term>, Failure> {
        self.only.iter().map(|name| names::iri(name, rules)).collect()
    }

    /// The parts of the graph to print. What was folded was inferred too.
    fn parts(&self, repeated: bool) -> &'static [Part] {
        match (self.merge, repeated) {
            (true, _) => &[Part::All],
            (false, true) => &[Part::Folded, Part::Inferred],
            (false, false) => &[Part::Inferred],
        }
    }
}

/// Prints the graph that is asked for.
pub(crate) fn write(
    out: &mut impl Write,
    graph: &Graph,
    options: &OutputOptions,
    only: &[Term],
    repeated: bool,
    rules: &RuleSet,
) -> io::Result<()> {
    let parts = options.parts(repeated);
    match (options.output, parts) {
        (Syntax::Ntriples, _) if only.is_empty() => {
            parts.iter().try_for_each(|&part| write_ntriples(graph, part, &mut *out))
        }
        (Syntax::Ntriples, _) => {
            chosen(graph, parts, only).try_for_each(|[s, p, o]| writeln!(out, "{s} {p} {o} ."))
        }
        (Syntax::Turtle, &[part]) if only.is_empty() => {
            write_turtle(graph, part, &rules.prefixes, out)
        }
        (Syntax::Turtle, _) => {
            let mut copy = Graph::new();
            chosen(graph, parts, only).for_each(|triple| {
                copy.insert(&triple);
            });
            write_turtle(&copy, Part::Ground, &rules.prefixes, out)
        }
    }
}

/// Writes N-Quads of one graph.
pub(crate) fn write_quads(
    out: &mut impl Write,
    graph: &Graph,
    name: Option<&Term>,
    options: &OutputOptions,
    only: &[Term],
    repeated: bool,
) -> io::Result<()> {
    let name = name.map_or_else(String::new, |name| format!("{name} "));
    chosen(graph, options.parts(repeated), only)
        .try_for_each(|[s, p, o]| writeln!(out, "{s} {p} {o} {name}."))
}

/// The triples of these parts with these predicates, or with any if there are none.
fn chosen<'a>(
    graph: &'a Graph,
    parts: &'a [Part],
    only: &'a [Term],
) -> Box<dyn Iterator<Item = [Term; 3]> + 'a> {
    if only.is_empty() {
        return Box::new(parts.iter().flat_map(|&part| graph.triples(part)));
    }
    Box::new(only.iter().flat_map(move |predicate| {
        parts.iter().flat_map(move |&part| graph.triples_of(predicate, part))
    }))
}
