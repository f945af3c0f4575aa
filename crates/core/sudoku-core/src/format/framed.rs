//! Grids with lines round their blocks: qqwing's readable grid, Simple Sudoku's `.ss`, and the
//! drawing for people.
//!
//! ```text
//!  5 3 . | . 7 .      *-------*      ┌─────┬─────┐
//! -------|-------     |12.|...|      │ 1 2 │ . . │
//!  6 . . | 1 9 5      |-------|      ├─────┼─────┤
//! ```

use super::layout::{symbols, width};
use crate::{Alphabet, Cell, Geometry, Grid};
use std::iter::repeat_n;

/// qqwing's readable grid: ` 5 3 . | . 7 . |`, rules of `-` with `|` between bands of blocks.
pub(super) fn write_readable(grid: &Grid, alphabet: &Alphabet) -> String {
    let geometry = grid.geometry();
    let cell_width = width(grid, alphabet);
    let rule = rule(geometry, cell_width, ["", "-", "|", ""]);
    let lines: Vec<String> = rows(grid, alphabet, |_| false)
        .map(|blocks| blocks.join("|").trim_end().to_owned() + "\n")
        .collect();
    let bands: Vec<String> = lines.chunks(geometry.block_height()).map(<[_]>::concat).collect();
    bands.join(&rule)
}

/// Simple Sudoku's frame; wide symbols are spaced in it.
pub(super) fn write_ss(grid: &Grid, alphabet: &Alphabet) -> String {
    let geometry = grid.geometry();
    let narrow = !alphabet.is_numbers();
    let lines: Vec<String> = rows(grid, alphabet, |_| false)
        .map(|blocks| {
            let line = blocks.join("|");
            let line = if narrow { line.replace(' ', "") } else { line };
            format!("|{line}|\n")
        })
        .collect();
    let dashes = "-".repeat(lines[0].chars().count() - 3);
    let frame = format!("*{dashes}*\n");
    let bands: Vec<String> = lines.chunks(geometry.block_height()).map(<[_]>::concat).collect();
    format!("{frame}{}{frame}", bands.join(&format!("|{dashes}|\n")))
}

/// The grid with box lines round its blocks; the cells that `bold` names are set in bold for a
/// terminal.
#[must_use]
pub fn pretty_with_bold(grid: &Grid, alphabet: &Alphabet, bold: impl Fn(Cell) -> bool) -> String {
    let geometry = grid.geometry();
    let cell_width = width(grid, alphabet);
    let rule = |ends| rule(geometry, cell_width, ends);
    let middle = rule(["├", "─", "┼", "┤"]);
    let lines: Vec<String> =
        rows(grid, alphabet, bold).map(|blocks| format!("│{}│\n", blocks.join("│"))).collect();
    let bands: Vec<String> = lines.chunks(geometry.block_height()).map(<[_]>::concat).collect();
    rule(["┌", "─", "┬", "┐"]) + &bands.join(&middle) + &rule(["└", "─", "┴", "┘"])
}

/// The rows, each as the texts of its blocks: a blank before every symbol and one after the last.
fn rows(
    grid: &Grid,
    alphabet: &Alphabet,
    bold: impl Fn(Cell) -> bool,
) -> impl Iterator<Item = Vec<String>> {
    let geometry = grid.geometry();
    let cell_width = width(grid, alphabet);
    let cells: Vec<String> = symbols(grid, alphabet, ".")
        .enumerate()
        .map(|(index, symbol)| {
            let padding: String = repeat_n(' ', cell_width - symbol.chars().count()).collect();
            if bold(geometry.cell(index)) {
                format!(" {padding}\x1b[1m{symbol}\x1b[0m")
            } else {
                format!(" {padding}{symbol}")
            }
        })
        .collect();
    let side = geometry.side();
    (0..side).map(move |row| {
        let row = &cells[row * side..][..side];
        row.chunks(geometry.block_width()).map(|block| block.concat() + " ").collect()
    })
}

/// A line of `fill` as long as a row, with a start, a crossing between blocks, and an end.
fn rule(geometry: Geometry, cell_width: usize, [start, fill, cross, end]: [&str; 4]) -> String {
    let block = fill.repeat((cell_width + 1) * geometry.block_width() + 1);
    let blocks = vec![block; geometry.side() / geometry.block_width()];
    format!("{start}{}{end}\n", blocks.join(cross))
}
