//! The digits of a between line lie strictly between those in its end circles.
//!
//! Traps: which of the ends is the larger one is not said. A line of two cells says nothing.
//!
//! # References
//! - f-puzzles `betweenline`; Interactive Sudoku Solver `Between`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A between line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The cells, the ends first and last.
    pub cells: Vec<Cell>,
}

impl Kind for Between {
    const WORD: &'static str = "between";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return true };
        let (low, high) = (first.min(last), first.max(last));
        inner.iter().all(|value| low < value && value < high)
    }
}
