//! Cells a knight's or a king's move apart never hold the same digit.
//!
//! Traps: of the king's moves only the diagonal ones say something new where rows and columns are houses; here, as everywhere, all that is meant by the rule are
//! those diagonal steps. The moves of the knight cross blocks.
//!
//! # References
//! - f-puzzles `antiknight`, `antiking`; Interactive Sudoku Solver `AntiKnight`, `AntiKing`.

use super::{Kind, Numbers};
use crate::Cell;
use serde::{Deserialize, Serialize};

/// Cells a knight's move apart differ, in the whole grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiKnight {}

/// Cells that touch at a corner differ, in the whole grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiKing {}

impl AntiKnight {
    /// The moves downwards: rows down, columns to the right.
    pub const MOVES: [(isize, isize); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];
}

impl AntiKing {
    /// The moves downwards: rows down, columns to the right.
    pub const MOVES: [(isize, isize); 2] = [(1, 1), (1, -1)];
}

fn all_differ(numbers: &Numbers, moves: &[(isize, isize)]) -> bool {
    let shape = numbers.shape();
    shape.cells().all(|cell| {
        let others = moves.iter().filter_map(|(down, right)| shape.offset(cell, *down, *right));
        others.into_iter().all(|other| numbers.at(cell) != numbers.at(other))
    })
}

impl Kind for AntiKnight {
    const WORD: &'static str = "anti-knight";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        all_differ(numbers, &Self::MOVES)
    }
}

impl Kind for AntiKing {
    const WORD: &'static str = "anti-king";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        all_differ(numbers, &Self::MOVES)
    }
}
