//! Why an answer is not a grid: a cell with two values, or without one.

use crate::{Cell, Value};
use thiserror::Error;

/// What is wrong with a cell of an answer; displayed with values counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellFault {
    /// It has two values.
    #[error("{cell} has two values, {} and {}", .values[0] + 1, .values[1] + 1)]
    TwoValues {
        /// The cell.
        cell: Cell,
        /// The first two.
        values: [Value; 2],
    },
    /// It has no value.
    #[error("{0} has no value")]
    NoValue(Cell),
}

impl CellFault {
    /// The cell.
    #[must_use]
    pub fn cell(&self) -> Cell {
        let (Self::TwoValues { cell, .. } | Self::NoValue(cell)) = self;
        *cell
    }

    /// The message with each value as its symbol.
    #[must_use]
    pub fn describe(&self, symbol: impl Fn(Value) -> String) -> String {
        match self {
            Self::TwoValues { cell, values: [first, second] } => {
                format!("{cell} has two values, {} and {}", symbol(*first), symbol(*second))
            }
            Self::NoValue(_) => self.to_string(),
        }
    }
}
