//! Solves and counts puzzles with constraints, by the engine of `puzzle-solve`.
//!
//! Each answer is checked by the rules' own predicates before it is returned. Where there is no solution the reason is a set of givens
//! and constraints that have none together, and of which none can be left out.

use crate::board::puzzle;
use page_board::{Counted, Found, json, values};
use puzzle_solve::{Limits, Outcome, Part, Problem, reasons};
use std::collections::BTreeSet;
use sudoku_core::{Puzzle, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// What the page spends on a puzzle: some 250 MB of clauses. Who waits too long ends the worker.
const LIMITS: Limits = Limits { deadline: None, literals: 1 << 23 };

/// Solves a board: no solution, the only one, or two of several, as JSON.
///
/// # Errors
/// It is not a board, or what was found is not a solution.
#[wasm_bindgen]
pub fn solve(board: &str) -> Result<String, String> {
    let puzzle = puzzle(board)?;
    let solutions = first(&puzzle, 2)?;
    if solutions.is_empty() {
        return json(&clash(puzzle)?);
    }
    let differences = match &solutions[..] {
        [one, two] => (0..one.len()).filter(|cell| one[*cell] != two[*cell]).collect(),
        _ => Vec::new(),
    };
    json(&Found { solutions, differences, ..Found::default() })
}

/// Counts the solutions of a board, up to a limit.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn count(board: &str, limit: usize) -> Result<String, String> {
    let count = first(&puzzle(board)?, limit.saturating_add(1))?.len();
    json(&Counted { count: count.min(limit), is_all: count <= limit })
}

/// The first solutions of a puzzle, as values from 1.
fn first(puzzle: &Puzzle, limit: usize) -> Result<Vec<Vec<Value>>, String> {
    let mut problem = Problem::fixed(puzzle.clone(), LIMITS).map_err(|error| error.to_string())?;
    let mut solutions = Vec::new();
    while solutions.len() < limit {
        let grid = match problem.solve(&[], &[]).map_err(|error| error.to_string())? {
            Outcome::Solution(grid) => grid,
            Outcome::NoSolution => break,
            Outcome::Unknown => return Err("the engine gave up".to_owned()),
        };
        solutions.push(values(&grid));
        let different = problem.different(&grid);
        problem.add_clause(&[different]);
    }
    Ok(solutions)
}

/// What clashes in a puzzle without a solution.
fn clash(puzzle: Puzzle) -> Result<Found, String> {
    let shape = puzzle.grid.shape();
    let constraints = puzzle.rules.constraints().to_vec();
    let mut problem = Problem::with_clues(puzzle, LIMITS).map_err(|error| error.to_string())?;
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    match problem.solve(&all, &[]).map_err(|error| error.to_string())? {
        Outcome::NoSolution => {}
        Outcome::Unknown => return Err("the engine gave up".to_owned()),
        Outcome::Solution(_) => {
            return Err("internal error: two answers to one question".to_owned());
        }
    }
    let core = reasons::clash(&mut problem, false).map_err(|error| error.to_string())?;
    let core = problem.named(&core.ok_or("the engine gave up")?);
    let mut cells = BTreeSet::new();
    for clue in &core {
        match clue.part {
            Part::Given(cell, _) => {
                cells.insert(shape.index(cell));
            }
            Part::Constraint(index) => {
                cells.extend(constraints[index].cells().into_iter().map(|cell| shape.index(cell)));
            }
        }
    }
    let names: Vec<String> = core.into_iter().map(|clue| clue.name).collect();
    let reason = match &names[..] {
        [] => "the houses alone have none".to_owned(),
        [name] => format!("no grid has {name}"),
        names => format!("no grid has these together: {}", names.join("; ")),
    };
    Ok(Found { clash: cells.into_iter().collect(), reason: Some(reason), ..Found::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::of_spec;
    use page_board::board_of as board;

    fn found(text: &str) -> serde_json::Value {
        serde_json::from_str(&solve(&of_spec(text)).unwrap()).unwrap()
    }

    /// Every kind has an example with one solution, and several without its constraint.
    #[test]
    fn every_kind_that_the_page_shows_is_solved() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/variants/kinds.jsonl");
        let text = std::fs::read_to_string(root).unwrap();
        let mut n_solved = 0;
        for line in text.lines() {
            let spec = sudoku_core::PuzzleSpec::from_json(line).unwrap();
            // The page shows no cells outside the grid.
            if spec.shape.n_outside() > 0 {
                continue;
            }
            let board = crate::board::board(&spec).unwrap();
            let answer: serde_json::Value =
                serde_json::from_str(&solve(&json(&board).unwrap()).unwrap()).unwrap();
            assert_eq!(answer["solutions"].as_array().unwrap().len(), 1, "{line}");
            n_solved += 1;
        }
        assert_eq!(n_solved, 58);
    }

    #[test]
    fn several_and_none() {
        let cage = |total: usize| {
            format!(
                r#"{{"rows":4,"cols":4,"constraints":[{{"cage":{{"cells":["r1c1","r1c2"],"total":{total}}}}}]}}"#
            )
        };
        let several = found(&cage(5));
        assert_eq!(several["solutions"].as_array().unwrap().len(), 2);
        assert!(!several["differences"].as_array().unwrap().is_empty());
        let none = found(&cage(2));
        assert_eq!(none["reason"], "no grid has cage of 2 at r1c1 r1c2");
        assert_eq!(none["clash"], serde_json::json!([0, 1]));
        let given = cage(5)
            .replace("\"constraints\"", r#""givens":{"r1c1":4,"r1c3":1,"r4c4":2},"constraints""#);
        let none = found(&given);
        assert_eq!(none["clash"], serde_json::json!([0, 1, 2]));
    }

    #[test]
    fn grids_are_counted_as_the_other_module_counts_them() {
        let blank = board(&".".repeat(16));
        assert_eq!(count(&blank, 288).unwrap(), r#"{"count":288,"is_all":true}"#);
        assert_eq!(count(&blank, 287).unwrap(), r#"{"count":287,"is_all":false}"#);
    }
}
