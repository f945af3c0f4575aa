//! Hidden single: a value has one place in a house.
//!
//! # References
//! - Sudopedia: *Hidden Single*

use super::symbols;
use crate::Pencil;
use crate::step::{Step, Technique};
use sudoku_core::{Alphabet, Value};

/// The first value with one place, in the house where it is easiest to see.
pub(super) fn find(pencil: &Pencil) -> Option<Step> {
    pencil.houses().holding_every_value().find_map(|house| {
        let cells = pencil.houses().cells(house);
        let once = pencil.once(cells);
        if once == 0 {
            return None;
        }
        let value = once.trailing_zeros() as Value;
        let cell = pencil.places(house, value).next()?;
        Some(Step {
            technique: Technique::HiddenSingle,
            houses: vec![house],
            values: 1 << value,
            because: cells.to_vec(),
            place: Some((cell, value)),
            strikes: Vec::new(),
        })
    })
}

/// `1 has one place left in block 2: row 2, column 4`
pub(super) fn describe(step: &Step, pencil: &Pencil, alphabet: &Alphabet) -> String {
    let cell = step.place.map_or(String::new(), |(cell, _)| pencil.houses().cell_name(cell));
    let symbol = symbols(step.values, alphabet);
    format!("{symbol} has one place left in {}: {cell}", pencil.houses().name(step.houses[0]))
}
