//! What a project demands: the facts of its `pyproject.toml`.
//!
//! Two ways to write them are in use, and may be mixed: `[project]` (PEP 621, with `[dependency-groups]`
//! of PEP 735), and Poetry's `[tool.poetry]`. All groups and all extras are resolved together, as
//! Poetry does: what is installed later is a part of one lock. A third table is ours:
//!
//! ```toml
//! [[tool.pkg-lock.any-of]]
//! name = "row 3 needs a 5"
//! requirements = ["cell31 ==5", "cell32 ==5"]
//! ```
//!
//! # References
//! - Python Packaging User Guide, "pyproject.toml specification" (PEP 621), "Dependency groups" (PEP 735)
//! - Poetry documentation, "The pyproject.toml file"
//! - docs/formats/any-of.md

use crate::environments::Environments;
use crate::releases::{Prereleases, ReleasePolicy};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use pkg_index::{FileKind, PackageName, Timestamp};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

/// A project's demands and all else that its lock repeats.
#[derive(Debug, Clone)]
pub struct Project {
    pub(crate) name: Option<PackageName>,
    pub(crate) version: Option<String>,
    /// As written; Poetry's `python` included.
    pub(crate) requires_python: Option<Specifiers>,
    /// What is required, with the project's own extras expanded.
    pub(crate) roots: Vec<Root>,
    /// Declared requirements that `roots` has in other words: those on extras of the project itself, those that are
    /// overridden, and those that depend on an extra.
    pub(crate) replaced: Vec<Root>,
    /// All of the project's extras, those that require nothing too.
    pub(crate) extras: BTreeSet<PackageName>,
    /// All of its groups, those that require nothing too.
    pub(crate) groups: BTreeSet<PackageName>,
    /// It is built and installed, not only its requirements.
    pub(crate) is_package: bool,
    /// What any version must satisfy that is chosen at all.
    pub(crate) constraints: Vec<Rc<Requirement>>,
    /// What takes the place of every requirement on a package.
    pub(crate) overrides: Vec<Rc<Requirement>>,
    pub(crate) choices: Vec<AnyOf>,
    pub(crate) sources: Vec<Source>,
    /// Packages that come from one index alone.
    pub(crate) ties: BTreeMap<PackageName, Tie>,
    /// The environments that it restricts itself to, in the order of the project; none if to none.
    pub(crate) supported: Vec<Marker>,
    /// Those for which there must be a wheel of every package that has no source archive.
    pub(crate) required: Vec<Marker>,
    /// Which kinds of files count, where not all do; by package, or of all packages.
    pub(crate) kinds: BTreeMap<Option<PackageName>, FileKind>,
    /// Pre-releases are versions like others.
    pub(crate) wants_prereleases: bool,
    /// Files that were uploaded then or later do not count.
    pub(crate) exclude_newer: Option<Timestamp>,
    /// The folder of `pyproject.toml`, from which paths in it start.
    pub(crate) folder: PathBuf,
    pub(crate) content_hash: String,
}

/// A requirement of the project.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    pub(crate) requirement: Rc<Requirement>,
    pub(crate) group: Group,
    /// Where it stands in the file, in bytes.
    pub(crate) offset: usize,
    /// Written as it is; false for what an extra of the project itself or an override brings.
    pub(crate) is_declared: bool,
}

/// The part of a project that has a requirement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    /// Always installed.
    Main,
    /// An extra, installed on demand.
    Extra(String),
    /// A group for the developers.
    Named(String),
}

/// One of these requirements must hold.
#[derive(Debug, Clone)]
pub(crate) struct AnyOf {
    pub(crate) name: String,
    pub(crate) requirements: Vec<Rc<Requirement>>,
}

/// An index that the project names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) rank: Rank,
    /// From `[[tool.poetry.source]]`, not from `[[tool.uv.index]]`.
    pub(crate) is_poetrys: bool,
    /// What a folder holds, if only that is meant.
    pub(crate) layout: Option<Layout>,
}

/// What Poetry calls the public index, whose address it knows.
pub(crate) const PYPI: &str = "PyPI";

/// What is in a folder of packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A page for each package.
    Pages,
    /// Wheels and source archives beside each other.
    Flat,
}

/// When an index is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    /// In the order of the project.
    Ordinary,
    /// After the ordinary ones.
    Last,
    /// Only for the packages that are tied to it.
    Explicit,
    /// `find-links`: beside whichever of the others has a package.
    Beside,
}

/// A package that comes from the index with this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tie {
    pub(crate) index: String,
    /// From `[tool.uv.sources]`, not from Poetry's tables.
    pub(crate) is_uvs: bool,
    /// Where it stands in the file, in bytes.
    pub(crate) offset: usize,
}

impl Project {
    /// The environments that it is locked for.
    pub(crate) fn environments(&self) -> Environments {
        let supported = self.supported.iter().cloned();
        let within = supported.reduce(|all, one| all.or(&one)).unwrap_or(Marker::ALWAYS);
        Environments::of(self.requires_python.as_ref(), &within, &self.required)
    }

    /// Adds a requirement as it holds with what its group asks for: what depends on another extra never does.
    pub(crate) fn add(&mut self, root: Root) {
        let asked = match &root.group {
            Group::Extra(name) => {
                let name = name.parse::<PackageName>();
                Some(name.expect("it was checked where it was read").to_string())
            }
            Group::Main | Group::Named(_) => None,
        };
        let marker = root.requirement.marker.with_extras(&asked.into_iter().collect());
        if marker == root.requirement.marker {
            self.roots.push(root);
            return;
        }
        if !marker.is_never() {
            let requirement = Rc::new(Requirement { marker, ..(*root.requirement).clone() });
            self.roots.push(Root { requirement, is_declared: false, ..root.clone() });
        }
        self.replaced.push(root);
    }

    /// Puts the overrides in the place of the requirements that they override.
    pub(crate) fn override_roots(&mut self) {
        for root in std::mem::take(&mut self.roots) {
            let name = &root.requirement.name;
            let mut overrides = self.overrides.iter().filter(|one| one.name == *name).peekable();
            if overrides.peek().is_none() {
                self.roots.push(root);
                continue;
            }
            for one in overrides {
                let (requirement, group) = (Rc::clone(one), root.group.clone());
                self.roots.push(Root { requirement, group, is_declared: false, ..root });
            }
            if root.is_declared {
                self.replaced.push(root);
            }
        }
    }

    /// The same project, for which files that were uploaded then or later do not count.
    #[must_use]
    pub fn excluding_newer(self, limit: Timestamp) -> Self {
        Self { exclude_newer: Some(limit), ..self }
    }

    /// The same project, whose relative paths start from this folder.
    #[must_use]
    pub fn in_folder(self, folder: PathBuf) -> Self {
        Self { folder, ..self }
    }

    /// How many requirements and choices the project has.
    #[must_use]
    pub fn n_demands(&self) -> usize {
        self.roots.len() + self.choices.len()
    }

    /// A demand as messages name it.
    pub(crate) fn demand_name(&self, demand: usize) -> String {
        match self.roots.get(demand) {
            Some(root) => root.requirement.with_marker(),
            None => self
                .choices
                .get(demand - self.roots.len())
                .map_or_else(String::new, |choice| choice.name.clone()),
        }
    }

    /// What the project says about pre-releases and withdrawn versions, and its constraints that hold in all of these
    /// environments; what holds in none of them says nothing.
    pub(crate) fn policies(
        &self,
        environments: &Environments,
    ) -> BTreeMap<PackageName, ReleasePolicy> {
        let mut policies: BTreeMap<PackageName, ReleasePolicy> = BTreeMap::new();
        let choices = self.choices.iter().flat_map(|choice| &choice.requirements);
        let roots = self.roots.iter().map(|root| &root.requirement);
        let holds = |one: &&Rc<Requirement>| one.marker.overlaps(environments.marker());
        for requirement in roots.chain(choices).chain(&self.overrides).filter(holds) {
            let policy = policies.entry(requirement.name.clone()).or_default();
            if requirement.prereleases || requirement.specifiers.name_prerelease() {
                policy.prereleases = Prereleases::Wanted;
            }
            policy.pins.extend(requirement.specifiers.pins().cloned());
        }
        let hold = |one: &&Rc<Requirement>| !one.marker.not().overlaps(environments.marker());
        for requirement in self.constraints.iter().filter(hold) {
            let policy = policies.entry(requirement.name.clone()).or_default();
            policy.constraints.push(requirement.specifiers.clone());
        }
        policies
    }
}
