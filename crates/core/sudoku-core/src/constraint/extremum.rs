//! Each marked cell holds a smaller (or a larger) digit than the cells that share a side with it.
//!
//! Traps: neighbours that are marked too are not compared, so all marked cells of one puzzle belong into one constraint. A mark at the edge has fewer neighbours.
//!
//! # References
//! - f-puzzles `minimum`, `maximum`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// Cells smaller than their neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// The cells, all that are marked so.
    pub cells: Vec<Cell>,
}

/// Cells larger than their neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maximum {
    /// The cells, all that are marked so.
    pub cells: Vec<Cell>,
}

/// The pairs of a marked cell and a neighbour that is not marked.
#[must_use]
pub fn compared(shape: GridShape, marked: &[Cell]) -> Vec<[Cell; 2]> {
    let both = shape.neighbours().flat_map(|[a, b]| [[a, b], [b, a]]);
    both.filter(|[a, b]| marked.contains(a) && !marked.contains(b)).collect()
}

fn is_known(marked: &[Cell], numbers: &Numbers) -> bool {
    compared(numbers.shape(), marked).iter().flatten().all(|cell| numbers.get(*cell).is_some())
}

impl Kind for Minimum {
    const WORD: &'static str = "minimum";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn is_known(&self, numbers: &Numbers) -> bool {
        is_known(&self.cells, numbers)
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let pairs = compared(numbers.shape(), &self.cells);
        pairs.iter().all(|[marked, other]| numbers.at(*marked) < numbers.at(*other))
    }
}

impl Kind for Maximum {
    const WORD: &'static str = "maximum";
    const REPEATS: bool = false;

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn is_known(&self, numbers: &Numbers) -> bool {
        is_known(&self.cells, numbers)
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let pairs = compared(numbers.shape(), &self.cells);
        pairs.iter().all(|[marked, other]| numbers.at(*marked) > numbers.at(*other))
    }
}
