//! Grids with lines round their blocks: qqwing's readable grid, Simple Sudoku's `.ss`, and the
//! drawing for people.
//!
//! ```text
//!  5 3 . | . 7 .      *-------*      ┌─────┬─────┐
//! -------|-------     |12.|...|      │ 1 2 │ . . │
//!  6 . . | 1 9 5      |-------|      ├─────┼─────┤
//! ```

use super::cells::{symbols, width};
use crate::{Alphabet, Cell, Grid};
use std::iter::repeat_n;

/// qqwing's readable grid: ` 5 3 . | . 7 . |`, rules of `-` with `|` between bands of blocks.
pub(super) fn write_readable(grid: &Grid, alphabet: &Alphabet) -> String {
    let blocks = Blocks::of(grid);
    let cell_width = width(grid, alphabet);
    let rule = blocks.rule(cell_width, ["", "-", "|", ""]);
    let lines: Vec<String> = rows(grid, alphabet, |_| false)
        .map(|blocks| blocks.join("|").trim_end().to_owned() + "\n")
        .collect();
    blocks.bands(&lines).join(&rule)
}

/// Simple Sudoku's frame; wide symbols are spaced in it.
pub(super) fn write_ss(grid: &Grid, alphabet: &Alphabet) -> String {
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
    let bands = Blocks::of(grid).bands(&lines);
    format!("{frame}{}{frame}", bands.join(&format!("|{dashes}|\n")))
}

/// The grid with box lines round its blocks; the cells that `bold` names are set in bold for a
/// terminal.
#[must_use]
pub fn pretty_with_bold(grid: &Grid, alphabet: &Alphabet, bold: impl Fn(Cell) -> bool) -> String {
    let blocks = Blocks::of(grid);
    let cell_width = width(grid, alphabet);
    let rule = |ends| blocks.rule(cell_width, ends);
    let middle = rule(["├", "─", "┼", "┤"]);
    let lines: Vec<String> =
        rows(grid, alphabet, bold).map(|blocks| format!("│{}│\n", blocks.join("│"))).collect();
    let bands = blocks.bands(&lines);
    rule(["┌", "─", "┬", "┐"]) + &bands.join(&middle) + &rule(["└", "─", "┴", "┘"])
}

/// The rows, each as the texts of its blocks: a blank before every symbol and one after the last.
fn rows(
    grid: &Grid,
    alphabet: &Alphabet,
    bold: impl Fn(Cell) -> bool,
) -> impl Iterator<Item = Vec<String>> {
    let cell_width = width(grid, alphabet);
    let cells: Vec<String> = symbols(grid, alphabet, ".")
        .enumerate()
        .map(|(index, symbol)| {
            let padding: String = repeat_n(' ', cell_width - symbol.chars().count()).collect();
            if bold(grid.shape().cell(index)) {
                format!(" {padding}\x1b[1m{symbol}\x1b[0m")
            } else {
                format!(" {padding}{symbol}")
            }
        })
        .collect();
    let (blocks, cols) = (Blocks::of(grid), grid.shape().cols());
    (0..grid.shape().rows()).map(move |row| {
        let row = &cells[row * cols..][..cols];
        row.chunks(blocks.width).map(|block| block.concat() + " ").collect()
    })
}

/// The rectangles between which lines are drawn: the blocks, or the grid as a whole.
#[derive(Clone, Copy)]
struct Blocks {
    height: usize,
    width: usize,
    /// How many there are side by side.
    n_across: usize,
}

impl Blocks {
    fn of(grid: &Grid) -> Self {
        let shape = grid.shape();
        let (height, width) = match grid.blocks() {
            Some(blocks) => (blocks.block_height(), blocks.block_width()),
            None => (shape.rows(), shape.cols()),
        };
        Self { height, width, n_across: shape.cols() / width }
    }

    /// The lines of the rows of blocks.
    fn bands(self, lines: &[String]) -> Vec<String> {
        lines.chunks(self.height).map(<[_]>::concat).collect()
    }

    /// A line of `fill` as long as a row, with a start, a crossing between blocks, and an end.
    fn rule(self, cell_width: usize, [start, fill, cross, end]: [&str; 4]) -> String {
        let block = fill.repeat((cell_width + 1) * self.width + 1);
        format!("{start}{}{end}\n", vec![block; self.n_across].join(cross))
    }
}
