//! Each of the given digits stands in one of the cells: the circle where four cells meet.
//!
//! Traps: a digit that is given twice needs two cells.
//!
//! # References
//! - f-puzzles `quadruple`; Interactive Sudoku Solver `Quad`, `ContainAtLeast`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A quadruple.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quadruple {
    /// The cells, four or any other number.
    pub cells: Vec<Cell>,
    /// The digits, as often as they are needed.
    #[serde(deserialize_with = "super::json::bounded")]
    pub values: Vec<i64>,
}

impl Kind for Quadruple {
    const WORD: &'static str = "quadruple";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let found = numbers.of(&self.cells);
        let count = |list: &[i64], value: &i64| list.iter().filter(|other| *other == value).count();
        self.values.iter().all(|value| count(&found, value) >= count(&self.values, value))
    }

    fn describe(&self) -> String {
        format!("quadruple {}", super::list(&self.values))
    }
}
