//! Solves and counts.
//!
//! 9×9 with 3×3 blocks and no further rules is the engine of `grid-solve`, all others [`grid_search`]. A solution
//! is checked against the rules and the givens before it is returned. Where there is none, the reason is a set of givens
//! that have none together, and of which none can be left out: one given after the other is left out, and stays out if
//! there is still no solution. Another such set may have fewer.

use crate::hint::houses;
use grid_engine::single;
use grid_search::{Houses, Solutions, rate};
use page_board::{Board, Counted, Found, json, values};
use sudoku_core::{Geometry, Grid, Puzzle, Rules, Value, Violation, changed_givens};
use wasm_bindgen::prelude::wasm_bindgen;

/// Solves a board: no solution, the only one, or two of several, as JSON.
///
/// # Errors
/// It is not a board, or what was found is not a solution.
#[wasm_bindgen]
pub fn solve(board: &str) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    let houses = houses(&puzzle)?;
    let solutions: Vec<Grid> = solutions(&houses, &puzzle.grid, 2);
    let is_right = |solution: &Grid| {
        puzzle.rules.is_solution(solution) && changed_givens(&puzzle.grid, solution).is_empty()
    };
    if !solutions.iter().all(is_right) {
        return Err("internal error: what was found is not a solution".to_owned());
    }
    let differences = match &solutions[..] {
        [first, second] => {
            let differs = |cell: &usize| first.cells()[*cell] != second.cells()[*cell];
            (0..first.cells().len()).filter(differs).collect()
        }
        _ => Vec::new(),
    };
    let technique =
        (solutions.len() == 1).then(|| rate(&houses, &puzzle.grid).technique.to_string());
    let (clash, reason) =
        if solutions.is_empty() { conflict(&houses, &puzzle) } else { Default::default() };
    let solutions = solutions.iter().map(values).collect();
    json(&Found { solutions, differences, technique, clash, reason })
}

/// Counts the solutions of a board, up to a limit.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn count(board: &str, limit: usize) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    let houses = houses(&puzzle)?;
    let limit_and_one = limit.saturating_add(1);
    let count = match plain(houses.rules(), &puzzle.grid) {
        Some(plain) => single::Solutions::of(plain).take(limit_and_one).count(),
        None => Solutions::of(&houses, &puzzle.grid).take(limit_and_one).count(),
    };
    json(&Counted { count: count.min(limit), is_all: count <= limit })
}

/// The first solutions of a grid.
fn solutions(houses: &Houses, grid: &Grid, limit: usize) -> Vec<Grid> {
    let Some(plain) = plain(houses.rules(), grid) else {
        return Solutions::of(houses, grid).take(limit).collect();
    };
    let full = |solution: [u8; 81]| {
        let cells = solution.iter().map(|value| value.checked_sub(1).map(Value::from));
        Grid::of_shape(grid.shape(), grid.blocks(), cells.collect())
    };
    single::Solutions::of(plain).take(limit).map(full).collect()
}

/// The grid as the engine for side 9 has it, if its rules are the usual ones.
fn plain(rules: &Rules, grid: &Grid) -> Option<grid_engine::Puzzle> {
    let usual = Geometry::new(3, 3).ok().filter(|usual| Some(*usual) == grid.blocks())?;
    if *rules != Rules::classic(usual) {
        return None;
    }
    let cells = grid.cells().iter().map(|value| value.map_or(0, |value| value as u8 + 1));
    grid_engine::Puzzle::new(cells.collect::<Vec<_>>().try_into().ok()?)
}

/// Givens that have no solution together and of which none can be left out, and why if that is plain to see.
fn conflict(houses: &Houses, puzzle: &Puzzle) -> (Vec<usize>, Option<String>) {
    if let Some(clash) = puzzle.clash() {
        let reason = clash.describe(&puzzle.alphabet);
        let cells = match clash {
            Violation::Repeated { cells, .. } => cells,
            _ => Vec::new(),
        };
        let shape = houses.shape();
        return (cells.into_iter().map(|cell| shape.index(cell)).collect(), Some(reason));
    }
    let mut grid = puzzle.grid.clone();
    let givens: Vec<_> = puzzle.grid.givens().collect();
    for (cell, value) in &givens {
        grid.set(*cell, None);
        if !solutions(houses, &grid, 1).is_empty() {
            grid.set(*cell, Some(*value));
        }
    }
    (grid.givens().map(|(cell, _)| houses.shape().index(cell)).collect(), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn found(text: &str) -> serde_json::Value {
        serde_json::from_str(&solve(&board(text)).unwrap()).unwrap()
    }

    #[test]
    fn one_two_or_none() {
        let one = found(EXAMPLE);
        assert_eq!(one["solutions"][0][2], 4);
        assert_eq!(
            (&one["technique"], &one["clash"]),
            (&"hidden-single".into(), &serde_json::json!([]))
        );
        let two = found("1234\n3412\n2...\n4...\n");
        assert_eq!(two["differences"], serde_json::json!([9, 11, 13, 15]));
        let none = found("11..\n....\n....\n....\n");
        assert_eq!(none["solutions"], serde_json::json!([]));
        assert_eq!(none["reason"], "row 1 has two 1s, columns 1 and 2");
        assert_eq!(none["clash"], serde_json::json!([0, 1]));
    }

    #[test]
    fn givens_without_a_solution_are_few() {
        // Row 1 has only cells of block 2 left for 4, which block 2 has already; the others do not matter.
        let none = found("123.\n...4\n....\n2...\n");
        assert_eq!(
            (&none["clash"], &none["reason"]),
            (&serde_json::json!([0, 1, 7]), &serde_json::Value::Null)
        );
    }

    #[test]
    fn a_limit_ends_the_count() {
        let blank = board(&".".repeat(16));
        assert_eq!(count(&blank, 288).unwrap(), r#"{"count":288,"is_all":true}"#);
        assert_eq!(count(&blank, 287).unwrap(), r#"{"count":287,"is_all":false}"#);
        assert_eq!(count(&board(EXAMPLE), 10).unwrap(), r#"{"count":1,"is_all":true}"#);
    }
}
