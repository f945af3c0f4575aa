//! Two digits have a given difference; the white Kropki dot says 1.
//!
//! Traps: a dot without a number has difference 1. Dots say nothing about pairs without a dot; that is a
//! [`Nonconsecutive`](super::Nonconsecutive) constraint of its own.
//!
//! # References
//! - f-puzzles `difference`; Interactive Sudoku Solver `WhiteDot`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A white dot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The two cells.
    pub cells: [Cell; 2],
    /// Their difference, without a sign.
    #[serde(deserialize_with = "super::json::bounded")]
    pub difference: i64,
}

impl Kind for Difference {
    const WORD: &'static str = "white dot";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        (numbers.at(self.cells[0]) - numbers.at(self.cells[1])).abs() == self.difference
    }

    fn describe(&self) -> String {
        if self.difference == 1 {
            "white dot".to_owned()
        } else {
            format!("difference {}", self.difference)
        }
    }
}
