//! Writes a Sudoku puzzle as an RDF graph, for rules to solve.
//!
//! Each cell is a resource with its row, its column and, if it is filled, its value; the values that
//! there are stand beside them. See [`graph`] for the triples and [`mod@write`] for the syntaxes.

pub mod graph;
pub mod write;

#[cfg(feature = "cli")]
mod args;

#[cfg(feature = "cli")]
pub use args::{Args, Syntax, run};
