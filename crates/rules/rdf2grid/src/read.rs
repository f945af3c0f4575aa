//! Reading RDF, one graph at a time.
//!
//! Of a text with several graphs only the one at hand is kept: the quads of a graph have to stand
//! together, and a graph that comes again is an error.

use crate::facts::{Facts, NAMESPACE, Number};
use oxrdf::vocab::xsd;
use oxrdf::{GraphName, Quad, Term};
use oxttl::{NQuadsParser, TriGParser, TurtleParseError};
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// A syntax for several graphs; each also takes its smaller relative for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quads {
    /// TriG, and with it Turtle and N-Triples.
    TriG,
    /// N-Quads, and with it N-Triples.
    NQuads,
}

impl Quads {
    /// The syntax of a file, by its ending; where that tells nothing, N-Quads for many graphs and TriG
    /// for one.
    #[must_use]
    pub fn of_file(path: &Path, many: bool) -> Self {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("nq" | "nt") => Self::NQuads,
            Some("ttl" | "trig") => Self::TriG,
            _ if many => Self::NQuads,
            _ => Self::TriG,
        }
    }
}

/// Why a text is no RDF.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not of the syntax.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// From 1.
        line: u64,
        /// In characters, from 1.
        column: u64,
        /// What is wrong.
        message: String,
    },
    /// The quads of a graph do not stand together.
    #[error("{0} comes again after another graph, expected all its quads together")]
    Again(String),
    /// Reading fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<TurtleParseError> for ReadError {
    fn from(error: TurtleParseError) -> Self {
        match error {
            TurtleParseError::Io(error) => Self::Io(error),
            TurtleParseError::Syntax(error) => {
                let at = error.location().start;
                let message = error.message().trim_end_matches('.').to_owned();
                Self::Syntax { line: at.line + 1, column: at.column + 1, message }
            }
        }
    }
}

/// The graphs of a text in order, with their names as messages show them; the first error is the last
/// item.
pub fn graphs(
    reader: impl Read + 'static,
    syntax: Quads,
) -> impl Iterator<Item = Result<(String, Facts), ReadError>> {
    let quads: Box<dyn Iterator<Item = Result<Quad, TurtleParseError>>> = match syntax {
        Quads::TriG => Box::new(TriGParser::new().for_reader(reader)),
        Quads::NQuads => Box::new(NQuadsParser::new().for_reader(reader)),
    };
    Graphs { quads, next: None, seen: HashSet::new(), is_done: false }
}

struct Graphs {
    quads: Box<dyn Iterator<Item = Result<Quad, TurtleParseError>>>,
    /// The first quad of the graph that comes next.
    next: Option<Quad>,
    seen: HashSet<GraphName>,
    is_done: bool,
}

impl Iterator for Graphs {
    type Item = Result<(String, Facts), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let graph = self.read().transpose();
        self.is_done = !matches!(graph, Some(Ok(_)));
        graph
    }
}

impl Graphs {
    fn read(&mut self) -> Result<Option<(String, Facts)>, ReadError> {
        let first = match self.next.take() {
            Some(quad) => quad,
            None => match self.quads.next() {
                Some(quad) => quad?,
                None => return Ok(None),
            },
        };
        let graph = first.graph_name.clone();
        let name = match &graph {
            GraphName::DefaultGraph => "the default graph".to_owned(),
            name => name.to_string(),
        };
        if !self.seen.insert(graph.clone()) {
            return Err(ReadError::Again(name));
        }
        let mut facts = Facts::default();
        add(&mut facts, &first);
        for quad in &mut self.quads {
            let quad = quad?;
            if quad.graph_name != graph {
                self.next = Some(quad);
                break;
            }
            add(&mut facts, &quad);
        }
        Ok(Some((name, facts)))
    }
}

fn add(facts: &mut Facts, quad: &Quad) {
    let predicate = quad.predicate.as_str();
    if predicate.starts_with(NAMESPACE) {
        facts.add(&quad.subject.to_string(), predicate, number(&quad.object));
    }
}

/// An `xsd:integer` that is not negative, or the term as messages show it.
fn number(term: &Term) -> Number {
    match term {
        Term::Literal(literal) if literal.datatype() == xsd::INTEGER => {
            literal.value().parse().map_err(|_| literal.value().to_owned())
        }
        other => Err(other.to_string()),
    }
}
