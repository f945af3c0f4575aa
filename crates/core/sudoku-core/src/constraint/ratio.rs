//! One of two digits is a given multiple of the other; the black Kropki dot says twice.
//!
//! Traps: a dot without a number has ratio 2. 0 is any multiple of 0.
//!
//! # References
//! - f-puzzles `ratio`; Interactive Sudoku Solver `BlackDot`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A black dot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// The two cells.
    pub cells: [Cell; 2],
    /// How many times the smaller digit the larger one is.
    #[serde(deserialize_with = "super::json::bounded")]
    pub ratio: i64,
}

impl Kind for Ratio {
    const WORD: &'static str = "black dot";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let [a, b] = self.cells.map(|cell| numbers.at(cell));
        a == self.ratio * b || b == self.ratio * a
    }

    fn describe(&self) -> String {
        if self.ratio == 2 { "black dot".to_owned() } else { format!("ratio {}", self.ratio) }
    }
}
