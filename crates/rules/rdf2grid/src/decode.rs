//! From what a graph says to the grid, one value a cell.
//!
//! Every cell is a resource with one row, one column and at most one value; a resource that says more
//! or less, two resources for a cell, and a cell without any are errors. Whether the grid obeys the rules
//! is another question, which only grids are needed to answer.

use crate::facts::{Facts, Number, Square};
use sudoku_core::{Cell, CellFault, Grid, Value};
use thiserror::Error;

/// Why a graph is not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A resource has not one row, or not one column.
    #[error("{square} has {found} of {predicate}, expected one")]
    Index {
        /// The resource.
        square: String,
        /// `ex:hasIndexI` or `ex:hasIndexJ`.
        predicate: &'static str,
        /// `none`, or how many.
        found: String,
    },
    /// A row or a column is not a number from 1 to the side.
    #[error("{square} has {predicate} {found}, expected a number from 1 to {side}")]
    IndexOutOfRange {
        /// The resource.
        square: String,
        /// `ex:hasIndexI` or `ex:hasIndexJ`.
        predicate: &'static str,
        /// What it is.
        found: String,
        /// The side of the grid.
        side: usize,
    },
    /// A value is not a number from 1 to the side.
    #[error("{cell} has value {found}, expected a number from 1 to {side}")]
    ValueOutOfRange {
        /// The cell.
        cell: Cell,
        /// What it is.
        found: String,
        /// The side of the grid.
        side: usize,
    },
    /// A cell has two values; the first two, ascending.
    #[error(transparent)]
    Cell(CellFault),
    /// Two resources stand for a cell.
    #[error("{cell} is two resources, {first} and {second}")]
    TwoSquares {
        /// The cell.
        cell: Cell,
        /// The resource that was mentioned first.
        first: String,
        /// The other.
        second: String,
    },
    /// No resource stands for a cell.
    #[error("{0} is missing from the graph")]
    MissingCell(Cell),
}

impl DecodeError {
    /// The message with each value as its symbol; the plain one counts values from 1.
    #[must_use]
    pub fn describe(&self, symbol: impl Fn(Value) -> String) -> String {
        match self {
            Self::Cell(fault) => fault.describe(symbol),
            _ => self.to_string(),
        }
    }
}

/// The grid of a graph, of the shape of `blank`, with blanks where it has no value.
///
/// # Errors
/// The first resource that is not a cell, in the order of their first mention; then the first missing cell,
/// row-major.
pub fn decode(facts: &Facts, blank: &Grid) -> Result<Grid, DecodeError> {
    let (shape, side) = (blank.shape(), blank.shape().n_values());
    let mut grid = blank.blank_copy();
    let mut seen: Vec<Option<&str>> = vec![None; shape.n_cells()];
    for (name, square) in &facts.squares {
        let cell = place(name, square, side)?;
        if let Some(first) = seen[shape.index(cell)].replace(name) {
            let (first, second) = (first.to_owned(), name.clone());
            return Err(DecodeError::TwoSquares { cell, first, second });
        }
        let values = square.values.iter().map(|value| in_range(value, side));
        let mut values = values
            .collect::<Result<Vec<_>, _>>()
            .map_err(|found| DecodeError::ValueOutOfRange { cell, found, side })?;
        values.sort_unstable();
        match values[..] {
            [] => {}
            [value] => grid.set(cell, Some(value as Value)),
            [first, second, ..] => {
                let values = [first as Value, second as Value];
                return Err(DecodeError::Cell(CellFault::TwoValues { cell, values }));
            }
        }
    }
    match seen.iter().position(Option::is_none) {
        Some(index) => Err(DecodeError::MissingCell(shape.cell(index))),
        None => Ok(grid),
    }
}

fn place(name: &str, square: &Square, side: usize) -> Result<Cell, DecodeError> {
    let row = index(name, "ex:hasIndexI", &square.rows, side)?;
    let col = index(name, "ex:hasIndexJ", &square.cols, side)?;
    Ok(Cell { row, col })
}

/// The only index of a list, from 0.
fn index(
    square: &str,
    predicate: &'static str,
    numbers: &[Number],
    side: usize,
) -> Result<usize, DecodeError> {
    let square = square.to_owned();
    let [number] = numbers else {
        let found = if numbers.is_empty() { "none".to_owned() } else { numbers.len().to_string() };
        return Err(DecodeError::Index { square, predicate, found });
    };
    in_range(number, side).map_err(|found| DecodeError::IndexOutOfRange {
        square,
        predicate,
        found,
        side,
    })
}

/// A number from 1 to the side, counted from 0; what stands there if it is not one.
fn in_range(number: &Number, side: usize) -> Result<usize, String> {
    match number {
        Ok(number) if (1..=side).contains(number) => Ok(number - 1),
        Ok(number) => Err(number.to_string()),
        Err(term) => Err(term.clone()),
    }
}
