//! Digits never decrease along a slow thermometer, from its bulb on.
//!
//! Traps: digits may repeat where no house forbids it.
//!
//! # References
//! - f-puzzles `slowthermometer` (an extension).

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A slow thermometer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowThermometer {
    /// The cells, from the bulb on.
    pub cells: Vec<Cell>,
}

impl Kind for SlowThermometer {
    const WORD: &'static str = "slow thermometer";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        numbers.of(&self.cells).windows(2).all(|pair| pair[0] <= pair[1])
    }
}
