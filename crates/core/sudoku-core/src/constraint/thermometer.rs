//! Digits strictly increase along a thermometer, from its bulb on.
//!
//! Traps: a thermometer with branches is several lines from one bulb. All digits of one line differ, also in cells that share no house.
//!
//! # References
//! - f-puzzles `thermometer`; Interactive Sudoku Solver `Thermo`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A thermometer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thermometer {
    /// The cells, from the bulb on.
    pub cells: Vec<Cell>,
}

impl Kind for Thermometer {
    const WORD: &'static str = "thermometer";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.of(&self.cells).windows(2).all(|pair| pair[0] < pair[1])
    }
}
