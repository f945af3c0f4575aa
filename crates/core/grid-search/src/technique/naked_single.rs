//! Naked single: a cell has one candidate.
//!
//! # References
//! - Sudopedia: *Naked Single*

use super::symbols;
use crate::Pencil;
use crate::step::{Step, Technique};
use sudoku_core::{Alphabet, Value};

/// The first cell with one candidate.
pub(super) fn find(pencil: &Pencil) -> Option<Step> {
    let cell = pencil.candidates().iter().position(|candidates| candidates.is_power_of_two())?;
    let value = pencil.candidates()[cell];
    Some(Step {
        technique: Technique::NakedSingle,
        houses: Vec::new(),
        values: value,
        because: Vec::new(),
        place: Some((cell, value.trailing_zeros() as Value)),
        strikes: Vec::new(),
    })
}

/// `row 4, column 5 can only be 6: each other value stands in one of its houses or was ruled out`
pub(super) fn describe(step: &Step, pencil: &Pencil, alphabet: &Alphabet) -> String {
    let cell = step.place.map_or(String::new(), |(cell, _)| pencil.houses().cell_name(cell));
    let symbol = symbols(step.values, alphabet);
    format!("{cell} can only be {symbol}: no other value is left for it")
}
