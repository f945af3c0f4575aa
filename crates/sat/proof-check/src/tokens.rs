//! The words of a text and where they are, as it is read.

use crate::Refusal;
use located::Position;
use std::io::{self, BufRead};

/// A stream of words: blanks end a word, and a semicolon is one by itself.
#[derive(Debug)]
pub(crate) struct Tokens<R> {
    reader: R,
    /// The next byte's.
    place: Position,
}

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) place: Position,
}

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, place: Position::START }
    }

    /// The place of the next byte.
    pub(crate) fn place(&self) -> Position {
        self.place
    }

    /// The next word; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Token>, Refusal> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.advance()?;
        }
        let place = self.place;
        let mut text = String::new();
        while let Some(byte) = self.peek()? {
            match byte {
                b';' if text.is_empty() => {
                    self.advance()?;
                    text.push(';');
                    break;
                }
                b';' => break,
                byte if byte.is_ascii_whitespace() => break,
                b'!'..=b'~' => text.push(char::from(byte)),
                byte => {
                    let found = format!("found the byte 0x{byte:02X}, expected text");
                    return Err(Refusal::malformed(self.place, found));
                }
            }
            self.advance()?;
        }
        Ok((!text.is_empty()).then_some(Token { text, place }))
    }

    /// Passes the rest of the line.
    pub(crate) fn skip_line(&mut self) -> Result<(), Refusal> {
        while self.peek()?.is_some_and(|byte| byte != b'\n') {
            self.advance()?;
        }
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    /// Passes the byte that [`Self::peek`] showed.
    fn advance(&mut self) -> io::Result<()> {
        if self.peek()? == Some(b'\n') {
            self.place = Position { line: self.place.line + 1, column: 0 };
        }
        self.place.column += 1;
        self.reader.consume(1);
        Ok(())
    }
}

/// A number of digits, with `-` before it or not; what else Rust reads, `+5` and `-0`, is none.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let is_odd = text.starts_with('+') || text == "-0";
    if is_odd { None } else { text.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places() {
        let mut tokens = Tokens::new("rup 1  x1 >= 1;\n\tf 3 ;x".as_bytes());
        let mut found = Vec::new();
        while let Some(Token { text, place }) = tokens.next().unwrap() {
            found.push(format!("{text}@{place}"));
        }
        let expected = "rup@1:1 1@1:5 x1@1:8 >=@1:11 1@1:14 ;@1:15 f@2:2 3@2:4 ;@2:6 x@2:7";
        assert_eq!(found.join(" "), expected);
        assert!(Tokens::new("1 \0".as_bytes()).next().is_ok());
        assert!(Tokens::new("\0".as_bytes()).next().is_err());
    }
}
