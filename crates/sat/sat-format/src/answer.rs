//! What SAT solvers print: the verdict and the model.

use crate::{Model, Verdict};
use thiserror::Error;

/// A solver's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it found out.
    pub verdict: Verdict,
    /// The model; empty unless the verdict is [`Verdict::Sat`].
    pub model: Model,
    /// What is odd about the output and a person should know.
    pub warnings: Vec<String>,
}

/// Why an output is no answer, and where: line and column from 1, columns in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct AnswerError {
    /// The line, from 1; `None` where the output as a whole is meant.
    pub position: Option<(u64, u64)>,
    /// What was found and what was expected.
    pub message: String,
}

/// Reads a solver's whole output.
///
/// # Errors
/// It is no answer, or a contradictory one.
pub fn read(output: &[u8]) -> Result<Answer, AnswerError> {
    let _ = output;
    todo!()
}
