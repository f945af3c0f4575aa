//! Two areas of the same form hold the same digits, cell by cell.
//!
//! # References
//! - f-puzzles `clone`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// Two areas of the same digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloneRegion {
    /// The cells, of the one area.
    pub cells: Vec<Cell>,
    /// The cells of the other one, in the same order.
    pub copy: Vec<Cell>,
}

impl Kind for CloneRegion {
    const WORD: &'static str = "clone";

    fn cells(&self) -> Vec<Cell> {
        [&self.cells[..], &self.copy].concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.of(&self.cells) == numbers.of(&self.copy)
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        let counts = (self.cells.len(), self.copy.len());
        (counts.0 != counts.1)
            .then(|| format!("{} cells cannot be copied to {}", counts.0, counts.1))
    }
}
