//! Where a row or column stands among all of them, read as numbers and sorted.
//!
//! All rows and columns are read from both ends, which are 4n numbers on a grid of side n. The clue is the place of its own line among them, 1 for the smallest.
//!
//! Traps: two lines may be equal. Unless ties are allowed, a line with a clue equals no other. With no ties at all, all lines differ, also in a puzzle without any clue.
//!
//! # References
//! - Interactive Sudoku Solver `FullRank`, `FullRankTies`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// Which lines may be equal to another one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// Those without a clue.
    #[default]
    OnlyUnclued,
    /// All.
    Any,
}

/// A full rank clue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullRank {
    /// The cells, from the clue on.
    pub cells: Vec<Cell>,
    /// The place, from 1.
    #[serde(deserialize_with = "super::json::bounded")]
    pub rank: i64,
    /// Which lines may be equal.
    #[serde(default)]
    pub ties: Ties,
}

/// All rows and columns, read from both ends, differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoTies {}

/// All rows and columns, each forwards and then backwards.
#[must_use]
pub fn lines(shape: GridShape) -> Vec<Vec<Cell>> {
    let row = |row| (0..shape.cols()).map(|col| Cell { row, col }).collect::<Vec<_>>();
    let col = |col| (0..shape.rows()).map(|row| Cell { row, col }).collect::<Vec<_>>();
    let lines = (0..shape.rows()).map(row).chain((0..shape.cols()).map(col));
    lines.flat_map(|line| [line.clone(), line.into_iter().rev().collect()]).collect()
}

fn all_known(numbers: &Numbers) -> bool {
    numbers.shape().cells().all(|cell| numbers.get(cell).is_some())
}

impl Kind for FullRank {
    const WORD: &'static str = "full rank";

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn is_known(&self, numbers: &Numbers) -> bool {
        all_known(numbers) && self.cells.iter().all(|cell| numbers.get(*cell).is_some())
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let own = numbers.of(&self.cells);
        let lines: Vec<Vec<i64>> =
            lines(numbers.shape()).iter().map(|line| numbers.of(line)).collect();
        let equal = lines.iter().filter(|line| **line == own).count();
        let smaller = lines.iter().filter(|line| **line < own).count();
        (self.ties == Ties::Any || equal == 1) && smaller as i64 == self.rank - 1
    }

    fn describe(&self) -> String {
        format!("full rank {}", self.rank)
    }
}

impl Kind for NoTies {
    const WORD: &'static str = "no ties";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let mut lines: Vec<Vec<i64>> =
            lines(numbers.shape()).iter().map(|line| numbers.of(line)).collect();
        lines.sort_unstable();
        lines.windows(2).all(|pair| pair[0] != pair[1])
    }
}
