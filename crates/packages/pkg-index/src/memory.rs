//! An index in memory.

use crate::{Error, File, FileKind, Index, Metadata, MetadataFile, PackageName, Project};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An index that holds all metadata in memory: one wheel a version.
#[derive(Debug, Default, Clone)]
pub struct MemoryIndex {
    projects: BTreeMap<PackageName, Vec<Wheel>>,
}

#[derive(Debug, Clone)]
struct Wheel {
    version: String,
    tags: String,
    yanked: bool,
    metadata: Metadata,
}

impl MemoryIndex {
    /// An index without packages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a package without versions.
    pub fn add_package(&mut self, name: &PackageName) {
        self.projects.entry(name.clone()).or_default();
    }

    /// Adds a version of `name` as a pure wheel; its metadata gets this name.
    pub fn add(&mut self, name: &PackageName, metadata: Metadata) {
        let version = metadata.version.clone();
        let metadata = Metadata { name: name.to_string(), ..metadata };
        self.add_wheel(name, &version, "py3-none-any", false, metadata);
    }

    /// Adds a wheel of `name` as it is: its file name has this version and these tags.
    pub fn add_wheel(
        &mut self,
        name: &PackageName,
        version: &str,
        tags: &str,
        yanked: bool,
        metadata: Metadata,
    ) {
        let (version, tags) = (version.to_owned(), tags.to_owned());
        let wheel = Wheel { version, tags, yanked, metadata };
        self.projects.entry(name.clone()).or_default().push(wheel);
    }

    fn wheel(&self, file: &File) -> Option<&Wheel> {
        let path = file.url.strip_prefix("memory:///")?;
        let (name, _) = path.split_once('/')?;
        // An address of another index has no wheel here.
        let versions = self.projects.get(&name.parse().ok()?)?;
        versions.iter().find(|one| one.version == file.version)
    }
}

impl Index for MemoryIndex {
    fn project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        let Some(versions) = self.projects.get(name) else { return Ok(None) };
        let file = |wheel: &Wheel| {
            let Wheel { version, tags, yanked, metadata } = wheel;
            let filename = format!("{}-{version}-{tags}.whl", name.in_file_names());
            File {
                url: format!("memory:///{name}/{filename}"),
                filename,
                version: version.clone(),
                kind: FileKind::Wheel,
                sha256: None,
                size: None,
                requires_python: metadata.requires_python.clone(),
                metadata: MetadataFile::Absent,
                yanked: *yanked,
                uploaded: None,
                index: 0,
            }
        };
        let files = versions.iter().map(file).collect();
        Ok(Some(Project { name: name.clone(), files }))
    }

    fn metadata(&self, file: &File) -> Result<Metadata, Error> {
        let wheel = self.wheel(file).ok_or_else(|| Error::Io {
            at: file.url.clone(),
            source: std::io::ErrorKind::NotFound.into(),
        })?;
        Ok(wheel.metadata.clone())
    }

    fn metadata_text(&self, file: &File) -> Result<Vec<u8>, Error> {
        let metadata = self.metadata(file)?;
        let mut text = format!(
            "Metadata-Version: 2.1\nName: {}\nVersion: {}\n",
            metadata.name, metadata.version
        );
        let python = metadata.requires_python.iter().map(|value| ("Requires-Python", value));
        let requires = metadata.requires_dist.iter().map(|value| ("Requires-Dist", value));
        let extras = metadata.provides_extra.iter().map(|value| ("Provides-Extra", value));
        for (header, value) in python.chain(requires).chain(extras) {
            let _ = writeln!(text, "{header}: {}", value.replace('\n', "\n "));
        }
        Ok(text.into_bytes())
    }
}
