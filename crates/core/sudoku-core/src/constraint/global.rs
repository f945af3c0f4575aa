//! Rules of the whole grid: entropy and residues of each 2×2 square, taxicab distances, Dutch flatmates.
//!
//! - *Global entropy*: each 2×2 square holds a low, a middle and a high digit: of 1 2 3, 4 5 6 and 7 8 9.
//! - *Global modular*: each 2×2 square holds a digit of 1 4 7, one of 2 5 8 and one of 3 6 9.
//! - *Anti-taxicab*: two cells of the digit d are never exactly d steps apart, by rows plus columns.
//! - *Dutch flatmates*: each 5 has a 1 directly above or a 9 directly below, or both.
//!
//! Traps: squares overlap and cross blocks. The first two speak of nine digits and are refused for other numbers of values.
//!
//! # References
//! - Interactive Sudoku Solver `GlobalEntropy`, `GlobalMod`, `AntiTaxicab`, `DutchFlatmates`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Each 2×2 square has low, middle and high digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalEntropy {}

/// Each 2×2 square has all three residues modulo 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalModular {}

/// Equal digits are not as far apart as they say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiTaxicab {}

/// Each 5 lives below a 1 or above a 9.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DutchFlatmates {}

/// Every 2×2 square, its cells row by row.
pub fn squares(shape: GridShape) -> impl Iterator<Item = [Cell; 4]> {
    shape.cells().filter_map(move |cell| {
        let [right, below, last] = [(0, 1), (1, 0), (1, 1)].map(|(d, r)| shape.offset(cell, d, r));
        Some([cell, right?, below?, last?])
    })
}

fn all_squares(numbers: &Numbers, group: impl Fn(i64) -> i64) -> bool {
    squares(numbers.shape()).all(|square| {
        square.map(|cell| group(numbers.at(cell))).into_iter().collect::<BTreeSet<_>>().len() == 3
    })
}

fn not_nine(shape: GridShape) -> Option<String> {
    (shape.n_values() != 9).then(|| format!("it needs nine values, not {}", shape.n_values()))
}

impl Kind for GlobalEntropy {
    const WORD: &'static str = "global entropy";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let first = numbers.shape().first_value();
        all_squares(numbers, |number| (number - first) / 3)
    }

    fn malformed(&self, shape: GridShape) -> Option<String> {
        not_nine(shape)
    }
}

impl Kind for GlobalModular {
    const WORD: &'static str = "global modular";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        all_squares(numbers, |number| number.rem_euclid(3))
    }

    fn malformed(&self, shape: GridShape) -> Option<String> {
        not_nine(shape)
    }
}

impl Kind for AntiTaxicab {
    const WORD: &'static str = "anti-taxicab";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let shape = numbers.shape();
        shape.cells().all(|cell| {
            let digit = numbers.at(cell);
            let mut others = at_distance(shape, cell, digit);
            others.all(|other| numbers.at(other) != digit)
        })
    }
}

/// The cells below, or to the right in the same row, that are exactly `distance` steps away.
pub fn at_distance(shape: GridShape, cell: Cell, distance: i64) -> impl Iterator<Item = Cell> {
    let steps =
        isize::try_from(distance).unwrap_or(0).clamp(0, (shape.rows() + shape.cols()) as isize);
    (0..=steps).flat_map(move |down| {
        let sideways = steps - down;
        let left =
            (down > 0 && sideways > 0).then(|| shape.offset(cell, down, -sideways)).flatten();
        let right = (steps > 0).then(|| shape.offset(cell, down, sideways)).flatten();
        left.into_iter().chain(right)
    })
}

impl Kind for DutchFlatmates {
    const WORD: &'static str = "Dutch flatmates";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let shape = numbers.shape();
        let holds =
            |cell: Option<Cell>, number| cell.is_some_and(|cell| numbers.at(cell) == number);
        shape.cells().all(|cell| {
            numbers.at(cell) != 5
                || holds(shape.offset(cell, -1, 0), 1)
                || holds(shape.offset(cell, 1, 0), 9)
        })
    }
}
