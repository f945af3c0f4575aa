#![doc = include_str!("../README.md")]

pub mod answer;
pub mod dimacs;
pub mod proof;

mod lit;
mod model;

pub use lit::Lit;
pub use located::{Located, Position};
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
