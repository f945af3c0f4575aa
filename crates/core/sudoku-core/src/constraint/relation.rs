//! The kinds that say no more than which digits two cells may hold together, as such relations.
//!
//! An encoder that knows relations of two cells knows all of these kinds. Other kinds need sums, counts or
//! an order of many cells, and have no such form. The predicates do not use this: they judge what was encoded from it.
//!
//! ```text
//! thermometer   a + distance ≤ b                  all pairs on the line
//! whisper       |a − b| ≥ difference              neighbours on the line
//! anti-knight   a ≠ b                             cells a move apart
//! odd           a is odd                          a cell with itself
//! ```

use super::{AntiKing, AntiKnight, Constraint, extremum, global, negative};
use crate::{Cell, GridShape};
use std::collections::BTreeSet;
use std::fmt;

/// Which numbers two cells may hold together; of one cell, if both are the same.
pub struct Relation<'a> {
    cells: [Cell; 2],
    allows: Box<dyn Fn(i64, i64) -> bool + 'a>,
}

impl fmt::Debug for Relation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relation").field("cells", &self.cells).finish_non_exhaustive()
    }
}

impl Relation<'_> {
    /// The two cells.
    #[must_use]
    pub fn cells(&self) -> [Cell; 2] {
        self.cells
    }

    /// Whether the first cell may hold `a` while the second holds `b`.
    #[must_use]
    pub fn allows(&self, a: i64, b: i64) -> bool {
        (self.allows)(a, b)
    }
}

/// A relation for each of the pairs of cells.
fn each<'a>(
    pairs: impl IntoIterator<Item = [Cell; 2]>,
    allows: impl Fn(i64, i64) -> bool + Copy + 'a,
) -> Vec<Relation<'a>> {
    pairs.into_iter().map(|cells| Relation { cells, allows: Box::new(allows) }).collect()
}

/// All pairs of a list, in its order, with their distance.
fn pairs(cells: &[Cell]) -> impl Iterator<Item = ([Cell; 2], i64)> {
    let to =
        move |i: usize| (i + 1..cells.len()).map(move |j| ([cells[i], cells[j]], (j - i) as i64));
    (0..cells.len()).flat_map(to)
}

/// Pairs that are less than `distance` apart.
fn near(cells: &[Cell], distance: i64) -> impl Iterator<Item = [Cell; 2]> {
    pairs(cells).filter(move |(_, apart)| *apart < distance).map(|(pair, _)| pair)
}

fn alone(cells: &[Cell]) -> impl Iterator<Item = [Cell; 2]> {
    cells.iter().map(|cell| [*cell, *cell])
}

fn all_differ(cells: &[Cell]) -> Vec<Relation<'static>> {
    let cells: Vec<Cell> = cells.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    each(near(&cells, i64::MAX), |a, b| a != b)
}

fn moves_differ(shape: GridShape, moves: &[(isize, isize)]) -> Vec<Relation<'static>> {
    let apart = |cell: Cell| {
        let to = moves.iter().filter_map(move |(down, right)| shape.offset(cell, *down, *right));
        to.map(move |other| [cell, other])
    };
    each(shape.cells().flat_map(apart), |a, b| a != b)
}

/// Any digits differ as far apart, in steps, as they say.
fn taxicab(shape: GridShape) -> Vec<Relation<'static>> {
    let apart = |number: i64| {
        let from = move |cell| global::at_distance(shape, cell, number).map(move |to| [cell, to]);
        each(shape.cells().flat_map(from), move |a, b| !(a == b && a == number))
    };
    shape.numbers().flat_map(apart).collect()
}

fn is_ratio(ratio: i64, a: i64, b: i64) -> bool {
    a == ratio * b || b == ratio * a
}

impl Constraint {
    /// The relations that say the same, if it is no more than relations of two cells.
    #[must_use]
    pub fn relations(&self, shape: GridShape) -> Option<Vec<Relation<'_>>> {
        let first = shape.first_value();
        Some(match self {
            Self::AllDifferent(it) => all_differ(&it.cells),
            Self::AntiKing(_) => moves_differ(shape, &AntiKing::MOVES),
            Self::AntiKnight(_) => moves_differ(shape, &AntiKnight::MOVES),
            Self::AntiTaxicab(_) => taxicab(shape),
            Self::Cage(it) if it.total.is_none() => all_differ(&it.cells),
            Self::Candidates(it) => each(alone(&[it.cell]), |a, _| it.values.contains(&a)),
            Self::CloneRegion(it) => {
                each(it.cells.iter().zip(&it.copy).map(|(a, b)| [*a, *b]), |a, b| a == b)
            }
            Self::Difference(it) => each([it.cells], |a, b| (a - b).abs() == it.difference),
            Self::Entropic(it) => each(near(&it.cells, 3), move |a, b| {
                (a - first).div_euclid(3) != (b - first).div_euclid(3)
            }),
            Self::Even(it) => each(alone(&it.cells), |a, _| a % 2 == 0),
            Self::GreaterThan(it) => each([it.cells], |a, b| a > b),
            Self::Maximum(it) => each(extremum::compared(shape, &it.cells), |a, b| a > b),
            Self::Minimum(it) => each(extremum::compared(shape, &it.cells), |a, b| a < b),
            Self::Modular(it) => each(near(&it.cells, it.modulus), |a, b| {
                a.rem_euclid(it.modulus) != b.rem_euclid(it.modulus)
            }),
            Self::Nabner(it) => each(near(&it.cells, i64::MAX), |a, b| (a - b).abs() >= 2),
            Self::NegativeRatio(it) => each(negative::unspared(shape, &it.spared), |a, b| {
                !it.ratios.iter().any(|ratio| is_ratio(*ratio, a, b))
            }),
            Self::NegativeSum(it) => {
                each(negative::unspared(shape, &it.spared), |a, b| !it.sums.contains(&(a + b)))
            }
            Self::Nonconsecutive(it) => {
                each(negative::unspared(shape, &it.spared), |a, b| (a - b).abs() != 1)
            }
            Self::Odd(it) => each(alone(&it.cells), |a, _| a % 2 != 0),
            Self::PairRelation(it) => each(it.pairs(), |a, b| it.allowed.contains(&[a, b])),
            Self::Palindrome(it) => {
                let half = it.cells.iter().zip(it.cells.iter().rev()).take(it.cells.len() / 2);
                each(half.map(|(a, b)| [*a, *b]), |a, b| a == b)
            }
            Self::Ratio(it) => each([it.cells], |a, b| is_ratio(it.ratio, a, b)),
            Self::SlowThermometer(it) => each(near(&it.cells, i64::MAX), |a, b| a <= b),
            Self::Thermometer(it) => pairs(&it.cells)
                .flat_map(|(pair, distance)| each([pair], move |a, b| a + distance <= b))
                .collect(),
            Self::Whisper(it) => each(near(&it.cells, 2), |a, b| (a - b).abs() >= it.difference),
            Self::Xv(it) => each([it.cells], |a, b| a + b == it.sum),
            _ => return None,
        })
    }
}
