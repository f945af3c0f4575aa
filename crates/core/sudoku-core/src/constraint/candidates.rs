//! A cell holds one of several digits.
//!
//! At the top level of a puzzle this is a given or a pencil-mark given; as a constraint it is found inside [`AnyOf`](super::AnyOf).
//!
//! # References
//! - f-puzzles `givenPencilMarks`; Interactive Sudoku Solver `Given`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A restricted cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    /// The cell.
    pub cell: Cell,
    /// The digits that it may hold.
    #[serde(deserialize_with = "super::json::bounded")]
    pub values: Vec<i64>,
}

impl Kind for Candidates {
    const WORD: &'static str = "given";

    fn cells(&self) -> Vec<Cell> {
        vec![self.cell]
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        self.values.contains(&numbers.at(self.cell))
    }

    fn describe(&self) -> String {
        format!("given {}", super::list(&self.values))
    }
}
