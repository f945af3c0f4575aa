//! How hard a puzzle is: the hardest technique that a person needs, how many steps of each it takes, and the guesses
//! of a fixed solver.
//!
//! The techniques are those of [`grid_search`], which the grid editor and `grid-hint` name too. The guesses are those of
//! [`single`](grid_engine::single) until it has proved how many solutions there are, two at most: how often its
//! deductions end. Both are the same on every machine.

use grid_engine::single::Solutions;
use grid_engine::{Puzzle, SIDE};
use grid_search::{Houses, Technique};
use std::sync::LazyLock;
use sudoku_core::{Geometry, Grid, Rules, Value};

/// The houses of every 9×9 puzzle.
static HOUSES: LazyLock<Houses> =
    LazyLock::new(|| Houses::of(&Rules::classic(geometry())).expect("9 values are not too many"));

fn geometry() -> Geometry {
    Geometry::of_side(SIDE).expect("9 is a side")
}

/// The names of the numbers of steps, in the order of [`Technique::ALL`].
pub(crate) const STEPS: [&str; Technique::N_WITH_STEPS] =
    ["hidden_singles", "naked_singles", "locked_candidates", "subsets"];

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rating {
    /// The hardest technique, and the steps of each.
    pub(crate) person: grid_search::Rating,
    /// The guesses until the number of solutions was proved.
    pub(crate) guesses: u64,
}

/// The puzzle as a grid of `sudoku-core`.
pub(crate) fn grid_of(puzzle: &Puzzle) -> Grid {
    let cells = puzzle.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
    Grid::new(geometry(), cells.collect())
}

/// Rates a puzzle; one without a solution, or with several, needs a search.
pub(crate) fn rate(puzzle: &Puzzle) -> Rating {
    let person = grid_search::rate(&HOUSES, &grid_of(puzzle));
    let mut solutions = Solutions::of(*puzzle);
    solutions.by_ref().take(2).for_each(drop);
    Rating { person, guesses: solutions.guesses() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid_engine::Level;
    use grid_engine::generate::{Recipe, attempts};

    #[test]
    fn a_puzzle_that_needs_no_more_than_locked_candidates_needs_no_guess() {
        let recipe = Recipe { seed: 5, minimal: true, ..Recipe::default() };
        let puzzles = attempts(&recipe, Level::best(), 0..200);
        let ratings: Vec<_> = puzzles.iter().flatten().map(rate).collect();
        // The solver that guesses deduces all that singles and locked candidates do.
        let easy = |rating: &&Rating| rating.person.technique <= Technique::LockedCandidate;
        assert!(ratings.iter().filter(easy).all(|rating| rating.guesses == 0));
        for technique in Technique::ALL {
            assert!(
                ratings.iter().any(|rating| rating.person.technique == technique),
                "{technique}"
            );
        }
        assert_eq!(rate(&Puzzle::BLANK).person.technique, Technique::Search);
    }
}
