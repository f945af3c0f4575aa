//! The digits of a lockout line lie outside the range of those in its end diamonds, which differ by at least a given number.
//!
//! Traps: inner digits may not equal an end either. Without a number the ends differ by at least 4.
//!
//! # References
//! - f-puzzles `lockout` (an extension); Interactive Sudoku Solver `Lockout`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// A lockout line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lockout {
    /// The cells, the ends first and last.
    pub cells: Vec<Cell>,
    /// The least difference of the ends.
    #[serde(deserialize_with = "super::json::bounded")]
    pub difference: i64,
}

impl Kind for Lockout {
    const WORD: &'static str = "lockout";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return self.difference <= 0 };
        let (low, high) = (first.min(last), first.max(last));
        high - low >= self.difference && inner.iter().all(|value| value < low || high < value)
    }

    fn describe(&self) -> String {
        format!("lockout {}", self.difference)
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        (self.cells.len() < 2).then(|| "a lockout line has two ends".to_owned())
    }
}
