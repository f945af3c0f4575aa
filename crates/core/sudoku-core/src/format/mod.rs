//! The text layouts of grids, read and written.

use crate::{Alphabet, Geometry, Grid};
use thiserror::Error;

/// What the reader is told, because the text does not say it.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The symbols; recognised where `None`.
    pub alphabet: Option<Alphabet>,
    /// The shape; from the number of cells where `None`.
    pub geometry: Option<Geometry>,
}

/// A grid as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The cells.
    pub grid: Grid,
    /// The symbols in which it was written.
    pub alphabet: Alphabet,
    /// What the reader took for granted and a person should know, such as a recognised alphabet.
    pub notes: Vec<String>,
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
}

/// Reads every grid of a text, in any of the layouts.
///
/// # Errors
/// The first place at which the text is no grid.
pub fn read(text: &[u8], options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
    let _ = (text, options);
    todo!()
}
