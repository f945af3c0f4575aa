//! Several sets of cells hold the same digits, each as often.
//!
//! # References
//! - Interactive Sudoku Solver `SameValues`.

use super::{Kind, Numbers, repeated};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// Sets of the same digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SameValues {
    /// The sets, of one size.
    pub sets: Vec<Vec<Cell>>,
}

impl Kind for SameValues {
    const WORD: &'static str = "same values";

    fn cells(&self) -> Vec<Cell> {
        self.sets.concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let sorted = self.sets.iter().map(|set| {
            let mut values = numbers.of(set);
            values.sort_unstable();
            values
        });
        let sorted: Vec<Vec<i64>> = sorted.collect();
        sorted.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        if let Some(cell) = self.sets.iter().find_map(|set| repeated(set)) {
            return Some(format!("a set names {} twice", cell.short()));
        }
        let sizes: Vec<usize> = self.sets.iter().map(Vec::len).collect();
        let differ = sizes.windows(2).find(|pair| pair[0] != pair[1]);
        differ.map(|pair| format!("sets of {} and {} cells cannot hold the same", pair[0], pair[1]))
    }
}
