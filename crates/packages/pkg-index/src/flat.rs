//! A folder of wheels without pages: what other tools call `--find-links`.

use crate::fetch::read_file;
use crate::file::{ENDINGS, version_and_kind};
use crate::{Error, File, MetadataFile, PackageName, Project, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use url::Url;

/// The files of a flat folder.
#[derive(Debug)]
pub(crate) struct FlatFolder {
    folder: PathBuf,
    /// Wheels and source archives, by name.
    files: Vec<String>,
}

impl FlatFolder {
    /// The folder, if it holds wheels or source archives beside each other; `None` if it holds folders,
    /// as one of pages does.
    ///
    /// # Errors
    /// The folder holds neither, or cannot be listed.
    pub(crate) fn open(folder: &Path) -> Result<Option<Self>, Error> {
        let at = || folder.display().to_string();
        let list = fs::read_dir(folder).map_err(|source| Error::Io { at: at(), source })?;
        let (mut files, mut has_pages) = (Vec::new(), false);
        for entry in list {
            let entry = entry.map_err(|source| Error::Io { at: at(), source })?;
            // A name that is not UTF-8 is not a wheel's.
            let Ok(name) = entry.file_name().into_string() else { continue };
            if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                files.push(name);
            } else {
                has_pages |= entry.path().is_dir() || name.starts_with("index.");
            }
        }
        match (files.is_empty(), has_pages) {
            (true, true) => Ok(None),
            (true, false) => Err(Error::NoIndex {
                at: at(),
                reason: "the folder holds neither pages nor wheels".to_owned(),
            }),
            (false, _) if folder.join("simple").is_dir() || folder.join("index.html").is_file() => {
                Ok(None)
            }
            (false, _) => {
                files.sort_unstable();
                Ok(Some(Self { folder: folder.to_owned(), files }))
            }
        }
    }

    /// Whether this is one of the files, by whatever name.
    pub(crate) fn holds(&self, file: &Path) -> bool {
        // What cannot be found cannot be overwritten.
        let is_it =
            |name: &String| self.folder.join(name).canonicalize().is_ok_and(|it| it == file);
        self.files.iter().any(is_it)
    }

    /// The files of a package; each is read for its digest.
    pub(crate) fn project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        let mut files = Vec::new();
        for filename in &self.files {
            let Some((version, kind)) = version_and_kind(name, filename) else { continue };
            let path = self.folder.join(filename);
            let at = path.display().to_string();
            let bytes = read_file(&path).map_err(|source| Error::Io { at: at.clone(), source })?;
            let url = Url::from_file_path(&path)
                .map_err(|()| Error::Address { at, reason: "no absolute path".to_owned() })?;
            files.push(File {
                filename: filename.clone(),
                version,
                kind,
                url: url.into(),
                sha256: Some(Sha256::of(&bytes)),
                size: Some(bytes.len() as u64),
                requires_python: None,
                metadata: MetadataFile::Absent,
                yanked: false,
                uploaded: None,
                index: 0,
            });
        }
        Ok((!files.is_empty()).then(|| Project { name: name.clone(), files }))
    }
}
