//! The grid that a model describes.
//!
//! Variable `var(i, j, v)` says that the cell in row `i` and column `j` has value `v`; [`VarMap`]
//! numbers them `1..=n³`. A model is a grid if exactly one variable of each cell is true. Variables
//! above `n³` are some encoding's own and do not count. Whether the grid obeys the rules is another
//! question, which only grids are needed to answer.

use sat_format::Model;
use sudoku_core::{Cell, Geometry, Grid, Value, VarMap};
use thiserror::Error;

/// Why a model is no grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellError {
    /// Two variables of a cell are true.
    #[error("{cell} has two values, {} and {}", .values[0] + 1, .values[1] + 1)]
    TwoValues {
        /// The cell.
        cell: Cell,
        /// The two smallest values.
        values: [Value; 2],
    },
    /// No variable of a cell is true.
    #[error("{0} has no value")]
    NoValue(Cell),
}

impl CellError {
    /// The message with each value as its symbol; the plain one counts values from 1.
    #[must_use]
    pub fn describe(&self, symbol: impl Fn(Value) -> String) -> String {
        match self {
            Self::TwoValues { cell, values: [first, second] } => {
                format!("{cell} has two values, {} and {}", symbol(*first), symbol(*second))
            }
            Self::NoValue(_) => self.to_string(),
        }
    }
}

/// The grid of a model, which may be partial: a variable that is not listed counts as false.
///
/// # Errors
/// The first cell, row-major, with two values; if there is none, the first without a value.
pub fn decode(model: &Model, geometry: Geometry) -> Result<Grid, CellError> {
    let vars = VarMap::new(geometry);
    let mut grid = Grid::blank(geometry);
    let mut doubled: Option<(Cell, [Value; 2])> = None;
    for var in true_vars(model).take_while(|var| *var <= vars.n_vars()) {
        let Ok((cell, value)) = vars.cell_value(u64::from(var)) else { continue };
        match grid.get(cell) {
            None => grid.set(cell, Some(value)),
            Some(other) if doubled.is_none_or(|(first, _)| cell < first) => {
                doubled = Some((cell, [other, value]));
            }
            Some(_) => {}
        }
    }
    if let Some((cell, values)) = doubled {
        return Err(CellError::TwoValues { cell, values });
    }
    match grid.cells().iter().position(Option::is_none) {
        Some(index) => Err(CellError::NoValue(geometry.cell(index))),
        None => Ok(grid),
    }
}

/// The variables that are true, ascending.
pub(crate) fn true_vars(model: &Model) -> impl Iterator<Item = u32> {
    model.literals().iter().filter(|lit| lit.is_positive()).map(|lit| lit.var())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sat_format::Lit;

    fn model(vars: impl IntoIterator<Item = u32>) -> Model {
        Model::new(vars.into_iter().filter_map(|var| Lit::new(var as i32)).collect()).unwrap()
    }

    #[test]
    fn a_cell_needs_one_value() {
        let geometry = Geometry::new(2, 2).unwrap();
        let vars = VarMap::new(geometry);
        let var = |row, col, value| vars.var(Cell { row, col }, value);
        let full = || (0..16).map(|index| vars.var(geometry.cell(index), 2));
        assert!(decode(&model(full()), geometry).unwrap().is_full());
        assert!(decode(&model(full().chain([65, 99])), geometry).is_ok(), "variables above 64");

        let doubled = model(full().chain([var(3, 0, 0), var(1, 2, 3)]));
        let error = decode(&doubled, geometry).unwrap_err();
        assert_eq!(error.to_string(), "row 2, column 3 has two values, 3 and 4");
        let letter = |value| char::from(b'A' + value as u8).to_string();
        assert_eq!(error.describe(letter), "row 2, column 3 has two values, C and D");

        let error = decode(&model(full().filter(|other| *other != var(1, 3, 2))), geometry);
        assert_eq!(error.unwrap_err().to_string(), "row 2, column 4 has no value");
        assert_eq!(
            decode(&Model::default(), geometry),
            Err(CellError::NoValue(Cell { row: 0, col: 0 }))
        );
    }

    proptest! {
        /// Encoding a grid's cells as variables and decoding them is the identity.
        #[test]
        fn decode_inverts_the_numbering(
            (height, width, seed) in (1_usize..4, 1_usize..4, any::<[u16; 81]>()),
        ) {
            let geometry = Geometry::new(height, width).unwrap();
            let side = geometry.side() as u16;
            let cells = seed[..geometry.n_cells()].iter().map(|value| Some(value % side)).collect();
            let grid = Grid::new(geometry, cells);
            let vars = VarMap::new(geometry);
            let decoded = decode(&model(grid.givens().map(|(cell, value)| vars.var(cell, value))), geometry);
            prop_assert_eq!(decoded, Ok(grid));
        }
    }
}
