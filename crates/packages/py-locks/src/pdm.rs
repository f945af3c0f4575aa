//! `pdm.lock`, version 4.
//!
//! # References
//! - pdm documentation, "Lock file"

use crate::toml_fields::Fields;
use crate::toml_text::{list, quoted};
use crate::{LockedPackage, ReadError};
use std::fmt::Write;
use toml::Table;

/// A `pdm.lock`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The hash of what matters in `pyproject.toml`.
    pub content_hash: String,
    /// The packages.
    pub packages: Vec<Package>,
}

/// One version of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The package's name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// The Pythons it runs on.
    pub requires_python: Option<String>,
    /// The groups of the project that need it.
    pub groups: Vec<String>,
    /// Where it is installed.
    pub marker: Option<String>,
    /// Requirements of the package.
    pub dependencies: Vec<String>,
    /// Its files by name, with their digests.
    pub files: Vec<(String, String)>,
}

impl Lock {
    pub(crate) fn read(table: &Table) -> Result<Self, ReadError> {
        let metadata = Fields::new("the lock", table).table("metadata")?;
        let content_hash = metadata.map(|metadata| metadata.text("content_hash")).transpose()?;
        let packages = Fields::packages(table, "package")?;
        Ok(Self {
            content_hash: content_hash.flatten().unwrap_or_else(String::new),
            packages: packages.iter().map(Package::read).collect::<Result<_, _>>()?,
        })
    }

    /// The file's text.
    #[must_use]
    pub fn write(&self) -> String {
        let hash = quoted(&self.content_hash);
        let mut text = format!("[metadata]\nlock_version = \"4.5.1\"\ncontent_hash = {hash}\n");
        for package in &self.packages {
            package.write(&mut text);
        }
        text
    }
}

impl Package {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        let files = fields.tables("files")?.into_iter();
        let files = files.map(|one| {
            Ok((one.text("file")?.map_or_else(|| one.required("url"), Ok)?, one.required("hash")?))
        });
        Ok(Self {
            name: fields.required("name")?,
            version: fields.text("version")?,
            requires_python: fields.text("requires_python")?,
            groups: fields.texts("groups")?,
            marker: fields.text("marker")?,
            dependencies: fields.texts("dependencies")?,
            files: files.collect::<Result<_, ReadError>>()?,
        })
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "\n[[package]]\nname = {}\n", quoted(&self.name));
        let fields = [
            ("version", &self.version),
            ("requires_python", &self.requires_python),
            ("marker", &self.marker),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                let _ = writeln!(text, "{name} = {}", quoted(value));
            }
        }
        for (name, all) in [("groups", &self.groups), ("dependencies", &self.dependencies)] {
            if !all.is_empty() {
                let _ = writeln!(text, "{name} = {}", list(all.iter().map(String::as_str)));
            }
        }
        let files = self.files.iter().map(|(file, hash)| {
            format!("    {{file = {}, hash = {}}},\n", quoted(file), quoted(hash))
        });
        let _ = write!(text, "files = [\n{}]\n", files.collect::<String>());
    }
}

impl From<&Package> for LockedPackage {
    fn from(package: &Package) -> Self {
        Self {
            name: package.name.clone(),
            version: package.version.clone(),
            marker: package.marker.clone(),
            hashes: package.files.iter().map(|(_, hash)| hash.clone()).collect(),
            is_project: false,
        }
    }
}
