//! The next step of a person, with the reason in words: the steps of [`grid_search`].

use grid_search::{Houses, Next, Pencil, Step, next_step};
use page_board::{Board, json};
use serde::Serialize;
use sudoku_core::{Alphabet, Puzzle, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// A step; what it does not do is left out.
#[derive(Debug, Default, Serialize)]
struct Hint {
    text: String,
    /// The technique: `naked-single`, `hidden-single` …; none where there is no step.
    technique: Option<String>,
    /// The cell to fill, and its value from 1.
    place: Option<(usize, Value)>,
    /// Candidates to strike: cell, value from 1.
    strike: Vec<(usize, Value)>,
    /// The cells that the reason is about.
    because: Vec<usize>,
}

/// The next step on a board, without the candidates that were struck before: of each cell the values as bits,
/// that of 1 the lowest; all of them where the list is empty.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn hint(board: &str, struck: &[u32]) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    if let Some(clash) = puzzle.clash() {
        let text = format!("{}: mend that first", clash.describe(&puzzle.alphabet));
        return json(&Hint { text, ..Hint::default() });
    }
    let houses = houses(&puzzle)?;
    let mut pencil = Pencil::new(&houses, &puzzle.grid);
    for (cell, candidates) in struck.iter().enumerate() {
        pencil.strike(cell, u64::from(*candidates));
    }
    json(&match next_step(&pencil) {
        Next::Step(step) => found(&step, &pencil, &puzzle.alphabet),
        nothing => none(&nothing, &pencil, &puzzle.alphabet),
    })
}

/// The candidates of each cell as bits, that of 1 the lowest; 0 in filled cells.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn candidates(board: &str) -> Result<Vec<u32>, String> {
    let puzzle = Board::parse(board)?;
    let houses = houses(&puzzle)?;
    // A board has no more than 25 values.
    let bits = |candidates: &u64| *candidates as u32;
    Ok(Pencil::new(&houses, &puzzle.grid).candidates().iter().map(bits).collect())
}

/// The houses of a puzzle.
pub(crate) fn houses(puzzle: &Puzzle) -> Result<Houses, String> {
    Houses::of(&puzzle.rules).map_err(|error| error.to_string())
}

fn found(step: &Step, pencil: &Pencil, alphabet: &Alphabet) -> Hint {
    let strikes = step.strikes.iter().flat_map(|&(cell, struck)| {
        let values = 0..pencil.houses().n_values() as Value;
        values.filter(move |value| struck >> value & 1 == 1).map(move |value| (cell, value + 1))
    });
    Hint {
        text: step.describe(pencil, alphabet),
        technique: Some(step.technique.to_string()),
        place: step.place.map(|(cell, value)| (cell, value + 1)),
        strike: strikes.collect(),
        because: step.because.clone(),
    }
}

fn none(next: &Next, pencil: &Pencil, alphabet: &Alphabet) -> Hint {
    let because = match next {
        Next::NoValue(cell) => vec![*cell],
        Next::NoPlace(_, house) => pencil.houses().cells(*house).to_vec(),
        _ => Vec::new(),
    };
    Hint { text: next.describe(pencil, alphabet), because, ..Hint::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;
    use serde_json::Value as Json;

    fn step(text: &str, struck: &[u32]) -> Json {
        serde_json::from_str(&hint(&board(text), struck).unwrap()).unwrap()
    }

    #[test]
    fn a_step_is_told_with_its_cells() {
        let hidden = step("1...\n....\n..1.\n....\n", &[]);
        assert_eq!(hidden["text"], "1 has one place left in block 2: row 2, column 4");
        assert_eq!(hidden["place"], serde_json::json!([7, 1]));
        assert_eq!(hidden["technique"], "hidden-single");
    }

    #[test]
    fn where_there_is_no_step_the_cells_say_why() {
        let clash = step("11..\n....\n....\n....\n", &[]);
        assert_eq!(clash["text"], "row 1 has two 1s, columns 1 and 2: mend that first");
        let dead = step("123.\n...4\n....\n....\n", &[]);
        assert_eq!(dead["because"], serde_json::json!([3]));
        assert_eq!(step("1234\n3412\n2143\n4321\n", &[])["text"], "the grid is full");
    }

    #[test]
    fn a_candidate_is_struck_once() {
        let rows = [".........", "234......", "567......"];
        let text = rows.join("\n") + "\n.........".repeat(6).as_str();
        let first = step(&text, &[]);
        let words = "in block 1, 1 can only stand in row 1; so it stands nowhere else in row 1";
        assert_eq!(first["text"], words);
        assert_eq!(first["because"], serde_json::json!([0, 1, 2]));
        let mut struck = vec![0; 81];
        for pair in first["strike"].as_array().unwrap() {
            let [cell, value] = [0, 1].map(|at| pair[at].as_u64().unwrap());
            assert!((3..9).contains(&cell) && value == 1);
            struck[cell as usize] |= 1 << (value - 1);
        }
        let words = "in block 1, 8 can only stand in row 1; so it stands nowhere else in row 1";
        assert_eq!(step(&text, &struck)["text"], words);
    }
}
