//! One puzzle a line: `n²` characters, or `n²` numbers with a blank between them.

use super::cells::symbols;
use crate::{Alphabet, Grid};

pub(super) fn write(grid: &Grid, alphabet: &Alphabet, blank: &str) -> String {
    let between = if alphabet.is_numbers() { " " } else { "" };
    let cells: Vec<String> = symbols(grid, alphabet, blank).collect();
    cells.join(between) + "\n"
}
