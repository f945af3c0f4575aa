//! A board from any layout of `sudoku-core`.
//!
//! A graph is what begins like Turtle or N-Triples, or names the vocabulary of the grid: the module of rules reads that.

use page_board::{Board, Fault, MAX_SIDE, Reading, blocks_named, json};
use sudoku_core::format::{ReadOptions, puzzles};
use sudoku_core::{Geometry, Grid};
use sudoku2rdf::graph::NAMESPACE;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a board from a text; `block` is its shape where the text does not say it, such as `3x2`, or empty. `null` if the
/// text is a graph.
///
/// # Errors
/// `block` is not a shape. What is wrong with the text is a part of the result, `{"error": {"line": 3, …}}`.
#[wasm_bindgen]
pub fn read(text: &str, block: &str) -> Result<String, String> {
    let geometry = blocks_named(block)?;
    if is_graph(text) {
        return Ok("null".to_owned());
    }
    json(&read_grid(text, geometry).unwrap_or_else(Reading::from))
}

fn is_graph(text: &str) -> bool {
    let starts = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let first = text.lines().map(str::trim).find(starts).unwrap_or_default();
    let directive = first.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let is_iri = first.starts_with('<') && !is_markup(text);
    is_iri
        || first.starts_with('@')
        || first.starts_with("_:")
        || matches!(directive.as_str(), "prefix" | "base")
        || text.contains(NAMESPACE)
}

/// Whether a text in angle brackets is an HTML table or a file of `OpenSudoku`.
fn is_markup(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("<td") || text.contains("<game")
}

fn read_grid(text: &str, geometry: Option<Geometry>) -> Result<Reading, Fault> {
    let options = ReadOptions { alphabet: None, like: geometry.map(Grid::blank) };
    let all = puzzles(text.as_bytes(), &options);
    let mut reading = Reading::default();
    for puzzle in all {
        let puzzle = puzzle.map_err(|error| Fault::from(error.fault))?;
        let side = puzzle.grid.shape().rows();
        if side > MAX_SIDE {
            return Err(Fault::at_start(&format!(
                "found a grid of side {side}, expected at most {MAX_SIDE}"
            )));
        }
        if !puzzle.rules.constraints().is_empty() {
            return Err(Fault::at_start(
                "found candidates of cells, which the page does not show yet",
            ));
        }
        if reading.boards.is_empty() {
            reading.notes.clone_from(&puzzle.notes);
        }
        reading.push(Board::from(&puzzle));
    }
    if reading.boards.is_empty() {
        return Err(Fault::at_start("found no grid: the text says that there is none"));
    }
    Ok(reading)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> String {
        read(text, "").expect("a reading")
    }

    #[test]
    fn grids_and_graphs_are_told_apart() {
        assert!(reading("12..\n....\n....\n....\n").contains(r#""block":[2,2]"#));
        for graph in
            ["@prefix", "PREFIX a", "<urn:square/1> ", "\n_:a", &format!("{NAMESPACE}hasValue")]
        {
            assert_eq!(reading(graph), "null", "{graph}");
        }
        for text in ["\u{202e}\u{0}", ""] {
            assert!(reading(text).contains(r#""boards":[]"#), "{text}");
        }
    }

    #[test]
    fn what_people_paste_is_read() {
        let row = "<tr><td>1</td><td></td><td></td><td></td></tr>";
        let html = format!("<table>{row}{}</table>", row.replace('1', "").repeat(3));
        let game = "<?xml version='1.0'?><opensudoku><game data='1000000000000000'/></opensudoku>";
        for (text, kind) in [
            (html.as_str(), "an HTML table"),
            (game, "OpenSudoku's XML"),
            ("1\t\t3\t\n\t\t\t\n\t\t2\t\n\t\t\t1\n", "cells of a spreadsheet"),
            ("[[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]", "a list"),
        ] {
            assert!(reading(text).contains(&format!("read as {kind}")), "{}", reading(text));
        }
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let text = "53..7....\n6..1x5...\n";
        assert!(reading(text).contains(r#"{"line":2,"column":5,"#), "{}", reading(text));
    }

    #[test]
    fn the_shape_may_be_named_beside_the_text() {
        let six = ".".repeat(36);
        assert!(read(&six, "").unwrap().contains(r#""block":[2,3]"#));
        assert!(read(&six, "3x2").unwrap().contains(r#""block":[3,2]"#));
        assert!(read(&six, "3").is_err());
    }

    #[test]
    fn a_text_may_have_many_puzzles() {
        let reading: serde_json::Value =
            serde_json::from_str(&reading(&format!("{}\n", ".".repeat(81)).repeat(1002))).unwrap();
        assert_eq!(reading["boards"].as_array().unwrap().len(), page_board::MAX_BOARDS);
        assert_eq!(reading["more"], 2);
    }

    #[test]
    fn a_grid_too_large_for_the_page_is_refused() {
        let large = ". ".repeat(36).trim().to_owned() + "\n";
        assert!(reading(&large.repeat(36)).contains("found a grid of side 36"));
    }
}
