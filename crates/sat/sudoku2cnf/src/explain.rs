//! What a literal of a CNF says about the grid.

use std::fmt;
use sudoku_core::{Alphabet, Cell, GridShape, Value, VarMap, VarMapError};

/// A literal in words: `row 2, column 7, value 6`, or with `not` before it.
///
/// Row, column and value are the numbers from 1 of the formula of [`VarMap`]. Where the grid prints
/// another symbol for the value, that follows: `value 6 (printed 5)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Whether the literal is the variable itself, not its negation.
    pub positive: bool,
    /// The cell.
    pub cell: Cell,
    /// The value.
    pub value: Value,
    /// What is printed for the value.
    pub symbol: String,
}

/// Explains `literal` for grids of a shape, whose values are printed in `alphabet`.
///
/// # Errors
/// [`VarMapError::OutOfRange`] for 0 and for what is beyond the cell variables.
pub fn explain(
    shape: impl Into<GridShape>,
    alphabet: &Alphabet,
    literal: i64,
) -> Result<Explanation, VarMapError> {
    let (cell, value) = VarMap::new(shape).cell_value(literal.unsigned_abs())?;
    Ok(Explanation { positive: literal > 0, cell, value, symbol: alphabet.symbol(value) })
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = (self.value + 1).to_string();
        let not = if self.positive { "" } else { "not " };
        write!(f, "{not}{}, value {number}", self.cell)?;
        if self.symbol == number { Ok(()) } else { write!(f, " (printed {})", self.symbol) }
    }
}
