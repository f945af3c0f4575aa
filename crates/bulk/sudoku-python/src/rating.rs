//! How hard a puzzle is: the technique of `grid_search`, as the tools say it, and the guesses of a fixed solver.

use grid_engine::single::Solutions;
use grid_engine::{Puzzle, SIDE};
use grid_search::{Houses, Technique};
use std::sync::LazyLock;
use sudoku_core::{Geometry, Grid, Rules, Value};

/// The techniques, from the easiest on.
pub(crate) const TECHNIQUES: [Technique; 5] = [
    Technique::NakedSingle,
    Technique::HiddenSingle,
    Technique::LockedCandidate,
    Technique::Subset,
    Technique::Search,
];

static HOUSES: LazyLock<Houses> =
    LazyLock::new(|| Houses::of(&Rules::classic(geometry())).expect("9 values are not too many"));

fn geometry() -> Geometry {
    Geometry::of_side(SIDE).expect("9 is a side")
}

/// The place of the hardest technique in [`TECHNIQUES`], and the guesses until it is proved how many solutions there
/// are, two at most.
pub(crate) fn rate(puzzle: &Puzzle) -> (u8, u64) {
    let cells = puzzle.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
    let technique = grid_search::rate(&HOUSES, &Grid::new(geometry(), cells.collect()));
    let number = TECHNIQUES.iter().position(|known| *known == technique);
    let mut solutions = Solutions::of(*puzzle);
    solutions.by_ref().take(2).for_each(drop);
    (number.expect("all techniques are listed") as u8, solutions.guesses())
}
