//! Where packages come from, as locks name it.

use crate::folder::Folder;
use crate::project::{PYPI, Project, Rank, Source};
use url::Url;

/// An index, as it stands in locks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The address at which it was read.
    pub(crate) address: String,
    /// As `[[tool.uv.index]]` has it.
    pub(crate) uv: Option<String>,
    /// As `[[tool.poetry.source]]` has it: name and address.
    pub(crate) poetry: Option<(String, String)>,
    /// As uv names it, if it is a folder.
    pub(crate) folder: Option<Folder>,
}

impl Origin {
    /// An index that the project does not name, read at `address`.
    #[must_use]
    pub fn at(address: &str) -> Self {
        Self { address: address.to_owned(), uv: None, poetry: None, folder: None }
    }

    /// The only index, read at `address`: it stands for the first that the project names, wherever it is
    /// read today.
    #[must_use]
    pub fn of(project: &Project, address: &str) -> Self {
        let mut origin = Self::at(address);
        let named = project.sources.iter().filter(|source| source.rank != Rank::Beside);
        named.for_each(|source| origin.note(source));
        origin
    }

    /// The project has this name for it too; the first of each kind counts.
    pub(crate) fn note(&mut self, source: &Source) {
        let url = without_user(&source.url);
        if source.is_poetrys {
            // Poetry's locks do not name the public index.
            if source.name != PYPI {
                self.poetry.get_or_insert((source.name.clone(), url));
            }
        } else {
            self.uv.get_or_insert(url);
        }
    }
}

/// The address without user and password, which stand in no lock.
pub(crate) fn without_user(address: &str) -> String {
    // What is no URL is the path of a folder, which names no user.
    let parsed = Url::parse(address).ok().filter(Url::has_host);
    match parsed {
        Some(mut url) if !url.username().is_empty() || url.password().is_some() => {
            // Neither fails for an address with a host.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.into()
        }
        _ => address.to_owned(),
    }
}
