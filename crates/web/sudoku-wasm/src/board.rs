//! Boards and what is to be seen on them.

use page_board::{Board, Look, json};
use sudoku_core::{Alphabet, Geometry, Grid};
use wasm_bindgen::prelude::wasm_bindgen;

/// The empty board of a side, as JSON.
///
/// # Errors
/// There is no such board.
#[wasm_bindgen]
pub fn blank(side: usize) -> Result<String, String> {
    let geometry = Geometry::of_side(side).map_err(|error| error.to_string())?;
    json(&Board::new(&Grid::blank(geometry), &Alphabet::default_of(side)))
}

/// The symbols of a board, its line and its clashes, as JSON.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn look(board: &str) -> Result<String, String> {
    json(&Look::of(&Board::parse(board)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;

    #[test]
    fn a_blank_board_has_the_symbols_of_its_side() {
        let seen = look(&blank(16).unwrap()).unwrap();
        assert!(seen.contains(r#""symbols":["0","1","2""#), "{seen}");
        assert!(blank(3).is_err());
        assert_eq!(board("1...\n....\n....\n...1\n"), board("1..............1"));
    }
}
