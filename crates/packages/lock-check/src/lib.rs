//! Checks a lock of a Python project against the project and a package index.
//!
//! The check is for every writer's locks, ours included, and so it shares no reader and no arithmetic
//! with the resolver: versions and specifiers ([`Version`], [`Specifiers`]), requirements with their markers
//! ([`Requirement`]), metadata and `pyproject.toml` are read here anew. From the rest of the workspace come
//! only the bytes of the index and the texts of the lock.
//!
//! A lock holds for many environments. The check walks through a sample of them: every minor Python that
//! the project admits and the versions beside each that a marker names; the usual platforms, and one more for
//! each value that a marker compares with. In each environment, and for each group and extra of the project,
//! it follows the requirements from the project on:
//!
//! - each package that is reached is in the lock, once, with a version that satisfies the requirement
//!   (*complete*, *consistent*) and runs on the environment's Python;
//! - each package of the lock is reached somewhere (*nothing superfluous*);
//! - each digest of the lock is one of the index's for this version.
//!
//! # References
//! - Python Packaging User Guide, "Version specifiers" (PEP 440), "Dependency specifiers" (PEP 508)

mod check;
mod entries;
mod entry;
mod environment;
mod fault;
mod marker;
mod metadata;
mod project;
mod requirement;
mod specifier;
mod version;
mod walk;

pub use check::check;
pub use environment::Environment;
pub use fault::{Error, Fault};
pub use marker::Marker;
pub use metadata::Metadata;
pub use requirement::Requirement;
pub use specifier::Specifiers;
pub use version::Version;
