//! Plain grids in SudokuPad's short form: a symbol for each digit with up to five blanks behind it.
//!
//! A symbol is a number from 0 to 61, written as a digit, an upper-case or a lower-case letter: the digit plus ten
//! times the number of blanks after it. A digit 0 is a blank itself.

use crate::fault::Fault;
use crate::{Drawn, Read};
use sudoku_core::{Given, GridShape, PuzzleSpec};

/// Reads the symbols of a square grid of side 4 to 9.
pub(super) fn read(symbols: &str) -> Result<Read, Fault> {
    let mut digits: Vec<i64> = Vec::new();
    for (index, symbol) in symbols.char_indices() {
        let number = match symbol {
            '0'..='9' => symbol as u32 - '0' as u32,
            'A'..='Z' => symbol as u32 - 'A' as u32 + 10,
            'a'..='z' => symbol as u32 - 'a' as u32 + 36,
            _ => {
                let what = format!("scf: '{}' is not a symbol", symbol.escape_debug());
                return Err(Fault::at(index, what));
            }
        };
        digits.push((number % 10).into());
        digits.extend((0..number / 10).map(|_| 0));
    }
    let side = digits.len().isqrt();
    if side * side != digits.len() || !(4..=9).contains(&side) {
        let what = format!("scf: {} cells are not a square grid of side 4 to 9", digits.len());
        return Err(Fault::at_start(what));
    }
    let shape = GridShape::new(side, side, 1, side)
        .map_err(|error| Fault::at_start(format!("scf: {error}")))?;
    let mut spec = PuzzleSpec::blank(shape);
    let givens = digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
    spec.givens = givens.map(|(k, digit)| (shape.cell(k), Given::One(*digit))).collect();
    spec.check().map_err(|error| Fault::at_start(format!("scf: {error}")))?;
    Ok(Read { spec, notes: Vec::new(), drawn: Drawn::default() })
}
