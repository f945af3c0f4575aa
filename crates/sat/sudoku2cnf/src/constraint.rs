//! The clauses of a variant's constraints.

use crate::{ClauseSink, Group};
use sudoku_core::Rules;

/// Writes the clauses of every constraint.
pub(crate) fn write<S: ClauseSink>(rules: &Rules, sink: &mut S) -> Result<(), S::Error> {
    for (index, constraint) in rules.constraints().iter().enumerate() {
        sink.begin(Group::Constraint(index))?;
        unimplemented!("clauses for {constraint}");
    }
    Ok(())
}
