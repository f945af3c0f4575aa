//! The text layouts of grids, read and written.
//!
//! One reader takes every layout, since they differ in ornament alone: it drops what is not a cell
//! (comments, sections, frames, separators, titles), cuts the rest into rows of symbols, and sees by
//! counting whether these are `n` rows of `n` cells or lines of `n²`. Then the symbols tell the
//! alphabet. It reads one puzzle after the other and looks ahead no further than a grid is long.
//!
//! Reading goes from the bottom of this list to its top:
//!
//! - `puzzles` one puzzle after the other
//! - `pasted` texts that are a grid in another guise: tables, lists, links
//! - `layouts` one puzzle after the other of a text that is a layout
//! - `explain` what is wrong where there is no grid
//! - `symbols` the alphabet and the values
//! - `titles` what stands before a grid
//! - `pencil_marks` lines with the candidates of each cell
//! - `shape` which rows are the next grid
//! - `source_rows` the lines that are rows
//! - `tokens` a line cut into tokens
//! - `json`, `scanner` grids in JSON, which has no rows of text
//!
//! Writing is [`Layout`], with a module below it for each family of layouts.
//!
//! # References
//! - Sudopedia: Sudoku file formats; Sudopedia: Simple Sudoku; `SudoCue`: `SadMan` file format (`.sdk`)
//! - S. Ostermiller, qqwing: readable, compact, one-line and CSV output

mod explain;
mod json;
mod layout;
mod layouts;
mod pasted;
mod pencil_marks;
mod puzzles;
mod scanner;
mod shape;
mod source_rows;
mod symbols;
mod titles;
mod tokens;

pub use layout::{Layout, UnknownLayout, pretty_with_bold};
pub use layouts::Resume;
pub use pasted::from_utf16;
pub use puzzles::{Puzzles, puzzles, puzzles_from};
pub use shape::PUZZLE_COLUMNS;
pub(crate) use tokens::shown_token;

use crate::{Alphabet, Grid, GridShape, Puzzle};
use located::{Located, Position};
use thiserror::Error;

/// What the caller says because the text does not.
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

/// Why a text is not a grid, and what would help.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct ReadError {
    /// What is wrong and where, with the column in characters.
    pub fault: Located,
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
        let place = Position { line: line as u64, column: column as u64 };
        Self { fault: Located::new(place, message), remedy: None }
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
/// The first place at which the text is not a grid.
pub fn read(text: &[u8], options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
    puzzles(text, options).collect()
}

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod json_tests;
#[cfg(test)]
mod pasted_tests;
#[cfg(test)]
mod tests;
