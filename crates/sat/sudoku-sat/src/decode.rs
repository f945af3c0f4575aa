//! The grid that a model describes.
//!
//! Variable `var(i, j, v)` says that the cell in row `i` and column `j` has value `v`; [`VarMap`]
//! numbers them `1..=n³`. A model is a grid if exactly one variable of each cell is true. Variables
//! above `n³` are some encoding's own and do not count. Whether the grid obeys the rules is another
//! question, which only grids are needed to answer.

use sat_format::Model;
use sudoku_core::{Cell, CellFault, Grid, Value, VarMap};

/// The grid of a model, of the shape of `blank`; the model may be partial: a variable that is not listed
/// counts as false.
///
/// # Errors
/// The first cell, row-major, with two values; if there is none, the first without a value.
pub fn decode(model: &Model, blank: &Grid) -> Result<Grid, CellFault> {
    let vars = VarMap::new(blank.shape());
    let mut grid = blank.blank_copy();
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
        return Err(CellFault::TwoValues { cell, values });
    }
    match grid.cells().iter().position(Option::is_none) {
        Some(index) => Err(CellFault::NoValue(blank.shape().cell(index))),
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
    use sudoku_core::Geometry;

    fn model(vars: impl IntoIterator<Item = u32>) -> Model {
        Model::new(vars.into_iter().filter_map(|var| Lit::new(var as i32)).collect()).unwrap()
    }

    #[test]
    fn a_cell_needs_one_value() {
        let geometry = Geometry::new(2, 2).unwrap();
        let vars = VarMap::new(geometry);
        let var = |row, col, value| vars.var(Cell { row, col }, value);
        let full = || (0..16).map(|index| vars.var(geometry.cell(index), 2));
        assert!(decode(&model(full()), &Grid::blank(geometry)).unwrap().is_full());
        assert!(
            decode(&model(full().chain([65, 99])), &Grid::blank(geometry)).is_ok(),
            "variables above 64"
        );

        let doubled = model(full().chain([var(3, 0, 0), var(1, 2, 3)]));
        let error = decode(&doubled, &Grid::blank(geometry)).unwrap_err();
        assert_eq!(error.to_string(), "row 2, column 3 has two values, 3 and 4");
        let letter = |value| char::from(b'A' + value as u8).to_string();
        assert_eq!(error.describe(letter), "row 2, column 3 has two values, C and D");

        let error =
            decode(&model(full().filter(|other| *other != var(1, 3, 2))), &Grid::blank(geometry));
        assert_eq!(error.unwrap_err().to_string(), "row 2, column 4 has no value");
        assert_eq!(
            decode(&Model::default(), &Grid::blank(geometry)),
            Err(CellFault::NoValue(Cell { row: 0, col: 0 }))
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
            let decoded = decode(&model(grid.givens().map(|(cell, value)| vars.var(cell, value))), &Grid::blank(geometry));
            prop_assert_eq!(decoded, Ok(grid));
        }
    }
}
