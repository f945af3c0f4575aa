//! A digit in a circle is how many circles hold that digit.
//!
//! Traps: each set of circles is counted apart.
//!
//! # References
//! - Interactive Sudoku Solver `CountingCircles`; f-puzzles `countingcircles` (an extension).

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A set of counting circles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountingCircles {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

impl Kind for CountingCircles {
    const WORD: &'static str = "counting circles";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let count = |value: &i64| values.iter().filter(|other| *other == value).count() as i64;
        values.iter().all(|value| count(value) == *value)
    }
}
