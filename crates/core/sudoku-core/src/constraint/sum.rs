//! Digits add up to a total, each multiplied by its coefficient.
//!
//! Traps: digits may repeat; a cell that is named twice counts twice.
//!
//! # References
//! - Interactive Sudoku Solver `Sum`; f-puzzles `sum` (an extension).

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// A free sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// One for each cell; without any, each is 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "super::json::bounded")]
    pub coefficients: Vec<i64>,
    /// What the products add up to.
    #[serde(deserialize_with = "super::json::bounded")]
    pub total: i64,
}

impl Sum {
    /// The coefficient of the cell at `index`.
    #[must_use]
    pub fn coefficient(&self, index: usize) -> i64 {
        self.coefficients.get(index).copied().unwrap_or(1)
    }
}

impl Kind for Sum {
    const WORD: &'static str = "sum";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let products = self.cells.iter().enumerate().map(|(index, cell)| {
            i128::from(self.coefficient(index)) * i128::from(numbers.at(*cell))
        });
        products.sum::<i128>() == i128::from(self.total)
    }

    fn describe(&self) -> String {
        format!("sum of {}", self.total)
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        let counts = (self.cells.len(), self.coefficients.len());
        (counts.1 != 0 && counts.0 != counts.1)
            .then(|| format!("{} cells have {} coefficients", counts.0, counts.1))
    }
}
