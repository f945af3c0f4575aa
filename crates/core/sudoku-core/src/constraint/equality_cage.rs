//! An equality cage has as many odd digits as even ones, and as many low as high; all differ.
//!
//! Low digits are the first half of the values, high ones the last half; with an odd number of values the middle one is neither.
//!
//! # References
//! - Interactive Sudoku Solver `EqualityCage`.

use super::{Kind, Numbers, distinct};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// An equality cage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualityCage {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

impl Kind for EqualityCage {
    const WORD: &'static str = "equality cage";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let shape = numbers.shape();
        let half = (shape.n_values() / 2) as i64;
        let values = numbers.of(&self.cells);
        let is_half = |holds: &dyn Fn(i64) -> bool| {
            2 * values.iter().filter(|value| holds(**value)).count() == values.len()
        };
        distinct(numbers, &self.cells)
            && is_half(&|value| value % 2 == 0)
            && is_half(&|value| value < shape.first_value() + half)
            && is_half(&|value| value > shape.last_value() - half)
    }
}
