//! Values and blanks in the cells of a grid.

use crate::{Cell, Geometry, GridShape, Value};

/// A grid: a puzzle while it has blanks, perhaps a solution when it has none.
///
/// Any values may stand in it, also ones that clash: see [`Rules`](crate::Rules).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: GridShape,
    blocks: Option<Geometry>,
    cells: Vec<Option<Value>>,
}

impl Grid {
    /// A classic grid of blanks.
    #[must_use]
    pub fn blank(geometry: Geometry) -> Self {
        Self::new(geometry, vec![None; geometry.n_cells()])
    }

    /// A classic grid of these cells, row-major.
    ///
    /// # Panics
    /// If there are not `n²` cells or a value is not below `n`.
    #[must_use]
    pub fn new(geometry: Geometry, cells: Vec<Option<Value>>) -> Self {
        Self::of_shape(geometry.into(), Some(geometry), cells)
    }

    /// A grid of any shape: its cells, row-major, and then those outside it.
    ///
    /// `blocks` are the rectangles between which lines are drawn, where it has such.
    ///
    /// # Panics
    /// If there are more or fewer cells than the shape has, a value is beyond the last one, or the blocks do
    /// not tile the grid.
    #[must_use]
    pub fn of_shape(shape: GridShape, blocks: Option<Geometry>, cells: Vec<Option<Value>>) -> Self {
        assert_eq!(cells.len(), shape.n_all_cells(), "a grid has the cells of its shape");
        let in_range = |value: &Value| usize::from(*value) < shape.n_values();
        assert!(cells.iter().flatten().all(in_range), "a value is one of the shape");
        let is_tiled =
            |blocks: Geometry| blocks.side() == shape.rows() && blocks.side() == shape.cols();
        assert!(blocks.is_none_or(is_tiled), "the blocks tile the grid");
        Self { shape, blocks, cells }
    }

    /// A grid of blanks of the same shape.
    #[must_use]
    pub fn blank_copy(&self) -> Self {
        Self { cells: vec![None; self.cells.len()], ..self.clone() }
    }

    /// The same grid drawn without blocks.
    #[must_use]
    pub fn without_blocks(self) -> Self {
        Self { blocks: None, ..self }
    }

    /// Its rows, columns and values.
    #[must_use]
    pub fn shape(&self) -> GridShape {
        self.shape
    }

    /// The shape of its blocks, if it has rectangular ones.
    #[must_use]
    pub fn blocks(&self) -> Option<Geometry> {
        self.blocks
    }

    /// `9×9 with 3×3 blocks`, or its shape where it has no blocks.
    #[must_use]
    pub fn shape_in_words(&self) -> String {
        self.blocks.map_or_else(|| self.shape.to_string(), |blocks| blocks.to_string())
    }

    /// The cells in row-major order, and then those outside the grid; `None` is a blank.
    #[must_use]
    pub fn cells(&self) -> &[Option<Value>] {
        &self.cells
    }

    /// The value of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Value> {
        self.cells[self.shape.index(cell)]
    }

    /// Writes a value, or a blank, into a cell.
    ///
    /// # Panics
    /// If the value is beyond the last one.
    pub fn set(&mut self, cell: Cell, value: Option<Value>) {
        assert!(
            value.is_none_or(|value| usize::from(value) < self.shape.n_values()),
            "a value is one of the shape"
        );
        let index = self.shape.index(cell);
        self.cells[index] = value;
    }

    /// The filled cells of the grid itself, without those outside it, in order: what makes one solution another.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Value)> {
        self.shape.cells().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// The filled cells in order, with those outside the grid.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Value)> {
        self.cells
            .iter()
            .enumerate()
            .filter_map(|(index, value)| value.map(|value| (self.shape.cell(index), value)))
    }

    /// Whether no cell is blank.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }
}
