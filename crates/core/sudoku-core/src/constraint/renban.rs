//! The digits of a renban line are consecutive and differ, in any order.
//!
//! Traps: as they are as many as their span, the largest minus the smallest is one less than their count. All differ, also in cells that share no house.
//!
//! # References
//! - f-puzzles `renban`; Interactive Sudoku Solver `Renban`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A renban line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renban {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

impl Kind for Renban {
    const WORD: &'static str = "renban";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let mut values = numbers.of(&self.cells);
        values.sort_unstable();
        values.windows(2).all(|pair| pair[1] == pair[0] + 1)
    }
}
