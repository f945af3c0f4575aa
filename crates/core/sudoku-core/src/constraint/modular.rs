//! Any m neighbours along a modular line differ modulo m; for 3, one is of 1 4 7, one of 2 5 8, one of 3 6 9.
//!
//! Traps: the line says so of fewer than m neighbours at its ends too.
//!
//! # References
//! - f-puzzles `modularline` (an extension); Interactive Sudoku Solver `Modular`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// A modular line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modular {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
    /// m.
    #[serde(deserialize_with = "super::json::bounded")]
    pub modulus: i64,
}

/// Whether any two of the groups that are less than `length` apart differ.
pub(super) fn neighbours_differ(groups: &[i64], length: usize) -> bool {
    (0..groups.len()).all(|k| {
        let next = groups.iter().skip(k + 1).take(length - 1);
        next.into_iter().all(|group| *group != groups[k])
    })
}

impl Kind for Modular {
    const WORD: &'static str = "modular";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let groups: Vec<i64> =
            numbers.of(&self.cells).iter().map(|value| value.rem_euclid(self.modulus)).collect();
        neighbours_differ(&groups, self.modulus as usize)
    }

    fn describe(&self) -> String {
        format!("modular {}", self.modulus)
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        (self.modulus < 1).then(|| format!("modulus {} is not positive", self.modulus))
    }
}
