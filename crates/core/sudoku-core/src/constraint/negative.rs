//! What no mark between two neighbours says: without a dot they are not consecutive, without an X or a V they do not add up to 10 or 5.
//!
//! Traps: whoever says that all dots are given spares pairs with *either* dot from both rules, as of two equal marks only one may be drawn.
//! The ratios that are forbidden are all that occur among the black dots, and 2 where there are none. X and V spare pairs with an X or V only.
//! The constraint holds the spared pairs itself; readers collect them from the marks.
//!
//! # References
//! - f-puzzles `nonconsecutive`, `negative`; Interactive Sudoku Solver `AntiConsecutive`, `StrictKropki`, `StrictXV`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// The pairs of neighbours that are not spared.
#[must_use]
pub fn unspared(shape: GridShape, spared: &[[Cell; 2]]) -> Vec<[Cell; 2]> {
    let is_spared =
        |pair: [Cell; 2]| spared.iter().any(|[a, b]| pair == [*a, *b] || pair == [*b, *a]);
    shape.neighbours().filter(|pair| !is_spared(*pair)).collect()
}

/// Neighbours do not differ by 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nonconsecutive {
    /// The pairs of neighbours of which it says nothing, as they are marked; in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<[Cell; 2]>,
}

/// No neighbour is a multiple of the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NegativeRatio {
    /// The multiples that are forbidden.
    #[serde(deserialize_with = "super::json::bounded")]
    pub ratios: Vec<i64>,
    /// The pairs of neighbours of which it says nothing, as they are marked; in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<[Cell; 2]>,
}

/// Neighbours do not add up to these sums.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NegativeSum {
    /// The sums that are forbidden: 5 and 10 for X and V.
    #[serde(deserialize_with = "super::json::bounded")]
    pub sums: Vec<i64>,
    /// The pairs of neighbours of which it says nothing, as they are marked; in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<[Cell; 2]>,
}

/// Whether a relation holds for all pairs of neighbours that are not spared.
fn all(numbers: &Numbers, spared: &[[Cell; 2]], relation: impl Fn(i64, i64) -> bool) -> bool {
    let pairs = unspared(numbers.shape(), spared);
    pairs.iter().all(|[a, b]| relation(numbers.at(*a), numbers.at(*b)))
}

impl Kind for Nonconsecutive {
    const WORD: &'static str = "nonconsecutive";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn mentioned(&self) -> Vec<Cell> {
        self.spared.concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        all(numbers, &self.spared, |a, b| (a - b).abs() != 1)
    }
}

impl Kind for NegativeRatio {
    const WORD: &'static str = "negative ratio";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn mentioned(&self) -> Vec<Cell> {
        self.spared.concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        all(numbers, &self.spared, |a, b| {
            self.ratios.iter().all(|ratio| a != ratio * b && b != ratio * a)
        })
    }
}

impl Kind for NegativeSum {
    const WORD: &'static str = "negative XV";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn mentioned(&self) -> Vec<Cell> {
        self.spared.concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        all(numbers, &self.spared, |a, b| !self.sums.contains(&(a + b)))
    }
}
