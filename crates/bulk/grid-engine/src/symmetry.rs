//! The 2 · 6⁸ · 9! ways to rearrange a puzzle without changing what it asks, and the smallest result of them.
//!
//! Transposing, exchanging bands, rows of a band, stacks, columns of a stack, and renaming digits. Of all that
//! a puzzle can become, the *canonical form* is the one that comes first as a text, blanks before digits. Two
//! puzzles are equivalent if and only if they have the same.
//!
//! The first row of the canonical form is known from counts: blanks come first in each block, and blocks
//! with fewer givens first. Only rows (of the puzzle and its transpose) that give the smallest such row can
//! be the first one. From there rows are chosen one by one, for each order of columns; digits are named in
//! the order in which they appear. What is larger than the best so far is not followed.
//!
//! ```text
//! form = min { rename(grid[rows][cols]) : grid ∈ {puzzle, transpose}, rows, cols ∈ orders that keep blocks }
//! ```

use crate::random::Random;
use crate::{Puzzle, SIDE};

type Rows = [[u8; SIDE]; SIDE];

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The smallest puzzle that is equivalent.
#[must_use]
pub fn canonical(puzzle: &Puzzle) -> Puzzle {
    let rows = rows_of(puzzle);
    let grids = [rows, transposed(&rows)];
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
    puzzle_of(&search.best)
}

/// The puzzle after a random rearrangement.
#[must_use]
pub(crate) fn rearranged(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let mut rows = rows_of(puzzle);
    if random.below(2) == 1 {
        rows = transposed(&rows);
    }
    let mut order = || {
        let mut blocks = [0, 1, 2];
        random.shuffle(&mut blocks);
        blocks.map(|block| {
            let mut lines = [3 * block, 3 * block + 1, 3 * block + 2];
            random.shuffle(&mut lines);
            lines
        })
    };
    let (row_order, col_order) = (order(), order());
    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut names);
    let name = |value: u8| usize::from(value).checked_sub(1).map_or(0, |index| names[index]);
    let row_order = row_order.as_flattened();
    let mut other = [[0; SIDE]; SIDE];
    for (row, cells) in other.iter_mut().enumerate() {
        for (cell, col) in cells.iter_mut().zip(col_order.as_flattened()) {
            *cell = name(rows[row_order[row]][*col]);
        }
    }
    puzzle_of(&other)
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

fn rows_of(puzzle: &Puzzle) -> Rows {
    let mut rows = [[0; SIDE]; SIDE];
    rows.as_flattened_mut().copy_from_slice(puzzle.cells());
    rows
}

fn puzzle_of(rows: &Rows) -> Puzzle {
    let mut cells = [0; crate::N_CELLS];
    cells.copy_from_slice(rows.as_flattened());
    Puzzle::new(cells).expect("values stay below 10")
}

fn transposed(rows: &Rows) -> Rows {
    let mut other = [[0; SIDE]; SIDE];
    for (row, cells) in rows.iter().enumerate() {
        for (col, cell) in cells.iter().enumerate() {
            other[col][row] = *cell;
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Grids with givens anywhere: the form does not ask for a solution.
    fn puzzles() -> impl Strategy<Value = Puzzle> {
        proptest::collection::vec((0_usize..81, 1_u8..10), 17..40).prop_map(|givens| {
            givens.into_iter().fold(Puzzle::BLANK, |puzzle, (cell, value)| puzzle.with(cell, value))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn equivalent_puzzles_have_one_form(puzzle in puzzles(), seed: u64) {
            let other = rearranged(&puzzle, &mut Random::new(seed, 0));
            prop_assert_eq!(canonical(&puzzle), canonical(&other));
        }

        #[test]
        fn the_form_is_equivalent_and_none_is_smaller(puzzle in puzzles(), seed: u64) {
            let form = canonical(&puzzle);
            prop_assert_eq!(canonical(&form), form);
            prop_assert_eq!(form.n_givens(), puzzle.n_givens());
            prop_assert!(form <= puzzle);
            let mut random = Random::new(seed, 0);
            for _ in 0..200 {
                prop_assert!(form <= rearranged(&puzzle, &mut random));
            }
        }
    }

    #[test]
    fn different_puzzles_have_different_forms() {
        let one = Puzzle::BLANK.with(0, 1).with(1, 2);
        let same_block = Puzzle::BLANK.with(0, 1).with(10, 2);
        let apart = Puzzle::BLANK.with(80, 3).with(4, 3);
        let forms = [one, same_block, apart].map(|puzzle| canonical(&puzzle).to_string());
        assert_ne!(forms[0], forms[1]);
        assert_ne!(forms[1], forms[2]);
        // Two equal givens that do not see each other, as late as that allows: rows 6 and 9, columns 9 and 6.
        let late = format!("{}1{}1{}", ".".repeat(53), ".".repeat(23), ".".repeat(3));
        assert_eq!(forms[2], late);
    }

    #[test]
    fn a_form_by_hand() {
        let puzzle = Puzzle::BLANK.with(40, 7);
        assert_eq!(canonical(&puzzle).to_string(), format!("{}1", ".".repeat(80)));
    }
}
