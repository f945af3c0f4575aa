//! What the resolver of packages reads about one cell.

use page_board::{Board, json};
use serde::Serialize;
use sudoku_packages::{CellPackages, version};
use wasm_bindgen::prelude::wasm_bindgen;

/// The package of a cell.
#[derive(Debug, Serialize)]
struct CellPackage {
    name: String,
    /// For each version what it requires.
    requires: Vec<(String, Vec<String>)>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;
    use serde_json::Value as Json;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

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
