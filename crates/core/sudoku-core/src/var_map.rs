//! The numbering of the SAT variables: which variable says "this cell holds this value".
//!
//! With rows `i` and columns `j` from 0 and values `v` from 1, as the original pipeline numbers them,
//!
//! ```text
//! var(i, j, v) = n²·(v − 1) + n·i + j + 1        1 ≤ var ≤ n³
//! ```
//!
//! so that the value is the slowest index: the variables of one value are a whole grid. A
//! [`Value`] counts from 0 and is `v − 1`. It is a protocol between programs: the encoder and every
//! decoder take it from here.

use crate::{Cell, Geometry, Value};
use thiserror::Error;

/// Why a number is no cell variable, or a count of variables no grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VarMapError {
    /// The variable is not in `1..=n³`.
    #[error("variable {var} is no cell variable of a grid of side {side}: these are 1 to {last}", last = (*.side as u64).pow(3))]
    OutOfRange {
        /// The variable.
        var: u64,
        /// The side `n`.
        side: usize,
    },
}

/// The bijection between cells with values and the variables `1..=n³`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VarMap {
    geometry: Geometry,
}

impl VarMap {
    /// The numbering for a geometry; block shapes make no difference.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        Self { geometry }
    }

    /// The number of cell variables, `n³`.
    #[must_use]
    pub fn n_vars(self) -> u32 {
        (self.geometry.n_cells() * self.geometry.side()) as u32
    }

    /// The variable of "`cell` holds `value`".
    #[must_use]
    pub fn var(self, cell: Cell, value: Value) -> u32 {
        (self.geometry.n_cells() * usize::from(value) + self.geometry.index(cell) + 1) as u32
    }

    /// The cell and the value of a variable: the inverse of [`Self::var`].
    ///
    /// # Errors
    /// [`VarMapError::OutOfRange`].
    pub fn cell_value(self, var: u64) -> Result<(Cell, Value), VarMapError> {
        if var == 0 || var > u64::from(self.n_vars()) {
            return Err(VarMapError::OutOfRange { var, side: self.geometry.side() });
        }
        let index = var as usize - 1;
        let n_cells = self.geometry.n_cells();
        Ok((self.geometry.cell(index % n_cells), (index / n_cells) as Value))
    }

    /// The side whose cell variables number exactly `n_vars`, if there is one.
    #[must_use]
    pub fn side_of(n_vars: u64) -> Option<usize> {
        (1..=Geometry::MAX_SIDE)
            .find(|side| (*side as u64).pow(3) >= n_vars)
            .filter(|side| (*side as u64).pow(3) == n_vars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_bijection_onto_1_to_n_cubed() {
        for side in [1, 4, 6, 9, 12, 16, 25] {
            let geometry = Geometry::of_side(side).unwrap();
            let map = VarMap::new(geometry);
            let mut seen = vec![false; side.pow(3) + 1];
            for index in 0..geometry.n_cells() {
                for value in 0..side as Value {
                    let var = map.var(geometry.cell(index), value);
                    assert_eq!(map.cell_value(var.into()), Ok((geometry.cell(index), value)));
                    assert!(!std::mem::replace(&mut seen[var as usize], true));
                }
            }
            assert!(seen[1..].iter().all(|seen| *seen) && !seen[0]);
            assert_eq!(VarMap::side_of(map.n_vars().into()), Some(side));
        }
    }

    #[test]
    fn it_numbers_as_the_formula_says() {
        let map = VarMap::new(Geometry::of_side(9).unwrap());
        // var(1, 6, 6) = 81·5 + 9·1 + 6 + 1
        assert_eq!(map.var(Cell { row: 1, col: 6 }, 5), 421);
        assert_eq!(map.cell_value(462), Ok((Cell { row: 6, col: 2 }, 5)));
        assert!(map.cell_value(0).is_err() && map.cell_value(730).is_err());
        assert_eq!(VarMap::side_of(730), None);
        assert_eq!(VarMap::side_of(u64::MAX), None);
    }
}
