//! A 9×9 puzzle as the candidates of its cells: nine symbols a cell, 729 in a line.
//!
//! In the k-th of the nine places of a cell stands the k-th symbol if the cell may hold it, else a blank. A
//! line of 729 symbols may also be a 27×27 board. It is read as candidates where a 9×9 grid is named, and where
//! nothing is named, each symbol stands in its own place and each cell has one: 27×27 boards do not
//! look like that, as their rows would have the same few symbols again and again.
//!
//! # References
//! - Enjoy Sudoku Players' Forum: pencilmark puzzles as lines of 729 characters

use super::symbols::{Cells, Spot, is_blank, unexpected};
use super::{ReadError, ReadOptions};
use crate::constraint::{Candidates, Constraint};
use crate::{Alphabet, Geometry, Grid, Puzzle, Rules, Value};

/// The side of the grid.
const SIDE: usize = 9;

/// The symbols of a whole grid.
pub(super) const N_SYMBOLS: usize = SIDE * SIDE * SIDE;

/// The grid whose candidates are read.
pub(super) fn blank() -> Grid {
    Grid::blank(Geometry::of_side(SIDE).expect("9 is the side of 3×3 blocks"))
}

/// Whether a line is candidates because a 9×9 grid is named.
pub(super) fn are_named(options: &ReadOptions) -> bool {
    options.side() == Some(SIDE)
}

/// The puzzle whose candidates are in a line of [`N_SYMBOLS`]; `None` if it is a board.
pub(super) fn read(cells: &Cells<'_>, options: &ReadOptions) -> Result<Option<Puzzle>, ReadError> {
    let is_named = are_named(options);
    if !is_named && (options.like.is_some() || options.alphabet.is_some()) {
        return Ok(None);
    }
    let alphabet = match &options.alphabet {
        Some(alphabet) => cells.named(alphabet)?,
        None => Alphabet::default_of(SIDE),
    };
    let mut candidates: Vec<Vec<Value>> = Vec::new();
    for cell in cells.spots.chunks(SIDE) {
        let mut values = Vec::new();
        for (value, spot) in (0..).zip(cell) {
            match mark(spot, value, &alphabet) {
                Ok(is_candidate) => values.extend(is_candidate.then_some(value)),
                Err(error) if is_named => return Err(error),
                Err(_) => return Ok(None),
            }
        }
        if values.is_empty() {
            return match cell {
                [first, ..] if is_named => Err(first.error("a cell without a candidate")),
                _ => Ok(None),
            };
        }
        candidates.push(values);
    }
    let place = &cells.spots[0];
    let mut puzzle =
        puzzle(&candidates, alphabet, options).map_err(|message| place.error(message))?;
    if !is_named {
        let note = "729 symbols are the candidates of 9×9 cells; --block 3x9 reads a 27×27 board";
        puzzle.notes.push(note.to_owned());
    }
    Ok(Some(puzzle))
}

/// Whether a value is marked in its place; an error where another symbol stands there.
fn mark(spot: &Spot<'_>, value: Value, alphabet: &Alphabet) -> Result<bool, ReadError> {
    if is_blank(spot.token, alphabet) {
        return Ok(false);
    }
    if alphabet.value(spot.token.text) == Some(value) {
        return Ok(true);
    }
    Err(unexpected(spot, &format!("'.' or '{}'", alphabet.symbol(value))))
}

/// One candidate is a given, and all of them say nothing.
fn puzzle(
    candidates: &[Vec<Value>],
    alphabet: Alphabet,
    options: &ReadOptions,
) -> Result<Puzzle, String> {
    let like = options.like.clone().unwrap_or_else(blank);
    let shape = like.shape();
    let givens = candidates.iter().map(|values| match values[..] {
        [value] => Some(value),
        _ => None,
    });
    let grid = Grid::of_shape(shape, like.blocks(), givens.collect());
    let of_houses = Rules::of_grid(&grid);
    let restricted =
        shape.cells().zip(candidates).filter(|(_, values)| (2..SIDE).contains(&values.len()));
    let constraints = restricted.map(|(cell, values)| {
        let values = values.iter().map(|value| i64::from(*value) + 1).collect();
        Constraint::from(Candidates { cell, values })
    });
    let rules = Rules::new(shape, of_houses.houses().to_vec(), constraints.collect())
        .map_err(|error| error.to_string())?;
    Ok(Puzzle { grid, alphabet, rules, notes: Vec::new() })
}
