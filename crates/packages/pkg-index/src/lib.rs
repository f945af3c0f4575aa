//! The static package index as a format: what stands in it, and how to read it.
//!
//! An index maps a package's name to the files that can be downloaded ([`Project`], [`File`]), and
//! each file to its core metadata ([`Metadata`]): version, requirements, the Pythons it runs on. It
//! is a tree of pages, in a folder or behind HTTP:
//!
//! ```text
//! simple/NAME/     a page of links, HTML or JSON: file name, hash, Requires-Python, yanked
//! FILE             a wheel or a source archive
//! FILE.metadata    the wheel's METADATA alone, its hash stands in the page
//! ```
//!
//! [`Index`] is what a resolver sees. [`StaticIndex`] reads a folder, a `file://` or an `http://`
//! address; [`MemoryIndex`] holds everything in memory, for tests and for indexes that are computed.
//! Requirements and versions are text here: what they mean is the resolver's affair.
//!
//! # References
//! - Python Packaging User Guide, "Simple repository API" (PEP 503, 592, 629, 658, 691, 714)
//! - Python Packaging User Guide, "Core metadata specifications" (PEP 566, 643)
//! - Python Packaging User Guide, "Binary distribution format" and "Source distribution file format"

mod digest;
mod error;
mod fetch;
mod file;
mod html;
mod index;
mod json;
mod memory;
mod metadata;
mod name;
mod wheel;

pub use digest::Sha256;
pub use error::Error;
pub use fetch::is_loopback;
pub use file::{File, FileKind, MetadataFile, Project};
pub use html::project_from_html;
pub use index::{Index, StaticIndex};
pub use json::project_from_json;
pub use memory::MemoryIndex;
pub use metadata::Metadata;
pub use name::{InvalidName, PackageName};
pub use wheel::metadata_of_wheel;
