//! Cells with commas between them, a row a line; a blank cell is an empty field.

use super::cells::symbols;
use crate::{Alphabet, Grid};

pub(super) fn write(grid: &Grid, alphabet: &Alphabet) -> String {
    // A row of one blank would be an empty line.
    let blank = if grid.shape().cols() == 1 { "." } else { "" };
    let cells: Vec<String> = symbols(grid, alphabet, blank).collect();
    cells.chunks(grid.shape().cols()).map(|row| row.join(",") + "\n").collect()
}
