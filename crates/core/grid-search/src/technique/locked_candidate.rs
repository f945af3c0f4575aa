//! Locked candidate: all places of a value in one house lie in a second one, so that the value is nowhere else
//! in that.
//!
//! # References
//! - Sudopedia: *Locked Candidates*

use super::symbols;
use crate::Pencil;
use crate::step::{Step, Technique};
use sudoku_core::Alphabet;

/// The first crossing of two houses that locks a value.
pub(super) fn find(pencil: &Pencil) -> Option<Step> {
    pencil.houses().crossings().iter().find_map(|crossing| {
        let locked = pencil.union(&crossing.common) & !pencil.union(&crossing.rest_of_first);
        let strikable = locked & pencil.union(&crossing.rest_of_second);
        if strikable == 0 {
            return None;
        }
        let values = 1 << strikable.trailing_zeros();
        let has = |cell: &usize| pencil.candidates()[*cell] & values != 0;
        Some(Step {
            technique: Technique::LockedCandidate,
            houses: vec![crossing.first, crossing.second],
            values,
            because: crossing.common.iter().copied().filter(has).collect(),
            place: None,
            strikes: pencil.strikes(&crossing.rest_of_second, values),
        })
    })
}

/// `in block 1, 8 can only stand in row 1; so it stands nowhere else in row 1`
pub(super) fn describe(step: &Step, pencil: &Pencil, alphabet: &Alphabet) -> String {
    let symbol = symbols(step.values, alphabet);
    let [first, second] = [step.houses[0], step.houses[1]].map(|house| pencil.houses().name(house));
    format!(
        "in {first}, {symbol} can only stand in {second}; so it stands nowhere else in {second}"
    )
}
