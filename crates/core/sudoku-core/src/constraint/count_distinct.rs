//! The first cell's digit is how many different digits stand in the others.
//!
//! # References
//! - Interactive Sudoku Solver `CountDistinct`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A count of different digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountDistinct {
    /// The cells, the counting one first.
    pub cells: Vec<Cell>,
}

impl Kind for CountDistinct {
    const WORD: &'static str = "count distinct";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let different: BTreeSet<i64> = values[1..].iter().copied().collect();
        different.len() as i64 == values[0]
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        self.cells.is_empty().then(|| "a counting cell is needed".to_owned())
    }
}
