//! Any three neighbours along an entropic line hold a low, a middle and a high digit: of 1 2 3, 4 5 6 and 7 8 9.
//!
//! Traps: the line says so of any two neighbours at its ends too. Groups are of three digits each, from the first value on, whatever the number of values.
//!
//! # References
//! - f-puzzles `entropicline` (an extension); Interactive Sudoku Solver `Entropic`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// An entropic line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entropic {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
}

impl Kind for Entropic {
    const WORD: &'static str = "entropic";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let first = numbers.shape().first_value();
        let groups: Vec<i64> =
            numbers.of(&self.cells).iter().map(|value| (value - first).div_euclid(3)).collect();
        super::modular::neighbours_differ(&groups, 3)
    }
}
