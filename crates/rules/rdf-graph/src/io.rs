//! Reads and writes graphs.
//!
//! N-Triples, Turtle, N-Quads and `TriG` of RDF 1.2 come in, with features JSON-LD and RDF/XML too; N-Triples and
//! Turtle go out. Rules work on one graph, so quads are welcome where that is not in doubt: all in the default graph,
//! or all in one named graph.
//!
//! # References
//! RDF 1.2 N-Triples, Turtle, N-Quads and `TriG`, W3C drafts of 2026.

mod each;
#[cfg(any(feature = "json-ld", feature = "rdf-xml"))]
mod foreign;
mod nesting;
mod plain;
mod start;

pub use self::each::graphs;

use std::borrow::Cow;
use std::io::{self, Read, Write};

use located::{Located, Position};
use oxrdf::{GraphName, NamedOrBlankNode, NamedOrBlankNodeRef, Quad, TermRef};
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser, TurtleSerializer};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::convert::{direction, to_oxrdf};
use crate::graph::interner::{Id, TermRef as OurRef};
use crate::graph::{Graph, Part};

/// A syntax for graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// N-Triples.
    NTriples,
    /// Turtle.
    Turtle,
    /// N-Quads.
    NQuads,
    /// `TriG`.
    TriG,
    /// JSON-LD; with the feature `json-ld`.
    #[cfg(feature = "json-ld")]
    JsonLd,
    /// RDF/XML; with the feature `rdf-xml`.
    #[cfg(feature = "rdf-xml")]
    RdfXml,
}

impl Format {
    /// The syntax that goes with the ending of a file name, without the dot.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "nt" => Self::NTriples,
            "ttl" => Self::Turtle,
            "nq" => Self::NQuads,
            "trig" => Self::TriG,
            #[cfg(feature = "json-ld")]
            "jsonld" | "json" => Self::JsonLd,
            #[cfg(feature = "rdf-xml")]
            "rdf" | "xml" | "owl" => Self::RdfXml,
            _ => return None,
        })
    }

    /// The syntax that a text must be of by its first bytes, if these are clear: JSON-LD and RDF/XML where no relative
    /// of Turtle starts like this, and Turtle, for all its relatives, where neither of the other two does.
    #[must_use]
    pub fn recognize(start: &[u8]) -> Option<&'static str> {
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        let is_xml = [&b"<?xml"[..], b"<!DOCTYPE", b"<!--", b"<rdf:RDF"];
        if is_xml.iter().any(|form| start.starts_with(form)) {
            return Some("RDF/XML");
        }
        // A TriG text may begin with `{` and `[` too, but a string is not a subject.
        let inside = match start.split_first()? {
            (b'{', inside) => inside.trim_ascii_start().first() == Some(&b'"'),
            (b'[', inside) => inside.trim_ascii_start().first() == Some(&b'{'),
            (b'<', inside) => {
                // The name of an element with a prefix is followed by the declaration of the prefix, not by `>`.
                let end =
                    inside.iter().position(|byte| *byte == b'>' || byte.is_ascii_whitespace());
                let is_iri =
                    end.is_some_and(|end| inside[end] == b'>' && inside[..end].contains(&b':'));
                return is_iri.then_some("Turtle");
            }
            _ => return Some("Turtle"),
        };
        inside.then_some("JSON-LD")
    }

    /// Whether each triple is a line.
    fn has_lines(self) -> bool {
        matches!(self, Self::NTriples | Self::NQuads)
    }
}

/// Why a graph could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not of the syntax; the message has no full stop.
    #[error(transparent)]
    Syntax(Located),
    /// The text is not of the syntax, and the place is not known.
    #[error("{0}")]
    Document(String),
    /// Triples stand in more than one graph.
    #[error("triples in {first} and in {second}: rules work on one graph")]
    SeveralGraphs {
        /// The graph of the first triple.
        first: String,
        /// The first other graph.
        second: String,
    },
    /// The triples of a graph do not stand together; see [`graphs`].
    #[error("{0} comes again after another graph, expected all its triples together")]
    GraphAgain(String),
    /// Triple terms nest deeper than 100.
    #[error("triple terms nest deeper than 100")]
    TooDeep,
    /// The base is not an absolute IRI.
    #[error("the base <{0}> is not an absolute IRI")]
    Base(String),
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<oxttl::TurtleParseError> for ReadError {
    fn from(error: oxttl::TurtleParseError) -> Self {
        match error {
            oxttl::TurtleParseError::Io(error) => Self::Io(error),
            oxttl::TurtleParseError::Syntax(error) => {
                let start = error.location().start;
                let place = Position { line: start.line + 1, column: start.column + 1 };
                Self::Syntax(Located::new(place, error.message().trim_end_matches('.')))
            }
        }
    }
}

/// Adds the triples of a text to the ground graph; what was inferred is forgotten.
///
/// Blank nodes keep their labels, except those whose labels the graph has already: two texts never mean
/// the same blank node. Those without a label are numbered.
///
/// # Errors
/// If the text is not of the format, has triples in several graphs, or cannot be read. The triples up to
/// there have been added.
pub fn read<'a>(
    graph: &mut Graph,
    reader: impl Read + 'a,
    format: Format,
    base: Option<&str>,
) -> Result<(), ReadError> {
    let mut sink = Sink { graph, blanks: FxHashMap::default(), name: None };
    if format != Format::NTriples {
        return quads(reader, format, base)?.try_for_each(|quad| sink.quad(&quad?));
    }
    let mut reader = start::Start::new(reader, true);
    let plain::Rest { text, lines } = plain::read(&mut reader, &mut sink)?;
    let rest = NTriplesParser::new().for_reader(nesting::Guard::new(text.chain(reader)));
    rest.map(|triple| triple.map_err(ReadError::from)).try_for_each(|triple| match triple {
        Ok(triple) => sink.triple(triple.as_ref()),
        Err(ReadError::Syntax(mut located)) => {
            located.line += lines;
            Err(ReadError::Syntax(located))
        }
        Err(error) => Err(error),
    })
}

type Quads<'a> = Box<dyn Iterator<Item = Result<Quad, ReadError>> + 'a>;

/// The quads of a text; a syntax of triples has them in the default graph. Syntaxes of lines have no use for a base.
fn quads<'a>(
    reader: impl Read + 'a,
    format: Format,
    base: Option<&str>,
) -> Result<Quads<'a>, ReadError> {
    let in_default = |triple: oxrdf::Triple| triple.in_graph(GraphName::DefaultGraph);
    let bad_base = |base: &str| ReadError::Base(base.to_owned());
    let reader = start::Start::new(reader, format.has_lines());
    let guarded = nesting::Guard::new;
    Ok(match format {
        #[cfg(feature = "json-ld")]
        Format::JsonLd => Box::new(foreign::json_ld(reader, base)?),
        #[cfg(feature = "rdf-xml")]
        Format::RdfXml => {
            Box::new(foreign::rdf_xml(reader, base)?.map(move |triple| Ok(in_default(triple?))))
        }
        Format::NTriples => {
            let triples = NTriplesParser::new().for_reader(guarded(reader));
            Box::new(triples.map(move |triple| Ok(in_default(triple?))))
        }
        Format::NQuads => {
            Box::new(NQuadsParser::new().for_reader(guarded(reader)).map(|quad| Ok(quad?)))
        }
        Format::Turtle => {
            let mut parser = TurtleParser::new();
            if let Some(base) = base {
                parser = parser.with_base_iri(base).map_err(|_| bad_base(base))?;
            }
            let triples = parser.for_reader(guarded(reader));
            Box::new(triples.map(move |triple| Ok(in_default(triple?))))
        }
        Format::TriG => {
            let mut parser = TriGParser::new();
            if let Some(base) = base {
                parser = parser.with_base_iri(base).map_err(|_| bad_base(base))?;
            }
            Box::new(parser.for_reader(guarded(reader)).map(|quad| Ok(quad?)))
        }
    })
}

/// Whether the parser made the label up, for `[]` say: 128 random bits in hexadecimal. Such a node gets
/// another one, so that the same text is the same graph in each run.
fn is_random(label: &str) -> bool {
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (24..=32).contains(&label.len()) && label.bytes().all(is_hex)
}

/// Takes triples in.
struct Sink<'a> {
    graph: &'a mut Graph,
    /// The blank nodes of this text.
    blanks: FxHashMap<String, Id>,
    /// The graph of the first quad.
    name: Option<GraphName>,
}

impl Sink<'_> {
    fn quad(&mut self, quad: &oxrdf::Quad) -> Result<(), ReadError> {
        match &self.name {
            None => self.name = Some(quad.graph_name.clone()),
            Some(first) if *first == quad.graph_name => {}
            Some(first) => {
                let show = |name: &GraphName| match name {
                    GraphName::DefaultGraph => "the default graph".to_owned(),
                    name => name.to_string(),
                };
                let (first, second) = (show(first), show(&quad.graph_name));
                return Err(ReadError::SeveralGraphs { first, second });
            }
        }
        self.triple(quad.as_ref().into())
    }

    fn triple(&mut self, triple: oxrdf::TripleRef<'_>) -> Result<(), ReadError> {
        let ids = self.ids(triple, 0).ok_or(ReadError::TooDeep)?;
        self.graph.insert_ground(ids);
        Ok(())
    }

    fn ids(&mut self, triple: oxrdf::TripleRef<'_>, nesting: u16) -> Option<[Id; 3]> {
        if nesting > crate::graph::interner::MAX_NESTING {
            return None;
        }
        let subject = match triple.subject {
            NamedOrBlankNodeRef::NamedNode(iri) => self.iri(iri.as_str()),
            NamedOrBlankNodeRef::BlankNode(blank) => self.blank(blank.as_str()),
        };
        let predicate = self.iri(triple.predicate.as_str());
        let object = match triple.object {
            TermRef::NamedNode(iri) => self.iri(iri.as_str()),
            TermRef::BlankNode(blank) => self.blank(blank.as_str()),
            TermRef::Literal(literal) => self.literal(literal),
            TermRef::Triple(inner) => {
                let inner = self.ids(inner.as_ref(), nesting + 1)?;
                self.graph.interner.intern_triple(inner)?
            }
        };
        Some([subject, predicate, object])
    }

    fn iri(&mut self, iri: &str) -> Id {
        self.graph.interner.intern_ref(OurRef::Iri(iri))
    }

    fn blank(&mut self, label: &str) -> Id {
        if let Some(&id) = self.blanks.get(label) {
            return id;
        }
        let interner = &mut self.graph.interner;
        let own = match interner.graph_number {
            0 => Cow::Borrowed(label),
            _ => each::kept_apart(label),
        };
        let id = if is_random(label) || interner.find_ref(OurRef::Blank(&own)).is_some() {
            interner.fresh_blank()
        } else {
            interner.intern_ref(OurRef::Blank(&own))
        };
        self.blanks.insert(label.to_owned(), id);
        id
    }

    fn literal(&mut self, literal: oxrdf::LiteralRef<'_>) -> Id {
        if let Some(tag) = literal.language() {
            return self.graph.interner.intern_lang(literal.value(), tag, direction(literal));
        }
        let datatype = self.iri(literal.datatype().as_str());
        self.graph.interner.intern_ref(OurRef::Typed(literal.value(), datatype))
    }
}

/// Writes a part of a graph as N-Triples, predicate by predicate, in the order in which the triples came.
/// Triples that are not RDF are left out.
///
/// # Errors
/// If the writer fails.
pub fn write_ntriples(graph: &Graph, part: Part, mut writer: impl Write) -> io::Result<()> {
    let mut buffer = String::new();
    for ids in graph.rdf_ids(part) {
        for id in ids {
            graph.interner.write(&mut buffer, id);
            buffer.push(' ');
        }
        buffer.push_str(".\n");
        if buffer.len() > 1 << 16 {
            writer.write_all(buffer.as_bytes())?;
            buffer.clear();
        }
    }
    writer.write_all(buffer.as_bytes())
}

/// Writes a part of a graph as Turtle; prefixes that are not valid are not used.
///
/// # Errors
/// If the writer fails.
pub fn write_turtle(
    graph: &Graph,
    part: Part,
    prefixes: &[(String, String)],
    writer: impl Write,
) -> io::Result<()> {
    let mut serializer = TurtleSerializer::new();
    for (name, namespace) in prefixes {
        if let Ok(with) = serializer.clone().with_prefix(name, namespace) {
            serializer = with;
        }
    }
    let mut serializer = serializer.for_writer(writer);
    // Turtle is short where triples of one subject stand together.
    let mut rows: Vec<[Id; 3]> = graph.rdf_ids(part).collect();
    rows.sort_by_key(|[s, ..]| *s);
    for [s, p, o] in rows {
        let [s, p, o] = [s, p, o].map(|id| to_oxrdf(&graph.interner.term(id)));
        if let (Some(s), Some(oxrdf::Term::NamedNode(p)), Some(o)) = (s, p, o)
            && let Ok(s) = NamedOrBlankNode::try_from(s)
        {
            serializer.serialize_triple(oxrdf::Triple::new(s, p, o).as_ref())?;
        }
    }
    serializer.finish().map(drop)
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn only_clear_starts_are_recognized() {
        for (syntax, starts) in [
            (Some("RDF/XML"), &["\u{FEFF}<?xml version", " <rdf:RDF"][..]),
            (Some("JSON-LD"), &["{ \"@id\"", "[{"]),
            (Some("Turtle"), &["@prefix", "PREFIX", "# x", "<a:a> <a:b>", "ex:a", "_:b"]),
            (
                None,
                &["", "{ <a:a>", "{}", "[ ex:a 1 ]", "<r:RDF xmlns:r=\"urn:>\">", "<a>", "<a:a"],
            ),
        ] {
            for start in starts {
                assert_eq!(Format::recognize(start.as_bytes()), syntax, "{start}");
            }
        }
    }
}
