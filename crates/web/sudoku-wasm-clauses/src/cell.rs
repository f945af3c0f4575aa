//! The clauses of one cell, group by group.

use crate::board::puzzle;
use crate::cnf::{Literal, encoding_of, literal, write_to};
use page_board::json;
use serde::Serialize;
use std::convert::Infallible;
use sudoku_core::{Puzzle, VarMap};
use sudoku2cnf::{ClauseSink, Group};
use wasm_bindgen::prelude::wasm_bindgen;

/// The clauses of a group that mention the cell.
#[derive(Debug, Serialize)]
struct CellGroup {
    /// What the clauses say.
    meaning: String,
    clauses: Vec<Vec<Literal>>,
}

/// The clauses that mention a cell, as JSON.
///
/// # Errors
/// It is not a board, the encoding is unknown, or there is no such cell.
#[wasm_bindgen]
pub fn cell_clauses(board: &str, encoding: &str, cell: usize) -> Result<String, String> {
    let puzzle = puzzle(board)?;
    let n_cells = puzzle.grid.shape().n_cells();
    if cell >= n_cells {
        return Err(format!("found cell {cell}, expected one below {n_cells}"));
    }
    let n_vars = VarMap::new(puzzle.grid.shape()).n_vars();
    let mut sink = OfCell {
        puzzle: &puzzle,
        cell,
        n_vars,
        last_var: n_vars.cast_signed(),
        groups: Vec::new(),
    };
    write_to(&puzzle, encoding_of(encoding)?, &mut sink)?;
    sink.groups.retain(|group| !group.clauses.is_empty());
    json(&sink.groups)
}

/// Keeps the clauses that mention a cell.
struct OfCell<'a> {
    puzzle: &'a Puzzle,
    cell: usize,
    /// The number of cell variables.
    n_vars: u32,
    last_var: i32,
    groups: Vec<CellGroup>,
}

impl ClauseSink for OfCell<'_> {
    type Error = Infallible;

    fn begin(&mut self, group: Group) -> Result<(), Infallible> {
        let meaning = match group {
            Group::Constraint(index) => self.puzzle.rules.constraints()[index].to_string(),
            group => group.meaning(),
        };
        self.groups.push(CellGroup { meaning, clauses: Vec::new() });
        Ok(())
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), Infallible> {
        let (shape, alphabet) = (self.puzzle.grid.shape(), &self.puzzle.alphabet);
        let is_of_cell = |literal: &i32| {
            let var = literal.unsigned_abs();
            var <= self.n_vars && (var as usize - 1) % shape.n_cells() == self.cell
        };
        if literals.iter().any(is_of_cell)
            && let Some(group) = self.groups.last_mut()
        {
            let clause = literals.iter().map(|number| literal(shape, alphabet, (*number).into()));
            group.clauses.push(clause.collect());
        }
        Ok(())
    }

    fn fresh_var(&mut self) -> i32 {
        self.last_var += 1;
        self.last_var
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;
    use serde_json::Value as Json;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_clauses_of_a_cell_are_all_that_mention_it() {
        let groups: Json =
            serde_json::from_str(&cell_clauses(&board(EXAMPLE), "natural", 40).unwrap()).unwrap();
        let counts: Vec<usize> = groups
            .as_array()
            .unwrap()
            .iter()
            .map(|group| group["clauses"].as_array().unwrap().len())
            .collect();
        // One for "some value", 36 for "not two", 9 · 8 for each house.
        assert_eq!(counts.iter().sum::<usize>(), 253, "{counts:?}");
        for group in groups.as_array().unwrap() {
            assert!(!group["meaning"].as_str().unwrap().is_empty());
            for clause in group["clauses"].as_array().unwrap() {
                let mentions =
                    |literal: &Json| literal["name"].as_str().unwrap().starts_with("r5c5");
                assert!(clause.as_array().unwrap().iter().any(mentions), "{clause}");
            }
        }
        assert!(cell_clauses(&board(EXAMPLE), "natural", 81).is_err());
    }
}
