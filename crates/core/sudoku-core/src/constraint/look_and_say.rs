//! Digits stand in the cells exactly as often as said: the clue 23 is "two 3s".
//!
//! Traps: digits that the clue does not name may stand there as often as they like. A count of 0 forbids the digit.
//!
//! # References
//! - Interactive Sudoku Solver `LookAndSay`, `ContainExact`; f-puzzles `lookandsaycage` (an extension).

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A look-and-say cage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookAndSay {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// Count and digit, in pairs.
    #[serde(deserialize_with = "super::json::bounded")]
    pub counts: Vec<[i64; 2]>,
}

impl Kind for LookAndSay {
    const WORD: &'static str = "look-and-say";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let found = numbers.of(&self.cells);
        self.counts.iter().all(|[count, value]| {
            found.iter().filter(|other| *other == value).count() as i64 == *count
        })
    }

    fn describe(&self) -> String {
        {
            let said: Vec<String> =
                self.counts.iter().map(|[count, value]| format!("{count}×{value}")).collect();
            format!("look-and-say {}", said.join(" "))
        }
    }
}
