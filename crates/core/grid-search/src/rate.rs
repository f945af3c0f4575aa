//! How hard a puzzle is: the hardest technique that a person needs, and how many steps of each it takes.
//!
//! The easiest technique that goes on is taken, and then again from the first, so that the hardest that was
//! ever needed is the rating. What a technique strikes stays true when others strike more, so the order within a
//! technique makes no difference to the hardest one; it may to the number of steps.

use crate::{Houses, Next, Pencil, Technique, next_step};
use sudoku_core::Grid;

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// The hardest technique that was needed; [`Technique::Search`] where the techniques do not lead to a solution, as
    /// with puzzles that have none or several.
    pub technique: Technique,
    /// How many steps were made with each technique, in the order of [`Technique::ALL`], before the grid was full or
    /// a search is needed.
    pub steps: [u32; Technique::N_WITH_STEPS],
}

/// Rates `puzzle`, which has the shape of `houses`.
#[must_use]
pub fn rate(houses: &Houses, puzzle: &Grid) -> Rating {
    let mut pencil = Pencil::new(houses, puzzle);
    let mut rating = Rating { technique: Technique::ALL[0], steps: [0; Technique::N_WITH_STEPS] };
    let search = |rating: Rating| Rating { technique: Technique::Search, ..rating };
    loop {
        match next_step(&pencil) {
            Next::Step(step) => {
                rating.technique = rating.technique.max(step.technique);
                rating.steps[step.technique as usize] += 1;
                pencil.take(&step);
            }
            Next::Full => break,
            Next::NoValue(_) | Next::NoPlace(..) | Next::Stuck => return search(rating),
        }
    }
    let solution = Grid::of_shape(puzzle.shape(), puzzle.blocks(), pencil.values().to_vec());
    if houses.rules().is_solution(&solution) { rating } else { search(rating) }
}
