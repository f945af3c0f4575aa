//! Reading RDF, one graph at a time.

use crate::facts::{Facts, NAMESPACE, Number, PREDICATES};
use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{self, Format, ReadError};
use rdf_graph::term::{LiteralKind, Term, vocab};
use std::io::Read;
use std::path::Path;

/// The syntax of a file, by its ending; where that tells nothing, N-Quads for many graphs, and for one
/// TriG, which Turtle and N-Triples are part of.
#[must_use]
pub fn format_of(path: &Path, many: bool) -> Format {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let default = if many { Format::NQuads } else { Format::TriG };
    ending.and_then(Format::from_extension).unwrap_or(default)
}

/// The graphs of a text in order, with their names as messages show them; the first error is the last
/// item.
pub fn graphs(
    reader: impl Read + 'static,
    format: Format,
) -> impl Iterator<Item = Result<(String, Facts), ReadError>> {
    io::graphs(reader, format).map(|graph| {
        let (name, graph) = graph?;
        let name = name.map_or_else(|| "the default graph".to_owned(), |name| name.to_string());
        Ok((name, facts(&graph)))
    })
}

fn facts(graph: &Graph) -> Facts {
    let mut facts = Facts::default();
    for name in PREDICATES {
        let predicate = Term::iri(&format!("{NAMESPACE}{name}"));
        for [subject, _, object] in graph.triples_of(&predicate, Part::Ground) {
            facts.add(&subject.to_string(), name, number(&object));
        }
    }
    facts
}

/// An `xsd:integer` that is not negative, or the term as messages show it.
fn number(term: &Term) -> Number {
    match term {
        Term::Literal(literal) => match &literal.kind {
            LiteralKind::Typed(datatype) if **datatype == *vocab::XSD_INTEGER => {
                literal.value.parse().map_err(|_| literal.value.to_string())
            }
            _ => Err(term.to_string()),
        },
        other => Err(other.to_string()),
    }
}
