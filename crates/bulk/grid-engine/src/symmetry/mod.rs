//! The 2 · 6⁸ · 9! ways to rearrange a puzzle without changing what it asks, and the smallest result of them.
//!
//! Transposing, exchanging bands, rows of a band, stacks, columns of a stack, and renaming digits. Of all that
//! a puzzle can become, the *canonical form* is the one that comes first as a text, blanks before digits. Two
//! puzzles are equivalent if and only if they have the same.
//!
//! ```text
//! form = min { rename(grid[rows][cols]) : grid ∈ {puzzle, transpose}, rows, cols ∈ orders that keep blocks }
//! ```
//!
//! Three ways lead there: `full` for full grids, `refine` for puzzles, and `exhaustive` for what has a clash, and as
//! the judge of the other two in the tests.

mod exhaustive;
mod full;
mod refine;

use crate::random::Random;
use crate::{N_CELLS, Puzzle, SIDE};

type Rows = [[u8; SIDE]; SIDE];

/// The orders of three things.
pub(crate) const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The smallest puzzle that is equivalent.
///
/// ```
/// # use grid_engine::{Puzzle, canonical};
/// let one_given = Puzzle::BLANK.with(40, 7);
/// assert_eq!(canonical(&one_given), Puzzle::BLANK.with(80, 1));
/// ```
#[must_use]
pub fn canonical(puzzle: &Puzzle) -> Puzzle {
    let rows = rows_of(puzzle);
    let grids = [rows, transposed(&rows)];
    let form = match puzzle.n_givens() {
        _ if puzzle.has_clash() => exhaustive::form(&grids),
        N_CELLS => full::form(&grids),
        _ => refine::form(&grids),
    };
    puzzle_of(&form)
}

/// The puzzle after rearrangement number `number` of a seed: the same one for a puzzle and for its solution, which
/// stays its solution.
#[must_use]
pub fn rearrange(puzzle: &Puzzle, seed: u64, number: u64) -> Puzzle {
    rearranged(puzzle, &mut Random::new(seed, number))
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
    use crate::generate::{Recipe, attempts};
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
        fn forms_are_those_of_trying_everything(
            seed: u64,
            givens in prop_oneof![3 => 17_usize..81, 1 => Just(81)],
            n_digits in 1_usize..10,
            changes in proptest::collection::vec((0_usize..81, 0_u8..10), 0..3),
        ) {
            // Puzzles of all densities, some with few digits, some with much symmetry.
            let recipe = Recipe { seed, n_givens: givens..=N_CELLS, ..Recipe::default() };
            let puzzle = attempts(&recipe, crate::Level::best(), 0..1)[0].unwrap_or(Puzzle::BLANK);
            let few = puzzle.cells().map(|cell| if usize::from(cell) > n_digits { 0 } else { cell });
            let few = Puzzle::new(few).unwrap();
            let changed = changes.iter().fold(puzzle, |puzzle, (cell, value)| puzzle.with(*cell, *value));
            for puzzle in [puzzle, few, changed] {
                let rows = rows_of(&puzzle);
                let wanted = puzzle_of(&exhaustive::form(&[rows, transposed(&rows)]));
                prop_assert_eq!(canonical(&puzzle), wanted, "{}", puzzle);
            }
        }

        #[test]
        fn a_rearranged_solution_solves_the_rearranged_puzzle(seed: u64, number: u64) {
            let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
            let puzzle = Puzzle::parse(puzzle.as_bytes()).unwrap();
            let solution = Puzzle::new(crate::single::Solutions::of(puzzle).next().unwrap()).unwrap();
            let solved = rearrange(&solution, seed, number);
            prop_assert!(rearrange(&puzzle, seed, number).is_solved_by(solved.cells()));
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
