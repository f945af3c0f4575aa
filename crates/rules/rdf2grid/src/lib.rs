//! Reads a Sudoku grid from an RDF graph.
//!
//! ```text
//! quads ──► Facts, one graph at a time ──► Grid, one value a cell ──► checked, printed
//! ```
//!
//! - [`read`] the graphs of a text, as facts about cells
//! - [`facts`] what a graph says about a grid, as it says it
//! - [`decode`] the grid, or the cell that is wrong
//! - `cli` the tool, with the feature of that name, which is on by default

#[cfg(feature = "cli")]
pub mod cli;
pub mod decode;
pub mod facts;
pub mod read;
