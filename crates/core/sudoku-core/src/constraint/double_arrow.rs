//! The digits between the two circles of a line add up to the sum of those in the circles.
//!
//! # References
//! - f-puzzles `doublearrow` (an extension); Interactive Sudoku Solver `DoubleArrow`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// A double arrow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoubleArrow {
    /// The cells, the circles first and last.
    pub cells: Vec<Cell>,
}

impl Kind for DoubleArrow {
    const WORD: &'static str = "double arrow";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return false };
        inner.iter().sum::<i64>() == first + last
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        (self.cells.len() < 2).then(|| "a double arrow has two circles".to_owned())
    }
}
