//! A board from any text: the layouts of `sudoku-core`, and RDF.
//!
//! RDF is what begins like Turtle or N-Triples, or names the vocabulary of the grid. It is read as TriG, which
//! both are part of, with prefixes of any name and triples in any order. The readers say where a text ends
//! to be what it should be; where a graph is not a grid, the place is that of the resource which is at fault.

use page_board::{Board, Fault, MAX_SIDE, Reading, json};
use rdf_graph::io;
use rdf2grid::decode::{DecodeError, decode};
use rdf2grid::facts::{Facts, NAMESPACE};
use rdf2grid::read::graphs;
use std::io::Cursor;
use sudoku_core::format::{ReadOptions, puzzles};
use sudoku_core::{Alphabet, Geometry, Grid};
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a board from a text; `block` is its shape where the text does not say it, such as `3x2`, or empty.
///
/// # Errors
/// `block` is not a shape. What is wrong with the text is a part of the result, `{"error": {"line": 3, …}}`.
#[wasm_bindgen]
pub fn read(text: &str, block: &str) -> Result<String, String> {
    let geometry = match block {
        "" => None,
        block => Some(shape_named(block)?),
    };
    let read = if is_rdf(text) { read_rdf(text, geometry) } else { read_grid(text, geometry) };
    json(&read.unwrap_or_else(Reading::from))
}

/// Reads `2x3` as blocks of two rows and three columns.
fn shape_named(text: &str) -> Result<Geometry, String> {
    let (height, width) = text.split_once('x').ok_or("expected HEIGHTxWIDTH, such as 2x3")?;
    let number = |digits: &str| digits.parse::<usize>().map_err(|error| error.to_string());
    Geometry::new(number(height)?, number(width)?).map_err(|error| error.to_string())
}

fn is_rdf(text: &str) -> bool {
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

fn read_rdf(text: &str, known: Option<Geometry>) -> Result<Reading, Fault> {
    let reader = Cursor::new(text.to_owned());
    let mut all = graphs(reader, io::Format::TriG);
    let facts = match all.next() {
        None => Facts::default(),
        Some(graph) => graph.map_err(of_rdf)?.1,
    };
    if let Some(other) = all.next() {
        let (name, _) = other.map_err(of_rdf)?;
        return Err(Fault::at_start(&format!("there is a second graph, {name}, expected one")));
    }
    let geometry = shape(&facts, known).map_err(|message| Fault::at_start(&message))?;
    let alphabet = Alphabet::default_of(geometry.side());
    let grid = decode(&facts, &Grid::blank(geometry)).map_err(|error| {
        let message = error.describe(|value| alphabet.symbol(value));
        let (line, column) = place(text, &facts, &error);
        Fault { line, column, message }
    })?;
    Ok(Reading { boards: vec![Board::new(&grid, &alphabet)], ..Reading::default() })
}

/// The shape that the graph states, else that of its side.
fn shape(facts: &Facts, known: Option<Geometry>) -> Result<Geometry, String> {
    let geometry = if let Some(stated) = facts.block().map_err(|error| error.to_string())? {
        stated
    } else {
        let side = facts.side().map_err(|error| error.to_string())?;
        let known = known.filter(|known| known.side() == side);
        known.map_or_else(|| Geometry::of_side(side), Ok).map_err(|error| error.to_string())?
    };
    match geometry.side() {
        side if side > MAX_SIDE => {
            Err(format!("found a grid of side {side}, expected at most {MAX_SIDE}"))
        }
        _ => Ok(geometry),
    }
}

/// What is wrong with a text of RDF.
fn of_rdf(error: io::ReadError) -> Fault {
    match error {
        io::ReadError::Syntax(error) => error.into(),
        other => Fault::at_start(&other.to_string()),
    }
}

/// Where the resource that is at fault is first mentioned, as a whole IRI or by its last part.
fn place(text: &str, facts: &Facts, error: &DecodeError) -> (usize, usize) {
    let of_cell = |cell: &sudoku_core::Cell| {
        let is_here = |numbers: &[rdf2grid::facts::Number], index: usize| {
            numbers.iter().any(|number| *number == Ok(index + 1))
        };
        let mut squares = facts.squares.iter();
        let found = squares
            .find(|(_, square)| is_here(&square.rows, cell.row) && is_here(&square.cols, cell.col));
        found.map(|(name, _)| name.as_str())
    };
    let term = match error {
        DecodeError::Index { square, .. } | DecodeError::IndexOutOfRange { square, .. } => {
            Some(square.as_str())
        }
        DecodeError::ValueOutOfRange { cell, .. } => of_cell(cell),
        DecodeError::Cell(fault) => of_cell(&fault.cell()),
        DecodeError::TwoSquares { second, .. } => Some(second.as_str()),
        _ => None,
    };
    let iri = term.unwrap_or_default().trim_matches(['<', '>']);
    let last = iri.rsplit(['/', '#', ':']).next().unwrap_or_default();
    let forms = [format!("<{iri}>"), iri.to_owned(), format!("/{last}"), format!(":{last}")];
    let at = forms.iter().filter(|form| form.len() > 1).find_map(|form| mention(text, form));
    let before = &text[..at.unwrap_or(0)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Where a name is first mentioned that does not go on.
fn mention(text: &str, name: &str) -> Option<usize> {
    let ends =
        |(at, _): &(usize, &str)| !text[at + name.len()..].starts_with(char::is_alphanumeric);
    text.match_indices(name).find(ends).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "@prefix s: <http://example.org/sudoku#> .\n@prefix q: <urn:square/> .\n\
        s:digits s:digit 1 .\n";

    fn reading(text: &str) -> String {
        read(text, "").expect("a reading")
    }

    #[test]
    fn grids_and_graphs_are_told_apart() {
        assert!(reading("12..\n....\n....\n....\n").contains(r#""block":[2,2]"#));
        let graph = reading(&format!("{DATA}q:1 s:hasIndexJ 1 ; s:hasIndexI 1 ; s:hasValue 1 .\n"));
        assert!(graph.contains(r#""block":[1,1],"alphabet":"1","cells":[1]"#), "{graph}");
        for text in ["<img src=x onerror=alert(1)>", "@prefix", "\u{202e}\u{0}", "", "PREFIX a"] {
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
        let text = format!("{DATA}q:1 s:hasIndexJ 1 ; s:hasIndexI 1 ; s:hasValue 7 .\n");
        let expected = r#"{"line":4,"column":2,"message":"row 1, column 1 has value 7, expected"#;
        assert!(reading(&text).contains(expected), "{}", reading(&text));
        let text = format!("{DATA}q:1 s:hasIndexJ 1\n s:hasIndexI 1 .");
        assert!(reading(&text).contains(r#"{"line":5,"#), "{}", reading(&text));
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
