//! What the pipelines print besides grids.
//!
//! ```text
//! text   grid, `Unique solution` or `Multiple solutions`; or `No solution`, `No solution exists`
//!        two grids, `row 1, column 2: 3 or 5` for each cell in which they differ, the same
//! JSON   null or {"grids": [], …}, where there is no grid
//! ```

use grid_cli::GridText;

/// In the place of a grid.
const NO_SOLUTION: [&[u8]; 2] = [b"No solution exists", b"No solution"];

/// After a grid.
const VERDICTS: [&[u8]; 2] = [b"Unique solution", b"Multiple solutions"];

/// What JSON without a grid says.
pub(crate) const NONE: &str = "that there is none";

/// What the text says in the place of a grid, in quotes.
pub(crate) fn no_solution(text: &GridText) -> Option<String> {
    let line = text.find_line(|line| NO_SOLUTION.contains(&line))?;
    Some(format!("'{}'", String::from_utf8_lossy(line)))
}

/// Whether a line belongs to a grid that is marked off from others, without being one of its rows.
pub(crate) fn is_comment(line: &[u8]) -> bool {
    VERDICTS.contains(&line)
        || std::str::from_utf8(line).is_ok_and(|line| difference(line).is_some())
}

/// The parts of `row 1, column 2: 3 or 5`.
fn difference(line: &str) -> Option<[&str; 4]> {
    let (row, rest) = line.strip_prefix("row ")?.split_once(", column ")?;
    let (column, symbols) = rest.split_once(": ")?;
    let (one, other) = symbols.split_once(" or ")?;
    let parts = [row, column, one, other];
    let is_word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric());
    parts.iter().all(|part| is_word(part)).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_rows() {
        for line in ["Unique solution", "row 1, column 2: 3 or 5", "row 16, column 9: G or 12"] {
            assert!(is_comment(line.as_bytes()), "{line}");
        }
        for line in ["", "123456789", "row 1, column 2: 3", "row 1, column : 3 or 5", "No solution"]
        {
            assert!(!is_comment(line.as_bytes()), "{line}");
        }
    }
}
