//! The second digit of a line says how many cells further the first digit stands again.
//!
//! Traps: a distance beyond the end of the line breaks the rule.
//!
//! # References
//! - Interactive Sudoku Solver `ValueIndexing`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A value indexing arrow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueIndexing {
    /// The cells, the digit first, its distance second.
    pub cells: Vec<Cell>,
}

impl Kind for ValueIndexing {
    const WORD: &'static str = "value indexing";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let [digit, distance, rest @ ..] = &values[..] else { return false };
        usize::try_from(distance - 1).is_ok_and(|index| rest.get(index) == Some(digit))
    }
}
