//! Two digits stand in a relation that the setter lists: whatever rule of pairs has no name.
//!
//! The relation is between neighbours along the line, or between all pairs, each in the order of the line.
//!
//! Traps: the relation need not be symmetric.
//!
//! # References
//! - Interactive Sudoku Solver `Pair`, `PairX`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A relation of two digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRelation {
    /// The cells, along the line.
    pub cells: Vec<Cell>,
    /// The pairs of digits that may stand there.
    #[serde(deserialize_with = "super::json::bounded")]
    pub allowed: Vec<[i64; 2]>,
    /// Whether it is about all pairs of cells, not only about neighbours on the line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_pairs: bool,
}

impl PairRelation {
    /// The pairs of cells that it is about.
    pub fn pairs(&self) -> impl Iterator<Item = [Cell; 2]> {
        let cells = &self.cells;
        (0..cells.len()).flat_map(move |i| {
            let end = if self.all_pairs { cells.len() } else { (i + 2).min(cells.len()) };
            (i + 1..end).map(move |j| [cells[i], cells[j]])
        })
    }
}

impl Kind for PairRelation {
    const WORD: &'static str = "pair relation";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let allowed: BTreeSet<[i64; 2]> = self.allowed.iter().copied().collect();
        self.pairs().all(|pair| allowed.contains(&pair.map(|cell| numbers.at(cell))))
    }
}
