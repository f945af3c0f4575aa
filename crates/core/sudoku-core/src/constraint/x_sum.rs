//! The first X digits of a line add up to the clue, where X is the first digit itself.
//!
//! Traps: an X of 0, or beyond the end of the line, breaks the clue. Without a number the clue says nothing.
//!
//! # References
//! - f-puzzles `xsum`; Interactive Sudoku Solver `XSum`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// An X-sum clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct XSum {
    /// The cells, from the clue on.
    pub cells: Vec<Cell>,
    /// What the first X add up to.
    #[serde(deserialize_with = "super::json::bounded")]
    pub sum: i64,
}

impl Kind for XSum {
    const WORD: &'static str = "X-sum";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let count = values.first().and_then(|first| usize::try_from(*first).ok());
        match count.filter(|count| *count >= 1).and_then(|count| values.get(..count)) {
            Some(counted) => counted.iter().sum::<i64>() == self.sum,
            None => false,
        }
    }

    fn describe(&self) -> String {
        format!("X-sum {}", self.sum)
    }
}
