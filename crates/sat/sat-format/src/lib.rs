//! DIMACS CNF and what solvers print: readers, writers and the check of a model.
//!
//! - [`dimacs`] reads CNF files as a stream, strictly about literals and tolerantly about layout
//! - [`answer`] reads the output of SAT solvers of many makes
//! - [`Model`] the assignment, and whether it satisfies clauses

pub mod answer;
pub mod dimacs;

mod lit;
mod model;

pub use lit::Lit;
pub use model::{ContradictoryModel, Model};

/// What a solver found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up; there may or may not be one.
    Unknown,
}
