//! Values and blanks in the cells of a geometry.

use crate::{Cell, Geometry};

/// A value, `0 ≤ value < n`; the symbol that is printed for it is up to an [`Alphabet`](crate::Alphabet).
pub type Value = u16;

/// A grid: a puzzle while it has blanks, perhaps a solution when it has none.
///
/// Any values may stand in it, also ones that clash: see [`Rules`](crate::Rules).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    geometry: Geometry,
    cells: Vec<Option<Value>>,
}

impl Grid {
    /// A grid of blanks.
    #[must_use]
    pub fn blank(geometry: Geometry) -> Self {
        Self { geometry, cells: vec![None; geometry.n_cells()] }
    }

    /// A grid of these cells, row-major.
    ///
    /// # Panics
    /// If there are not `n²` cells or a value is not below `n`.
    #[must_use]
    pub fn new(geometry: Geometry, cells: Vec<Option<Value>>) -> Self {
        assert_eq!(cells.len(), geometry.n_cells(), "a grid has n² cells");
        let in_range = |value: &Value| usize::from(*value) < geometry.side();
        assert!(cells.iter().flatten().all(in_range), "a value is below the side");
        Self { geometry, cells }
    }

    /// Its shape.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The cells in row-major order; `None` is a blank.
    #[must_use]
    pub fn cells(&self) -> &[Option<Value>] {
        &self.cells
    }

    /// The value of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Value> {
        self.cells[self.geometry.index(cell)]
    }

    /// Writes a value, or a blank, into a cell.
    ///
    /// # Panics
    /// If the value is not below the side.
    pub fn set(&mut self, cell: Cell, value: Option<Value>) {
        assert!(
            value.is_none_or(|value| usize::from(value) < self.geometry.side()),
            "a value is below the side"
        );
        let index = self.geometry.index(cell);
        self.cells[index] = value;
    }

    /// The filled cells in row-major order.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Value)> {
        self.cells
            .iter()
            .enumerate()
            .filter_map(|(index, value)| value.map(|value| (self.geometry.cell(index), value)))
    }

    /// Whether no cell is blank.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }
}
