#![doc = include_str!("../README.md")]

mod annotate;
mod clause_writer;
#[cfg(feature = "constraints")]
mod constraint;
mod encode;
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
pub use encode::{encode, encode_annotated};
pub use encoding::{EncodeError, Encoding, encode_into};
pub use explain::{Explanation, explain};
pub use group::Group;
pub use sink::{ClauseSink, Clauses, Counts, Refusal, TooManyClauses, pairs};
