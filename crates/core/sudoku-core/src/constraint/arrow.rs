//! The digits along an arrow's shaft add up to the number in its circle.
//!
//! A circle of several cells, a *pill*, is one number that is read in decimal from its cells in order.
//!
//! Traps: an arrow of several shafts is several arrows. The circle's cell is not part of the shaft. In a pill all
//! cells but the first hold at most 9, as they are decimal digits. A shaft of one cell says that the two are equal. Digits on the shaft may repeat.
//!
//! # References
//! - f-puzzles `arrow`; Interactive Sudoku Solver `Arrow`, `PillArrow`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// An arrow with one shaft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// The cells of the number, the most significant first; one cell, or the several of a pill.
    pub circle: Vec<Cell>,
    /// The cells that are summed.
    pub shaft: Vec<Cell>,
}

impl Kind for Arrow {
    const WORD: &'static str = "arrow";

    fn cells(&self) -> Vec<Cell> {
        [&self.circle[..], &self.shaft].concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let digits = numbers.of(&self.circle);
        let number = digits.iter().fold(0, |number, digit| 10 * number + digit);
        digits[1..].iter().all(|digit| *digit <= 9)
            && numbers.of(&self.shaft).iter().sum::<i64>() == number
    }

    fn describe(&self) -> String {
        if self.circle.len() == 1 { "arrow" } else { "pill arrow" }.to_owned()
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        if self.circle.is_empty() || self.circle.len() > 9 {
            return Some(format!("a circle has 1 to 9 cells, not {}", self.circle.len()));
        }
        self.shaft.is_empty().then(|| "a shaft needs a cell".to_owned())
    }
}
