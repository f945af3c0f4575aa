//! The `extended` encoding: `natural`, and each value somewhere in each house.
//!
//! The clauses
//!
//! ```text
//! row at least one    x(i,1,v) ∨ … ∨ x(i,n,v)
//! col at least one    x(1,j,v) ∨ … ∨ x(n,j,v)
//! block at least one  x(c,v) over the cells c of the block
//! ```
//!
//! follow from the others and so change no model. But a solver sees at once what it would have to
//! search for: with them, unit propagation finds hidden singles. They come after all the clauses of
//! `natural`, whose file is therefore a part of this one but for the header.
//!
//! # References
//! Inês Lynce and Joël Ouaknine, "Sudoku as a SAT problem", Proceedings of the 9th International
//! Symposium on Artificial Intelligence and Mathematics, 2006, section 3.

use crate::sets::{self, literals};
use crate::{ClauseSink, Group, natural};
use sudoku_core::Puzzle;

/// Writes the clauses.
pub(crate) fn write<S: ClauseSink>(puzzle: &Puzzle, sink: &mut S) -> Result<(), S::Error> {
    natural::write(puzzle, sink)?;
    let Puzzle { grid, rules, .. } = puzzle;
    let mut list = Vec::new();
    for kind in rules.kinds() {
        sink.begin(Group::HouseAtLeastOne(kind))?;
        let places = sets::values_in_houses(rules, kind);
        for place in places.filter(|(house, _)| sets::holds_all(rules, house)) {
            literals(grid.shape(), &mut list, sets::of_value(place));
            sink.clause(&list)?;
        }
    }
    Ok(())
}
