//! The encodings by name, and the writing of a whole CNF.

use crate::annotate::Annotator;
use crate::clause_writer::ClauseWriter;
use crate::{extended, natural, reduced};
use std::io::{self, Write};
use sudoku_core::{Alphabet, ClauseCounts, Grid, TooManyClauses, VarMap};
use thiserror::Error;

/// Which clauses say that a grid is a solution. All have the same models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum Encoding {
    /// The givens; a value in each cell; no two of anything.
    #[default]
    Natural,
    /// The same, and each value somewhere in each house.
    Extended,
    /// The same, without what the givens settle.
    Reduced,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Natural, Self::Extended, Self::Reduced];

    /// The number of clauses of each group that [`encode`] will write for `grid`.
    #[must_use]
    pub fn counts(self, grid: &Grid) -> ClauseCounts {
        match self {
            Self::Natural => natural::counts(grid),
            Self::Extended => extended::counts(grid),
            Self::Reduced => reduced::counts(grid),
        }
    }
}

/// Why there is no CNF.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The grid is too large; nothing was written.
    #[error(transparent)]
    TooManyClauses(#[from] TooManyClauses),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes the CNF of `grid` to `out`, in blocks of 64 KiB, and tells how many clauses it has.
///
/// # Errors
/// [`EncodeError::TooManyClauses`] before anything is written; [`EncodeError::Io`].
pub fn encode(grid: &Grid, encoding: Encoding, out: &mut impl Write) -> Result<u64, EncodeError> {
    write(grid, encoding, None, out)
}

/// [`encode`] with comment lines that say what each group of clauses means, in the symbols of
/// `alphabet`.
///
/// # Errors
/// As for [`encode`].
pub fn encode_annotated(
    grid: &Grid,
    encoding: Encoding,
    alphabet: &Alphabet,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    write(grid, encoding, Some(Annotator::new(grid, encoding, alphabet)), out)
}

fn write(
    grid: &Grid,
    encoding: Encoding,
    annotator: Option<Annotator<'_>>,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    let n_vars = VarMap::new(grid.geometry()).n_vars();
    let n_clauses = encoding.counts(grid).total()?;
    let mut cnf = ClauseWriter::new(out, n_vars, n_clauses, annotator)?;
    match encoding {
        Encoding::Natural => natural::write(grid, &mut cnf)?,
        Encoding::Extended => extended::write(grid, &mut cnf)?,
        Encoding::Reduced => reduced::write(grid, &mut cnf)?,
    }
    let written = cnf.finish()?;
    debug_assert_eq!(written, n_clauses, "the header announces what is written");
    Ok(written)
}
