//! The syntaxes that are not related to Turtle: JSON-LD and RDF/XML.
//!
//! Documents that a text refers to are not fetched: a remote `@context` is an error. A name, an attribute or a text is held
//! as a whole while it is read, so one longer than [`LONGEST`] is refused.
//!
//! # References
//! JSON-LD 1.1; RDF 1.2 XML Syntax.

use super::ReadError;
use located::{Located, Position};
use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

/// The longest piece of XML between two `<`, in bytes; JSON strings have the same limit.
const LONGEST: u64 = 16 << 20;

/// The places of a text by bytes, which fill while it is read.
type Lines = Rc<RefCell<Vec<u64>>>;

/// The quads of a JSON-LD text.
#[cfg(feature = "json-ld")]
pub(super) fn json_ld<'a>(
    reader: impl Read + 'a,
    base: Option<&str>,
) -> Result<impl Iterator<Item = Result<oxrdf::Quad, ReadError>> + 'a, ReadError> {
    let mut parser = oxjsonld::JsonLdParser::new();
    if let Some(base) = base {
        parser = parser.with_base_iri(base).map_err(|_| ReadError::Base(base.to_owned()))?;
    }
    Ok(parser.for_reader(reader).map(|quad| {
        quad.map_err(|error| match error {
            // What the parser says of its buffer, in the words of a user.
            oxjsonld::JsonLdParseError::Io(error) if error.kind() == io::ErrorKind::OutOfMemory => {
                ReadError::Document(format!(
                    "a name or a text is longer than {} MiB",
                    LONGEST >> 20
                ))
            }
            oxjsonld::JsonLdParseError::Io(error) => ReadError::Io(error),
            oxjsonld::JsonLdParseError::Syntax(error) => {
                let message = error.to_string();
                let message = message.trim_end_matches('.');
                match error.location() {
                    Some(span) => {
                        // The parser says the place too: `Parser error at line 1 column 18: …`.
                        let message = match message.split_once(": ") {
                            Some((place, what)) if place.starts_with("Parser error ") => what,
                            _ => message,
                        };
                        let (line, column) = (span.start.line + 1, span.start.column + 1);
                        ReadError::Syntax(Located::new(Position { line, column }, message))
                    }
                    None => ReadError::Document(message.to_owned()),
                }
            }
        })
    }))
}

/// The triples of an RDF/XML text.
#[cfg(feature = "rdf-xml")]
pub(super) fn rdf_xml<'a>(
    reader: impl Read + 'a,
    base: Option<&str>,
) -> Result<impl Iterator<Item = Result<oxrdf::Triple, ReadError>> + 'a, ReadError> {
    let mut parser = oxrdfxml::RdfXmlParser::new();
    if let Some(base) = base {
        parser = parser.with_base_iri(base).map_err(|_| ReadError::Base(base.to_owned()))?;
    }
    let lines = Lines::default();
    let reader = Counted { reader, lines: Rc::clone(&lines), at: 0, since: 0 };
    let mut parser = parser.for_reader(reader);
    Ok(std::iter::from_fn(move || {
        let triple = parser.next()?;
        Some(triple.map_err(|error| match error {
            oxrdfxml::RdfXmlParseError::Io(error) => ReadError::Io(error),
            oxrdfxml::RdfXmlParseError::Syntax(error) => {
                let at = parser.buffer_position();
                let lines = lines.borrow();
                let line = lines.partition_point(|&end| end < at);
                let start = line.checked_sub(1).map_or(0, |before| lines[before] + 1);
                let place =
                    Position { line: line as u64 + 1, column: at.saturating_sub(start) + 1 };
                ReadError::Syntax(Located::new(place, error.to_string().trim_end_matches('.')))
            }
        }))
    }))
}

/// Notes where lines end, and refuses a piece that is too long.
#[cfg(feature = "rdf-xml")]
struct Counted<R> {
    reader: R,
    lines: Lines,
    at: u64,
    since: u64,
}

#[cfg(feature = "rdf-xml")]
impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        let mut lines = self.lines.borrow_mut();
        for &byte in &buffer[..length] {
            match byte {
                b'\n' => lines.push(self.at),
                b'<' => self.since = self.at,
                _ => {}
            }
            self.at += 1;
            if self.at - self.since > LONGEST {
                let message = format!("there is more than {} MB without '<'", LONGEST >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        Ok(length)
    }
}
