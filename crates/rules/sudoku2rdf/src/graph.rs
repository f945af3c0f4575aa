//! The triples of a puzzle.
//!
//! ```text
//! square(i, j)  ex:hasIndexI  i + 1        rows from the top, i from 0
//! square(i, j)  ex:hasIndexJ  j + 1        columns from the left, j from 0
//! square(i, j)  ex:hasValue   v            filled cells; v from 1 to n
//! square(i, j)  ex:hasHouse   "name"       each house that is not a row, column or block: "diagonal 1"
//! square(i, j)  ex:isForbidden  v          a value that a constraint forbids the cell
//! placement     ex:atCell     square(i, j) each value in a cell that a constraint relates to another,
//! placement     ex:placesValue  v          named <urn:placement/(n·i + j + 1)/v>
//! placement     ex:forbids    placement    "not both", in both directions
//! ex:digits     ex:digit      1 … n
//! ex:block      ex:hasHeight  h            only where the blocks are not the usual ones
//! ex:block      ex:hasWidth   w
//! ```
//!
//! with `square(i, j) = <urn:square/(n·i + j + 1)>`. The usual blocks are those that a side has where
//! nobody says otherwise: the squarest, not higher than wide. Rules find them from the digits alone, so
//! the graph of a 9×9 puzzle is cells and digits. A grid without blocks, as one with irregular regions, is
//! said to have blocks of one row, which say nothing new.
//!
//! Rules find the last place of a value in a house, so a house holds every value; a house of fewer cells is
//! refused. Of the constraints, those that are relations of two cells become `ex:forbids`. Sums and counts are refused:
//! triples would list every way to make a sum, and rules that never guess would find little in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use sudoku_core::{Candidate, Geometry, GridShape, HouseKind, HouseName, Puzzle};
use thiserror::Error;

/// The namespace of the vocabulary, `ex:`.
pub const NAMESPACE: &str = "http://example.org/sudoku#";

/// A resource of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A cell, by its row-major place from 1.
    Square(usize),
    /// A name of the vocabulary: `digits` or `block`.
    Named(&'static str),
    /// A value from 1 in a cell, by its row-major place from 1.
    Placement(usize, usize),
}

impl fmt::Display for Subject {
    /// As Turtle has it, with the prefix `ex:`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(number) => write!(f, "<urn:square/{number}>"),
            Self::Named(name) => write!(f, "ex:{name}"),
            Self::Placement(number, value) => write!(f, "<urn:placement/{number}/{value}>"),
        }
    }
}

/// What a triple says of its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Object {
    /// An `xsd:integer`.
    Number(usize),
    /// The name of a house, as an `xsd:string`.
    House(HouseName),
    /// Another resource.
    Resource(Subject),
}

impl fmt::Display for Object {
    /// As Turtle has it: `5`, `"diagonal 1"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::House(name) => write!(f, "\"{name}\""),
            Self::Resource(resource) => write!(f, "{resource}"),
        }
    }
}

/// A triple; its predicate is a name of the vocabulary.
pub type Triple = (Subject, &'static str, Object);

/// A puzzle that cannot be put to the rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The grid is not a square, or its values are not 1 to its side.
    #[error("rules solve square grids with the values 1 to their side, found one of {0}")]
    Shape(String),
    /// A house has fewer cells than there are values.
    #[error("rules need houses that hold each value, and {house} has {n_cells} cells")]
    House {
        /// The house.
        house: HouseName,
        /// Its cells.
        n_cells: usize,
    },
    /// A constraint is more than relations of two cells.
    #[error("rules know only houses and relations of two cells, found a {0}")]
    Constraint(String),
}

/// The triples of a puzzle, those of a subject one after the other.
///
/// # Errors
/// [`Unsupported`].
pub fn triples(puzzle: &Puzzle) -> Result<Vec<Triple>, Unsupported> {
    let Puzzle { grid, rules, .. } = puzzle;
    let shape = grid.shape();
    let blocks = grid.blocks().map_or_else(|| Geometry::new(1, shape.cols()), Ok);
    let blocks = blocks.ok().filter(|blocks| shape == (*blocks).into());
    let blocks = blocks.ok_or_else(|| Unsupported::Shape(grid.shape_in_words()))?;
    let conflicts =
        rules.conflicts().map_err(|other| Unsupported::Constraint(other.to_string()))?;
    if let Some(house) = rules.houses().iter().find(|house| house.cells.len() < shape.n_values()) {
        return Err(Unsupported::House { house: house.name, n_cells: house.cells.len() });
    }
    let mut triples = Vec::new();
    for (index, cell) in shape.cells().enumerate() {
        let square = Subject::Square(index + 1);
        triples.push((square, "hasIndexI", Object::Number(cell.row + 1)));
        triples.push((square, "hasIndexJ", Object::Number(cell.col + 1)));
        let value = grid.get(cell).map(|value| Object::Number(usize::from(value) + 1));
        triples.extend(value.map(|value| (square, "hasValue", value)));
        let names = rules.houses_of(cell).map(|house| rules.houses()[house].name);
        let further = names.filter(|name| {
            !matches!(name.kind, HouseKind::Row | HouseKind::Col | HouseKind::Block)
        });
        triples.extend(further.map(|name| (square, "hasHouse", Object::House(name))));
        let impossible = shape.values().filter(|value| conflicts.contains(&[(cell, *value); 2]));
        let number = |value| Object::Number(usize::from(value) + 1);
        triples.extend(impossible.map(|value| (square, "isForbidden", number(value))));
    }
    triples.extend(forbids(shape, &conflicts));
    let digits = 1..=shape.n_values();
    triples.extend(digits.map(|digit| (Subject::Named("digits"), "digit", Object::Number(digit))));
    if Geometry::of_side(blocks.side()) != Ok(blocks) {
        let block = Subject::Named("block");
        triples.push((block, "hasHeight", Object::Number(blocks.block_height())));
        triples.push((block, "hasWidth", Object::Number(blocks.block_width())));
    }
    Ok(triples)
}

/// The values in cells that forbid one another.
fn forbids(shape: GridShape, conflicts: &BTreeSet<[Candidate; 2]>) -> Vec<Triple> {
    let mut of: BTreeMap<Candidate, BTreeSet<Candidate>> = BTreeMap::new();
    for [a, b] in conflicts.iter().filter(|[a, b]| a != b) {
        of.entry(*a).or_default().insert(*b);
        of.entry(*b).or_default().insert(*a);
    }
    let square = |cell| shape.index(cell) + 1;
    let number = |value| usize::from(value) + 1;
    let mut triples = Vec::new();
    for ((cell, value), others) in of {
        let placement = Subject::Placement(square(cell), number(value));
        triples.push((placement, "atCell", Object::Resource(Subject::Square(square(cell)))));
        triples.push((placement, "placesValue", Object::Number(number(value))));
        triples.extend(others.into_iter().map(|(cell, value)| {
            let other = Subject::Placement(square(cell), number(value));
            (placement, "forbids", Object::Resource(other))
        }));
    }
    triples
}
