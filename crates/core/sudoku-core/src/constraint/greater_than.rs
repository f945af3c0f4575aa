//! The first of two digits is greater than the second: an inequality sign between two cells.
//!
//! # References
//! - Interactive Sudoku Solver `GreaterThan`; in f-puzzles as an extension.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// An inequality.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GreaterThan {
    /// The greater one, the smaller one.
    pub cells: [Cell; 2],
}

impl Kind for GreaterThan {
    const WORD: &'static str = "greater than";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.at(self.cells[0]) > numbers.at(self.cells[1])
    }
}
