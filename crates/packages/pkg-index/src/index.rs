//! The index as a resolver sees it, and the static one.

use crate::cache::NO_PANIC;
use crate::credentials::Credentials;
use crate::fetch::{Fetcher, PATIENCE, Page, in_parallel, shown};
use crate::file::ENDINGS;
use crate::flat::FlatFolder;
use crate::range::RangeReader;
use crate::wheel::metadata_text_of_archive;
use crate::{
    Cache, Error, File, FileKind, Metadata, MetadataFile, PackageName, Project, Sha256,
    metadata_text_of_sdist, metadata_text_of_wheel, project_from_html, project_from_json,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use url::Url;

/// A wheel of fewer bytes is fetched whole, and compared with its digest.
const WORTH_PARTS: u64 = 256 << 10;

/// Where packages come from.
pub trait Index {
    /// The files of a package; `None` if the index does not have it.
    ///
    /// # Errors
    /// The index cannot be read.
    fn project(&self, name: &PackageName) -> Result<Option<Project>, Error>;

    /// The metadata of one file, checked against its digest where the index has one.
    ///
    /// # Errors
    /// The metadata cannot be read, is malformed, or is not what the index promises.
    fn metadata(&self, file: &File) -> Result<Metadata, Error>;

    /// The same metadata as the index holds it, for readers of their own.
    ///
    /// # Errors
    /// The metadata cannot be read, or is not what the index promises.
    fn metadata_text(&self, file: &File) -> Result<Vec<u8>, Error>;

    /// Says that these packages will be asked for, so that an index far away may get several at a time.
    fn prefetch_projects(&self, _names: &[PackageName]) {}

    /// Says that the metadata of these files will be asked for.
    fn prefetch_metadata(&self, _files: &[&File]) {}
}

/// An index in a folder or behind HTTP.
#[derive(Debug)]
pub struct StaticIndex {
    root: Url,
    fetcher: Fetcher,
    /// The folder holds wheels, not pages.
    flat: Option<FlatFolder>,
    /// Pages that were read: some are asked for twice, by a resolver and by a check.
    projects: Mutex<HashMap<PackageName, Option<Project>>>,
    /// Whether something answers at the root.
    answers: OnceLock<Result<(), String>>,
    /// Metadata that came from a server, by its address.
    texts: Mutex<HashMap<String, Vec<u8>>>,
}

impl StaticIndex {
    /// Opens the index at `address`: a folder, `file://…`, `http://…` or `https://…`.
    ///
    /// A folder may be the one that holds `simple/`, or `simple/` itself, or one of wheels without pages.
    /// No page is read yet.
    ///
    /// # Errors
    /// The folder does not exist or holds neither pages nor wheels, or the address is of another kind.
    pub fn open(address: &str) -> Result<Self, Error> {
        let refuse =
            |reason: &str| Error::Address { at: address.to_owned(), reason: reason.to_owned() };
        let remote = |scheme: &str| address.starts_with(scheme);
        if remote("http://") || remote("https://") {
            let address =
                if address.ends_with('/') { address.into() } else { format!("{address}/") };
            let mut root = Url::parse(&address).map_err(|error| refuse(&error.to_string()))?;
            let credentials = Credentials::take(&mut root)?;
            let fetcher = Fetcher::new(&root, None, PATIENCE, credentials)?;
            return Ok(Self::new(root, fetcher, None));
        }
        let folder = if remote("file://") {
            let url = Url::parse(address).map_err(|error| refuse(&error.to_string()))?;
            url.to_file_path().map_err(|()| refuse("not a path on this machine"))?
        } else if address.contains("://") {
            return Err(refuse("expected a folder, file://, http:// or https://"));
        } else {
            Path::new(address).to_owned()
        };
        let folder = folder.canonicalize().ok().filter(|folder| folder.is_dir());
        let folder = folder.ok_or_else(|| Error::NoIndex {
            at: address.to_owned(),
            reason: "no such folder".to_owned(),
        })?;
        let flat = FlatFolder::open(&folder)?;
        let (outer, simple) = if folder.ends_with("simple") {
            (folder.parent().unwrap_or(&folder).to_owned(), folder.clone())
        } else if folder.join("simple").is_dir() {
            (folder.clone(), folder.join("simple"))
        } else {
            (folder.clone(), folder.clone())
        };
        let root = Url::from_directory_path(&simple).map_err(|()| refuse("no absolute path"))?;
        let fetcher = Fetcher::new(&root, Some(outer), PATIENCE, None)?;
        Ok(Self::new(root, fetcher, flat))
    }

    fn new(root: Url, fetcher: Fetcher, flat: Option<FlatFolder>) -> Self {
        let (projects, texts) = Default::default();
        Self { root, fetcher, flat, projects, answers: OnceLock::new(), texts }
    }

    /// The same index, with what it gets from a server kept in a cache.
    #[must_use]
    pub fn with_cache(self, cache: Arc<Cache>) -> Self {
        Self { fetcher: self.fetcher.with_cache(cache), ..self }
    }

    /// The same index, waiting at most `patience` for each answer of a server; 30 s otherwise.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        let fetcher = self.fetcher.with_patience(&self.root, patience);
        Self { fetcher, ..self }
    }

    /// The address of the folder of projects, with a `/` at its end.
    #[must_use]
    pub fn root(&self) -> &str {
        self.root.as_str()
    }

    /// The folder that it is in, with pages or with the files themselves; `None` for one on a server.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        // Only `file://` is a path.
        self.root.to_file_path().ok().filter(|_| !self.fetcher.is_remote())
    }

    /// Whether the folder holds the files beside each other, without pages.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.flat.is_some()
    }

    /// Files in a folder of wheels that are of no package by their names: the path, and what is wrong.
    #[must_use]
    pub fn passed_over(&self) -> &[String] {
        self.flat.as_ref().map_or(&[], FlatFolder::passed_over)
    }

    /// Whether a file on this machine, by its canonical path, is one that the index reads: a page, a wheel, a
    /// source archive or the metadata beside one.
    #[must_use]
    pub fn holds(&self, file: &Path) -> bool {
        if let Some(flat) = &self.flat {
            return flat.holds(file);
        }
        let is_read = |name: &str| {
            name.starts_with("index.")
                || name.ends_with(".metadata")
                || ENDINGS.iter().any(|ending| name.ends_with(ending))
        };
        let name = file.file_name().and_then(|name| name.to_str());
        name.is_some_and(is_read)
            && self.fetcher.folder().is_some_and(|folder| file.starts_with(folder))
    }

    fn url(&self, reference: &str) -> Result<Url, Error> {
        self.root
            .join(reference)
            .map_err(|error| Error::Address { at: reference.to_owned(), reason: error.to_string() })
    }

    /// Where a file's metadata is: beside it, or in it.
    fn metadata_url(file: &File) -> String {
        match file.metadata {
            MetadataFile::Absent => file.url.clone(),
            MetadataFile::Unhashed | MetadataFile::Hashed(_) => format!("{}.metadata", file.url),
        }
    }

    /// The metadata from the cache, else from its place. What the index has no digest of is not kept.
    fn kept_metadata(&self, file: &File) -> Result<Vec<u8>, Error> {
        let digest = match file.metadata {
            MetadataFile::Hashed(digest) => Some(digest),
            MetadataFile::Absent | MetadataFile::Unhashed => file.sha256,
        };
        let Some((cache, digest)) = self.fetcher.cache().zip(digest) else {
            return self.read_metadata(file);
        };
        if let Some(known) = cache.metadata(digest) {
            return Ok(known);
        }
        let text = self.read_metadata(file)?;
        cache.keep_metadata(digest, &text);
        Ok(text)
    }

    fn read_metadata(&self, file: &File) -> Result<Vec<u8>, Error> {
        let url = Self::metadata_url(file);
        match file.metadata {
            MetadataFile::Absent => {
                if let Some(text) = self.metadata_by_parts(file)? {
                    return Ok(text);
                }
                let at = shown(&self.url(&url)?);
                let bytes = self.checked(&url, file.sha256)?;
                match file.kind {
                    FileKind::Wheel => metadata_text_of_wheel(&at, &bytes),
                    FileKind::Source => metadata_text_of_sdist(&at, &bytes),
                }
            }
            MetadataFile::Unhashed => self.checked(&url, None),
            MetadataFile::Hashed(digest) => self.checked(&url, Some(digest)),
        }
    }

    /// The metadata of a large wheel on a server that offers parts of files.
    fn metadata_by_parts(&self, file: &File) -> Result<Option<Vec<u8>>, Error> {
        let url = self.url(&file.url)?;
        let is_small = file.size.is_some_and(|size| size < WORTH_PARTS);
        if url.scheme() == "file" || is_small || file.kind != FileKind::Wheel {
            return Ok(None);
        }
        let Some(length) = self.fetcher.length(&url).filter(|length| *length >= WORTH_PARTS) else {
            return Ok(None);
        };
        let reader = RangeReader::new(length, |first, last| self.fetcher.part(&url, first, last));
        // A server that does not keep its word is asked for the whole file.
        let text =
            reader.ok().and_then(|reader| metadata_text_of_archive(url.as_str(), reader).ok());
        Ok(text)
    }

    fn checked(&self, url: &str, expected: Option<Sha256>) -> Result<Vec<u8>, Error> {
        let url = self.url(url)?;
        let bytes = self.fetcher.file(&url)?;
        match expected {
            Some(expected) if Sha256::of(&bytes) != expected => {
                Err(Error::Hash { at: shown(&url), expected, found: Sha256::of(&bytes) })
            }
            _ => Ok(bytes),
        }
    }
}

impl StaticIndex {
    fn read_project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        if let Some(flat) = &self.flat {
            return flat.project(name);
        }
        let url = self.url(&format!("{name}/"))?;
        match self.fetcher.page(&url)? {
            Some(Page { at, bytes, is_json: true }) => {
                project_from_json(name, &at, &bytes).map(Some)
            }
            Some(Page { at, bytes, is_json: false }) => {
                project_from_html(name, &at, &bytes).map(Some)
            }
            // A missing package and a missing index look alike from here.
            None => match self.answers.get_or_init(|| self.fetcher.probe(&self.root)) {
                Ok(()) => Ok(None),
                Err(reason) => {
                    Err(Error::NoIndex { at: shown(&self.root), reason: reason.clone() })
                }
            },
        }
    }
}

impl Index for StaticIndex {
    fn project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        if let Some(known) = self.projects.lock().expect(NO_PANIC).get(name) {
            return Ok(known.clone());
        }
        let project = self.read_project(name)?;
        self.projects.lock().expect(NO_PANIC).insert(name.clone(), project.clone());
        Ok(project)
    }

    fn metadata(&self, file: &File) -> Result<Metadata, Error> {
        let at = shown(&self.url(&Self::metadata_url(file))?);
        Metadata::parse(&at, &self.metadata_text(file)?)
    }

    fn metadata_text(&self, file: &File) -> Result<Vec<u8>, Error> {
        if !self.fetcher.is_remote() {
            return self.read_metadata(file);
        }
        let url = Self::metadata_url(file);
        if let Some(known) = self.texts.lock().expect(NO_PANIC).get(&url) {
            return Ok(known.clone());
        }
        let text = self.kept_metadata(file)?;
        self.texts.lock().expect(NO_PANIC).insert(url, text.clone());
        Ok(text)
    }

    fn prefetch_projects(&self, names: &[PackageName]) {
        if self.fetcher.is_remote() && names.len() > 1 {
            // What fails here is asked for again, and fails there.
            in_parallel(names, |name| drop(self.project(name)));
        }
    }

    fn prefetch_metadata(&self, files: &[&File]) {
        if self.fetcher.is_remote() && files.len() > 1 {
            // What fails here is asked for again, and fails there.
            in_parallel(files, |file| drop(self.metadata_text(file)));
        }
    }
}
