//! Variant puzzles of any kind, many in one process: a line in, a line out.
//!
//! Encoder, engine and decoder of the SAT pipeline in one program, with a solver that keeps what it has
//! learnt from one question about a puzzle to the next. Each answer is checked by the rules' own predicates before it is printed.
//!
//! Without the feature `cli` this is the library behind the tool: a [`Problem`] is asked, [`reasons`] tell why.

mod clauses;
mod engine;
mod hitting;
mod problem;
pub mod reasons;

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod modes;
#[cfg(feature = "cli")]
mod progress;
#[cfg(feature = "cli")]
mod why;
#[cfg(feature = "cli")]
mod work;

pub use clauses::{Limits, NoAnswer};
#[cfg(feature = "cli")]
pub use cli::{Args, run};
pub use engine::{Cdcl, Engine, Verdict};
pub use problem::{Clue, Outcome, Part, Problem};
