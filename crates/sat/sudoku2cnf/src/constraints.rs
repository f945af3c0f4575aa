//! The sets of variables of which exactly one is true: the values of a cell, and the places of a
//! value in a house.
//!
//! Sudoku is nothing but these `4·n²` sets of `n` variables, and every encoding here says
//! "at least one" and "at most one" of them.

use sudoku_core::{Cell, Geometry, House, HouseKind, Rules, Value, VarMap};

/// All cells, row-major.
pub(crate) fn cells(geometry: Geometry) -> impl Iterator<Item = Cell> {
    (0..geometry.n_cells()).map(move |index| geometry.cell(index))
}

/// All values.
pub(crate) fn values(geometry: Geometry) -> impl Iterator<Item = Value> {
    0..geometry.side() as Value
}

/// Each value in each house of a kind: houses first, values ascending.
pub(crate) fn values_in_houses(
    rules: &Rules,
    kind: HouseKind,
) -> impl Iterator<Item = (&House, Value)> {
    let houses = rules.houses().iter().filter(move |house| house.name.kind == kind);
    houses.flat_map(|house| rules.shape().values().map(move |value| (house, value)))
}

/// The variables of a cell, values ascending.
pub(crate) fn of_cell(geometry: Geometry, cell: Cell) -> impl Iterator<Item = (Cell, Value)> {
    values(geometry).map(move |value| (cell, value))
}

/// The variables of a value in a house, cells in the house's order.
pub(crate) fn of_value((house, value): (&House, Value)) -> impl Iterator<Item = (Cell, Value)> {
    house.cells.iter().map(move |cell| (*cell, value))
}

/// Their numbers, as literals.
pub(crate) fn literals(
    geometry: Geometry,
    candidates: impl Iterator<Item = (Cell, Value)>,
) -> Vec<i32> {
    let map = VarMap::new(geometry);
    candidates.map(|(cell, value)| map.var(cell, value).cast_signed()).collect()
}
