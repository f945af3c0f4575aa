//! Neighbours along a whisper line differ by at least a given number: 5 for the German whisper, 4 for the Dutch one.
//!
//! Traps: a line without a number has ⌈n/2⌉ for n values, which is 5 for the digits 1 to 9.
//!
//! # References
//! - f-puzzles `whispers`; Interactive Sudoku Solver `Whisper`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A whisper line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whisper {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
    /// The least difference.
    #[serde(deserialize_with = "super::json::bounded")]
    pub difference: i64,
}

impl Kind for Whisper {
    const WORD: &'static str = "whisper";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        values.windows(2).all(|pair| (pair[0] - pair[1]).abs() >= self.difference)
    }

    fn describe(&self) -> String {
        format!("whisper {}", self.difference)
    }
}
