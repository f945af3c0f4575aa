//! Reading and writing DIMACS CNF.

use crate::Lit;
use std::io::Read;
use thiserror::Error;

/// What the header line announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Variables.
    pub n_vars: u32,
    /// Clauses.
    pub n_clauses: u64,
}

/// How strict the reader is and what it refuses.
#[derive(Debug, Clone, Copy)]
pub struct ReadOptions {
    /// Makes an error of each warning.
    pub strict: bool,
    /// The largest variable that a header or a literal may name.
    pub max_var: u32,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { strict: false, max_var: 1 << 27 }
    }
}

/// What a whole file held, besides its clauses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// The header, where there was one.
    pub header: Option<Header>,
    /// Clauses in the file.
    pub n_clauses: u64,
    /// The largest variable in a clause, 0 if there is none.
    pub max_var_used: u32,
    /// Where header and content disagree, or the layout is odd; with position.
    pub warnings: Vec<ReadError>,
}

impl Summary {
    /// Variables of the formula: as many as the header announces or a clause uses.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.header.map_or(0, |header| header.n_vars).max(self.max_var_used)
    }
}

/// What is wrong with a CNF file, and where: line and column from 1, columns in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in bytes.
    pub column: u64,
    /// What was found and what was expected.
    pub message: String,
}

/// Why there is no formula.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The text is no DIMACS CNF.
    #[error(transparent)]
    Malformed(#[from] ReadError),
}

/// Reads a CNF as a stream and hands each clause to `clause`, in the order of the file.
///
/// # Errors
/// The first place at which the text is no DIMACS CNF.
pub fn read(
    reader: impl Read,
    options: ReadOptions,
    clause: impl FnMut(&[Lit]),
) -> Result<Summary, Error> {
    let _ = (reader, options, clause);
    todo!()
}
