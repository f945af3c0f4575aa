//! The encodings by name, and the writing of a whole CNF.

use crate::annotate::Annotator;
use crate::clause_writer::ClauseWriter;
use crate::{extended, natural, reduced};
use std::io::{self, Write};
use sudoku_core::{ClauseCounts, Puzzle, TooManyClauses, VarMap};
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

    /// The number of clauses of each group that [`encode`] will write for `puzzle`.
    #[must_use]
    pub fn counts(self, puzzle: &Puzzle) -> ClauseCounts {
        match self {
            Self::Natural => natural::counts(puzzle),
            Self::Extended => extended::counts(puzzle),
            Self::Reduced => reduced::counts(puzzle),
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

/// Writes the CNF of `puzzle` to `out`, in blocks of 64 KiB, and tells how many clauses it has.
///
/// # Errors
/// [`EncodeError::TooManyClauses`] before anything is written; [`EncodeError::Io`].
pub fn encode(
    puzzle: &Puzzle,
    encoding: Encoding,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    write(puzzle, encoding, None, out)
}

/// [`encode`] with comment lines that say what each group of clauses means, in the symbols of
/// the puzzle.
///
/// # Errors
/// As for [`encode`].
pub fn encode_annotated(
    puzzle: &Puzzle,
    encoding: Encoding,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    write(puzzle, encoding, Some(Annotator::new(puzzle, encoding)), out)
}

fn write(
    puzzle: &Puzzle,
    encoding: Encoding,
    annotator: Option<Annotator<'_>>,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    let n_vars = VarMap::new(puzzle.grid.geometry()).n_vars();
    let n_clauses = encoding.counts(puzzle).total()?;
    let mut cnf = ClauseWriter::new(out, n_vars, n_clauses, annotator)?;
    match encoding {
        Encoding::Natural => natural::write(puzzle, &mut cnf)?,
        Encoding::Extended => extended::write(puzzle, &mut cnf)?,
        Encoding::Reduced => reduced::write(puzzle, &mut cnf)?,
    }
    let written = cnf.finish()?;
    debug_assert_eq!(written, n_clauses, "the header announces what is written");
    Ok(written)
}
