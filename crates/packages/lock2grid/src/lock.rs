//! The formats of lock files: which packages in which versions.
//!
//! The format is told by the content. A JSON object is pip's report. A text whose first line is a
//! table header or `key = value` is TOML: `[[packages]]` is a `pylock.toml`, `[[package]]` one of
//! Poetry, uv and pdm, which differ in where they put the version of the format. Anything else is
//! a requirements file.
//!
//! # References
//! - PEP 751: `pylock.toml`; pip, *Installation report* and *Requirements file format*
//! - Poetry's `lock-version` 1.0 to 2.1; uv's `version` 1; pdm's `lock_version` 4

mod report;
mod requirements;
mod tables;

use std::fmt;
use thiserror::Error;

pub(crate) use requirements::{exact_pin, name_of};
pub(crate) use tables::parse as parse_toml;

/// A package and its version, as the file spells them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locked {
    /// The package.
    pub name: String,
    /// Its version; `None` if the file gives it none.
    pub version: Option<String>,
}

/// What a lock file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// Which file it is.
    pub format: Format,
    /// The packages in the file's order.
    pub packages: Vec<Locked>,
}

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `poetry.lock`
    Poetry,
    /// `uv.lock`
    Uv,
    /// `pdm.lock`
    Pdm,
    /// `pylock.toml`
    Pylock,
    /// `requirements.txt`
    Requirements,
    /// What `pip install --report` writes.
    PipReport,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Poetry => "poetry.lock",
            Self::Uv => "uv.lock",
            Self::Pdm => "pdm.lock",
            Self::Pylock => "pylock.toml",
            Self::Requirements => "requirements file",
            Self::PipReport => "pip report",
        })
    }
}

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
    fn new(message: impl Into<String>) -> Self {
        Self { position: None, message: message.into() }
    }

    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() as u64 + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[start..].chars().count() as u64 + 1;
        Self { position: Some((line, column)), message: message.into() }
    }
}

/// Reads a lock file of any of the formats.
///
/// # Errors
/// It is of none, of a newer one, or cut off.
pub fn read(bytes: &[u8]) -> Result<Lock, ReadError> {
    let text = text(bytes)?;
    let significant = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().map(str::trim).find(significant) else {
        return Err(ReadError::new("the lock is empty"));
    };
    if first.starts_with('{') {
        report::read(text)
    } else if first.starts_with('[') || is_assignment(first) {
        tables::read(text)
    } else {
        requirements::read(text)
    }
}

/// The text without a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        ReadError::at(valid, valid.len(), "the lock is not UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether a line is `key = value`, which no requirement is.
fn is_assignment(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, value)| {
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '"');
        !value.starts_with('=')
            && !key.is_empty()
            && !key.starts_with('-')
            && key.trim_end().chars().all(is_key)
    })
}
