//! A grid as a JSON object; the grammar stands where it is read, in [`json`](super::super::json).

use super::cells::symbols;
use crate::{Alphabet, Grid};

/// Writes the object, a row a line.
pub(super) fn write(grid: &Grid, alphabet: &Alphabet) -> String {
    let shape = grid.shape();
    let cells: Vec<String> = symbols(grid, alphabet, "")
        .map(|symbol| if symbol.is_empty() { "null".to_owned() } else { format!("\"{symbol}\"") })
        .collect();
    let rows: Vec<String> =
        cells.chunks(shape.cols()).map(|row| format!("    [{}]", row.join(", "))).collect();
    let size = match grid.blocks() {
        Some(blocks) => {
            let (height, width) = (blocks.block_height(), blocks.block_width());
            format!("\"side\": {},\n  \"block\": [{height}, {width}]", blocks.side())
        }
        None if shape.rows() == shape.cols() => format!("\"side\": {}", shape.rows()),
        None => format!("\"size\": [{}, {}]", shape.rows(), shape.cols()),
    };
    let rows = rows.join(",\n");
    format!("{{\n  {size},\n  \"alphabet\": \"{alphabet}\",\n  \"rows\": [\n{rows}\n  ]\n}}\n")
}
