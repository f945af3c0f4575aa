//! The digits along a diagonal add up to the number outside the grid at its end.
//!
//! Traps: digits may repeat. The clue's own place is outside the grid and no part of the diagonal. A clue without a total says nothing and is not read as 0.
//!
//! # References
//! - f-puzzles `littlekillersum`; Interactive Sudoku Solver `LittleKiller`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A little killer clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LittleKiller {
    /// The cells, along the diagonal.
    pub cells: Vec<Cell>,
    /// What they add up to.
    #[serde(deserialize_with = "super::json::bounded")]
    pub total: i64,
}

impl Kind for LittleKiller {
    const WORD: &'static str = "little killer";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.of(&self.cells).iter().sum::<i64>() == self.total
    }

    fn describe(&self) -> String {
        format!("little killer {}", self.total)
    }
}
