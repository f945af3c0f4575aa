//! Solves 9×9 puzzles.
//!
//! - [`lanes`]: many at once, one in each lane of the vector registers; for throughput
//! - [`single`]: one at once, and all of its solutions one after the other
//! - [`Puzzle`]: cells as bytes, and the check of a solution

pub mod lanes;
mod puzzle;
pub mod single;
mod split;

pub use puzzle::{N_CELLS, Puzzle, PuzzleError, SIDE};
pub use simd_lanes::Level;
