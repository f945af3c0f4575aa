//! A cell says where its column's (or row's) number stands in its row (or column).
//!
//! Column indexing: if the cell in row r and column c holds v, then the cell in row r and column v holds c. Row indexing is the same with rows and columns exchanged. All numbers count from 1.
//!
//! Traps: a digit that names no column, or no row, breaks the rule.
//!
//! # References
//! - Interactive Sudoku Solver `Indexing`; f-puzzles `rowindexer`, `columnindexer` (extensions).

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// What a cell's digit names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// A row.
    Row,
    /// A column.
    Column,
}

/// An indexing cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indexing {
    /// The cell.
    pub cell: Cell,
    /// What its digit names.
    pub names: Line,
}

impl Indexing {
    /// The cell that `number` names, and the number that it must hold.
    #[must_use]
    pub fn named(&self, shape: GridShape, number: i64) -> Option<(Cell, i64)> {
        let index = usize::try_from(number - 1).ok()?;
        let Cell { row, col } = self.cell;
        let (cell, holds) = match self.names {
            Line::Column => (Cell { row, col: index }, col),
            Line::Row => (Cell { row: index, col }, row),
        };
        shape.contains(cell).then_some((cell, holds as i64 + 1))
    }
}

impl Kind for Indexing {
    const WORD: &'static str = "indexing";

    fn cells(&self) -> Vec<Cell> {
        vec![self.cell]
    }

    fn is_known(&self, numbers: &Numbers) -> bool {
        let named = |number| self.named(numbers.shape(), number);
        numbers
            .get(self.cell)
            .is_some_and(|number| named(number).is_none_or(|(cell, _)| numbers.get(cell).is_some()))
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let named = self.named(numbers.shape(), numbers.at(self.cell));
        named.is_some_and(|(cell, holds)| numbers.at(cell) == holds)
    }

    fn describe(&self) -> String {
        match self.names {
            Line::Row => "row indexing",
            Line::Column => "column indexing",
        }
        .to_owned()
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        self.cell
            .outside_index()
            .map(|_| "a cell outside the grid has no row and no column".to_owned())
    }
}
