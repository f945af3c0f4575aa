//! The givens that matter: those that clash, or those that make a solution the only one.
//!
//! One given after the other is left out, and stays out if the rest still has no solution, or one (deletion). What is
//! left is minimal: without any one of its givens there would be a solution, or a second one.
//!
//! # References
//! - Marques-Silva: Minimal Unsatisfiability: Models, Algorithms and Applications, ISMVL 2010

use grid_engine::single::Solutions;
use grid_engine::{N_CELLS, Puzzle};

/// The givens of a puzzle that has one solution, if `is_unique`, or none, without those that are not needed for that.
pub(crate) fn needed(puzzle: &Puzzle, is_unique: bool) -> Puzzle {
    let most = usize::from(is_unique);
    let mut left = *puzzle;
    for cell in (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0) {
        let without = left.with(cell, 0);
        if Solutions::of(without).take(most + 1).count() <= most {
            left = without;
        }
    }
    left
}
