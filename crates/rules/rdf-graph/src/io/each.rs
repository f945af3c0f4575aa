//! Reads a text with many graphs, one graph at a time.

use super::{Format, Quads, ReadError, Sink, quads};
use crate::convert::from_oxrdf;
use crate::graph::Graph;
use crate::term::Term;
use oxrdf::{GraphName, NamedOrBlankNode, Quad};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::io::Read;

/// The graphs of a text, in order; each with its name, `None` for the default graph. The first error is
/// the last item.
///
/// Only the graph at hand is kept, so the triples of a graph have to stand together, as N-Quads that are
/// sorted by graph have them; a graph that comes again after another is an error.
///
/// A blank node is the same in all graphs of a text, so those that rules make in one must not meet labels
/// of another: they are called `g1b1`, by the number of the graph, and where the text has such a label, it
/// is read with one more `g` before it.
pub fn graphs<'a>(
    reader: impl Read + 'a,
    format: Format,
) -> impl Iterator<Item = Result<(Option<Term>, Graph), ReadError>> + 'a {
    let quads =
        quads(reader, format, None).unwrap_or_else(|error| Box::new(std::iter::once(Err(error))));
    Graphs { quads, next: None, seen: FxHashSet::default(), is_done: false }
}

struct Graphs<'a> {
    quads: Quads<'a>,
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
        graph.interner.graph_number = self.seen.len() as u64;
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
            GraphName::BlankNode(blank) => {
                let label = kept_apart(blank.as_str());
                Some(NamedOrBlankNode::from(oxrdf::BlankNode::new_unchecked(label)))
            }
        };
        let term = |name: NamedOrBlankNode| from_oxrdf(oxrdf::Term::from(name).as_ref());
        Ok(Some((name.map(term), graph)))
    }
}

/// The label with one more `g` if it has the form of a fresh one, `g1b1`, or of one that got a `g` here.
pub(super) fn kept_apart(label: &str) -> Cow<'_, str> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let (graph, node) = label.trim_start_matches('g').split_once('b').unwrap_or_default();
    if label.starts_with('g') && is_number(graph) && is_number(node) {
        Cow::Owned(format!("g{label}"))
    } else {
        Cow::Borrowed(label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Part;
    use located::Located;

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
        assert!(matches!(sizes(text), Err(ReadError::Syntax(Located { line: 1, .. }))));
        let text = "<e:a> <e:p> <e:b> <e:g> .\n<e:a> <e:p> <e:b> .\n<e:a> <e:p> <e:c> <e:g> .\n";
        assert!(matches!(sizes(text), Err(ReadError::GraphAgain(name)) if name == "<e:g>"));
    }

    #[test]
    fn fresh_labels_are_of_their_graph() {
        let text = "_:g2b1 <e:p> _:gg2b1 _:g1b1 .\n_:g2b1 <e:p> _:g2 _:h .\n";
        let mut said = Vec::new();
        for graph in graphs(text.as_bytes(), Format::NQuads) {
            let (name, mut graph) = graph.unwrap();
            let fresh = graph.interner.fresh_blank();
            let [s, _, o] = graph.triples(Part::Ground).next().unwrap();
            said.push([name.unwrap(), s, o, graph.interner.term(fresh)].map(|t| t.to_string()));
        }
        let expected =
            [["_:gg1b1", "_:gg2b1", "_:ggg2b1", "_:g1b1"], ["_:h", "_:gg2b1", "_:g2", "_:g2b1"]];
        assert_eq!(said, expected);
    }
}
