//! What the SAT decoders share: from a solver's answer to a checked grid.
//!
//! - [`decode`] the grid that a model describes, one value a cell
//! - [`side_of`] the side of that grid, where only the model is there to tell
//! - [`read_solved`], [`checked_grid`] the same as steps of a tool, with its messages
//!
//! # References
//! - Lynce, Ouaknine: Sudoku as a SAT Problem, ISAIM 2006: a variable for each cell and value

mod decode;
mod side;
mod tool;

pub use decode::decode;
pub use side::{SideError, side_of};
pub use tool::{Solved, checked_grid, read_solved};
