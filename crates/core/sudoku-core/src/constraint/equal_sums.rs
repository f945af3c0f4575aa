//! Several sets of cells have the same sum, which no one tells.
//!
//! The *region sum line* is this: its sets are the stretches of the line within one region.
//!
//! Traps of the line: each re-entry of a region begins a new stretch, also into a region that it has been in. Cells without a region are skipped.
//!
//! # References
//! - f-puzzles `regionsumline`; Interactive Sudoku Solver `RegionSumLine`, `EqualSum`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// Sets of one sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualSums {
    /// The sets.
    pub segments: Vec<Vec<Cell>>,
}

impl Kind for EqualSums {
    const WORD: &'static str = "region sum line";

    fn cells(&self) -> Vec<Cell> {
        self.segments.concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let sums = self.segments.iter().map(|segment| numbers.of(segment).iter().sum::<i64>());
        let sums: Vec<i64> = sums.collect();
        sums.windows(2).all(|pair| pair[0] == pair[1])
    }
}
