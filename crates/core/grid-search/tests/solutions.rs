//! The search against counts that are known and against the engine for side 9.

use grid_engine::{Puzzle, single};
use grid_search::{Houses, Solutions};
use proptest::prelude::*;
use sudoku_core::format::{ReadOptions, read};
use sudoku_core::{Geometry, Grid, Rules, Value};

fn n_solutions(grid: &Grid, limit: usize) -> usize {
    Solutions::of(&houses(grid), grid).take(limit).count()
}

fn houses(grid: &Grid) -> Houses {
    Houses::of(&Rules::classic(grid.geometry())).expect("a side that can be searched")
}

fn grid(text: &str) -> Grid {
    read(text.as_bytes(), &ReadOptions::default()).expect("a grid").remove(0).grid
}

#[test]
fn small_boards_are_counted() {
    assert_eq!(n_solutions(&grid(&".".repeat(16)), 1000), 288);
    assert_eq!(n_solutions(&grid("1234\n3412\n2143\n432.\n"), 10), 1);
    assert_eq!(n_solutions(&grid("11..\n....\n....\n....\n"), 10), 0);
    assert_eq!(n_solutions(&Grid::blank(Geometry::new(1, 3).unwrap()), 100), 12);
}

#[test]
fn large_boards_are_solved() {
    for (height, width) in [(2, 3), (3, 2), (3, 4), (4, 4), (5, 5), (6, 6)] {
        let grid = Grid::blank(Geometry::new(height, width).unwrap());
        let houses = houses(&grid);
        let found = Solutions::of(&houses, &grid).next();
        assert!(found.is_some_and(|found| houses.rules().is_solution(&found)), "{height}x{width}");
    }
}

#[test]
fn more_values_than_bits_are_refused() {
    assert!(Houses::of(&Rules::classic(Geometry::new(8, 8).unwrap())).is_ok());
    let error = Houses::of(&Rules::classic(Geometry::new(5, 13).unwrap())).unwrap_err();
    assert_eq!(error.to_string(), "found a grid of side 65, expected at most 64");
}

proptest! {
    /// Two searches that share nothing agree.
    #[test]
    fn the_engine_for_side_9_finds_the_same(givens in proptest::collection::vec((0_usize..81, 1_u8..10), 18..26)) {
        let puzzle = givens.iter().fold(Puzzle::BLANK, |puzzle, (cell, value)| puzzle.with(*cell, *value));
        let cells = puzzle.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
        let grid = Grid::new(Geometry::new(3, 3).unwrap(), cells.collect());
        prop_assert_eq!(n_solutions(&grid, 50), single::Solutions::of(puzzle).take(50).count());
    }
}
