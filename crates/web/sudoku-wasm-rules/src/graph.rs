//! A board from a graph: Turtle and N-Triples, read as `TriG`, which both are part of, with prefixes of any name and triples in any order.
//!
//! Where a graph is not a grid, the place is that of the resource which is at fault.

use page_board::{Board, Fault, MAX_SIDE, Reading, blocks_named, json};
use rdf_graph::io;
use rdf2grid::decode::{DecodeError, decode};
use rdf2grid::facts::Facts;
use rdf2grid::read::graphs;
use std::io::Cursor;
use sudoku_core::{Alphabet, Geometry, Grid};
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a board from a graph; `block` is its shape where the graph does not say it, such as `3x2`, or empty.
///
/// # Errors
/// `block` is not a shape. What is wrong with the text is a part of the result, `{"error": {"line": 3, …}}`.
#[wasm_bindgen]
pub fn read_graph(text: &str, block: &str) -> Result<String, String> {
    json(&reading(text, blocks_named(block)?).unwrap_or_else(Reading::from))
}

fn reading(text: &str, known: Option<Geometry>) -> Result<Reading, Fault> {
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

    fn of(text: &str) -> String {
        read_graph(text, "").expect("a reading")
    }

    #[test]
    fn a_graph_is_a_board() {
        let graph = of(&format!("{DATA}q:1 s:hasIndexJ 1 ; s:hasIndexI 1 ; s:hasValue 1 .\n"));
        assert!(graph.contains(r#""block":[1,1],"alphabet":"1","cells":[1]"#), "{graph}");
        for text in ["<img src=x onerror=alert(1)>", "@prefix", "PREFIX a"] {
            assert!(of(text).contains(r#""boards":[]"#), "{text}");
        }
        assert!(read_graph(DATA, "3").is_err());
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let text = format!("{DATA}q:1 s:hasIndexJ 1 ; s:hasIndexI 1 ; s:hasValue 7 .\n");
        let expected = r#"{"line":4,"column":2,"message":"row 1, column 1 has value 7, expected"#;
        assert!(of(&text).contains(expected), "{}", of(&text));
        let text = format!("{DATA}q:1 s:hasIndexJ 1\n s:hasIndexI 1 .");
        assert!(of(&text).contains(r#"{"line":5,"#), "{}", of(&text));
    }
}
