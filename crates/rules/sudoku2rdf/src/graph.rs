//! The triples of a puzzle.
//!
//! ```text
//! square(i, j)  ex:hasIndexI  i + 1        rows from the top, i from 0
//! square(i, j)  ex:hasIndexJ  j + 1        columns from the left, j from 0
//! square(i, j)  ex:hasValue   v            filled cells; v from 1 to n
//! ex:digits     ex:digit      1 … n
//! ex:block      ex:hasHeight  h            only where the blocks are not the usual ones
//! ex:block      ex:hasWidth   w
//! ```
//!
//! with `square(i, j) = <urn:square/(n·i + j + 1)>`. The usual blocks are those that a side has where
//! nobody says otherwise: the squarest, not higher than wide. Rules find them from the digits alone, so
//! the graph of a 9×9 puzzle is cells and digits.

use sudoku_core::{Geometry, Grid};

/// The namespace of the vocabulary, `ex:`.
pub const NAMESPACE: &str = "http://example.org/sudoku#";

/// A resource of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A cell, by its row-major place from 1.
    Square(usize),
    /// A name of the vocabulary: `digits` or `block`.
    Named(&'static str),
}

/// A triple; its predicate is a name of the vocabulary, its object an `xsd:integer`.
pub type Triple = (Subject, &'static str, usize);

/// The triples of a puzzle, those of a subject one after the other.
pub fn triples(grid: &Grid) -> impl Iterator<Item = Triple> {
    let shape = grid.shape();
    let cells = grid.cells().iter().enumerate().flat_map(move |(index, value)| {
        let (cell, square) = (shape.cell(index), Subject::Square(index + 1));
        let place = [(square, "hasIndexI", cell.row + 1), (square, "hasIndexJ", cell.col + 1)];
        place.into_iter().chain(value.map(|value| (square, "hasValue", usize::from(value) + 1)))
    });
    let digits = (1..=shape.n_values()).map(|digit| (Subject::Named("digits"), "digit", digit));
    cells.chain(digits).chain(grid.blocks().into_iter().flat_map(blocks))
}

/// The shape of the blocks, where it is not the usual one.
fn blocks(geometry: Geometry) -> impl Iterator<Item = Triple> {
    let is_usual = Geometry::of_side(geometry.side()) == Ok(geometry);
    let shape = [("hasHeight", geometry.block_height()), ("hasWidth", geometry.block_width())];
    let shape = shape.map(|(predicate, length)| (Subject::Named("block"), predicate, length));
    shape.into_iter().filter(move |_| !is_usual)
}
