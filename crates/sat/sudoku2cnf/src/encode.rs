//! The text of a whole CNF: the header, the clauses and, if wanted, comments that explain them.

use crate::annotate::Annotator;
use crate::clause_writer::ClauseWriter;
use crate::sink::Counts;
use crate::{EncodeError, Encoding, encode_into};
use std::io::Write;
use sudoku_core::{Puzzle, VarMap};

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
    let n_cell_vars = VarMap::new(puzzle.rules.shape()).n_vars();
    let mut cnf = ClauseWriter::new(out, n_cell_vars, counts, annotator)?;
    encode_into(puzzle, encoding, &mut cnf)?;
    let written = cnf.finish()?;
    debug_assert_eq!(written, counts.n_clauses, "the header announces what is written");
    Ok(written)
}
