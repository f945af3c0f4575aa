//! Plain rows, `53..7....`, and spaced rows, `5 3 . . 7 . . . .`.
//!
//! Symbols of several characters are set right in columns of one width, with a blank between them.

use super::cells::{symbols, width};
use crate::{Alphabet, Grid};

/// A line for each row; spaced where symbols take several characters.
pub(super) fn write(grid: &Grid, alphabet: &Alphabet) -> String {
    if alphabet.is_numbers() { write_spaced(grid, alphabet) } else { joined(grid, alphabet, "", 1) }
}

/// A line for each row, a blank between the symbols.
pub(super) fn write_spaced(grid: &Grid, alphabet: &Alphabet) -> String {
    joined(grid, alphabet, " ", width(grid, alphabet))
}

fn joined(grid: &Grid, alphabet: &Alphabet, between: &str, width: usize) -> String {
    let mut text = String::new();
    let cols = grid.shape().cols();
    for (index, symbol) in symbols(grid, alphabet, ".").enumerate() {
        if index % cols > 0 {
            text.push_str(between);
        }
        text.extend(std::iter::repeat_n(' ', width - symbol.chars().count()));
        text.push_str(&symbol);
        if (index + 1) % cols == 0 {
            text.push('\n');
        }
    }
    text
}
