//! The side of the grid that a model describes, where nothing else tells it.
//!
//! A solver's answer does not say how large the grid is, and the largest variable is not a guide: other
//! encodings use variables above `n³`, and a partial model may leave out the last ones. A side `n`
//! *fits* if the true variables up to `n³` give each of the `n²` cells exactly one value. Where one
//! side fits, it is the side. A grid of side `n` that obeys the rules never looks like a smaller one:
//! for `1 < m < n` its true variables up to `m³` are too few, because value 1 stands once in a row
//! and its variables come first. Side 1 would fit whenever variable 1 is true, so it needs a model of
//! this one variable. Where no side fits but the largest variable is the cube of a side, that is
//! what the model was meant to be, and the caller finds the cell that is wrong. Anything else is
//! an error and never a guess.

use crate::decode::{decode, true_vars};
use sat_format::Model;
use sudoku_core::{Geometry, Grid};
use thiserror::Error;

/// Why a model does not tell the side of its grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SideError {
    /// The model lists no variable.
    #[error("the model is empty: there is no grid in it")]
    Empty,
    /// No side fits.
    #[error(
        "the size of the grid is unknown: the largest variable is {largest}, no cube of a side, and \
         the {n_true} true variables fill no square grid"
    )]
    NoneFits {
        /// The largest variable listed.
        largest: u32,
        /// How many variables are true.
        n_true: usize,
    },
    /// Two sides fit.
    #[error("the size of the grid is unknown: the model fits sides {0} and {1}")]
    TwoFit(usize, usize),
}

/// The side `n` of the grid that a model describes; `decode` may still fail for it.
///
/// # Errors
/// Nothing or several things can be meant.
pub fn side_of(model: &Model) -> Result<usize, SideError> {
    let largest = model.literals().last().ok_or(SideError::Empty)?.var();
    let true_vars: Vec<u32> = true_vars(model).collect();
    let most = true_vars.len().isqrt().min(Geometry::MAX_SIDE);
    let mut fitting = (1..=most).filter(|side| {
        let cube = side.pow(3);
        let up_to_cube = true_vars.partition_point(|var| *var as usize <= cube);
        up_to_cube == side * side && (*side > 1 || largest == 1) && fills(model, *side)
    });
    match (fitting.next(), fitting.next()) {
        (Some(side), None) => Ok(side),
        (Some(side), Some(other)) => Err(SideError::TwoFit(side, other)),
        _ => {
            side_with_vars(largest).ok_or(SideError::NoneFits { largest, n_true: true_vars.len() })
        }
    }
}

/// The side whose cell variables are `1..=n_vars`.
pub(crate) fn side_with_vars(n_vars: u32) -> Option<usize> {
    (1..=Geometry::MAX_SIDE).find(|side| side.pow(3) == n_vars as usize)
}

/// Whether each cell has one value; the shape of the blocks makes no difference.
fn fills(model: &Model, side: usize) -> bool {
    Geometry::new(1, side).is_ok_and(|geometry| decode(model, &Grid::blank(geometry)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sat_format::Lit;
    use sudoku_core::{Cell, VarMap};

    /// The true variables of a solved grid of `height·width`: rows are shifts of the first.
    fn solved(height: usize, width: usize) -> Vec<i32> {
        let geometry = Geometry::new(height, width).unwrap();
        let vars = VarMap::new(geometry);
        let value = |cell: Cell| {
            (cell.row % height * width + cell.row / height + cell.col) % geometry.side()
        };
        let cells = (0..geometry.n_cells()).map(|index| geometry.cell(index));
        cells.map(|cell| vars.var(cell, value(cell) as u16) as i32).collect()
    }

    fn side(literals: impl IntoIterator<Item = i32>) -> Result<usize, SideError> {
        side_of(&Model::new(literals.into_iter().filter_map(Lit::new).collect()).unwrap())
    }

    #[test]
    fn the_cells_tell_the_side() {
        for (height, width) in [(1, 2), (2, 2), (2, 3), (3, 3), (2, 5), (4, 4), (5, 5)] {
            let (vars, n) = (solved(height, width), height * width);
            let cube = n.pow(3) as i32;
            assert_eq!(side(vars.clone()), Ok(n), "true variables only");
            assert_eq!(
                side(vars.iter().copied().chain([-cube - 1, -cube - 9])),
                Ok(n),
                "false others"
            );
            assert_eq!(
                side(vars.iter().copied().chain([cube + 1, -cube - 2])),
                Ok(n),
                "true others"
            );
        }
        assert_eq!(side([1]), Ok(1));
    }

    #[test]
    fn the_largest_variable_tells_what_was_meant() {
        let without = |cell: usize| {
            let vars = solved(3, 3);
            let dropped = vars[cell];
            vars.into_iter().map(move |var| if var == dropped { -var } else { var })
        };
        assert_eq!(
            side(without(7).chain([-728])),
            Err(SideError::NoneFits { largest: 728, n_true: 80 })
        );
        assert_eq!(side(without(7).chain([-728, -729])), Ok(9));
        assert_eq!(side([-1]), Ok(1));
    }

    #[test]
    fn nothing_is_guessed() {
        assert_eq!(side([]), Err(SideError::Empty));
        assert_eq!(side([1, -2]), Err(SideError::NoneFits { largest: 2, n_true: 1 }));
        assert_eq!(
            side([i32::MAX]),
            Err(SideError::NoneFits { largest: i32::MAX as u32, n_true: 1 })
        );
        // a grid of side 2 in 1..=8, and in 9..=27 what completes one of side 3
        assert_eq!(side([1, 2, 3, 4, 14, 15, 16, 17, 18]), Err(SideError::TwoFit(2, 3)));
    }
}
