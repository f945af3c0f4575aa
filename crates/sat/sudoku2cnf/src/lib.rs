//! Encodes a puzzle as a DIMACS CNF, in one of three encodings.
//!
//! ```text
//! puzzle ──► Encoding ──► clauses, group by group ──► ClauseSink: a text, a list, a count
//! ```
//!
//! [`encode`] streams: the clauses are counted before one is written, and none is kept. Each encoding is
//! a module of its own, named after it; what a variant's constraints say is in `constraint`.
//!
//! ```
//! use sudoku_core::{Alphabet, Geometry, Grid, Puzzle};
//! use sudoku2cnf::{Encoding, encode};
//!
//! let grid = Grid::blank(Geometry::of_side(4)?);
//! let puzzle = Puzzle::classic(grid, Alphabet::default_of(4));
//! let mut text = Vec::new();
//! encode(&puzzle, Encoding::Natural, &mut text)?;
//! assert!(text.starts_with(b"p cnf 64 400\n"));
//! assert_eq!(Encoding::Natural.clauses(&puzzle)?.get(0), [1, 17, 33, 49]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod clause_writer;
#[cfg(feature = "constraints")]
mod constraint;
mod encoding;
mod explain;
mod extended;
mod group;
mod natural;
mod reduced;
mod sets;
mod sink;

#[cfg(feature = "cli")]
mod args;
#[cfg(feature = "cli")]
mod literals;

pub use annotate::Annotator;
#[cfg(feature = "cli")]
pub use args::{Args, run};
pub use encoding::{EncodeError, Encoding, encode, encode_annotated, encode_into};
pub use explain::{Explanation, explain};
pub use group::Group;
pub use sink::{ClauseSink, Clauses, Counts, Refusal, TooManyClauses};
