//! The way out: a puzzle as other programs and the command line read it.

use crate::board::spec_of;
use page_board::Board;
use puzzle_formats::{f_puzzles, lz_string};
use wasm_bindgen::prelude::wasm_bindgen;

/// The puzzle as f-puzzles has it in its links, which SudokuPad opens too.
///
/// # Errors
/// It is not a board, or f-puzzles has no word for a part of it.
#[wasm_bindgen]
pub fn f_puzzles(board: &str) -> Result<String, String> {
    let spec = spec_of(&Board::from_json(board)?)?;
    let text = f_puzzles::write(&spec).map_err(|error| error.to_string())?;
    Ok(lz_string::compress(&text))
}

/// The puzzle as an object of our JSON, which all tools read.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn puzzle_json(board: &str) -> Result<String, String> {
    Ok(spec_of(&Board::from_json(board)?)?.to_json())
}

/// The same, short enough for an address.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn pack(board: &str) -> Result<String, String> {
    Ok(lz_string::compress(&puzzle_json(board)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::of_spec;
    use crate::read::{read, unpack};
    use page_board::board_of as board;

    #[test]
    fn what_is_written_is_read_as_the_same_board() {
        let text = r#"{"rows":4,"cols":4,"givens":{"r3c3":1},"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":5}},{"anti-knight":{}}]}"#;
        for board in [of_spec(text), board("12..\n....\n....\n....\n")] {
            assert_eq!(unpack(&pack(&board).unwrap()).unwrap(), board);
            let reading: serde_json::Value =
                serde_json::from_str(&read(&f_puzzles(&board).unwrap(), "").unwrap()).unwrap();
            let back = Board::from_json(&reading["boards"][0].to_string()).unwrap();
            // f-puzzles has no order among kinds.
            let [back, board] = [&back, &Board::from_json(&board).unwrap()].map(|board| {
                let mut spec = spec_of(board).unwrap();
                spec.constraints.sort_by_key(ToString::to_string);
                spec
            });
            assert_eq!(back, board);
        }
    }

    #[test]
    fn what_f_puzzles_cannot_say_is_named() {
        let board = of_spec(r#"{"rows":4,"cols":4,"windows":true,"blocks":[2,2]}"#);
        assert_eq!(f_puzzles(&board).unwrap_err(), "f-puzzles has no word for windows");
        assert!(unpack("!!!").is_err());
    }
}
