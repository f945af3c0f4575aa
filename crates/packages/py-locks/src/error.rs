//! What is wrong with a lock file.

use thiserror::Error;

/// What is wrong with a lock file, and where, if it is at one place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// Line and column from 1, columns in characters.
    pub position: Option<(u64, u64)>,
    /// What was found and what was expected.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { position: None, message: message.into() }
    }

    /// At a byte of `text`, which may be its end.
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line = before.matches('\n').count() as u64 + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[start..].chars().count() as u64 + 1;
        Self { position: Some((line, column)), message: message.into() }
    }
}
