//! Reads a text with many graphs, one graph at a time.

use super::{Format, ReadError, Sink};
use crate::convert::from_oxrdf;
use crate::graph::Graph;
use crate::term::Term;
use oxrdf::{GraphName, NamedOrBlankNode, Quad};
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParseError, TurtleParser};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Read;

/// The graphs of a text, in order; each with its name, `None` for the default graph. The first error is
/// the last item.
///
/// Only the graph at hand is kept, so the triples of a graph have to stand together, as N-Quads that are
/// sorted by graph have them; a graph that comes again after another is an error.
pub fn graphs<'a>(
    reader: impl Read + 'a,
    format: Format,
) -> impl Iterator<Item = Result<(Option<Term>, Graph), ReadError>> + 'a {
    let reader = super::nesting::Guard::new(reader);
    let in_default = |triple: Result<oxrdf::Triple, _>| {
        triple.map(|triple| triple.in_graph(GraphName::DefaultGraph))
    };
    let quads: Box<dyn Iterator<Item = Result<Quad, TurtleParseError>> + 'a> = match format {
        Format::NTriples => Box::new(NTriplesParser::new().for_reader(reader).map(in_default)),
        Format::Turtle => Box::new(TurtleParser::new().for_reader(reader).map(in_default)),
        Format::NQuads => Box::new(NQuadsParser::new().for_reader(reader)),
        Format::TriG => Box::new(TriGParser::new().for_reader(reader)),
    };
    Graphs { quads, next: None, seen: FxHashSet::default(), is_done: false }
}

struct Graphs<'a> {
    quads: Box<dyn Iterator<Item = Result<Quad, TurtleParseError>> + 'a>,
    /// The first quad of the graph that comes next.
    next: Option<Quad>,
    seen: FxHashSet<GraphName>,
    is_done: bool,
}

impl Iterator for Graphs<'_> {
    type Item = Result<(Option<Term>, Graph), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let graph = self.read().transpose();
        self.is_done = !matches!(graph, Some(Ok(_)));
        graph
    }
}

impl Graphs<'_> {
    fn read(&mut self) -> Result<Option<(Option<Term>, Graph)>, ReadError> {
        let first = match self.next.take() {
            Some(quad) => quad,
            None => match self.quads.next() {
                Some(quad) => quad?,
                None => return Ok(None),
            },
        };
        let name = first.graph_name.clone();
        if !self.seen.insert(name.clone()) {
            return Err(ReadError::GraphAgain(name.to_string()));
        }
        let mut graph = Graph::new();
        let mut sink = Sink { graph: &mut graph, blanks: FxHashMap::default(), name: None };
        sink.triple(first.as_ref().into())?;
        for quad in &mut self.quads {
            let quad = quad?;
            if quad.graph_name != name {
                self.next = Some(quad);
                break;
            }
            sink.triple(quad.as_ref().into())?;
        }
        let name = match name {
            GraphName::DefaultGraph => None,
            GraphName::NamedNode(iri) => Some(iri.into()),
            GraphName::BlankNode(blank) => Some(NamedOrBlankNode::from(blank)),
        };
        let term = |name: NamedOrBlankNode| from_oxrdf(oxrdf::Term::from(name).as_ref());
        Ok(Some((name.map(term), graph)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Part;

    fn sizes(text: &str) -> Result<Vec<(String, usize)>, ReadError> {
        graphs(text.as_bytes(), Format::NQuads)
            .map(|graph| {
                let (name, graph) = graph?;
                let name = name.map_or_else(String::new, |name| name.to_string());
                Ok((name, graph.len(Part::Ground)))
            })
            .collect()
    }

    #[test]
    fn each_graph_is_its_own() {
        let text = "<e:a> <e:p> <e:b> .\n<e:a> <e:p> <e:b> <e:g> .\n\
                    <e:a> <e:p> <e:c> <e:g> .\n<e:a> <e:p> <e:b> _:h .\n";
        let expected = [("", 1), ("<e:g>", 2), ("_:h", 1)].map(|(name, size)| (name.into(), size));
        assert_eq!(sizes(text).unwrap(), expected);
        assert_eq!(sizes("").unwrap(), []);
    }

    #[test]
    fn a_graph_does_not_come_again() {
        let text = "<e:a> <e:p> 1 .\n";
        assert!(matches!(sizes(text), Err(ReadError::Syntax { line: 1, .. })));
        let text = "<e:a> <e:p> <e:b> <e:g> .\n<e:a> <e:p> <e:b> .\n<e:a> <e:p> <e:c> <e:g> .\n";
        assert!(matches!(sizes(text), Err(ReadError::GraphAgain(name)) if name == "<e:g>"));
    }
}
