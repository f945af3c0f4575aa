//! The encodings by name, and the writing of a whole CNF.

use crate::annotate::Annotator;
use crate::clause_writer::ClauseWriter;
#[cfg(feature = "constraints")]
use crate::constraint;
use crate::sink::{ClauseSink, Clauses, Counts, Refusal, TooManyClauses};
use crate::{extended, natural, reduced};
use std::fmt;
use std::io::{self, Write};
use sudoku_core::Puzzle;
use thiserror::Error;

/// Which clauses say that a grid is a solution. All have the same models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Natural => "natural",
            Self::Extended => "extended",
            Self::Reduced => "reduced",
        }
    }

    /// The number of variables and of clauses, group by group, that [`encode`] will write for `puzzle`.
    ///
    /// # Errors
    /// There are more than `2³¹ − 1` clauses, or a constraint cannot be encoded.
    pub fn counts(self, puzzle: &Puzzle) -> Result<Counts, EncodeError> {
        let mut counts = Counts::new(puzzle.rules.shape());
        encode_into(puzzle, self, &mut counts)?;
        Ok(counts)
    }

    /// All clauses in memory.
    ///
    /// # Errors
    /// A constraint cannot be encoded.
    pub fn clauses(self, puzzle: &Puzzle) -> Result<Clauses, EncodeError> {
        let mut clauses = Clauses::new(puzzle.rules.shape());
        match encode_into(puzzle, self, &mut clauses) {
            Ok(()) => Ok(clauses),
            Err(Refusal::Constraint(why)) => Err(EncodeError::Constraint(why)),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
    /// A constraint cannot be said in clauses; nothing was written.
    #[error("{0}")]
    Constraint(String),
}

impl<E: Into<EncodeError>> From<Refusal<E>> for EncodeError {
    fn from(refusal: Refusal<E>) -> Self {
        match refusal {
            Refusal::Sink(error) => error.into(),
            Refusal::Constraint(why) => Self::Constraint(why),
        }
    }
}

/// Hands the clauses of `puzzle` to `sink`, group by group: cells and houses, then the constraints.
///
/// # Errors
/// The sink takes no more, or a constraint cannot be encoded.
pub fn encode_into<S: ClauseSink>(
    puzzle: &Puzzle,
    encoding: Encoding,
    sink: &mut S,
) -> Result<(), Refusal<S::Error>> {
    match encoding {
        Encoding::Natural => natural::write(puzzle, sink)?,
        Encoding::Extended => extended::write(puzzle, sink)?,
        Encoding::Reduced => reduced::write(puzzle, sink)?,
    }
    #[cfg(feature = "constraints")]
    constraint::write(&puzzle.rules, sink)?;
    #[cfg(not(feature = "constraints"))]
    if let Some(constraint) = puzzle.rules.constraints().first() {
        let why = format!("{constraint}: this program has no clauses for constraints");
        return Err(Refusal::Constraint(why));
    }
    Ok(())
}

/// Writes the CNF of `puzzle` to `out`, in blocks of 64 KiB, and tells how many clauses it has.
///
/// # Errors
/// [`EncodeError::TooManyClauses`] or [`EncodeError::Constraint`] before anything is written;
/// [`EncodeError::Io`].
pub fn encode(
    puzzle: &Puzzle,
    encoding: Encoding,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    let counts = encoding.counts(puzzle)?;
    write(puzzle, encoding, &counts, None, out)
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
    let counts = encoding.counts(puzzle)?;
    write(puzzle, encoding, &counts, Some(Annotator::new(puzzle, encoding, &counts)), out)
}

fn write(
    puzzle: &Puzzle,
    encoding: Encoding,
    counts: &Counts,
    annotator: Option<Annotator<'_>>,
    out: &mut impl Write,
) -> Result<u64, EncodeError> {
    let n_cell_vars = sudoku_core::VarMap::new(puzzle.rules.shape()).n_vars();
    let mut cnf = ClauseWriter::new(out, n_cell_vars, counts, annotator)?;
    encode_into(puzzle, encoding, &mut cnf)?;
    let written = cnf.finish()?;
    debug_assert_eq!(written, counts.n_clauses, "the header announces what is written");
    Ok(written)
}
