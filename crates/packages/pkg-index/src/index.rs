//! The index as a resolver sees it, and the static one.

use crate::fetch::{Fetcher, PATIENCE, Page, shown};
use crate::{
    Error, File, Metadata, MetadataFile, PackageName, Project, Sha256, metadata_of_wheel,
    project_from_html, project_from_json,
};
use std::path::Path;
use std::time::Duration;
use url::Url;

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

    /// Says that these packages will be asked for, so that an index far away may get several at a time.
    fn prefetch_projects(&self, _names: &[PackageName]) {}

    /// Says that the metadata of these files will be asked for.
    fn prefetch_metadata(&self, _files: &[File]) {}
}

/// An index in a folder or behind HTTP.
#[derive(Debug)]
pub struct StaticIndex {
    root: Url,
    fetcher: Fetcher,
}

impl StaticIndex {
    /// Opens the index at `address`: a folder, `file://…`, `http://…` or `https://…`.
    ///
    /// A folder may be the one that holds `simple/`, or `simple/` itself. Nothing is read yet.
    ///
    /// # Errors
    /// The folder does not exist, or the address is of another kind.
    pub fn open(address: &str) -> Result<Self, Error> {
        let refuse =
            |reason: &str| Error::Address { at: address.to_owned(), reason: reason.to_owned() };
        let remote = |scheme: &str| address.starts_with(scheme);
        if remote("http://") || remote("https://") {
            let address =
                if address.ends_with('/') { address.into() } else { format!("{address}/") };
            let root = Url::parse(&address).map_err(|error| refuse(&error.to_string()))?;
            let fetcher = Fetcher::new(&root, None, PATIENCE);
            return Ok(Self { root, fetcher });
        }
        let folder = if remote("file://") {
            let url = Url::parse(address).map_err(|error| refuse(&error.to_string()))?;
            url.to_file_path().map_err(|()| refuse("no path of this machine"))?
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
        let (outer, simple) = if folder.ends_with("simple") {
            (folder.parent().unwrap_or(&folder).to_owned(), folder.clone())
        } else if folder.join("simple").is_dir() {
            (folder.clone(), folder.join("simple"))
        } else {
            (folder.clone(), folder.clone())
        };
        let root = Url::from_directory_path(&simple).map_err(|()| refuse("no absolute path"))?;
        let fetcher = Fetcher::new(&root, Some(outer), PATIENCE);
        Ok(Self { root, fetcher })
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

impl Index for StaticIndex {
    fn project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        let url = self.url(&format!("{name}/"))?;
        match self.fetcher.page(&url)? {
            Some(Page { at, bytes, is_json: true }) => {
                project_from_json(name, &at, &bytes).map(Some)
            }
            Some(Page { at, bytes, is_json: false }) => {
                project_from_html(name, &at, &bytes).map(Some)
            }
            // A missing package and a missing index look alike from here.
            None => match self.fetcher.probe(&self.root) {
                Ok(()) => Ok(None),
                Err(reason) => Err(Error::NoIndex { at: shown(&self.root), reason }),
            },
        }
    }

    fn metadata(&self, file: &File) -> Result<Metadata, Error> {
        let url = Self::metadata_url(file);
        let at = shown(&self.url(&url)?);
        match file.metadata {
            MetadataFile::Absent => metadata_of_wheel(&at, &self.checked(&url, file.sha256)?),
            MetadataFile::Unhashed => Metadata::parse(&at, &self.checked(&url, None)?),
            MetadataFile::Hashed(digest) => {
                Metadata::parse(&at, &self.checked(&url, Some(digest))?)
            }
        }
    }

    fn prefetch_projects(&self, names: &[PackageName]) {
        let urls = names.iter().filter_map(|name| self.url(&format!("{name}/")).ok());
        self.fetcher.prefetch(&urls.collect::<Vec<_>>());
    }

    fn prefetch_metadata(&self, files: &[File]) {
        let urls = files.iter().filter_map(|file| self.url(&Self::metadata_url(file)).ok());
        self.fetcher.prefetch(&urls.collect::<Vec<_>>());
    }
}
