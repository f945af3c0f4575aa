//! Several indexes in order: a package comes from the first that has it, and from no other.
//!
//! A later index cannot slip in a newer version under a name that an earlier one has. A package
//! may also be tied to one index; an explicit index has only what is tied to it. A folder beside the indexes adds its
//! versions to those of whichever index has the package, and comes first where both have a version.
//!
//! # References
//! - uv documentation, "Package indexes": searching across multiple indexes; "Settings": `find-links`

use crate::{Error, File, Index, Metadata, PackageName, Project, StaticIndex};
use std::collections::BTreeMap;
use std::path::Path;

/// Indexes in the order of their rank.
#[derive(Debug)]
pub struct Indexes {
    all: Vec<Ranked>,
    ties: BTreeMap<PackageName, usize>,
}

/// What an index is among several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Has what no index before it has.
    Ordinary,
    /// Has only the packages that are tied to it.
    Explicit,
    /// Adds to the versions that an ordinary one has: what other tools call `--find-links`.
    Beside,
}

#[derive(Debug)]
struct Ranked {
    index: StaticIndex,
    role: Role,
}

impl Indexes {
    /// These indexes.
    #[must_use]
    pub fn new(indexes: Vec<(StaticIndex, Role)>) -> Self {
        let ranked = |(index, role)| Ranked { index, role };
        Self { all: indexes.into_iter().map(ranked).collect(), ties: BTreeMap::new() }
    }

    /// Ties a package to the index at a place.
    ///
    /// # Panics
    /// There is no index at this place.
    pub fn tie(&mut self, name: PackageName, place: usize) {
        assert!(place < self.all.len(), "no index {place}");
        self.ties.insert(name, place);
    }

    /// The addresses, in order.
    pub fn roots(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|ranked| ranked.index.root())
    }

    /// Whether a file on this machine, by its canonical path, is one that an index reads.
    #[must_use]
    pub fn holds(&self, file: &Path) -> bool {
        self.all.iter().any(|ranked| ranked.index.holds(file))
    }

    /// Files in folders of wheels that are of no package by their names: the path, and what is wrong.
    pub fn passed_over(&self) -> impl Iterator<Item = &str> {
        self.all.iter().flat_map(|ranked| ranked.index.passed_over()).map(String::as_str)
    }

    /// The places where a package may be, in order.
    fn places(&self, name: &PackageName) -> Vec<usize> {
        match self.ties.get(name) {
            Some(&place) => vec![place],
            None => self.with_role(Role::Ordinary).collect(),
        }
    }

    fn with_role(&self, role: Role) -> impl Iterator<Item = usize> {
        (0..self.all.len()).filter(move |&place| self.all[place].role == role)
    }

    /// The package in the index at a place.
    fn project_at(&self, place: usize, name: &PackageName) -> Result<Option<Project>, Error> {
        let mut project = self.all[place].index.project(name)?;
        for file in project.iter_mut().flat_map(|project| &mut project.files) {
            file.index = place;
        }
        Ok(project)
    }
}

impl Index for Indexes {
    fn project(&self, name: &PackageName) -> Result<Option<Project>, Error> {
        let mut all: Option<Project> = None;
        let mut add = |more: Project| match &mut all {
            Some(known) => known.files.extend(more.files),
            None => all = Some(more),
        };
        if !self.ties.contains_key(name) {
            for place in self.with_role(Role::Beside) {
                if let Some(project) = self.project_at(place, name)? {
                    add(project);
                }
            }
        }
        for place in self.places(name) {
            if let Some(project) = self.project_at(place, name)? {
                add(project);
                break;
            }
        }
        Ok(all)
    }

    fn metadata(&self, file: &File) -> Result<Metadata, Error> {
        self.all[file.index].index.metadata(file)
    }

    fn metadata_text(&self, file: &File) -> Result<Vec<u8>, Error> {
        self.all[file.index].index.metadata_text(file)
    }

    fn prefetch_projects(&self, names: &[PackageName]) {
        let mut open: Vec<(&PackageName, Vec<usize>)> =
            names.iter().map(|name| (name, self.places(name))).collect();
        for (place, ranked) in self.all.iter().enumerate() {
            let here = open.iter().filter(|(_, places)| places.contains(&place));
            let here: Vec<PackageName> = here.map(|(name, _)| (*name).clone()).collect();
            ranked.index.prefetch_projects(&here);
            // The next one is asked only for what this one does not have; what fails is asked again.
            let is_last = place + 1 == self.all.len();
            open.retain(|(name, _)| {
                !here.contains(name) || !is_last && matches!(ranked.index.project(name), Ok(None))
            });
        }
    }

    fn prefetch_metadata(&self, files: &[&File]) {
        for (place, ranked) in self.all.iter().enumerate() {
            let here: Vec<&File> =
                files.iter().copied().filter(|file| file.index == place).collect();
            ranked.index.prefetch_metadata(&here);
        }
    }
}
