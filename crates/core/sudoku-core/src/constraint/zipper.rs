//! Cells at the same distance from the middle of a zipper line have the same sum.
//!
//! Traps: the middle of a line of odd length holds that sum itself.
//!
//! # References
//! - f-puzzles `zipperline` (an extension); Interactive Sudoku Solver `Zipper`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A zipper line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zipper {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
}

impl Kind for Zipper {
    const WORD: &'static str = "zipper";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let half = values.len() / 2;
        let mut sums: Vec<i64> =
            (0..half).map(|k| values[k] + values[values.len() - 1 - k]).collect();
        if values.len() % 2 == 1 {
            sums.push(values[half]);
        }
        sums.windows(2).all(|pair| pair[0] == pair[1])
    }
}
