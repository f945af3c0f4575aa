//! What a check finds.

use std::fmt;

/// Why a lock cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] pkg_index::Error),
    /// `pyproject.toml` cannot be read.
    #[error("pyproject.toml: {0}")]
    Project(String),
}

/// What is wrong with a lock.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Fault {
    /// A package is needed and not in the lock.
    Missing {
        /// The package.
        name: String,
        /// What requires it.
        by: String,
        /// Where.
        place: String,
    },
    /// A version is locked that a requirement does not admit.
    NotAdmitted {
        /// Package and version.
        locked: String,
        /// The requirement.
        requirement: String,
        /// What requires it.
        by: String,
        /// Where.
        place: String,
    },
    /// Two versions of a package are locked for one environment.
    TwoVersions {
        /// The package.
        name: String,
        /// The versions.
        versions: [String; 2],
        /// Where.
        place: String,
    },
    /// A version does not run on a Python of the project.
    Python {
        /// Package and version.
        locked: String,
        /// Its Requires-Python.
        requires: String,
        /// The Python.
        python: String,
    },
    /// A package is in the lock and nothing needs it.
    Superfluous {
        /// Package and version.
        locked: String,
    },
    /// The index does not have the version.
    Unknown {
        /// Package and version.
        locked: String,
    },
    /// A digest in the lock is not one of the index's.
    Hash {
        /// Package and version.
        locked: String,
        /// The digest.
        hash: String,
    },
    /// The metadata of a version cannot be followed.
    Metadata {
        /// Package and version.
        locked: String,
        /// What is wrong.
        reason: String,
    },
    /// A package without a version.
    NoVersion {
        /// The package.
        name: String,
    },
    /// The index has digests, and the lock has none.
    NoDigest {
        /// Package and version.
        locked: String,
    },
    /// A digest in the lock is of another kind than those of the index.
    OtherDigest {
        /// Package and version.
        locked: String,
        /// The digest.
        hash: String,
    },
    /// A version is in the lock twice for one environment.
    Twice {
        /// Package and version.
        locked: String,
    },
    /// The lock says that only extras need a package, and the project needs it without.
    Optional {
        /// Package and version.
        locked: String,
        /// What requires it.
        by: String,
    },
    /// The lock says of a version that it runs on other Pythons than its metadata has.
    OtherPythons {
        /// Package and version.
        locked: String,
        /// The Pythons in the lock.
        says: String,
        /// Those of the metadata; empty for any.
        requires: String,
    },
}

impl Fault {
    /// The same fault, wherever it is.
    pub(crate) fn anywhere(&self) -> Self {
        let mut fault = self.clone();
        match &mut fault {
            Self::Missing { place, .. }
            | Self::NotAdmitted { place, .. }
            | Self::TwoVersions { place, .. }
            | Self::Python { python: place, .. } => place.clear(),
            _ => {}
        }
        fault
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name, by, place } => {
                write!(f, "{name} is missing: {by} requires it{place}")
            }
            Self::NotAdmitted { locked, requirement, by, place } => {
                write!(f, "{locked} is locked, and {by} requires {requirement}{place}")
            }
            Self::TwoVersions { name, versions: [a, b], place } => {
                write!(f, "{name} is locked as {a} and as {b}{place}")
            }
            Self::Python { locked, requires, python } => {
                write!(f, "{locked} requires Python {requires}, and the project admits {python}")
            }
            Self::Superfluous { locked } => {
                write!(f, "{locked} is superfluous: nothing requires it")
            }
            Self::Unknown { locked } => write!(f, "{locked} is not in the index"),
            Self::Hash { locked, hash } => {
                write!(f, "{locked}: {hash} is not a digest of the index")
            }
            Self::Metadata { locked, reason } => write!(f, "{locked}: {reason}"),
            Self::NoVersion { name } => write!(f, "{name} has no version"),
            Self::NoDigest { locked } => {
                write!(f, "{locked} has no digest of a file, and the index has them")
            }
            Self::OtherDigest { locked, hash } => {
                write!(f, "{locked}: {hash} cannot be compared: the index has sha256")
            }
            Self::Twice { locked } => write!(f, "{locked} is listed twice"),
            Self::Optional { locked, by } => {
                write!(f, "{locked} is optional in the lock, and {by} requires it without an extra")
            }
            Self::OtherPythons { locked, says, requires } => {
                let requires = if requires.is_empty() { "any" } else { requires };
                write!(
                    f,
                    "{locked} is for Python {says} in the lock, and for {requires} in the index"
                )
            }
        }
    }
}
