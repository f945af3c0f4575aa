//! The clue stands in the N-th cell of its line, where N is the line's first digit.
//!
//! Traps: an N of 0, or beyond the end of the line, breaks the clue.
//!
//! # References
//! - Interactive Sudoku Solver `NumberedRoom`; f-puzzles `numberedrooms` (an extension).

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A numbered room clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberedRoom {
    /// The cells, from the clue on.
    pub cells: Vec<Cell>,
    /// The digit in the N-th cell.
    #[serde(deserialize_with = "super::json::bounded")]
    pub value: i64,
}

impl Kind for NumberedRoom {
    const WORD: &'static str = "numbered room";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let place = values.first().and_then(|first| usize::try_from(first - 1).ok());
        place.and_then(|place| values.get(place)) == Some(&self.value)
    }

    fn describe(&self) -> String {
        format!("numbered room {}", self.value)
    }
}
