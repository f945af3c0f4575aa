#![doc = include_str!("../README.md")]
//!
//! # What is where
//!
//! - [`lanes`]: many at once, one in each lane of the vector registers; for throughput
//! - [`single`]: one at once, and all of its solutions one after the other
//! - [`generate`]: makes puzzles with one solution
//! - [`canonical`]: the same text for equivalent puzzles; [`rearrange`]: an equivalent puzzle
//! - [`Puzzle`]: cells as bytes, and the check of a solution

pub mod generate;
pub mod lanes;
mod puzzle;
mod random;
pub mod single;
mod split;
mod symmetry;

pub use puzzle::{N_CELLS, Puzzle, PuzzleError, SIDE, is_blank};
pub use simd_lanes::Level;
pub use symmetry::{canonical, rearrange};
