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

use crate::clause_writer::{ClauseWriter, Group};
use crate::constraints::{self, literals};
use crate::natural;
use std::io::{self, Write};
use sudoku_core::{ClauseCounts, Puzzle};

/// How many clauses [`write`] will write.
pub(crate) fn counts(Puzzle { grid, .. }: &Puzzle) -> ClauseCounts {
    ClauseCounts::extended(grid.geometry(), grid.givens().count() as u64)
}

/// Writes the clauses.
pub(crate) fn write(puzzle: &Puzzle, cnf: &mut ClauseWriter<'_, impl Write>) -> io::Result<()> {
    natural::write(puzzle, cnf)?;
    let Puzzle { grid, rules, .. } = puzzle;
    let geometry = grid.geometry();
    let of_value = |place| literals(geometry, constraints::of_value(place));
    for kind in rules.kinds() {
        cnf.begin(Group::HouseAtLeastOne(kind));
        constraints::values_in_houses(rules, kind)
            .try_for_each(|place| cnf.clause(&of_value(place)))?;
    }
    Ok(())
}
