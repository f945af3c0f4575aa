//! The `natural` encoding: the givens, a value in each cell, and no two of anything.
//!
//! A variable `x(i,j,v)` says that the cell in row `i` and column `j` holds value `v`. With `∧` over
//! all cells, values and houses,
//!
//! ```text
//! givens             x(i,j,v)                    for each filled cell
//! cell at least one  x(i,j,1) ∨ … ∨ x(i,j,n)
//! cell at most one   ¬x(i,j,v) ∨ ¬x(i,j,w)       v < w
//! row at most one    ¬x(i,j,v) ∨ ¬x(i,k,v)       j < k
//! col at most one    ¬x(i,j,v) ∨ ¬x(k,j,v)       i < k
//! block at most one  ¬x(c,v) ∨ ¬x(d,v)           c before d, row-major in the block
//! ```
//!
//! in this order, which is that of the original pipeline: its users see the file they know. It is the
//! *minimal encoding* of the paper with the "at most one" of the cells added, so that a model is a
//! grid in which no cell holds two values.
//!
//! # References
//! Inês Lynce and Joël Ouaknine, "Sudoku as a SAT problem", Proceedings of the 9th International
//! Symposium on Artificial Intelligence and Mathematics, 2006, section 3.

use crate::clause_writer::{ClauseWriter, Group};
use crate::constraints::{self, literals};
use std::io::{self, Write};
use sudoku_core::{ClauseCounts, Puzzle};

/// How many clauses [`write`] will write.
pub(crate) fn counts(Puzzle { grid, .. }: &Puzzle) -> ClauseCounts {
    ClauseCounts::natural(grid.geometry(), grid.givens().count() as u64)
}

/// Writes the clauses.
pub(crate) fn write(puzzle: &Puzzle, cnf: &mut ClauseWriter<'_, impl Write>) -> io::Result<()> {
    let Puzzle { grid, rules, .. } = puzzle;
    let geometry = grid.geometry();
    let of_cell = |cell| literals(geometry, constraints::of_cell(geometry, cell));
    let of_value = |place| literals(geometry, constraints::of_value(place));

    cnf.begin(Group::Givens);
    literals(geometry, grid.givens()).into_iter().try_for_each(|given| cnf.unit(given))?;
    cnf.begin(Group::CellAtLeastOne);
    constraints::cells(geometry).try_for_each(|cell| cnf.clause(&of_cell(cell)))?;
    cnf.begin(Group::CellAtMostOne);
    constraints::cells(geometry).try_for_each(|cell| cnf.at_most_one(&of_cell(cell)))?;
    for kind in rules.kinds() {
        cnf.begin(Group::HouseAtMostOne(kind));
        constraints::values_in_houses(rules, kind)
            .try_for_each(|place| cnf.at_most_one(&of_value(place)))?;
    }
    Ok(())
}
