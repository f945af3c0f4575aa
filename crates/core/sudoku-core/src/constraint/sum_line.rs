//! The line can be cut into stretches that each have the given sum: the ten line.
//!
//! Traps: on a loop the cuts may lie anywhere, so that a stretch may run across the cell that was drawn first.
//!
//! # References
//! - Interactive Sudoku Solver `SumLine`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// A sum line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumLine {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
    /// The sum of each stretch.
    #[serde(deserialize_with = "super::json::bounded")]
    pub sum: i64,
    /// Whether the last cell is followed by the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not", rename = "loop")]
    pub is_loop: bool,
}

/// Whether the digits, in this order, can be cut into stretches of `sum`.
fn can_be_cut(values: impl Iterator<Item = i64>, sum: i64) -> bool {
    let mut total = 0;
    for value in values {
        total += value;
        if total > sum {
            return false;
        }
        if total == sum {
            total = 0;
        }
    }
    total == 0
}

impl Kind for SumLine {
    const WORD: &'static str = "sum line";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let starts = if self.is_loop { values.len() } else { 1 };
        (0..starts).any(|start| {
            let (before, after) = values.split_at(start);
            can_be_cut(after.iter().chain(before).copied(), self.sum)
        })
    }

    fn describe(&self) -> String {
        format!("sum line {}", self.sum)
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        if self.cells.is_empty() {
            return Some("a line needs a cell".to_owned());
        }
        (self.sum < 1).then(|| format!("sum {} is not positive", self.sum))
    }
}
