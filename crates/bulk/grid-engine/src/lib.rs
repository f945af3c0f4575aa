//! Solves 9×9 puzzles.
//!
//! - [`lanes`]: many at once, one in each lane of the vector registers; for throughput.

pub mod lanes;
mod puzzle;

pub use puzzle::{N_CELLS, Puzzle, PuzzleError, SIDE};
pub use simd_lanes::Level;
