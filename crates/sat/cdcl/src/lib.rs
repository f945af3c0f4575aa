//! A SAT solver by conflict-driven clause learning (CDCL), in safe Rust and without dependencies.
//!
//! One technique is one file that starts with what it does and whose idea it is:
//!
//! - `propagate` what follows, by two watched literals a clause
//! - `analyze` what a conflict teaches
//! - `decide` which variable is tried next and as what; `queue` and `heap` order the variables
//! - `schedule` when to restart, to change the mode, to reduce, to simplify
//! - `reduce` which learnt clauses are forgotten
//! - `probe`, `vivify`, `subsume`, `eliminate` make the clauses simpler
//! - `simplify` the rounds that make clauses simpler; `extension` undoes them in a model
//! - `proof` what a proof needs to know
//!
//! The same clauses and options give the same run on every machine: effort is counted in memory
//! accesses, never in seconds.
//!
//! # References
//! - Biere, Heule, van Maaren, Walsh (editors): Handbook of Satisfiability, second edition, 2021,
//!   chapter 4 (Marques-Silva, Lynce, Malik: CDCL)

mod analyze;
mod average;
mod clauses;
mod decide;
mod eliminate;
mod extension;
mod heap;
mod lit;
mod options;
mod probe;
mod proof;
mod propagate;
mod queue;
mod reduce;
mod schedule;
mod simplify;
mod solver;
mod subsume;
mod vivify;

pub use options::{Limits, Options, Outcome, Statistics, Techniques};
pub use proof::Proof;
pub use solver::Solver;
