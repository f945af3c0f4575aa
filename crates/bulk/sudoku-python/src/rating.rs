//! How hard a puzzle is: what `grid_search` says, as the tools do, and the guesses of a fixed solver.

use grid_engine::single::Solutions;
use grid_engine::{Puzzle, SIDE};
use grid_search::{Houses, Rating};
use std::sync::LazyLock;
use sudoku_core::{Alphabet, Geometry, Grid, Puzzle as Full, Rules, Value};

/// The houses of every 9×9 puzzle.
pub(crate) static HOUSES: LazyLock<Houses> =
    LazyLock::new(|| Houses::of(&Rules::classic(geometry())).expect("9 values are not too many"));

fn geometry() -> Geometry {
    Geometry::of_side(SIDE).expect("9 is a side")
}

/// The puzzle as one of `sudoku_core`.
pub(crate) fn full(puzzle: &Puzzle) -> Full {
    let cells = puzzle.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
    Full::classic(Grid::new(geometry(), cells.collect()), Alphabet::default_of(SIDE))
}

/// What a person needs, `None` if there is no solution; and the guesses until it is proved how many there are, two at most.
pub(crate) fn rate(puzzle: &Puzzle) -> (Option<Rating>, u64) {
    let mut solutions = Solutions::of(*puzzle);
    let n_solutions = solutions.by_ref().take(2).count();
    let rating = (n_solutions > 0).then(|| grid_search::rate(&HOUSES, &full(puzzle).grid));
    (rating, solutions.guesses())
}
