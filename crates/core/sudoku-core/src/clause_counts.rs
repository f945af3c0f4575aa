//! How many clauses an encoding has, known before one is written.
//!
//! A DIMACS header comes first and announces the number of clauses; a stream cannot go back to
//! correct it. With `C(n,2) = n·(n − 1)/2` pairs,
//!
//! ```text
//! natural   givens + n² + n²·C(n,2) + 3·n²·C(n,2)
//! extended  natural + 3·n²
//! ```
//!
//! and `reduced` counts pairs of the candidates that are left, group by group.

use crate::Geometry;
use thiserror::Error;

/// The clauses would not fit the counters of DIMACS readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the encoding has {count} clauses, more than the {max} = 2^31 - 1 that readers of DIMACS can count", max = i32::MAX)]
pub struct TooManyClauses {
    /// How many it has; saturated.
    pub count: u64,
}

/// The number of clauses, group by group, in the order in which they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClauseCounts {
    /// Unit clauses: the givens and, in `reduced`, the candidates that a given excludes.
    pub units: u64,
    /// Each cell holds a value.
    pub cell_at_least_one: u64,
    /// No cell holds two values.
    pub cell_at_most_one: u64,
    /// No value stands twice in a row, in a column, in a block.
    pub house_at_most_one: [u64; 3],
    /// Each value stands somewhere in each row, each column, each block.
    pub house_at_least_one: [u64; 3],
}

impl ClauseCounts {
    /// The counts of the `natural` encoding of a grid with `givens` filled cells.
    #[must_use]
    pub fn natural(geometry: Geometry, givens: u64) -> Self {
        let cells = geometry.n_cells() as u64;
        let pairs = cells * Self::pairs(geometry.side() as u64);
        Self {
            units: givens,
            cell_at_least_one: cells,
            cell_at_most_one: pairs,
            house_at_most_one: [pairs; 3],
            house_at_least_one: [0; 3],
        }
    }

    /// The counts of the `extended` encoding.
    #[must_use]
    pub fn extended(geometry: Geometry, givens: u64) -> Self {
        let cells = geometry.n_cells() as u64;
        Self { house_at_least_one: [cells; 3], ..Self::natural(geometry, givens) }
    }

    /// `C(k, 2)`: the pairwise at-most-one clauses over `k` literals.
    #[must_use]
    pub fn pairs(k: u64) -> u64 {
        k * k.saturating_sub(1) / 2
    }

    /// All clauses together, as the header announces them.
    ///
    /// # Errors
    /// There are more than `2³¹ − 1`.
    pub fn total(&self) -> Result<u64, TooManyClauses> {
        let count = [self.units, self.cell_at_least_one, self.cell_at_most_one]
            .into_iter()
            .chain(self.house_at_most_one)
            .chain(self.house_at_least_one)
            .fold(0_u64, u64::saturating_add);
        if count > i32::MAX as u64 { Err(TooManyClauses { count }) } else { Ok(count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(side: usize, givens: u64) -> Result<u64, TooManyClauses> {
        ClauseCounts::natural(Geometry::of_side(side).unwrap(), givens).total()
    }

    #[test]
    fn the_numbers_of_the_original() {
        assert_eq!(natural(9, 30), Ok(11_775));
        assert_eq!(natural(9, 0), Ok(11_745));
        assert_eq!(natural(16, 0), Ok(123_136));
        assert_eq!(natural(4, 4), Ok(404));
        assert_eq!(natural(1, 0), Ok(1));
    }

    #[test]
    fn too_many_is_an_error_and_not_a_wrap() {
        assert_eq!(natural(400, 0), Err(TooManyClauses { count: 51_072_160_000 }));
        assert!(natural(Geometry::MAX_SIDE, 0).is_err());
    }
}
