//! The digits of a cage differ, and add up to its total where it has one.
//!
//! Traps: a cage without a total still says that its digits differ. A cell that is named twice counts twice
//! in the sum, and once for the difference. (f-puzzles has a list `cage` besides `killercage`; that one is decoration.)
//!
//! # References
//! - Killer sudoku; in f-puzzles `killercage`, in the Interactive Sudoku Solver `Cage`.

use super::{Kind, Numbers, distinct};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A killer cage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cage {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// What they add up to, if that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "super::json::bounded")]
    pub total: Option<i64>,
}

impl Kind for Cage {
    const WORD: &'static str = "cage";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        distinct(numbers, &self.cells)
            && self.total.is_none_or(|total| values.iter().sum::<i64>() == total)
    }

    fn describe(&self) -> String {
        self.total.map_or("cage".to_owned(), |total| format!("cage of {total}"))
    }
}
