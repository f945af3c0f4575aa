//! A palindrome line reads the same from both ends.
//!
//! # References
//! - f-puzzles `palindrome`; Interactive Sudoku Solver `Palindrome`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A palindrome line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palindrome {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
}

impl Kind for Palindrome {
    const WORD: &'static str = "palindrome";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        values.iter().eq(values.iter().rev())
    }
}
