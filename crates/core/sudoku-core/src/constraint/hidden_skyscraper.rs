//! Digits are the heights of buildings; the clue is the height of the first one that is hidden.
//!
//! A building is hidden if one before it is as high or higher.
//!
//! Traps: a line without a hidden building breaks the clue.
//!
//! # References
//! - Interactive Sudoku Solver `HiddenSkyscraper`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// A hidden skyscraper clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenSkyscraper {
    /// The cells, from the clue on.
    pub cells: Vec<Cell>,
    /// The height of the first hidden one.
    #[serde(deserialize_with = "super::json::bounded")]
    pub hidden: i64,
}

impl Kind for HiddenSkyscraper {
    const WORD: &'static str = "hidden skyscraper";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let values = numbers.of(&self.cells);
        let hidden = values.windows(2).find(|pair| pair[1] <= pair[0]);
        hidden.is_some_and(|pair| pair[1] == self.hidden)
    }

    fn describe(&self) -> String {
        format!("hidden skyscraper {}", self.hidden)
    }
}
