#![doc = include_str!("../README.md")]

mod analysis;
mod analyze;
mod average;
mod clauses;
mod decide;
mod eliminate;
mod extension;
mod heap;
mod lit;
mod maintain;
mod options;
mod phases;
mod probe;
mod proof;
mod propagate;
mod queue;
mod reduce;
mod schedule;
mod shrink;
mod simplify;
mod solver;
mod subsume;
mod vivify;
mod watch;

pub use options::{Limits, Options, Outcome, Statistics, Techniques};
pub use proof::Proof;
pub use solver::Solver;
