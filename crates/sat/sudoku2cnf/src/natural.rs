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

use crate::sets::{self, literals};
use crate::{ClauseSink, Group};
use sudoku_core::Puzzle;

/// Writes the clauses.
pub(crate) fn write<S: ClauseSink>(puzzle: &Puzzle, sink: &mut S) -> Result<(), S::Error> {
    let Puzzle { grid, rules, .. } = puzzle;
    let shape = grid.shape();
    let mut list = Vec::new();

    sink.begin(Group::Givens)?;
    literals(shape, &mut list, grid.givens());
    list.iter().try_for_each(|given| sink.clause(&[*given]))?;
    sink.begin(Group::CellAtLeastOne)?;
    for cell in shape.all_cells() {
        literals(shape, &mut list, sets::of_cell(shape, cell));
        sink.clause(&list)?;
    }
    sink.begin(Group::CellAtMostOne)?;
    for cell in shape.all_cells() {
        literals(shape, &mut list, sets::of_cell(shape, cell));
        sink.at_most_one(&list)?;
    }
    for kind in rules.kinds() {
        sink.begin(Group::HouseAtMostOne(kind))?;
        for place in sets::values_in_houses(rules, kind) {
            literals(shape, &mut list, sets::of_value(place));
            sink.at_most_one(&list)?;
        }
    }
    Ok(())
}
