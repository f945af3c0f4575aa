//! A grid as JSON, for other programs.

use super::layout::symbols;
use super::{Puzzle, ReadError, ReadOptions};
use crate::{Alphabet, Grid};

/// Writes the object, a row a line.
pub(super) fn write(grid: &Grid, alphabet: &Alphabet) -> String {
    let geometry = grid.geometry();
    let cells: Vec<String> = symbols(grid, alphabet, "")
        .map(|symbol| if symbol.is_empty() { "null".to_owned() } else { format!("\"{symbol}\"") })
        .collect();
    let rows: Vec<String> =
        cells.chunks(geometry.side()).map(|row| format!("    [{}]", row.join(", "))).collect();
    format!(
        "{{\n  \"side\": {},\n  \"block\": [{}, {}],\n  \"alphabet\": \"{alphabet}\",\n  \"rows\": [\n{}\n  ]\n}}\n",
        geometry.side(),
        geometry.block_height(),
        geometry.block_width(),
        rows.join(",\n")
    )
}

pub(super) fn read(_text: &[u8], _options: &ReadOptions) -> Result<Puzzle, ReadError> {
    Err(ReadError::new(1, 1, "JSON is not read yet"))
}
