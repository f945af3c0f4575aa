//! What goes wrong between an index and its reader.

use crate::Sha256;
use std::io;

/// Why an index, or a part of it, cannot be read. `at` is a path or an address.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address is neither a folder nor `file://` nor `http://`.
    #[error("{at}: {reason}")]
    Address {
        /// The address as given.
        at: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no index at the address: no such folder, no server, or a server without this page.
    #[error("{at}: no package index here: {reason}")]
    NoIndex {
        /// The root of the index.
        at: String,
        /// The answer of the system or the server.
        reason: String,
    },
    /// A file of the index that a page names cannot be read.
    #[error("{at}")]
    Io {
        /// The file.
        at: String,
        /// The system's word.
        source: io::Error,
    },
    /// The server did not answer, or not with what was asked for.
    #[error("{at}: {reason}")]
    Http {
        /// The page or file.
        at: String,
        /// The status or the failure.
        reason: String,
    },
    /// The bytes are not those that the page promises.
    #[error("{at}: wrong hash: the index says sha256={expected}, the file has {found}")]
    Hash {
        /// The file.
        at: String,
        /// The digest in the page.
        expected: Sha256,
        /// The digest of the bytes.
        found: Sha256,
    },
    /// A page, a metadata file or a wheel that is malformed.
    #[error("{at}:{line}: {reason}")]
    Malformed {
        /// The page or file.
        at: String,
        /// The line, from 1; 1 where the format has no lines.
        line: usize,
        /// What was found and what was expected.
        reason: String,
    },
}

impl Error {
    pub(crate) fn malformed(at: &str, line: usize, reason: impl Into<String>) -> Self {
        Self::Malformed { at: at.to_owned(), line, reason: reason.into() }
    }
}
