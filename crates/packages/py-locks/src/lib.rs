#![doc = include_str!("../README.md")]
//!
//! The content shows which format it is. A JSON object is pip's report. A text whose first line is a
//! table header or `key = value` is TOML: `[[packages]]` is a `pylock.toml`, `[[package]]` one of
//! Poetry, uv and pdm, which differ in where they put the version of the format. Anything else is
//! a requirements file.
//!
//! # References
//! - PEP 751: `pylock.toml`; pip, *Installation report* and *Requirements file format*
//! - Poetry's `lock-version` 1.0 to 2.1; uv's `version` 1; pdm's `lock_version` 4

mod error;
pub mod pdm;
pub mod pip_report;
pub mod poetry;
pub mod pylock;
pub mod requirements;
mod toml_fields;
mod toml_text;
pub mod uv;

use std::fmt;
use toml::Table;

pub use error::ReadError;
pub use toml_fields::parse_toml;

/// The formats of lock files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LockFormat {
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

impl LockFormat {
    /// The file's usual name.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Poetry => "poetry.lock",
            Self::Uv => "uv.lock",
            Self::Pdm => "pdm.lock",
            Self::Pylock => "pylock.toml",
            Self::Requirements => "requirements.txt",
            Self::PipReport => "pip-report.json",
        }
    }
}

/// What messages call a file of the format.
impl fmt::Display for LockFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Requirements => "requirements file",
            Self::PipReport => "pip report",
            named => named.file_name(),
        })
    }
}

/// A lock file of any format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockFile {
    /// `poetry.lock`
    Poetry(poetry::Lock),
    /// `uv.lock`
    Uv(uv::Lock),
    /// `pdm.lock`
    Pdm(pdm::Lock),
    /// `pylock.toml`
    Pylock(pylock::Lock),
    /// `requirements.txt`
    Requirements(requirements::Lock),
    /// What `pip install --report` writes.
    PipReport(pip_report::Lock),
}

/// A package of a lock, with what all formats have in common. Texts stand as in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LockedPackage {
    /// The package.
    pub name: String,
    /// Its version; `None` if the file gives it none.
    pub version: Option<String>,
    /// Where it is installed; `None` for everywhere.
    pub marker: Option<String>,
    /// The digests of its files, `sha256:…`.
    pub hashes: Vec<String>,
    /// The file stands for the project itself, not for a package of an index.
    pub is_project: bool,
}

impl LockFile {
    /// Which format it is.
    #[must_use]
    pub fn format(&self) -> LockFormat {
        match self {
            Self::Poetry(_) => LockFormat::Poetry,
            Self::Uv(_) => LockFormat::Uv,
            Self::Pdm(_) => LockFormat::Pdm,
            Self::Pylock(_) => LockFormat::Pylock,
            Self::Requirements(_) => LockFormat::Requirements,
            Self::PipReport(_) => LockFormat::PipReport,
        }
    }

    /// The packages in the file's order.
    #[must_use]
    pub fn packages(&self) -> Vec<LockedPackage> {
        match self {
            Self::Poetry(lock) => lock.packages.iter().map(LockedPackage::from).collect(),
            Self::Uv(lock) => lock.packages.iter().map(LockedPackage::from).collect(),
            Self::Pdm(lock) => lock.packages.iter().map(LockedPackage::from).collect(),
            Self::Pylock(lock) => lock.packages.iter().map(LockedPackage::from).collect(),
            Self::Requirements(lock) => lock.packages.iter().map(LockedPackage::from).collect(),
            Self::PipReport(lock) => lock.packages.iter().map(LockedPackage::from).collect(),
        }
    }

    /// The file's text.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Self::Poetry(lock) => lock.write(),
            Self::Uv(lock) => lock.write(),
            Self::Pdm(lock) => lock.write(),
            Self::Pylock(lock) => lock.write(),
            Self::Requirements(lock) => lock.write(),
            Self::PipReport(lock) => lock.write(),
        }
    }
}

/// Reads a lock file of any of the formats.
///
/// # Errors
/// It is of none, of a newer version, malformed, or cut off.
pub fn read(bytes: &[u8]) -> Result<LockFile, ReadError> {
    let text = text(bytes)?;
    let significant = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().map(str::trim).find(significant) else {
        return Err(ReadError::new("the lock is empty"));
    };
    if first.starts_with('{') {
        pip_report::Lock::read(text).map(LockFile::PipReport)
    } else if first.starts_with('[') || is_assignment(first) {
        read_toml(&parse_toml(text)?)
    } else {
        requirements::Lock::read(text).map(LockFile::Requirements)
    }
}

/// The text without a byte order mark.
///
/// # Errors
/// The bytes are not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        ReadError::at(&valid, valid.len(), "the lock is not UTF-8")
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

/// What tells the files apart is where the version of the format stands; it also tells that a file is
/// not cut off, because Poetry writes it last.
fn read_toml(table: &Table) -> Result<LockFile, ReadError> {
    let metadata = |key: &str| table.get("metadata").and_then(|metadata| metadata.get(key));
    let (format, version, known) = if let Some(version) = table.get("lock-version") {
        (LockFormat::Pylock, version, &["1"][..])
    } else if let Some(version) = metadata("lock-version") {
        (LockFormat::Poetry, version, &["1", "2"][..])
    } else if let Some(version) = metadata("lock_version") {
        (LockFormat::Pdm, version, &["4"][..])
    } else if let Some(version) = table.get("version").filter(|version| version.is_integer()) {
        (LockFormat::Uv, version, &["1"][..])
    } else if table.contains_key("package") {
        return Err(ReadError::new(
            "found packages but no version of the format: the lock is cut off",
        ));
    } else {
        return Err(ReadError::new(
            "found TOML that is not a lock file, expected one of Poetry, uv, pdm or a pylock.toml",
        ));
    };
    let version = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
    let major = version.split_once('.').map_or(version.as_str(), |(major, _)| major);
    if !known.contains(&major) {
        return Err(ReadError::new(format!(
            "found a {format} of version {version}, expected version {}",
            known.join(" or ")
        )));
    }
    match format {
        LockFormat::Poetry => poetry::Lock::read(table).map(LockFile::Poetry),
        LockFormat::Uv => uv::Lock::read(table).map(LockFile::Uv),
        LockFormat::Pdm => pdm::Lock::read(table).map(LockFile::Pdm),
        _ => pylock::Lock::read(table).map(LockFile::Pylock),
    }
}
