//! What a predicate sees of a grid: a plain integer in each cell, where it is known.

use crate::{Cell, GridShape};
use std::collections::BTreeSet;

/// The numbers of a grid's cells, and of the cells outside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    shape: GridShape,
    numbers: Vec<Option<i64>>,
}

impl Numbers {
    /// The numbers of the cells in the order of [`GridShape::index`]; those that are missing at the
    /// end, as the cells outside may be, are not known.
    ///
    /// # Panics
    /// If there are more numbers than cells.
    #[must_use]
    pub fn new(shape: GridShape, mut numbers: Vec<Option<i64>>) -> Self {
        let n_cells = shape.n_cells() + shape.n_outside();
        assert!(numbers.len() <= n_cells, "there are {n_cells} cells");
        numbers.resize(n_cells, None);
        Self { shape, numbers }
    }

    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> GridShape {
        self.shape
    }

    /// The number of a cell, if it is known.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<i64> {
        self.numbers[self.shape.index(cell)]
    }

    /// The number of a cell that is known.
    ///
    /// # Panics
    /// If it is not.
    #[must_use]
    pub fn at(&self, cell: Cell) -> i64 {
        self.get(cell).expect("a constraint is judged when its cells are known")
    }

    /// The numbers of cells that are known, in order.
    ///
    /// # Panics
    /// If one is not.
    #[must_use]
    pub fn of(&self, cells: &[Cell]) -> Vec<i64> {
        cells.iter().map(|cell| self.at(*cell)).collect()
    }
}

/// Whether the numbers of different cells differ.
pub(super) fn distinct(numbers: &Numbers, cells: &[Cell]) -> bool {
    let cells: BTreeSet<Cell> = cells.iter().copied().collect();
    let values: BTreeSet<i64> = cells.iter().map(|cell| numbers.at(*cell)).collect();
    cells.len() == values.len()
}
