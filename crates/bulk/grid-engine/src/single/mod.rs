//! Solves one puzzle: for an answer at once, for all solutions, and where there are no vector registers.
//!
//! Candidates lie by digit: the places of a digit are three bands of bits. In a band a digit takes one mini
//! (the three cells where a line crosses a block) of each line and of each block, so of its nine minis, as
//! bits, a table says which can still be used at all; the same for stacks. That is all of the
//! locked candidates, and hidden singles as well: a digit with one place in a house ends up alone in a row.
//! Then
//!
//! 1. a cell in which a digit is alone in its row loses its other candidates;
//! 2. a cell with a single candidate gets it;
//! 3. when nothing changes any more, the band or stack with the fewest open configurations is taken, in it
//!    the digit with the fewest, and its configurations are split in two, one of them and the rest.
//!
//! It shares with [`lanes`](crate::lanes) only the table of these halves, so that each can be the judge of the
//! other. No threads, no clock, no instructions that a machine may lack.
//!
//! # References
//! - T. Dillon, *Tdoku: A Fast Sudoku Solver*, 2019: to branch on configurations.
//! - Bands of bits by digit are known from the solvers of the Enjoy Sudoku forum, for instance `JCZSolve`.

mod bits;
mod state;

use crate::{N_CELLS, Puzzle};
use state::{Choice, Contradiction, Settled, State};

/// The solutions of a puzzle, one after the other, values 1 to 9.
///
/// ```
/// # use grid_engine::{Puzzle, single::Solutions};
/// let puzzle = Puzzle::parse(
///     b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
/// )?;
/// let mut solutions = Solutions::of(puzzle);
/// assert_eq!(solutions.next().map(|solution| solution[2]), Some(4));
/// assert_eq!(solutions.next(), None);
/// # Ok::<(), grid_engine::PuzzleError>(())
/// ```
#[derive(Clone)]
pub struct Solutions {
    puzzle: Puzzle,
    open: Vec<State>,
    guesses: u64,
}

impl Solutions {
    /// The solutions of `puzzle`; nothing is calculated yet.
    #[must_use]
    pub fn of(puzzle: Puzzle) -> Self {
        let mut open = Vec::with_capacity(8);
        open.push(State::new(&puzzle));
        Self { puzzle, open, guesses: 0 }
    }

    /// How often the deductions came to an end so far.
    #[must_use]
    pub fn guesses(&self) -> u64 {
        self.guesses
    }
}

impl Iterator for Solutions {
    type Item = [u8; N_CELLS];

    fn next(&mut self) -> Option<[u8; N_CELLS]> {
        // The last one is worked on where it lies: a state is large to move.
        while let Some(state) = self.open.last_mut() {
            match state.propagate() {
                Ok(Settled::Open) => {
                    self.guesses += 1;
                    let Choice { band, digit, halves } = state.choice();
                    let last = self.open.len() - 1;
                    self.open.extend_from_within(last..);
                    self.open[last].keep(band, digit, halves.no);
                    self.open[last + 1].keep(band, digit, halves.yes);
                }
                Ok(Settled::Full) => {
                    let values = state.values();
                    self.open.pop();
                    if self.puzzle.is_solved_by(&values) {
                        return Some(values);
                    }
                }
                Err(Contradiction) => {
                    self.open.pop();
                }
            }
        }
        None
    }
}

impl std::fmt::Debug for Solutions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}
