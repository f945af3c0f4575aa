//! The shape of any grid: its rows, its columns and the numbers that its cells may hold.
//!
//! [`Geometry`](crate::Geometry) is the shape of the classic grids, with as many rows as columns as values and with
//! blocks that tile it. Setters also publish grids of 6 by 9 cells, of the digits 0 to 8, or with more
//! digits than a row has cells; these are a [`GridShape`], and their houses are data.
//!
//! A [`Value`] is a rank from 0; the number that a person reads is `first_value + rank`. Sums, differences
//! and all other arithmetic of constraints are about these numbers.
//!
//! Some puzzles have cells *outside the grid*: variables that constraints speak of and that are not
//! drawn. Such a cell is `Cell::outside(k)`; it lies in no row and no column, and its index follows those of the
//! grid.

use crate::{Cell, Value};
use std::fmt;
use thiserror::Error;

/// Why a grid cannot have a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// No rows, no columns or no values.
    #[error("a grid needs at least one row, one column and one value")]
    Empty,
    /// More cell variables than a DIMACS literal can number.
    #[error("{rows} rows, {cols} columns and {n_values} values are too many: cell variables are numbered up to {max} = 2^31 - 1", max = i32::MAX)]
    TooLarge {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
        /// Values.
        n_values: usize,
    },
    /// The first number is beyond ± [`GridShape::MAX_NUMBER`].
    #[error("first value {0} is beyond {max}", max = GridShape::MAX_NUMBER)]
    FirstValue(i64),
}

/// Rows, columns, numbers, and cells outside the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridShape {
    rows: usize,
    cols: usize,
    first_value: i64,
    n_values: usize,
    n_outside: usize,
}

impl GridShape {
    /// The largest magnitude of a first value, and of each number that a constraint may name. Sums of a
    /// grid's numbers then stay far within 64 bits.
    pub const MAX_NUMBER: i64 = 1_000_000;

    /// `rows` by `cols` cells that hold the `n_values` numbers from `first_value` on.
    ///
    /// # Errors
    /// Any [`ShapeError`].
    pub fn new(
        rows: usize,
        cols: usize,
        first_value: i64,
        n_values: usize,
    ) -> Result<Self, ShapeError> {
        Self { rows, cols, first_value, n_values, n_outside: 0 }.checked()
    }

    /// The same grid with `n_outside` cells outside it.
    ///
    /// # Errors
    /// [`ShapeError::TooLarge`].
    pub fn with_outside(self, n_outside: usize) -> Result<Self, ShapeError> {
        Self { n_outside, ..self }.checked()
    }

    /// `side` rows, columns and values, numbered from 1; `side` is at most
    /// [`Geometry::MAX_SIDE`](crate::Geometry::MAX_SIDE).
    pub(crate) fn square(side: usize) -> Self {
        Self { rows: side, cols: side, first_value: 1, n_values: side, n_outside: 0 }
    }

    fn checked(self) -> Result<Self, ShapeError> {
        let Self { rows, cols, first_value, n_values, n_outside } = self;
        if rows == 0 || cols == 0 || n_values == 0 {
            return Err(ShapeError::Empty);
        }
        if first_value.abs() > Self::MAX_NUMBER {
            return Err(ShapeError::FirstValue(first_value));
        }
        let cells = rows.checked_mul(cols).and_then(|cells| cells.checked_add(n_outside));
        let vars = cells.and_then(|cells| cells.checked_mul(n_values));
        match vars {
            Some(vars) if i32::try_from(vars).is_ok() && Value::try_from(n_values).is_ok() => {
                Ok(self)
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

    /// The smallest number that a cell may hold.
    #[must_use]
    pub fn first_value(self) -> i64 {
        self.first_value
    }

    /// The largest number that a cell may hold.
    #[must_use]
    pub fn last_value(self) -> i64 {
        self.first_value + self.n_values as i64 - 1
    }

    /// How many numbers a cell may hold.
    #[must_use]
    pub fn n_values(self) -> usize {
        self.n_values
    }

    /// The cells of the grid, `rows · cols`.
    #[must_use]
    pub fn n_cells(self) -> usize {
        self.rows * self.cols
    }

    /// The cells of the grid and those outside it.
    #[must_use]
    pub fn n_all_cells(self) -> usize {
        self.n_cells() + self.n_outside
    }

    /// The cells outside the grid.
    #[must_use]
    pub fn n_outside(self) -> usize {
        self.n_outside
    }

    /// The number that a value stands for.
    #[must_use]
    pub fn number(self, value: Value) -> i64 {
        self.first_value + i64::from(value)
    }

    /// The value that stands for a number, if a cell may hold it.
    #[must_use]
    pub fn value(self, number: i64) -> Option<Value> {
        let rank = usize::try_from(number.checked_sub(self.first_value)?).ok()?;
        (rank < self.n_values).then_some(rank as Value)
    }

    /// Every number that a cell may hold, ascending.
    pub fn numbers(self) -> impl Iterator<Item = i64> {
        self.first_value..=self.last_value()
    }

    /// The ranks of all values, ascending.
    pub fn values(self) -> impl Iterator<Item = Value> {
        0..self.n_values as Value
    }

    /// The cell of an index: row-major below [`Self::n_cells`], then the cells outside.
    #[must_use]
    pub fn cell(self, index: usize) -> Cell {
        if index < self.n_cells() {
            Cell { row: index / self.cols, col: index % self.cols }
        } else {
            Cell::outside(index - self.n_cells())
        }
    }

    /// The index of a cell: the inverse of [`Self::cell`].
    #[must_use]
    pub fn index(self, cell: Cell) -> usize {
        match cell.outside_index() {
            Some(index) => self.n_cells() + index,
            None => cell.row * self.cols + cell.col,
        }
    }

    /// Whether a cell lies in the grid, or is one of those outside it.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        match cell.outside_index() {
            Some(index) => index < self.n_outside,
            None => cell.row < self.rows && cell.col < self.cols,
        }
    }

    /// All cells, those outside the grid last.
    pub fn all_cells(self) -> impl Iterator<Item = Cell> {
        (0..self.n_all_cells()).map(move |index| self.cell(index))
    }

    /// The cells of the grid, row-major.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.n_cells()).map(move |index| self.cell(index))
    }

    /// The cell that lies `down` rows below and `right` columns to the right, if the grid has it.
    #[must_use]
    pub fn offset(self, cell: Cell, down: isize, right: isize) -> Option<Cell> {
        let row = cell.row.checked_add_signed(down)?;
        let col = cell.col.checked_add_signed(right)?;
        (row < self.rows && col < self.cols).then_some(Cell { row, col })
    }

    /// Every pair of cells that share a side, the upper or left one first.
    pub fn neighbours(self) -> impl Iterator<Item = [Cell; 2]> {
        self.cells().flat_map(move |cell| {
            let next = [self.offset(cell, 0, 1), self.offset(cell, 1, 0)];
            next.into_iter().flatten().map(move |other| [cell, other])
        })
    }
}

impl fmt::Display for GridShape {
    /// `6×9 with the values 0 to 8`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.first_value, self.last_value());
        write!(f, "{}×{} with the values {first} to {last}", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_cell_are_inverse_also_outside() {
        let shape = GridShape::new(6, 9, 0, 9).unwrap().with_outside(3).unwrap();
        for index in 0..57 {
            let cell = shape.cell(index);
            assert_eq!(shape.index(cell), index);
            assert!(shape.contains(cell));
            assert_eq!(Cell::from_short(&cell.short()), Some(cell));
        }
        assert!(!shape.contains(Cell::outside(3)) && !shape.contains(Cell { row: 6, col: 0 }));
        assert_eq!(shape.cell(54).short(), "x1");
        assert_eq!(shape.cell(53).short(), "r6c9");
    }

    #[test]
    fn numbers_are_ranks_from_the_first_value() {
        let shape = GridShape::new(4, 7, 0, 7).unwrap();
        assert_eq!((shape.number(0), shape.last_value()), (0, 6));
        assert_eq!((shape.value(6), shape.value(7), shape.value(-1)), (Some(6), None, None));
        assert_eq!(shape.value(i64::MIN), None);
    }

    #[test]
    fn neighbours_share_a_side() {
        let shape = GridShape::new(2, 3, 1, 3).unwrap();
        assert_eq!(shape.neighbours().count(), 7);
    }

    #[test]
    fn impossible_shapes_are_refused() {
        assert_eq!(GridShape::new(0, 9, 1, 9), Err(ShapeError::Empty));
        assert_eq!(
            GridShape::new(9, 9, i64::MIN + 1, 9),
            Err(ShapeError::FirstValue(i64::MIN + 1))
        );
        for (rows, cols, n_values) in [(usize::MAX, 2, 1), (1291, 1291, 1291), (1, 1, 70_000)] {
            assert!(matches!(
                GridShape::new(rows, cols, 1, n_values),
                Err(ShapeError::TooLarge { .. })
            ));
        }
        let shape = GridShape::new(9, 9, 1, 9).unwrap();
        assert!(shape.with_outside(usize::MAX).is_err());
    }
}
