//! Digits are the heights of buildings; the clue is how many are seen along the line.
//!
//! A building is seen if it is higher than all before it.
//!
//! Traps: a building of height 0 is not a building. The clue stands outside the grid and names line and direction; without a number it says nothing.
//!
//! # References
//! - f-puzzles `skyscraper`; Interactive Sudoku Solver `Skyscraper`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A skyscraper clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skyscraper {
    /// The cells, from the clue on.
    pub cells: Vec<Cell>,
    /// How many are seen.
    #[serde(deserialize_with = "super::json::bounded")]
    pub seen: i64,
}

impl Kind for Skyscraper {
    const WORD: &'static str = "skyscraper";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let (mut highest, mut seen) = (0, 0);
        for height in numbers.of(&self.cells) {
            if height > highest {
                highest = height;
                seen += 1;
            }
        }
        seen == self.seen
    }

    fn describe(&self) -> String {
        format!("skyscraper {}", self.seen)
    }
}
