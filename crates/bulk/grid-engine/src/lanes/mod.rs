//! Solves many puzzles at once: one in each lane of the machine's vector registers.
//!
//! A solver of one puzzle waits: for the result of the last step, and for the branch that it decides.
//! Here a *round* of deduction is the same instructions in the same order for all lanes, whatever stands
//! in them, so there is nothing to wait for:
//!
//! 1. `propagate`: a round of naked singles, hidden singles, locked candidates and locked triples;
//! 2. lanes whose puzzle is solved write it out, lanes with a contradiction take their last open branch,
//!    lanes in which nothing changed split a digit's places in two (`branch`);
//! 3. a lane that has finished its puzzle takes the next one.
//!
//! Lanes never look at each other: what is found for a puzzle, and with how many guesses, depends on the
//! puzzle alone, not on its neighbours, the number of lanes or the instructions.
//!
//! # References
//! - T. Dillon, *Tdoku: A Fast Sudoku Solver*, 2019: configurations of a digit in a band, and to branch
//!   on them; here they are computed for all lanes from plain candidates.

#![expect(
    clippy::inline_always,
    reason = "all of a kernel has to be compiled with the instructions of its level"
)]

#[cfg(not(target_arch = "wasm32"))]
mod board;
#[cfg(not(target_arch = "wasm32"))]
mod branch;
#[cfg(not(target_arch = "wasm32"))]
mod propagate;
#[cfg(not(target_arch = "wasm32"))]
mod search;
#[cfg(not(target_arch = "wasm32"))]
mod snapshots;

use crate::{N_CELLS, Puzzle};
use simd_lanes::Level;
#[cfg(not(target_arch = "wasm32"))]
use simd_lanes::{Kernel, Simd};

/// What was found out about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How many solutions were found, at most as many as were asked for.
    pub n_solutions: u64,
    /// The one that was found first, values 1 to 9; zeros if there is none.
    pub first: [u8; N_CELLS],
    /// How often the deductions came to an end and a digit's places were split.
    pub guesses: u64,
}

impl Outcome {
    /// Nothing found yet.
    pub const NONE: Self = Self { n_solutions: 0, first: [0; N_CELLS], guesses: 0 };
}

/// Looks for up to `limit` solutions of each puzzle.
///
/// Every solution is checked against the rules and the givens before it counts.
///
/// `outcomes[i]` is about `puzzles[i]`; what it held before does not matter.
///
/// # Panics
/// If there are not as many outcomes as puzzles, or `limit` is 0.
pub fn solve(level: Level, puzzles: &[Puzzle], limit: u64, outcomes: &mut [Outcome]) {
    solve_while(level, puzzles, limit, outcomes, &mut || true);
}

/// The same as long as `goes_on`, asked every few milliseconds, says so; whether it came to the end. If it did not, the
/// outcomes mean nothing.
///
/// # Panics
/// If there are not as many outcomes as puzzles, or `limit` is 0.
pub fn solve_while(
    level: Level,
    puzzles: &[Puzzle],
    limit: u64,
    outcomes: &mut [Outcome],
    goes_on: &mut dyn FnMut() -> bool,
) -> bool {
    assert_eq!(puzzles.len(), outcomes.len(), "there is an outcome for each puzzle");
    assert!(limit > 0, "at least one solution is looked for");
    run(level, puzzles, limit, outcomes, goes_on)
}

#[cfg(not(target_arch = "wasm32"))]
fn run(
    level: Level,
    puzzles: &[Puzzle],
    limit: u64,
    outcomes: &mut [Outcome],
    goes_on: &mut dyn FnMut() -> bool,
) -> bool {
    level.run(Solve { puzzles, limit, outcomes, goes_on })
}

/// One puzzle after the other: WebAssembly pays for code by the byte, and has no lanes here.
#[cfg(target_arch = "wasm32")]
fn run(
    _: Level,
    puzzles: &[Puzzle],
    limit: u64,
    outcomes: &mut [Outcome],
    goes_on: &mut dyn FnMut() -> bool,
) -> bool {
    for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
        if !goes_on() {
            return false;
        }
        *outcome = Outcome::NONE;
        let mut solutions = crate::single::Solutions::of(*puzzle);
        while outcome.n_solutions < limit
            && let Some(solution) = solutions.next()
        {
            if outcome.n_solutions == 0 {
                outcome.first = solution;
            }
            outcome.n_solutions += 1;
        }
        outcome.guesses = solutions.guesses();
    }
    true
}

#[cfg(not(target_arch = "wasm32"))]
struct Solve<'a> {
    puzzles: &'a [Puzzle],
    limit: u64,
    outcomes: &'a mut [Outcome],
    goes_on: &'a mut dyn FnMut() -> bool,
}

#[cfg(not(target_arch = "wasm32"))]
impl Kernel for Solve<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<const W: usize, S: Simd<W>>(self, simd: S) -> bool {
        search::Search::new(simd, self.puzzles, self.limit, self.outcomes).run(self.goes_on)
    }
}
