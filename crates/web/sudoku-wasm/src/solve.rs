//! Solves and counts.
//!
//! 9×9 with 3×3 blocks is the engine of `grid-solve`, all others [`crate::search`]. A solution is checked
//! against the rules and the givens before it is told.

use crate::board::{Board, values};
use crate::json;
use crate::search;
use grid_engine::single;
use serde::Serialize;
use sudoku_core::{Geometry, Grid, Puzzle, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// The solutions of a board.
#[derive(Debug, Serialize)]
struct Found {
    /// Each as values from 1: none, one or two.
    solutions: Vec<Vec<Value>>,
    /// Cells in which the second differs from the first.
    differences: Vec<usize>,
}

/// How many solutions there are.
#[derive(Debug, Serialize)]
struct Counted {
    count: usize,
    /// Whether these are all.
    is_all: bool,
}

/// Solves a board: no solution, the only one, or two of several, as JSON.
///
/// # Errors
/// It is no board, or what was found is no solution.
#[wasm_bindgen]
pub fn solve(board: &str) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    let solutions: Vec<Grid> = solutions(&puzzle).take(2).collect();
    if !solutions.iter().all(|solution| puzzle.is_solution(solution)) {
        return Err("internal error: what was found is no solution".to_owned());
    }
    let solutions: Vec<Vec<Value>> = solutions.iter().map(values).collect();
    let differences = match &solutions[..] {
        [first, second] => (0..first.len()).filter(|cell| first[*cell] != second[*cell]).collect(),
        _ => Vec::new(),
    };
    json(&Found { solutions, differences })
}

/// Counts the solutions of a board, up to a limit.
///
/// # Errors
/// It is no board.
#[wasm_bindgen]
pub fn count(board: &str, limit: usize) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    let count = solutions(&puzzle).take(limit.saturating_add(1)).count();
    json(&Counted { count: count.min(limit), is_all: count <= limit })
}

/// The solutions of a puzzle, one after the other.
fn solutions(puzzle: &Puzzle) -> Box<dyn Iterator<Item = Grid>> {
    let classic = puzzle.classic_geometry().filter(|shape| Geometry::new(3, 3) == Ok(*shape));
    let (Some(geometry), Some(nine)) = (classic, nine(&puzzle.grid)) else {
        return Box::new(search::Solutions::of(puzzle));
    };
    Box::new(single::Solutions::of(nine).map(move |solution| {
        let cells = solution.iter().map(|value| value.checked_sub(1).map(Value::from));
        Grid::new(geometry, cells.collect())
    }))
}

/// The grid as the engine for side 9 has it.
fn nine(grid: &Grid) -> Option<grid_engine::Puzzle> {
    let cells = grid.cells().iter().map(|value| value.map_or(0, |value| value as u8 + 1));
    grid_engine::Puzzle::new(cells.collect::<Vec<_>>().try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn one_two_or_none() {
        let one = solve(&board(EXAMPLE)).unwrap();
        assert!(one.starts_with(r#"{"solutions":[[5,3,4,6,7,8,9,1,2,"#), "{one}");
        assert!(one.ends_with(r#"]],"differences":[]}"#), "{one}");
        let two = solve(&board("1234\n3412\n2...\n4...\n")).unwrap();
        assert!(two.ends_with(r#""differences":[9,11,13,15]}"#), "{two}");
        let none = solve(&board("11..\n....\n....\n....\n")).unwrap();
        assert_eq!(none, r#"{"solutions":[],"differences":[]}"#);
    }

    #[test]
    fn a_limit_ends_the_count() {
        let blank = board(&".".repeat(16));
        assert_eq!(count(&blank, 288).unwrap(), r#"{"count":288,"is_all":true}"#);
        assert_eq!(count(&blank, 287).unwrap(), r#"{"count":287,"is_all":false}"#);
        assert_eq!(count(&board(EXAMPLE), 10).unwrap(), r#"{"count":1,"is_all":true}"#);
    }
}
