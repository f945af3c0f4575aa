//! The shape of any grid: its rows, its columns and its values.
//!
//! Cells are numbered row-major. A value is a *rank* from 0; the number that a person sees for it, and
//! with which sums and comparisons are computed, is `first_value + rank`:
//!
//! ```text
//! number = first_value + rank        0 ≤ rank < n_values
//! ```
//!
//! A classic grid of side `n` has `n` rows, `n` columns and the values `1..=n`; a grid of 6 rows and 9
//! columns, one of the values 0 to 8, and one with more values than cells in a row are grids too.

use crate::{Cell, Geometry, Value};
use std::fmt;
use thiserror::Error;

/// Rows, columns and values of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridShape {
    rows: usize,
    cols: usize,
    first_value: i64,
    n_values: usize,
}

/// Why a shape cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// There is no cell or no value.
    #[error("a grid needs at least one row, one column and one value")]
    Empty,
    /// The cell variables would not fit a DIMACS literal.
    #[error(
        "{rows} rows, {cols} columns and {n_values} values are too many: a grid has at most {max} = 2^31 - 1 cell variables",
        max = i32::MAX
    )]
    TooLarge {
        /// The rows.
        rows: usize,
        /// The columns.
        cols: usize,
        /// The values.
        n_values: usize,
    },
    /// The numbers of the values are too far from 0 for sums of them.
    #[error("the first value is {0}, expected one from -1000000 to 1000000")]
    FirstValue(i64),
}

impl GridShape {
    /// Numbers stay below this, so that no sum over a grid overflows.
    const MAX_FIRST_VALUE: u64 = 1_000_000;

    /// The shape with these rows, columns and values `first_value..first_value + n_values`.
    ///
    /// # Errors
    /// [`ShapeError`]: nothing in it, more than `2³¹ − 1` cell variables, or numbers beyond a million.
    pub fn new(
        rows: usize,
        cols: usize,
        first_value: i64,
        n_values: usize,
    ) -> Result<Self, ShapeError> {
        let n_vars = [rows, cols, n_values].iter().try_fold(1_usize, |n, k| n.checked_mul(*k));
        match n_vars {
            Some(0) => Err(ShapeError::Empty),
            Some(n_vars) if i32::try_from(n_vars).is_ok() && n_values <= Value::MAX.into() => {
                if first_value.unsigned_abs() > Self::MAX_FIRST_VALUE {
                    return Err(ShapeError::FirstValue(first_value));
                }
                Ok(Self { rows, cols, first_value, n_values })
            }
            _ => Err(ShapeError::TooLarge { rows, cols, n_values }),
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(self) -> usize {
        self.cols
    }

    /// The number of the value of rank 0.
    #[must_use]
    pub fn first_value(self) -> i64 {
        self.first_value
    }

    /// How many values there are.
    #[must_use]
    pub fn n_values(self) -> usize {
        self.n_values
    }

    /// The number of cells.
    #[must_use]
    pub fn n_cells(self) -> usize {
        self.rows * self.cols
    }

    /// The ranks of all values, ascending.
    pub fn values(self) -> impl DoubleEndedIterator<Item = Value> + Clone {
        0..self.n_values as Value
    }

    /// All cells, row-major.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.n_cells()).map(move |index| self.cell(index))
    }

    /// The number that a person sees for a value.
    #[must_use]
    pub fn number(self, value: Value) -> i64 {
        self.first_value + i64::from(value)
    }

    /// The value of a number; `None` where the grid does not have it.
    #[must_use]
    pub fn value(self, number: i64) -> Option<Value> {
        let rank = usize::try_from(number.checked_sub(self.first_value)?).ok()?;
        (rank < self.n_values).then_some(rank as Value)
    }

    /// The cell at a row-major index.
    #[must_use]
    pub fn cell(self, index: usize) -> Cell {
        Cell { row: index / self.cols, col: index % self.cols }
    }

    /// The row-major index of a cell.
    #[must_use]
    pub fn index(self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }

    /// Whether a cell is in the grid.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }
}

impl From<Geometry> for GridShape {
    /// The classic shape: `n` rows, `n` columns, the values 1 to `n`.
    fn from(geometry: Geometry) -> Self {
        let side = geometry.side();
        Self { rows: side, cols: side, first_value: 1, n_values: side }
    }
}

impl fmt::Display for GridShape {
    /// `9×9`, or `6×9 with values 0 to 8` where they are not 1 to the side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)?;
        if self.rows == self.cols && self.first_value == 1 && self.n_values == self.rows {
            return Ok(());
        }
        let last = self.first_value + self.n_values as i64 - 1;
        write!(f, " with values {} to {last}", self.first_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_numbers_have_inverses() {
        let shape = GridShape::new(6, 9, 0, 10).unwrap();
        assert_eq!(shape.n_cells(), 54);
        assert_eq!(shape.cells().count(), 54);
        assert!(shape.cells().all(|cell| shape.cell(shape.index(cell)) == cell));
        assert!(shape.cells().all(|cell| shape.contains(cell)));
        assert!(
            !shape.contains(Cell { row: 6, col: 0 }) && !shape.contains(Cell { row: 0, col: 9 })
        );
        assert!(shape.values().all(|value| shape.value(shape.number(value)) == Some(value)));
        assert_eq!((shape.value(-1), shape.value(10), shape.value(i64::MIN)), (None, None, None));
    }

    #[test]
    fn shapes_that_cannot_be_had() {
        assert_eq!(GridShape::new(0, 9, 1, 9), Err(ShapeError::Empty));
        assert_eq!(GridShape::new(9, 9, 1, 0), Err(ShapeError::Empty));
        assert!(GridShape::new(usize::MAX, usize::MAX, 1, 2).is_err());
        assert!(GridShape::new(1, 1, 1, 65_536).is_err());
        assert!(GridShape::new(9, 9, i64::MIN, 9).is_err());
        assert!(GridShape::new(1290, 1290, 1, 1290).is_ok());
        assert!(GridShape::new(1291, 1291, 1, 1291).is_err());
    }

    #[test]
    fn a_classic_shape_is_named_by_its_side() {
        assert_eq!(GridShape::from(Geometry::of_side(9).unwrap()).to_string(), "9×9");
        let shape = GridShape::new(6, 9, 0, 9).unwrap();
        assert_eq!(shape.to_string(), "6×9 with values 0 to 8");
    }
}
