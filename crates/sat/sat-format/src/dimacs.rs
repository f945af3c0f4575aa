//! Reads and writes DIMACS CNF.
//!
//! The reader is one pass over the bytes, block by block: it holds a block and a clause, never the
//! file, and allocates nothing by what a header or a literal claims. It is strict about what a
//! number means and tolerant about layout, because a wrong formula is worse than none and no layout
//! changes the formula:
//!
//! - a clause ends at its `0`, not at the end of a line; a missing last `0` is an error
//! - a literal has digits only, after at most one sign, and a variable in range; `-0` is an error
//! - the clauses are the truth and the header is advice: where they disagree there is a warning,
//!   which [`ReadOptions::strict`] makes an error
//! - comments may stand anywhere between two literals; nothing in them is interpreted
//! - CRLF, tabs, blank lines, a byte order mark and a missing last line end do not matter
//! - a `%` at the start of a line ends the file, as SATLIB's files end; only `0` may follow it
//! - gzip and xz streams are recognised by their first bytes
//! - an incremental CNF, which also asks, is read by [`read_incremental`] alone
//!
//! ```text
//! file    = { blank | comment | header | literal | "0" } [ "%" { blank | "0" } ]
//! comment = "c" { any byte } line-end        at the start of a line
//!         | "c" blank { any byte } line-end  elsewhere
//! header  = "p" "cnf" VARIABLES CLAUSES line-end, at the start of a line, at most once, before
//!           the first literal
//! literal = [ "-" | "+" ] digit { digit }
//!
//! incremental: header = "p" "inccnf" line-end, and among the clauses
//! query   = "a" { literal } "0"                 "a" at the start of a line
//! ```
//!
//! # References
//! - Satisfiability: Suggested Format. DIMACS Challenge, 1993
//! - SAT Competition 2009: Benchmark Submission Guidelines, section "CNF format"
//! - Wieringa, Niemenmaa, Heljanko: Tarmo: A framework for parallelized bounded model checking, PDMC 2009
//!   (the incremental CNF)
//! - Hoos, Stützle: SATLIB: An Online Resource for Research on SAT, SAT 2000 (the `%` tail)

mod cnf;
mod compression;
mod reader;
mod source;
mod write;

pub use cnf::Cnf;
pub use compression::is_compressed;
pub use reader::{Item, read, read_incremental};
pub use write::{write_clause, write_header, write_lit};

use located::Located;
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
    /// The largest variable that a header or a literal may name, at most `2³¹ − 1`.
    pub max_var: u32,
}

impl Default for ReadOptions {
    /// Tolerant, with variables up to `2²⁷`: eight times those of a 256×256 board.
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
    /// Where header and content disagree, or the layout is odd, one of each kind; columns in bytes.
    pub warnings: Vec<Located>,
}

impl Summary {
    /// Variables of the formula: as many as the header announces or a clause uses.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.header.map_or(0, |header| header.n_vars).max(self.max_var_used)
    }
}

/// Why there is no formula.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The stream failed, or its compressed data is damaged or cut off.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The text is not a DIMACS CNF; the column is in bytes.
    #[error(transparent)]
    Malformed(#[from] Located),
}
