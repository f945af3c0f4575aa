//! The encodings by name, and their clauses into any sink.

#[cfg(feature = "constraints")]
use crate::constraint;
use crate::sink::{ClauseSink, Clauses, Counts, Refusal, TooManyClauses};
use crate::{extended, natural, reduced};
use std::fmt;
use std::io;
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

    /// The number of variables and of clauses, group by group, that [`encode`](crate::encode) will write for `puzzle`.
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
