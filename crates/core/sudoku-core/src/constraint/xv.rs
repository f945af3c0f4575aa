//! Two digits add up to 10 (X), 5 (V) or another number.
//!
//! Traps: a mark without a letter has no agreed meaning and is refused by the readers. Marks say nothing about pairs without a mark; that is a
//! [`NegativeSum`](super::NegativeSum) constraint of its own.
//!
//! # References
//! - f-puzzles `xv`; Interactive Sudoku Solver `X`, `V`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// An X or a V.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Xv {
    /// The two cells.
    pub cells: [Cell; 2],
    /// 10 for X, 5 for V.
    #[serde(deserialize_with = "super::json::bounded")]
    pub sum: i64,
}

impl Kind for Xv {
    const WORD: &'static str = "XV";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.at(self.cells[0]) + numbers.at(self.cells[1]) == self.sum
    }

    fn describe(&self) -> String {
        match self.sum {
            10 => "X".to_owned(),
            5 => "V".to_owned(),
            sum => format!("pair sum {sum}"),
        }
    }
}
