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

/// The IRIs that this crate knows by name.
pub mod vocab {
    /// The type of plain literals.
    pub const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";
    /// The type of `true` and `false`.
    pub const XSD_BOOLEAN: &str = "http://www.w3.org/2001/XMLSchema#boolean";
    /// The type of `1`.
    pub const XSD_INTEGER: &str = "http://www.w3.org/2001/XMLSchema#integer";
    /// The type of `1.0`.
    pub const XSD_DECIMAL: &str = "http://www.w3.org/2001/XMLSchema#decimal";
    /// Single precision.
    pub const XSD_FLOAT: &str = "http://www.w3.org/2001/XMLSchema#float";
    /// The type of `1e0`.
    pub const XSD_DOUBLE: &str = "http://www.w3.org/2001/XMLSchema#double";
    /// An instant.
    pub const XSD_DATE_TIME: &str = "http://www.w3.org/2001/XMLSchema#dateTime";
    /// The type of literals with a language.
    pub const RDF_LANG_STRING: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
    /// The type of literals with a language and a direction.
    pub const RDF_DIR_LANG_STRING: &str =
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString";
}

impl Term {
    /// An IRI.
    #[must_use]
    pub fn iri(iri: &str) -> Self {
        Self::Iri(iri.into())
    }

    /// A blank node.
    #[must_use]
    pub fn blank(label: &str) -> Self {
        Self::Blank(label.into())
    }

    /// A plain literal, that is an `xsd:string`.
    #[must_use]
    pub fn string(value: &str) -> Self {
        Self::typed(value, vocab::XSD_STRING)
    }

    /// A literal with a datatype.
    #[must_use]
    pub fn typed(value: &str, datatype: &str) -> Self {
        Self::Literal(Literal { value: value.into(), kind: LiteralKind::Typed(datatype.into()) })
    }

    /// An `xsd:integer`.
    #[must_use]
    pub fn integer(value: i64) -> Self {
        Self::typed(&value.to_string(), vocab::XSD_INTEGER)
    }

    /// An `xsd:boolean`.
    #[must_use]
    pub fn boolean(value: bool) -> Self {
        Self::typed(if value { "true" } else { "false" }, vocab::XSD_BOOLEAN)
    }

    /// A triple term.
    #[must_use]
    pub fn triple(subject: Self, predicate: Self, object: Self) -> Self {
        Self::Triple(Arc::new([subject, predicate, object]))
    }
}

impl Direction {
    /// `ltr` or `rtl`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}

impl fmt::Display for Term {
    /// N-Triples 1.2, canonical form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iri(iri) => write!(f, "<{iri}>"),
            Self::Blank(label) => write!(f, "_:{label}"),
            Self::Literal(literal) => literal.fmt(f),
            Self::Triple(terms) => {
                let [s, p, o] = &**terms;
                write!(f, "<<( {s} {p} {o} )>>")
            }
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, &self.value)?;
        match &self.kind {
            LiteralKind::Typed(datatype) if &**datatype == vocab::XSD_STRING => Ok(()),
            LiteralKind::Typed(datatype) => write!(f, "^^<{datatype}>"),
            LiteralKind::Lang(tag) => write!(f, "@{tag}"),
            LiteralKind::DirLang(tag, direction) => write!(f, "@{tag}--{}", direction.as_str()),
        }
    }
}

/// Writes a string between quotation marks, escaped as canonical N-Triples asks.
pub fn write_quoted(f: &mut impl fmt::Write, text: &str) -> fmt::Result {
    f.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\' || c == '\u{7f}') {
        f.write_str(&rest[..at])?;
        let c = rest[at..].chars().next().unwrap_or('"');
        match c {
            '\u{8}' => f.write_str("\\b")?,
            '\t' => f.write_str("\\t")?,
            '\n' => f.write_str("\\n")?,
            '\u{c}' => f.write_str("\\f")?,
            '\r' => f.write_str("\\r")?,
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            control => write!(f, "\\u{:04X}", u32::from(control))?,
        }
        rest = &rest[at + c.len_utf8()..];
    }
    f.write_str(rest)?;
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_show_as_n_triples() {
        let shown = |term: Term| term.to_string();
        assert_eq!(shown(Term::iri("http://e/a")), "<http://e/a>");
        assert_eq!(shown(Term::blank("b1")), "_:b1");
        assert_eq!(shown(Term::string("a\"b\\\n\u{1}é")), r#""a\"b\\\n\u0001é""#);
        assert_eq!(shown(Term::integer(-3)), "\"-3\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        let kind = LiteralKind::DirLang("en".into(), Direction::Rtl);
        let text = Term::Literal(Literal { value: "x".into(), kind });
        assert_eq!(
            shown(Term::triple(Term::iri("a:b"), Term::iri("a:c"), text)),
            "<<( <a:b> <a:c> \"x\"@en--rtl )>>"
        );
    }
}
