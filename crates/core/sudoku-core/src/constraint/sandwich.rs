//! The digits between the smallest and the largest of a line add up to the clue.
//!
//! In a full row the crusts are the least and the largest value: 1 and 9, on a 6×6 grid 1 and 6, with the digits 0 to 8 these two.
//!
//! Traps: 0 is a clue, it says that the crusts touch. An empty clue says nothing. A *lunchbox* is the same on any cells; that its digits differ is
//! said apart, by an [`AllDifferent`](super::AllDifferent).
//!
//! # References
//! - f-puzzles `sandwichsum`; Interactive Sudoku Solver `Sandwich`, `Lunchbox`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A sandwich clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sandwich {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
    /// What the digits between the crusts add up to.
    #[serde(deserialize_with = "super::json::bounded")]
    pub sum: i64,
}

impl Kind for Sandwich {
    const WORD: &'static str = "sandwich";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let place = |crust: Option<&i64>| values.iter().position(|value| Some(value) == crust);
        let (Some(low), Some(high)) = (place(values.iter().min()), place(values.iter().max()))
        else {
            return self.sum == 0;
        };
        let filling = low.min(high) + 1..low.max(high).max(low.min(high) + 1);
        values[filling].iter().sum::<i64>() == self.sum
    }

    fn describe(&self) -> String {
        format!("sandwich {}", self.sum)
    }
}
