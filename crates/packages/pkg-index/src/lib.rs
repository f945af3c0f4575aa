#![doc = include_str!("../README.md")]
//!
//! # References
//! - Python Packaging User Guide, "Simple repository API" (PEP 503, 592, 629, 658, 691, 714)
//! - Python Packaging User Guide, "Core metadata specifications" (PEP 566, 643)
//! - Python Packaging User Guide, "Binary distribution format" and "Source distribution file format"

mod cache;
mod credentials;
mod digest;
mod error;
mod fetch;
mod file;
mod flat;
mod html;
mod index;
mod indexes;
mod json;
mod memory;
mod metadata;
mod name;
mod range;
mod roots;
mod sdist;
mod tags;
mod timestamp;
mod wheel;

pub use cache::Cache;
pub use digest::Sha256;
pub use error::Error;
pub use fetch::is_loopback;
pub use file::{File, FileKind, MetadataFile, Project};
pub use html::project_from_html;
pub use index::{Index, StaticIndex};
pub use indexes::{Indexes, Role};
pub use json::project_from_json;
pub use memory::MemoryIndex;
pub use metadata::Metadata;
pub use name::{InvalidName, PackageName};
pub use sdist::metadata_text_of_sdist;
pub use tags::{TagPlatform, TagPythons, tag_platforms, tag_pythons};
pub use timestamp::{InvalidTimestamp, Timestamp};
pub use wheel::{metadata_of_wheel, metadata_text_of_wheel};
