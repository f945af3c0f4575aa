//! What ends a resolution without a verdict.

use located::Located;
use std::fmt;

/// Why there is neither a lock nor a proof that there is none.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// `pyproject.toml` is malformed, or says what is not understood here.
    #[error("{}: {}", .0.position(), .0.message)]
    Project(Located),
    /// A version's metadata has a malformed requirement, or is of another version.
    #[error("{at}: {reason}")]
    Metadata {
        /// The file.
        at: String,
        /// What was found and what was expected.
        reason: String,
    },
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] pkg_index::Error),
    /// The project requires a package that the index does not have, in no version at all.
    #[error("the index has no package '{name}', which the project requires")]
    NoPackage {
        /// The package.
        name: String,
    },
    /// The index does not say when a file was uploaded, and the project leaves out newer ones.
    #[error("the index does not say when {file} was uploaded, so newer files cannot be excluded")]
    NoUploadTime {
        /// The file.
        file: String,
    },
    /// The environments would be split into too many parts.
    #[error("the environments would have to be split into more than {most} parts")]
    TooManyParts {
        /// How many are allowed.
        most: usize,
    },
    /// The format of the lock has no words for a part of it.
    #[error("{0}")]
    Format(String),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(Stopped),
    /// An engine contradicts itself or the other one.
    #[error("internal error: {0}")]
    Engine(String),
}

/// Called at every step of every search; an error stops the search.
pub type Interrupt<'i> = dyn FnMut() -> Result<(), Stopped> + 'i;

/// Which limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The time.
    Time,
    /// The memory.
    Memory,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the time limit is reached, without a verdict",
            Self::Memory => "the memory limit is reached, without a verdict",
        })
    }
}
