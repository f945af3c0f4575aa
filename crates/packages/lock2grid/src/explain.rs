//! A resolver's words about packages, said of cells.
//!
//! Wherever the name of a cell's package stands, the cell takes its place, together with the version
//! that follows it, whether one is meant or all but one. Nothing else is changed, so that this works
//! for the messages of every resolver:
//!
//! ```text
//! sudoku-cell12 5.0.0, sudoku-cell12 (5.0.0), sudoku-cell12 ==5.0.0   row 1, column 2 is 5
//! sudoku-cell12 (!=5.0.0), sudoku-cell12 !=5.0.0                      row 1, column 2 is not 5
//! sudoku-cell12                                                       row 1, column 2
//! ```

use std::fmt::Write;
use sudoku_core::{Geometry, Value};
use sudoku_packages::CellPackages;

/// The text with cells in place of packages; `symbol` is what is printed for a value.
#[must_use]
pub fn explain(text: &str, symbol: impl Fn(Geometry, Value) -> String) -> String {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(word) = rest.find(is_name) {
        told.push_str(&rest[..word]);
        rest = &rest[word..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        // A full stop may end the sentence and not be a part of the name.
        let name = rest[..end].trim_end_matches(['.', '-', '_']);
        let Some((packages, cell)) = CellPackages::of_name(name) else {
            told.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        };
        rest = &rest[name.len()..];
        told.push_str(&cell.to_string());
        if let Some((is, version, length)) = constraint(rest)
            && let Ok(value) = packages.value(version)
        {
            let symbol = symbol(packages.geometry(), value);
            let _ = write!(told, " {} {symbol}", if is { "is" } else { "is not" });
            rest = &rest[length..];
        }
    }
    told.push_str(rest);
    told
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Whether a version is meant or excluded, the version, and the length of all this.
fn constraint(text: &str) -> Option<(bool, &str, usize)> {
    let unspaced = text.trim_start_matches(' ');
    let inner = unspaced.strip_prefix('(').unwrap_or(unspaced);
    let is_wrapped = inner.len() < unspaced.len();
    let operator = ["!=", "=="].into_iter().find(|operator| inner.starts_with(operator));
    let after = inner[operator.map_or(0, str::len)..].trim_start_matches(' ');
    let end = after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len());
    let version = after[..end].trim_end_matches('.');
    // A number after a mere blank may count something else.
    let is_bare = operator.is_none() && !is_wrapped;
    if is_bare && !(unspaced.len() < text.len() && version.contains('.')) {
        return None;
    }
    let rest = &after[version.len()..];
    let rest = if is_wrapped { rest.strip_prefix(')')? } else { rest };
    Some((operator != Some("!="), version, text.len() - rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> String {
        explain(text, |_, value| (value + 1).to_string())
    }

    #[test]
    fn each_resolvers_words_become_cells() {
        for (said, expected) in [
            (
                "Because sudoku-cell12 (5.0.0) depends on sudoku-cell11 (!=5.0.0)\n and no versions",
                "Because row 1, column 2 is 5 depends on row 1, column 1 is not 5\n and no versions",
            ),
            ("Because sudoku-cell12==5.0.0 depends", "Because row 1, column 2 is 5 depends"),
            ("sudoku-cell12 != 5.0.0.", "row 1, column 2 is not 5."),
            ("Sudoku_Cell12.", "row 1, column 2."),
            ("sudoku-cell12 5.0.0 requires 3", "row 1, column 2 is 5 requires 3"),
            ("sudoku-cell12 5 times", "row 1, column 2 5 times"),
            ("sudoku16-cell0312 == 10", "row 3, column 12 is 10"),
            ("sudoku-cell12 (>=5.0.0)", "row 1, column 2 (>=5.0.0)"),
            ("sudoku-cell12 (5.0.0", "row 1, column 2 (5.0.0"),
            ("sudoku-cell12==12.0.0", "row 1, column 2==12.0.0"),
            ("sudoku-problem, my-sudoku-cell12", "sudoku-problem, my-sudoku-cell12"),
            ("`sudoku-cell12`", "`row 1, column 2`"),
        ] {
            assert_eq!(told(said), expected);
        }
    }

    proptest! {
        #[test]
        fn other_text_stays(text in "[a-z ,.()=!0-9é\n-]{0,40}") {
            prop_assume!(!text.contains("cell"));
            prop_assert_eq!(told(&text), text);
        }
    }
}
