//! A message about a place in a text, and the place of a byte.
//!
//! Each reader of the workspace says what is wrong and where, and leaves it to the tool to put the
//! file's name before it. A reader counts its columns in characters or in bytes, as fits its format;
//! lines and columns start at 1.
//!
//! ```
//! use located::{Located, Position};
//!
//! let text = "first\nsecönd line";
//! let place = Position::of_char(text, text.find("line").unwrap());
//! let error = Located::new(place, "found 'line', expected a number");
//! assert_eq!((error.line, error.column), (2, 8));
//! assert_eq!(error.to_string(), "found 'line', expected a number");
//! ```

mod member;

pub use member::Path;

use std::fmt;

/// A place in a text: line and column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The column, in characters or in bytes.
    pub column: u64,
}

impl Position {
    /// The first place of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place of the byte at `offset`, with the column in characters; the end of the text for an
    /// offset behind it, and the start of a character for an offset within it.
    #[must_use]
    pub fn of_char(text: &str, offset: usize) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count() as u64,
            column: 1 + before[line_start..].chars().count() as u64,
        }
    }

    /// The byte at this place, whose column is in bytes; the end of the text for one behind it.
    #[must_use]
    pub fn byte(self, text: &str) -> usize {
        let lines = text.split_inclusive('\n').take(self.line.saturating_sub(1) as usize);
        let start: usize = lines.map(str::len).sum();
        start.saturating_add(self.column.saturating_sub(1) as usize).min(text.len())
    }
}

impl fmt::Display for Position {
    /// `line:column`, as messages have it after the name of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong at a place: displayed, it is the message alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Located {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters or in bytes.
    pub column: u64,
    /// What was found and what was expected.
    pub message: String,
}

impl Located {
    /// The message at this place.
    pub fn new(place: Position, message: impl Into<String>) -> Self {
        Self { line: place.line, column: place.column, message: message.into() }
    }

    /// The message at the start of a text, for what is wrong with it as a whole.
    pub fn at_start(message: impl Into<String>) -> Self {
        Self::new(Position::START, message)
    }

    /// The error of `serde_json` at its line and column; the message is without the place, which stands behind it.
    ///
    /// Where there is no place, which has the line 0, it is the start of the text.
    pub fn of_json(error: &impl fmt::Display, line: usize, column: usize) -> Self {
        let text = error.to_string();
        let message =
            text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        let place = Position { line: line.max(1) as u64, column: column.max(1) as u64 };
        Self::new(place, message)
    }

    /// Its place.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { line: self.line, column: self.column }
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Located {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_json_name_their_place_once() {
        let error = Located::of_json(&"expected value at line 3 column 14", 3, 14);
        assert_eq!(
            (error.position().to_string(), error.to_string()),
            ("3:14".into(), "expected value".into())
        );
        let error = Located::of_json(&"invalid type", 0, 0);
        assert_eq!((error.position(), error.to_string()), (Position::START, "invalid type".into()));
    }

    #[test]
    fn bytes_have_lines_and_columns() {
        let text = "ab\n\nä€x";
        for (offset, place) in
            [(0, "1:1"), (2, "1:3"), (3, "2:1"), (4, "3:1"), (6, "3:2"), (7, "3:2"), (9, "3:3")]
        {
            assert_eq!(Position::of_char(text, offset).to_string(), place, "byte {offset}");
        }
        assert_eq!(Position::of_char(text, 99).to_string(), "3:4");
        assert_eq!(Position::of_char("", 0), Position::START);
        for (line, column, byte) in [(1, 2, 1), (3, 1, 4), (3, 6, 9), (3, 99, 10), (9, 1, 10)] {
            assert_eq!(Position { line, column }.byte(text), byte);
        }
    }
}
