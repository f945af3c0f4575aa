//! The digits of an extra region, or of any other set of cells, differ.
//!
//! A set of as many cells as there are values is a house and holds each value once; at the top level of a puzzle it is best given as one.
//!
//! # References
//! - f-puzzles `extraregion`; Interactive Sudoku Solver `AllDifferent`.

use super::{Kind, Numbers, distinct};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// An extra region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllDifferent {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

impl Kind for AllDifferent {
    const WORD: &'static str = "extra region";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        distinct(numbers, &self.cells)
    }
}
