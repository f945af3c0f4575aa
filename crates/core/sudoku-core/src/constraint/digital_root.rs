//! The digits of a cage differ, and the digital root of their sum is given.
//!
//! The digital root is what is left by adding the decimal digits again and again: 1 to 9.
//!
//! # References
//! - f-puzzles `cage` with a text `DR5` (an extension).

use super::{Kind, Numbers, distinct};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A cage with a digital root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigitalRoot {
    /// The cells, in any order.
    pub cells: Vec<Cell>,
    /// The root, 1 to 9.
    #[serde(deserialize_with = "super::json::bounded")]
    pub root: i64,
}

impl Kind for DigitalRoot {
    const WORD: &'static str = "digital root";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let sum: i64 = numbers.of(&self.cells).iter().sum();
        distinct(numbers, &self.cells) && (sum - 1).rem_euclid(9) + 1 == self.root
    }

    fn describe(&self) -> String {
        format!("digital root {}", self.root)
    }
}
