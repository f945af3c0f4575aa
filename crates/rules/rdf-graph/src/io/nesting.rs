//! Refuses a text whose triple terms nest too deep, before the parser builds them.
//!
//! Triple terms are nested values, and freeing one takes as many calls inside each other as it is deep, so a
//! text of some megabytes could exhaust the stack. A state machine follows the bytes as they are read: it
//! knows IRIs, strings and comments of Turtle and its relatives, and counts `<<` and `>>` outside these.
//!
//! # References
//! RDF 1.2 Turtle, grammar: `tripleTerm`, `reifiedTriple`, `IRIREF`, the four `STRING_LITERAL`s.

use std::io::{self, Read};

/// Far below what a stack holds; the graph itself takes [`crate::graph::interner::MAX_NESTING`].
const DEEPEST: usize = 1000;

/// A reader that fails where triple terms and reified triples nest deeper than [`DEEPEST`].
#[derive(Debug)]
pub(super) struct Guard<R> {
    reader: R,
    state: State,
    depth: usize,
}

/// Where in the text the next byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    /// Behind a `\` of a name.
    Escape,
    /// Behind a first `<`, or `>`.
    Less,
    Greater,
    Iri,
    Comment,
    /// Behind one or two quotation marks that begin a string.
    Quote(u8),
    TwoQuotes(u8),
    Short(u8),
    ShortEscape(u8),
    /// In a string between three quotation marks, behind so many of them.
    Long(u8, u8),
    LongEscape(u8),
}

impl<R: Read> Guard<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, state: State::Plain, depth: 0 }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        for &byte in &buffer[..length] {
            self.state = self.after(byte);
            if self.depth > DEEPEST {
                let message = format!("triple terms nest deeper than {DEEPEST}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        Ok(length)
    }
}

impl<R> Guard<R> {
    fn after(&mut self, byte: u8) -> State {
        use State as S;
        match (self.state, byte) {
            (S::Less, b'<') => {
                self.depth += 1;
                S::Plain
            }
            (S::Greater, b'>') => {
                self.depth = self.depth.saturating_sub(1);
                S::Plain
            }
            // After blanks it is no longer an IRI, and the parser will say so.
            (S::Less | S::Iri, b'>' | b' ' | b'\t' | b'\r' | b'\n')
            | (S::Comment, b'\r' | b'\n')
            | (S::Escape, _) => S::Plain,
            (S::Less | S::Iri, _) => S::Iri,
            (S::Comment, _) => S::Comment,
            (S::Quote(mark), _) if byte == mark => S::TwoQuotes(mark),
            (S::TwoQuotes(mark), _) if byte == mark => S::Long(mark, 0),
            (S::Short(mark), _) if byte == mark => S::Plain,
            (S::Quote(mark) | S::Short(mark), b'\\') => S::ShortEscape(mark),
            (S::Quote(mark) | S::Short(mark) | S::ShortEscape(mark), _) => S::Short(mark),
            (S::Long(mark, 2), _) if byte == mark => S::Plain,
            (S::Long(mark, marks), _) if byte == mark => S::Long(mark, marks + 1),
            (S::Long(mark, _), b'\\') => S::LongEscape(mark),
            (S::Long(mark, _) | S::LongEscape(mark), _) => S::Long(mark, 0),
            // What is left stands between terms, or behind an empty string.
            (S::Plain | S::Greater | S::TwoQuotes(_), _) => match byte {
                b'<' => S::Less,
                b'>' => S::Greater,
                b'"' | b'\'' => S::Quote(byte),
                b'#' => S::Comment,
                b'\\' => S::Escape,
                _ => S::Plain,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> bool {
        Guard::new(text.as_bytes()).read_to_end(&mut Vec::new()).is_err()
    }

    #[test]
    fn only_deep_nesting_is_refused() {
        let term = |depth: usize| "<<( <e:a> <e:b> ".repeat(depth) + "1" + &" )>>".repeat(depth);
        assert!(!refused(&term(DEEPEST)));
        assert!(refused(&term(DEEPEST + 1)));
        assert!(!refused(&(term(2) + " . ").repeat(DEEPEST)));
        assert!(refused(&"<<".repeat(DEEPEST + 1)));
    }

    #[test]
    fn what_only_looks_like_it_is_passed_over() {
        let many = "<<(".repeat(DEEPEST + 1);
        for text in [
            format!("\"{many}\""),
            format!("\"\\\"{many}\""),
            format!("'{many}'"),
            format!("'''' {many}'''"),
            format!("\"\"\"\"\" \\\"{many}\"\"\""),
            format!("# {many}\n"),
            format!("<e:{many}>"),
        ] {
            assert!(!refused(&text), "{}", &text[..10]);
            assert!(refused(&format!("{text} \"\" '' <e:a> ex:b\\# {many}")), "{}", &text[..10]);
        }
    }
}
