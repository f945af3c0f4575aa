//! RDF 1.2 terms as values of our own.
//!
//! A term here may stand in any position: "symmetric" triples, whose subject is a literal, occur while
//! rules run, and are dropped only where a graph is written out.

use std::fmt;
use std::sync::Arc;

/// An RDF 1.2 term; equality is RDF term equality (`"1"^^xsd:integer` is not `"01"^^xsd:integer`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// An absolute IRI, without the angle brackets.
    Iri(Arc<str>),
    /// A blank node; the label is without `_:` and unique in its graph.
    Blank(Arc<str>),
    /// A literal.
    Literal(Literal),
    /// A triple term: subject, predicate, object.
    Triple(Arc<[Term; 3]>),
}

/// A literal: lexical form, and datatype or language.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The lexical form.
    pub value: Arc<str>,
    /// What it is.
    pub kind: LiteralKind,
}

/// Datatype or language of a literal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LiteralKind {
    /// A datatype IRI; `xsd:string` for plain literals.
    Typed(Arc<str>),
    /// `rdf:langString`, the tag in lower case.
    Lang(Arc<str>),
    /// `rdf:dirLangString`, the tag in lower case and the direction.
    DirLang(Arc<str>, Direction),
}

/// The base direction of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// `ltr`
    Ltr,
    /// `rtl`
    Rtl,
}

impl fmt::Display for Term {
    /// N-Triples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        todo!()
    }
}
