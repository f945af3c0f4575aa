//! The puzzle as the engines of rules and packages read it, by the functions of the command line.

use page_board::{Board, text};
use sudoku_core::Puzzle;
use sudoku_packages::project::{DEFAULT_INDEX, has_hints, hints, project};
use sudoku_packages::{CellPackages, version};
use sudoku2rdf::graph::triples;
use sudoku2rdf::write;
use wasm_bindgen::prelude::wasm_bindgen;

/// What `sudoku2rdf` prints, as `turtle` or `ntriples`.
///
/// # Errors
/// It is not a board, or the syntax is unknown.
#[wasm_bindgen]
pub fn rdf(board: &str, syntax: &str) -> Result<String, String> {
    let triples = triples(&Board::parse(board)?).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    match syntax {
        "turtle" => write::turtle(&triples, &mut out),
        "ntriples" => write::ntriples(&triples, None, &mut out),
        _ => return Err(format!("unknown syntax {syntax}")),
    }
    .map_err(|error| error.to_string())?;
    text(out)
}

/// What `sudoku2pkg problem` prints: the `pyproject.toml`.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn pyproject(board: &str) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    if puzzle.classic_geometry().is_none() {
        return Err("the packages of the page state rows, columns and blocks alone".to_owned());
    }
    let mut text = project(&puzzle.grid, DEFAULT_INDEX).map_err(|error| error.to_string())?;
    if has_hints(&puzzle) {
        text += &hints(&puzzle).map_err(|error| error.to_string())?;
    }
    Ok(text)
}

/// A full board as the lock of its project, in the form of a requirements file without hashes.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn lock(board: &str) -> Result<String, String> {
    let Puzzle { grid, .. } = Board::parse(board)?;
    let packages = CellPackages::of_grid(&grid).map_err(|error| error.to_string())?;
    let pins =
        grid.givens().map(|(cell, value)| format!("{}=={}\n", packages.name(cell), version(value)));
    Ok(pins.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn names_of_syntaxes() {
        assert!(rdf(&board(EXAMPLE), "xml").is_err());
        assert!(rdf(&board(EXAMPLE), "turtle").unwrap().contains("ex:digits ex:digit 1, 2, 3"));
    }

    #[test]
    fn a_lock_pins_each_filled_cell() {
        assert_eq!(
            lock(&board("1...\n....\n....\n...4\n")).unwrap(),
            "sudoku4-cell11==1.0.0\nsudoku4-cell44==4.0.0\n"
        );
    }
}
