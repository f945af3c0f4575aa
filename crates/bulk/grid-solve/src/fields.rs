//! Where the puzzle is in a line.
//!
//! ```text
//! line   = blank* [field (separator field)*] blank*      separator = "," | ";" | tab | blank
//! header = a line with a field that is a name of the puzzle: puzzle, quizzes, …
//! ```
//!
//! With a header the puzzle is the field of that number, counted at commas, semicolons and tabs. Without one it
//! is the first field of 81 characters, or, if there is none, the first field, which then is what is wrong.

use grid_engine::{N_CELLS, Puzzle};
use std::ops::Range;

/// Names of the field with the puzzle.
const NAMES: [&[u8]; 7] =
    [b"puzzle", b"puzzles", b"quiz", b"quizzes", b"sudoku", b"grid", b"question"];

/// The number of the puzzle's field, if a header names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Columns(Option<usize>);

impl Columns {
    /// Reads a header; `None` if the line is none.
    pub(crate) fn of_header(line: &[u8]) -> Option<Self> {
        let names: Vec<Vec<u8>> = line
            .split(|byte| is_delimiter(*byte))
            .map(|name| unquoted(name).to_ascii_lowercase())
            .collect();
        let column = names.iter().position(|name| NAMES.contains(&name.as_slice()))?;
        Some(Self(Some(column)))
    }

    /// The puzzle that a text starts with, if it is the first field: quick, for most lines are no more.
    pub(crate) fn read_first(self, text: &[u8]) -> Option<Puzzle> {
        let is_first = self.0.is_none_or(|column| column == 0);
        let ends =
            matches!(text.get(N_CELLS), Some(end) if is_separator(*end) || b"\r\n".contains(end));
        if is_first && ends { Puzzle::parse(&text[..N_CELLS]).ok() } else { None }
    }

    /// Where the puzzle's text is in a line, unless that is blank or a comment.
    pub(crate) fn find(self, line: &[u8]) -> Option<Range<usize>> {
        let line = line.trim_ascii_end();
        match line.trim_ascii_start() {
            [] | [b'#', ..] => None,
            _ => Some(self.find_field(line)),
        }
    }

    fn find_field(self, line: &[u8]) -> Range<usize> {
        if let Some(column) = self.0 {
            let mut fields = line.split(|byte| is_delimiter(*byte));
            return fields.nth(column).map_or(0..0, |field| range_in(line, unquoted(field)));
        }
        let mut fields =
            line.split(|byte| is_separator(*byte)).map(unquoted).filter(|field| !field.is_empty());
        let first = fields.clone().next().unwrap_or_default();
        range_in(line, fields.find(|field| field.len() == N_CELLS).unwrap_or(first))
    }
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b',' | b';' | b'\t')
}

fn is_separator(byte: u8) -> bool {
    is_delimiter(byte) || byte == b' '
}

/// A field without blanks and quotes around it.
fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(field)
}

/// Where a part of a line, which is a slice of it, begins and ends.
fn range_in(line: &[u8], part: &[u8]) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize).min(line.len());
    start..start + part.len().min(line.len() - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn found(columns: Columns, line: &str) -> &str {
        &line[columns.find(line.as_bytes()).unwrap()]
    }

    #[test]
    fn the_first_field_of_81_characters_is_the_puzzle() {
        let plain = Columns::default();
        for line in [
            PUZZLE.to_owned(),
            format!("{PUZZLE},{}", "1".repeat(81)),
            format!("17 {PUZZLE} 7.2"),
            format!("\"{PUZZLE}\";x"),
            format!("name\t{PUZZLE}"),
            format!("{PUZZLE} // from a list"),
        ] {
            assert_eq!(found(plain, &line), PUZZLE, "{line}");
        }
        assert_eq!(found(plain, "12,345"), "12");
        assert_eq!(found(plain, ",,"), "");
        for line in ["", " \t\r", "# a comment", " #"] {
            assert_eq!(plain.find(line.as_bytes()), None);
        }
    }

    #[test]
    fn the_quick_way_is_the_same() {
        let second = Columns(Some(1));
        for line in [format!("{PUZZLE}\n"), format!("{PUZZLE}\r\nx"), format!("{PUZZLE},x\n")] {
            let puzzle = Puzzle::parse(PUZZLE.as_bytes()).ok();
            assert_eq!(Columns::default().read_first(line.as_bytes()), puzzle);
            assert_eq!(Columns(Some(0)).read_first(line.as_bytes()), puzzle);
            assert_eq!(second.read_first(line.as_bytes()), None);
        }
        // Two short lines of 81 characters together are no puzzle.
        let short = format!("{}\n{}\n", &PUZZLE[..40], &PUZZLE[..40]);
        assert_eq!(Columns::default().read_first(short.as_bytes()), None);
    }

    #[test]
    fn a_header_names_the_field() {
        let columns = Columns::of_header(b"id,\"Puzzle\",solution").unwrap();
        assert_eq!(found(columns, &format!("{},{PUZZLE},", "2".repeat(81))), PUZZLE);
        assert_eq!(found(columns, "1"), "");
        assert!(Columns::of_header(b"quizzes,solutions").is_some());
        assert_eq!(Columns::of_header(PUZZLE.as_bytes()), None);
        assert_eq!(Columns::of_header(b"id,clues"), None);
    }
}
