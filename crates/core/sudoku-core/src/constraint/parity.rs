//! The digits of the marked cells are odd, or even.
//!
//! Traps: 0 is even.
//!
//! # References
//! - f-puzzles `odd`, `even`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// Cells of odd digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odd {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

/// Cells of even digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Even {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

impl Kind for Odd {
    const WORD: &'static str = "odd";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.of(&self.cells).iter().all(|value| value % 2 != 0)
    }
}

impl Kind for Even {
    const WORD: &'static str = "even";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.of(&self.cells).iter().all(|value| value % 2 == 0)
    }
}
