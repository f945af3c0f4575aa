//! `pylock.toml`, the common lock format, version 1.0.
//!
//! # References
//! - Python Packaging User Guide, "pylock.toml specification" (PEP 751)

use crate::toml_fields::Fields;
use crate::toml_text::{key, quoted};
use crate::{LockedPackage, ReadError};
use std::fmt::Write;
use toml::Table;

/// A `pylock.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The program that wrote it.
    pub created_by: String,
    /// The project's Pythons.
    pub requires_python: Option<String>,
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
    /// Where it is installed.
    pub marker: Option<String>,
    /// The Pythons it runs on.
    pub requires_python: Option<String>,
    /// The address of its index.
    pub index: Option<String>,
    /// The source archive.
    pub sdist: Option<File>,
    /// The wheels.
    pub wheels: Vec<File>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name; `None` where the address ends in it.
    pub name: Option<String>,
    /// Its address; `None` where it has a path.
    pub url: Option<String>,
    /// Its length in bytes.
    pub size: Option<u64>,
    /// Algorithms and digests.
    pub hashes: Vec<(String, String)>,
}

impl Lock {
    pub(crate) fn read(table: &Table) -> Result<Self, ReadError> {
        let root = Fields::new("the lock", table);
        let packages = Fields::packages(table, "packages")?;
        Ok(Self {
            created_by: root.text("created-by")?.unwrap_or_else(String::new),
            requires_python: root.text("requires-python")?,
            packages: packages.iter().map(Package::read).collect::<Result<_, _>>()?,
        })
    }

    /// The file's text.
    #[must_use]
    pub fn write(&self) -> String {
        let created_by = quoted(&self.created_by);
        let mut text = format!("lock-version = \"1.0\"\ncreated-by = {created_by}\n");
        if let Some(python) = &self.requires_python {
            let _ = writeln!(text, "requires-python = {}", quoted(python));
        }
        for package in &self.packages {
            package.write(&mut text);
        }
        text
    }
}

impl Package {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        Ok(Self {
            name: fields.required("name")?,
            version: fields.text("version")?,
            marker: fields.text("marker")?,
            requires_python: fields.text("requires-python")?,
            index: fields.text("index")?,
            sdist: fields.table("sdist")?.as_ref().map(File::read).transpose()?,
            wheels: fields.tables("wheels")?.iter().map(File::read).collect::<Result<_, _>>()?,
        })
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "\n[[packages]]\nname = {}\n", quoted(&self.name));
        let fields = [
            ("version", &self.version),
            ("marker", &self.marker),
            ("requires-python", &self.requires_python),
            ("index", &self.index),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                let _ = writeln!(text, "{name} = {}", quoted(value));
            }
        }
        if let Some(archive) = &self.sdist {
            let _ = writeln!(text, "sdist = {}", archive.table());
        }
        if !self.wheels.is_empty() {
            let wheels = self.wheels.iter().map(|wheel| format!("    {},\n", wheel.table()));
            let _ = write!(text, "wheels = [\n{}]\n", wheels.collect::<String>());
        }
    }
}

impl File {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        let hashes = fields.table("hashes")?;
        Ok(Self {
            name: fields.text("name")?,
            url: fields.text("url")?,
            size: fields.size("size")?,
            hashes: hashes.map_or(Ok(Vec::new()), |hashes| hashes.each(Fields::required))?,
        })
    }

    fn table(&self) -> String {
        let name = self.name.iter().map(|name| format!("name = {}", quoted(name)));
        let url = self.url.iter().map(|url| format!("url = {}", quoted(url)));
        let size = self.size.iter().map(|size| format!("size = {size}"));
        let hashes =
            self.hashes.iter().map(|(name, digest)| format!("{} = {}", key(name), quoted(digest)));
        let hashes = hashes.collect::<Vec<_>>().join(", ");
        let hashes = if hashes.is_empty() { hashes } else { format!(" {hashes} ") };
        let parts = name.chain(url).chain(size).chain([format!("hashes = {{{hashes}}}")]);
        format!("{{ {} }}", parts.collect::<Vec<_>>().join(", "))
    }
}

impl From<&Package> for LockedPackage {
    fn from(package: &Package) -> Self {
        let hashes = package.sdist.iter().chain(&package.wheels).flat_map(|file| &file.hashes);
        Self {
            name: package.name.clone(),
            version: package.version.clone(),
            marker: package.marker.clone(),
            hashes: hashes.map(|(name, digest)| format!("{name}:{digest}")).collect(),
            is_project: false,
        }
    }
}
