//! What several tests need: graphs from files and texts, and whether two graphs are the same.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

pub(crate) mod isomorphism;

use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{Format, read, write_ntriples};
use rdf_graph::term::Term;
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;
use srl_syntax::rule::RuleSet;
use std::path::{Path, PathBuf};

/// The folder of shared material, where it is present.
pub(crate) fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared");
    let named = std::env::var_os("SUDOKU_SHARED").map(PathBuf::from);
    named.into_iter().chain([beside]).find(|path| path.is_dir())
}

/// The rule set of a text.
pub(crate) fn rules(text: &str) -> RuleSet {
    let (document, diagnostics) = Document::parse(text, &ParseOptions::default());
    document.unwrap_or_else(|| panic!("{diagnostics:?}\n{text}")).rule_set()
}

/// The graph of a Turtle text.
pub(crate) fn turtle(text: &str) -> Graph {
    let mut graph = Graph::new();
    read(&mut graph, text.as_bytes(), Format::Turtle, Some("http://example/")).unwrap();
    graph
}

/// The triples of a part of a graph.
pub(crate) fn triples(graph: &Graph, part: Part) -> Vec<[Term; 3]> {
    graph.triples(part).collect()
}

/// The lines of a part of a graph as N-Triples, sorted.
pub(crate) fn lines(graph: &Graph, part: Part) -> Vec<String> {
    let mut text = Vec::new();
    write_ntriples(graph, part, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}
