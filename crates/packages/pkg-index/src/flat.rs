//! A folder of wheels without pages: what other tools call `--find-links`.

use crate::fetch::read_file;
use crate::file::{ENDINGS, is_of_a_package, version_and_kind};
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
    /// What ends like them and is of no package: the path, and what is wrong.
    passed_over: Vec<String>,
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
        let (mut files, mut passed_over, mut has_pages) = (Vec::new(), Vec::new(), false);
        for entry in list {
            let entry = entry.map_err(|source| Error::Io { at: at(), source })?;
            let name = entry.file_name();
            let shown = name.to_string_lossy();
            if !ENDINGS.iter().any(|ending| shown.ends_with(ending)) {
                has_pages |= entry.path().is_dir() || shown.starts_with("index.");
                continue;
            }
            let wrong = match name.to_str() {
                Some(name) if is_of_a_package(name) => {
                    files.push(name.to_owned());
                    continue;
                }
                Some(name) => expected(name),
                None => "the name is not UTF-8",
            };
            passed_over.push(format!("{}: {wrong}", entry.path().display()));
        }
        match (files.is_empty(), has_pages) {
            (true, true) => Ok(None),
            (true, false) if passed_over.is_empty() => Err(Error::NoIndex {
                at: at(),
                reason: "the folder holds neither pages nor wheels".to_owned(),
            }),
            _ if folder.join("simple").is_dir() || folder.join("index.html").is_file() => Ok(None),
            _ => {
                files.sort_unstable();
                passed_over.sort_unstable();
                Ok(Some(Self { folder: folder.to_owned(), files, passed_over }))
            }
        }
    }

    /// What ends like a wheel or a source archive and is of no package: the path, and what is wrong.
    pub(crate) fn passed_over(&self) -> &[String] {
        &self.passed_over
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

/// What a file's name should be.
fn expected(name: &str) -> &'static str {
    if name.strip_suffix(".whl").is_some() {
        "expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl"
    } else {
        "expected NAME-VERSION with the version's first digit behind the dash"
    }
}
