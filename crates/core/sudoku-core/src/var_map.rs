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
//!
//! In a grid of `R` rows, `C` columns and `V` values it is `R·C·(v − 1) + C·i + j + 1`. The `k`-th of `K` cells
//! outside the grid, `k` from 0, has the variables `R·C·V + K·(v − 1) + k + 1`. An encoding's own variables
//! are above all of these.

use crate::{Cell, Geometry, GridShape, Value};
use thiserror::Error;

/// A number that is not a cell variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VarMapError {
    /// The variable is not in `1..=n_vars`.
    #[error("variable {var} is not a cell variable of a grid of {}: these are 1 to {}", size(.shape), VarMap::new(*.shape).n_vars())]
    OutOfRange {
        /// The variable.
        var: u64,
        /// The grid.
        shape: GridShape,
    },
}

/// `side 9`, or what the shape is otherwise.
fn size(shape: &GridShape) -> String {
    let is_square = shape.rows() == shape.cols() && shape.rows() == shape.n_values();
    if is_square { format!("side {}", shape.rows()) } else { shape.to_string() }
}

/// The bijection between cells with values and the variables `1..=n_vars`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VarMap {
    shape: GridShape,
}

impl VarMap {
    /// The numbering for a shape; blocks make no difference.
    #[must_use]
    pub fn new(shape: impl Into<GridShape>) -> Self {
        Self { shape: shape.into() }
    }

    /// The number of cell variables, `n³` for a classic grid.
    #[must_use]
    pub fn n_vars(self) -> u32 {
        (self.shape.n_all_cells() * self.shape.n_values()) as u32
    }

    /// The variable of "`cell` holds `value`".
    #[must_use]
    pub fn var(self, cell: Cell, value: Value) -> u32 {
        let (index, value) = (self.shape.index(cell), usize::from(value));
        let n_cells = self.shape.n_cells();
        let before = if index < n_cells {
            n_cells * value + index
        } else {
            n_cells * self.shape.n_values() + self.shape.n_outside() * value + index - n_cells
        };
        before as u32 + 1
    }

    /// The cell and the value of a variable: the inverse of [`Self::var`].
    ///
    /// # Errors
    /// [`VarMapError::OutOfRange`].
    pub fn cell_value(self, var: u64) -> Result<(Cell, Value), VarMapError> {
        if var == 0 || var > u64::from(self.n_vars()) {
            return Err(VarMapError::OutOfRange { var, shape: self.shape });
        }
        let before = var as usize - 1;
        let (n_cells, n_outside) = (self.shape.n_cells(), self.shape.n_outside());
        let (index, value) = match before.checked_sub(n_cells * self.shape.n_values()) {
            None => (before % n_cells, before / n_cells),
            Some(before) => (n_cells + before % n_outside, before / n_outside),
        };
        Ok((self.shape.cell(index), value as Value))
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
    fn any_shape_has_its_variables() {
        let shape = GridShape::new(2, 3, 0, 4).unwrap().with_outside(2).unwrap();
        let map = VarMap::new(shape);
        assert_eq!(map.n_vars(), 32);
        let mut seen: Vec<u32> = Vec::new();
        for cell in shape.all_cells() {
            for value in shape.values() {
                let var = map.var(cell, value);
                assert_eq!(map.cell_value(var.into()), Ok((cell, value)));
                seen.push(var);
            }
        }
        seen.sort_unstable();
        assert!(seen.into_iter().eq(1..=32));
        // R·C·(v − 1) + C·i + j + 1, then K·(v − 1) + k + 1 above
        assert_eq!(map.var(Cell { row: 1, col: 2 }, 3), 24);
        assert_eq!(map.var(Cell::outside(1), 1), 28);
        let error = map.cell_value(33).unwrap_err().to_string();
        assert_eq!(
            error,
            "variable 33 is not a cell variable of a grid of 2×3 with the values 0 to 3: these are 1 to 32"
        );
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
