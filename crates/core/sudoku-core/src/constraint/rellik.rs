//! No digits of a rellik cage, one or more, add up to its number; all differ.
//!
//! # References
//! - Interactive Sudoku Solver `RellikCage`.

use super::{Kind, Numbers, distinct};
use crate::Cell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A rellik cage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rellik {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// The sum that no digits have.
    #[serde(deserialize_with = "super::json::bounded")]
    pub sum: i64,
}

impl Kind for Rellik {
    const WORD: &'static str = "rellik cage";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let mut sums = BTreeSet::new();
        for value in numbers.of(&self.cells) {
            let larger: Vec<i64> = sums.iter().map(|sum| sum + value).collect();
            sums.extend(larger);
            sums.insert(value);
        }
        distinct(numbers, &self.cells) && !sums.contains(&self.sum)
    }

    fn describe(&self) -> String {
        format!("rellik cage {}", self.sum)
    }
}
