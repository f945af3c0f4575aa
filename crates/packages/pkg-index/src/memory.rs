//! An index in memory.

use crate::{Error, File, FileKind, Index, Metadata, MetadataFile, PackageName, Project};
use std::collections::BTreeMap;

/// An index that holds all metadata in memory: one pure wheel a version.
#[derive(Debug, Default, Clone)]
pub struct MemoryIndex {
    projects: BTreeMap<PackageName, Vec<Metadata>>,
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

    /// Adds a version of `name`; its metadata gets this name.
    pub fn add(&mut self, name: &PackageName, metadata: Metadata) {
        let metadata = Metadata { name: name.to_string(), ..metadata };
        self.projects.entry(name.clone()).or_default().push(metadata);
    }
}

impl Index for MemoryIndex {
    fn project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        let Some(versions) = self.projects.get(name) else { return Ok(None) };
        let file = |metadata: &Metadata| {
            let filename =
                format!("{}-{}-py3-none-any.whl", name.in_file_names(), metadata.version);
            File {
                url: format!("memory:///{name}/{filename}"),
                filename,
                version: metadata.version.clone(),
                kind: FileKind::Wheel,
                sha256: None,
                size: None,
                requires_python: metadata.requires_python.clone(),
                metadata: MetadataFile::Absent,
                yanked: false,
            }
        };
        let files = versions.iter().map(file).collect();
        Ok(Some(Project { name: name.clone(), files }))
    }

    fn metadata(&self, file: &File) -> Result<Metadata, Error> {
        let name = file.url.strip_prefix("memory:///").and_then(|path| path.split('/').next());
        let found = name
            .and_then(|name| self.projects.get(&name.parse().ok()?))
            .and_then(|versions| versions.iter().find(|one| one.version == file.version));
        found.cloned().ok_or_else(|| Error::Io {
            at: file.url.clone(),
            source: std::io::ErrorKind::NotFound.into(),
        })
    }
}
