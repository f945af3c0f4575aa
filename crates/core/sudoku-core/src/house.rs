//! Houses: cells of which no two hold the same value.
//!
//! A house with as many cells as the grid has values holds each of them once. Rows, columns and blocks
//! are houses of every grid; variants add more.

use crate::{Cell, GridShape};
use std::fmt;

/// What kind of house it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Col,
    /// A block: a rectangle of the grid's block height and width.
    Block,
    /// An irregular block, as in a jigsaw.
    Region,
    /// A diagonal from corner to corner, as in an X-Sudoku.
    Diagonal,
    /// One of the inner blocks of a windoku.
    Window,
    /// A disjoint group: the cells at one place of every block.
    Group,
    /// Cells that a setter marks besides the regions.
    ExtraRegion,
}

impl HouseKind {
    /// All kinds, in the order in which houses are listed and their clauses written.
    pub const ALL: [Self; 8] = [
        Self::Row,
        Self::Col,
        Self::Block,
        Self::Region,
        Self::Diagonal,
        Self::Window,
        Self::Group,
        Self::ExtraRegion,
    ];

    /// Its word in messages: `column`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Col => "column",
            Self::Block => "block",
            Self::Region => "region",
            Self::Diagonal => "diagonal",
            Self::Window => "window",
            Self::Group => "group",
            Self::ExtraRegion => "extra region",
        }
    }
}

/// The name of a house: its kind, and which one of it. Displayed as `block 1`, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseName {
    /// What it is.
    pub kind: HouseKind,
    /// Which one, from 0.
    pub index: usize,
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.word(), self.index + 1)
    }
}

/// Cells of which no two hold the same value, and how messages call them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct House {
    /// Its name.
    pub name: HouseName,
    /// Its cells, each once, at most as many as there are values; in a block row-major.
    pub cells: Vec<Cell>,
}

impl House {
    /// The house of this name and these cells.
    #[must_use]
    pub fn new(kind: HouseKind, index: usize, cells: Vec<Cell>) -> Self {
        Self { name: HouseName { kind, index }, cells }
    }

    /// The rows and then the columns of a grid.
    pub fn lines(shape: GridShape) -> impl Iterator<Item = Self> {
        let (rows, cols) = (shape.rows(), shape.cols());
        let row = move |row| (0..cols).map(|col| Cell { row, col }).collect();
        let col = move |col| (0..rows).map(|row| Cell { row, col }).collect();
        (0..rows)
            .map(move |index| Self::new(HouseKind::Row, index, row(index)))
            .chain((0..cols).map(move |index| Self::new(HouseKind::Col, index, col(index))))
    }
}

/// The inner windows of a grid with blocks of this height and width: rectangles as large as a block that
/// begin a cell from the edge, with one row and column between them.
pub(crate) fn windows(shape: GridShape, [height, width]: [usize; 2]) -> Vec<Vec<Cell>> {
    let starts = |size: usize, step: usize| {
        (1..size).step_by(step + 1).filter(move |start| start + step < size)
    };
    let rows = starts(shape.rows(), height);
    let corners =
        rows.flat_map(|row| starts(shape.cols(), width).map(move |col| Cell { row, col }));
    corners.map(|corner| rectangle(corner, height, width)).collect()
}

/// The cells of a rectangle, row-major.
pub(crate) fn rectangle(corner: Cell, height: usize, width: usize) -> Vec<Cell> {
    let cell = |k| Cell { row: corner.row + k / width, col: corner.col + k % width };
    (0..height * width).map(cell).collect()
}
