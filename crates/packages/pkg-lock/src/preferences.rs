//! Versions that are taken where they fit: those of the lock that is there, and those already chosen for other
//! environments.

use pep440_rs::Version;
use pkg_index::PackageName;
use py_locks::LockFile;
use std::collections::{BTreeMap, BTreeSet};

/// By package, the most wanted version first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    versions: BTreeMap<PackageName, Vec<Version>>,
}

impl Preferences {
    /// The versions of a lock, without those of some packages.
    #[must_use]
    pub fn of_lock(lock: &LockFile, without: &BTreeSet<PackageName>) -> Self {
        let mut preferences = Self::default();
        for locked in lock.packages().into_iter().filter(|locked| !locked.is_project) {
            // What cannot be read as a name or a version is in no index.
            let name = locked.name.parse::<PackageName>().ok();
            let version = locked.version.and_then(|version| version.parse().ok());
            if let Some((name, version)) =
                name.zip(version).filter(|(name, _)| !without.contains(name))
            {
                preferences.add(name, version);
            }
        }
        preferences
    }

    /// Prefers a version, after those that are there.
    pub(crate) fn add(&mut self, name: PackageName, version: Version) {
        let versions = self.versions.entry(name).or_default();
        if !versions.contains(&version) {
            versions.push(version);
        }
    }

    /// By package, the most wanted version first.
    pub(crate) fn versions(&self) -> &BTreeMap<PackageName, Vec<Version>> {
        &self.versions
    }
}
