//! No two digits of a nabner line are consecutive or equal.
//!
//! Traps: unlike a nonconsecutive rule, this is about all pairs of the line's cells.
//!
//! # References
//! - f-puzzles `nabner` (an extension).

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A nabner line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nabner {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

impl Kind for Nabner {
    const WORD: &'static str = "nabner";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let mut values = numbers.of(&self.cells);
        values.sort_unstable();
        values.windows(2).all(|pair| pair[1] - pair[0] >= 2)
    }
}
