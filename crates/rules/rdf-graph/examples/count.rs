//! Counts the triples of each predicate of a Turtle text on standard input.
//!
//! ```sh
//! cargo run -p rdf-graph --example count < data.ttl
//! ```

#![expect(clippy::print_stdout, reason = "an example")]

use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{Format, read};
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut graph = Graph::new();
    read(&mut graph, std::io::stdin().lock(), Format::TriG, None)?;
    let mut counts = BTreeMap::new();
    for [_, predicate, _] in graph.triples(Part::Ground) {
        *counts.entry(predicate).or_insert(0) += 1;
    }
    for (predicate, count) in counts {
        println!("{count:>10}  {predicate}");
    }
    Ok(())
}
