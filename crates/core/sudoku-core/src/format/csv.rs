//! Cells with commas between them, a row a line; a blank cell is an empty field.

use super::layout::symbols;
use crate::{Alphabet, Grid};

pub(super) fn write(grid: &Grid, alphabet: &Alphabet) -> String {
    // A row of one blank would be an empty line.
    let blank = if grid.geometry().side() == 1 { "." } else { "" };
    let cells: Vec<String> = symbols(grid, alphabet, blank).collect();
    cells.chunks(grid.geometry().side()).map(|row| row.join(",") + "\n").collect()
}
