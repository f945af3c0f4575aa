//! What is wrong with a lock file.

use located::Position;
use thiserror::Error;

/// What is wrong with a lock file, and where, if it is at one place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// The place, with the column in characters.
    pub position: Option<Position>,
    /// What was found and what was expected.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { position: None, message: message.into() }
    }

    /// At a byte of `text`, which may be its end.
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        Self { position: Some(Position::of_char(text, offset)), message: message.into() }
    }
}
