//! Puzzles of other programs: links and texts of f-puzzles, SudokuPad and the Interactive Sudoku Solver, and our JSON.

use crate::board::board;
use located::Located;
use page_board::{Fault, Reading, json};
use puzzle_formats::{Options, detect};
use std::collections::BTreeSet;
use sudoku_core::PuzzleSpec;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads the puzzles of a text, one or one a line; `null` if it is in none of the formats.
///
/// # Errors
/// None: what is wrong with the text is a part of the result, `{"error": {"line": 3, …}}`.
#[wasm_bindgen]
pub fn read(text: &str) -> Result<String, String> {
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let is_list = lines.len() > 1 && lines.iter().all(|(_, line)| detect(line).is_some());
    let reading = if is_list {
        all(&lines)
    } else if detect(text).is_some() {
        all(&[(0, text)])
    } else {
        return Ok("null".to_owned());
    };
    json(&reading.unwrap_or_else(Reading::from))
}

fn all(texts: &[(usize, &str)]) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    for (above, text) in texts {
        let at = |error: Located| {
            let fault = Fault::from(error);
            Fault { line: fault.line + above, ..fault }
        };
        let read = puzzle_formats::read(text, &Options::default()).map_err(at)?;
        let refused = |message: String| at(Located::at_start(message));
        read.spec.puzzle().map_err(|error| refused(error.to_string()))?;
        let board = board(&read.spec).map_err(refused)?;
        if reading.boards.is_empty() {
            let title = read.spec.title.iter().map(|title| format!("title: {title}"));
            let kinds: BTreeSet<_> = read
                .spec
                .constraints
                .iter()
                .map(sudoku_core::constraint::Constraint::kind)
                .collect();
            let kinds: Vec<_> = kinds.into_iter().collect();
            let rules = (!kinds.is_empty()).then(|| format!("rules: {}", kinds.join(", ")));
            reading.notes = title.chain(rules).chain(read.notes).collect();
        }
        reading.push(board);
    }
    Ok(reading)
}

/// Reads what [`crate::links::pack`] wrote.
///
/// # Errors
/// It is not that.
#[wasm_bindgen]
pub fn unpack(packed: &str) -> Result<String, String> {
    let text = puzzle_formats::lz_string::decompress(packed).map_err(|error| error.message)?;
    let spec = PuzzleSpec::from_json(&text).map_err(|error| error.message)?;
    spec.puzzle().map_err(|error| error.to_string())?;
    json(&board(&spec)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAGE: &str =
        r#"{"rows":4,"cols":4,"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":5}}]}"#;

    #[test]
    fn one_or_many_or_none() {
        let one = read(CAGE).unwrap();
        assert!(one.contains(r#""notes":["rules: cage"],"error":null"#), "{one}");
        let two = read(&format!("{CAGE}\n\n{CAGE}\n")).unwrap();
        assert_eq!(two.matches(r#""block""#).count(), 2);
        assert_eq!(read("53..7....").unwrap(), "null");
        assert_eq!(read("<table>").unwrap(), "null");
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        let text = format!("{CAGE}\n{}\n", CAGE.replace("cage", "cags"));
        let wrong = read(&text).unwrap();
        assert!(wrong.contains(r#""boards":[]"#) && wrong.contains(r#""line":2"#), "{wrong}");
        assert!(wrong.contains("cags"), "{wrong}");
        let outside = CAGE.replace("r1c2", "r9c9");
        assert!(read(&outside).unwrap().contains("r9c9"));
        assert!(read("https://sudokupad.app/abcdef").unwrap().contains(r#""boards":[]"#));
    }
}
