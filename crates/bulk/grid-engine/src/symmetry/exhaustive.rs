//! The form of any grid, by trying all orders of columns.
//!
//! The first row of the canonical form is known from counts: blanks come first in each block, and blocks
//! with fewer givens first. Only rows (of the puzzle and its transpose) that give the smallest such row can
//! be the first one. From there rows are chosen one by one, for each order of columns; digits are named in
//! the order in which they appear. What is larger than the best so far is not followed.

use super::{ORDERS, Rows};
use crate::SIDE;

/// The smallest form of a grid, given with its transpose.
pub(super) fn form(grids: &[Rows; 2]) -> Rows {
    let first_rows = grids.map(|grid| grid.map(|row| smallest_first(&row)));
    let smallest = first_rows.iter().flatten().fold([u8::MAX; SIDE], |least, row| least.min(*row));
    let mut search = Search { best: [[u8::MAX; SIDE]; SIDE] };
    for (grid, first_rows) in grids.iter().zip(&first_rows) {
        for (row, _) in first_rows.iter().enumerate().filter(|(_, first)| **first == smallest) {
            for cols in orders_of_nine() {
                let blanks = cols.map(|col| u8::from(grid[row][col] != 0));
                if blanks.iter().zip(&smallest).all(|(given, cell)| (*given == 0) == (*cell == 0)) {
                    search.choose(
                        &Partial { grid, cols, used: 0, names: [0; 10], n_names: 0 },
                        0,
                        row,
                    );
                }
            }
        }
    }
    search.best
}

/// What has been decided on the way to a form.
#[derive(Clone)]
struct Partial<'a> {
    grid: &'a Rows,
    cols: [usize; SIDE],
    /// The rows that have been taken, as bits.
    used: u16,
    /// The new name of each digit, 0 while it has none.
    names: [u8; 10],
    n_names: u8,
}

/// The best form so far; rows that are not known are larger than any.
struct Search {
    best: Rows,
}

impl Search {
    /// Takes `row` as number `depth` of the form, and goes on if that is not worse than the best.
    fn choose(&mut self, partial: &Partial, depth: usize, row: usize) {
        let mut partial = partial.clone();
        let mut named = [0; SIDE];
        for (name, col) in named.iter_mut().zip(partial.cols) {
            let value = usize::from(partial.grid[row][col]);
            if value != 0 {
                if partial.names[value] == 0 {
                    partial.n_names += 1;
                    partial.names[value] = partial.n_names;
                }
                *name = partial.names[value];
            }
        }
        if named > self.best[depth] {
            return;
        }
        if named < self.best[depth] {
            self.best[depth] = named;
            self.best[depth + 1..].fill([u8::MAX; SIDE]);
        }
        partial.used |= 1 << row;
        let next = depth + 1;
        let band = row / 3 * 3;
        let choices = match next {
            SIDE => 0..0,
            _ if next.is_multiple_of(3) => 0..SIDE,
            _ => band..band + 3,
        };
        for row in choices.filter(|row| partial.used >> row & 1 == 0) {
            self.choose(&partial, next, row);
        }
    }
}

/// The orders of nine lines that keep blocks together.
fn orders_of_nine() -> impl Iterator<Item = [usize; SIDE]> {
    let digits = |number: usize| [number / 216, number / 36 % 6, number / 6 % 6, number % 6];
    (0..1296).map(move |number| {
        let [blocks, inner @ ..] = digits(number).map(|digit| ORDERS[digit]);
        let mut lines = [0; SIDE];
        for (index, line) in lines.iter_mut().enumerate() {
            *line = 3 * blocks[index / 3] + inner[index / 3][index % 3];
        }
        lines
    })
}

/// A row as the first one of a form, in the best order of its columns.
fn smallest_first(row: &[u8; SIDE]) -> [u8; SIDE] {
    let count = |block: usize| row[3 * block..][..3].iter().filter(|cell| **cell != 0).count();
    let mut counts = [count(0), count(1), count(2)];
    counts.sort_unstable();
    let (mut cells, mut name) = ([0; SIDE], 0);
    for (block, count) in counts.into_iter().enumerate() {
        for cell in &mut cells[3 * block + 3 - count..3 * block + 3] {
            name += 1;
            *cell = name;
        }
    }
    cells
}
