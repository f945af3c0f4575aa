//! The text layouts of grids, read and written.
//!
//! One reader takes every layout, since they differ in ornament alone: it drops what is no cell
//! (comments, sections, frames, separators, titles), cuts the rest into rows of symbols, and sees by
//! counting whether these are `n` rows of `n` cells or lines of `n²`. Then the symbols tell the
//! alphabet. It reads one puzzle after the other and looks ahead no further than a grid is long.
//!
//! - `lines`, `text` lines, and the symbols in them
//! - `shape` the rows of the next grid
//! - `pencil_marks` lines with the candidates of each cell
//! - `titles` what stands before a grid
//! - `symbols` the alphabet and the values
//! - `explain` what is wrong where there is no grid
//! - [`Layout`] and a module for each family of layouts: writing
//! - `json`, `scanner` reading too, as it is no text of rows
//!
//! # References
//! - Sudopedia: Sudoku file formats; Sudopedia: Simple Sudoku; `SudoCue`: `SadMan` file format (`.sdk`)
//! - S. Ostermiller, qqwing: readable, compact, one-line and CSV output

mod cells;
mod csv;
mod explain;
mod framed;
mod json;
mod layout;
mod line;
mod lines;
mod pencil_marks;
mod rows;
mod scanner;
mod shape;
mod symbols;
mod text;
mod titles;

pub use framed::pretty_with_bold;
pub use layout::{Layout, UnknownLayout};
pub use shape::{Place, Puzzles, puzzles, puzzles_from};
pub(crate) use text::shown_token;

use crate::{Alphabet, Grid, GridShape, Puzzle};
use thiserror::Error;

/// What the reader is told, because the text does not say it.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The symbols; recognised where `None`.
    pub alphabet: Option<Alphabet>,
    /// A grid of the shape that is read, whatever its cells hold; from the number of cells where `None`.
    pub like: Option<Grid>,
}

impl ReadOptions {
    /// The side that is named, if rows and columns are as many.
    fn side(&self) -> Option<usize> {
        let shape = self.like.as_ref()?.shape();
        (shape.rows() == shape.cols()).then_some(shape.rows())
    }

    /// The shape that is named, if rows and columns are not as many.
    fn oblong(&self) -> Option<GridShape> {
        let shape = self.like.as_ref()?.shape();
        (shape.rows() != shape.cols()).then_some(shape)
    }
}

/// What is wrong with a text, and where: line and column from 1, columns in characters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
    /// Which of the [`ReadOptions`] would help.
    pub remedy: Option<Remedy>,
}

/// What a person could say to have a text read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Name the alphabet, perhaps one of these.
    Alphabet(Vec<Alphabet>),
    /// Name the shape of the blocks.
    Geometry,
    /// Say that numbers count from 1 and 0 is a blank, or count so.
    NumbersFromOne,
}

impl ReadError {
    fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into(), remedy: None }
    }

    fn remedy(self, remedy: Remedy) -> Self {
        Self { remedy: Some(remedy), ..self }
    }
}

/// Reads every grid of a text, in any of the layouts; there is at least one, but in JSON that says
/// that there is none.
///
/// Time and memory are linear in the length of the text, whatever it says.
///
/// # Errors
/// The first place at which the text is no grid.
pub fn read(text: &[u8], options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
    puzzles(text, options).collect()
}

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod json_tests;
#[cfg(test)]
mod tests;
