//! The sets of variables of which at most one is true: the values of a cell, and the places of a value
//! in a house.
//!
//! Classic Sudoku is nothing but `4·n²` such sets of `n` variables, of each of which exactly one is true.
//! A house with fewer cells than there are values says "at most one" alone.

use sudoku_core::{Cell, GridShape, House, HouseKind, Rules, Value, VarMap};

/// The variables of a cell, values ascending.
pub(crate) fn of_cell(shape: GridShape, cell: Cell) -> impl Iterator<Item = (Cell, Value)> {
    shape.values().map(move |value| (cell, value))
}

/// Each value in each house of a kind: houses first, values ascending.
pub(crate) fn values_in_houses(
    rules: &Rules,
    kind: HouseKind,
) -> impl Iterator<Item = (&House, Value)> {
    let houses = rules.houses().iter().filter(move |house| house.name.kind == kind);
    houses.flat_map(|house| rules.shape().values().map(move |value| (house, value)))
}

/// Whether each value stands in a house.
pub(crate) fn holds_all(rules: &Rules, house: &House) -> bool {
    house.cells.len() == rules.shape().n_values()
}

/// The variables of a value in a house, cells in the house's order.
pub(crate) fn of_value((house, value): (&House, Value)) -> impl Iterator<Item = (Cell, Value)> {
    house.cells.iter().map(move |cell| (*cell, value))
}

/// Their numbers, as literals, into a list that is used again.
pub(crate) fn literals(
    shape: GridShape,
    list: &mut Vec<i32>,
    candidates: impl Iterator<Item = (Cell, Value)>,
) {
    let map = VarMap::new(shape);
    list.clear();
    list.extend(candidates.map(|(cell, value)| map.var(cell, value).cast_signed()));
}
