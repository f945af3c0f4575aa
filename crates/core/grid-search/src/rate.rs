//! How hard a puzzle is: the hardest technique that a person needs.
//!
//! The easiest technique that goes on is taken, and then again from the first, so that the hardest that was
//! ever needed is the rating. What a technique strikes stays true when others strike more, so the order within a
//! technique makes no difference.

use crate::{Houses, Next, Pencil, Technique, next_step};
use sudoku_core::Grid;

/// The hardest technique that `puzzle` needs; [`Technique::Search`] where the techniques do not lead to a
/// solution, as with puzzles that have none or several. `puzzle` has the shape of `houses`.
#[must_use]
pub fn rate(houses: &Houses, puzzle: &Grid) -> Technique {
    let mut pencil = Pencil::new(houses, puzzle);
    let mut hardest = Technique::NakedSingle;
    loop {
        match next_step(&pencil) {
            Next::Step(step) => {
                hardest = hardest.max(step.technique);
                pencil.take(&step);
            }
            Next::Full => break,
            Next::NoValue(_) | Next::NoPlace(..) | Next::Stuck => return Technique::Search,
        }
    }
    let solution = Grid::new(puzzle.geometry(), pencil.values().to_vec());
    if houses.rules().is_solution(&solution) { hardest } else { Technique::Search }
}
