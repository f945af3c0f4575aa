//! What the engines read about one cell: its clauses, group by group, and its package.

use crate::board::Board;
use crate::json;
use crate::texts::{Literal, encoding_of, literal, write_to};
use serde::Serialize;
use std::convert::Infallible;
use sudoku_core::{Puzzle, VarMap};
use sudoku_packages::{CellPackages, version};
use sudoku2cnf::{ClauseSink, Group};
use wasm_bindgen::prelude::wasm_bindgen;

/// The clauses of a group that mention the cell.
#[derive(Debug, Serialize)]
struct CellGroup {
    /// What the clauses say.
    meaning: String,
    clauses: Vec<Vec<Literal>>,
}

/// The package of a cell.
#[derive(Debug, Serialize)]
struct CellPackage {
    name: String,
    /// For each version what it requires.
    requires: Vec<(String, Vec<String>)>,
}

/// The clauses that mention a cell, as JSON.
///
/// # Errors
/// It is not a board, the encoding is unknown, or there is no such cell.
#[wasm_bindgen]
pub fn cell_clauses(board: &str, encoding: &str, cell: usize) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
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

/// The package of a cell: for each version the versions that it excludes, as JSON.
///
/// # Errors
/// It is not a board, there is no such cell, or the grid has no packages.
#[wasm_bindgen]
pub fn cell_package(board: &str, cell: usize) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    let shape = puzzle.grid.shape();
    if cell >= shape.n_cells() {
        return Err(format!("found cell {cell}, expected one below {}", shape.n_cells()));
    }
    let packages = CellPackages::of_grid(&puzzle.grid).map_err(|error| error.to_string())?;
    let cell = shape.cell(cell);
    let peers = puzzle.rules.peers(cell);
    let requires = shape.values().map(|value| {
        let version = version(value);
        let excluded =
            peers.iter().map(|peer| format!("{}!={version}", packages.name(*peer))).collect();
        (version, excluded)
    });
    json(&CellPackage { name: packages.name(cell), requires: requires.collect() })
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
    use crate::board::tests::board;
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

    #[test]
    fn a_version_of_a_cell_excludes_that_of_its_peers() {
        let package: Json =
            serde_json::from_str(&cell_package(&board(EXAMPLE), 2).unwrap()).unwrap();
        assert_eq!(package["name"], "sudoku-cell13");
        let [version, excluded] = [0, 1].map(|part| &package["requires"][3][part]);
        assert_eq!(
            (version.as_str(), excluded[0].as_str()),
            (Some("4.0.0"), Some("sudoku-cell11!=4.0.0"))
        );
        assert_eq!(excluded.as_array().unwrap().len(), 20);
    }
}
