//! Where the puzzle is in a line.
//!
//! ```text
//! line   = blank* [field (separator field)*] blank*      separator = "," | ";" | tab | blank
//! header = a line with a field that is a name of the puzzle: puzzle, quizzes, …
//! ```
//!
//! With a header the puzzle is the field of that number, counted at commas, semicolons and tabs. Without one it
//! is the first field of 81 characters, or, if there is none, the first field, which then is what is wrong.

use grid_engine::N_CELLS;
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

    /// Where the puzzle's text is in a line, which is not blank.
    pub(crate) fn find(self, line: &[u8]) -> Range<usize> {
        if let Some(column) = self.0 {
            let mut fields = line.split(|byte| is_delimiter(*byte));
            return fields.nth(column).map_or(0..0, |field| range_in(line, unquoted(field)));
        }
        if line.len() == N_CELLS || line.get(N_CELLS).is_some_and(|end| is_separator(*end)) {
            let first = &line[..N_CELLS];
            if !first.iter().any(|byte| is_separator(*byte)) {
                return 0..N_CELLS;
            }
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
        &line[columns.find(line.as_bytes())]
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
