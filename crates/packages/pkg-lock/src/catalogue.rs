//! What the index has, read when it is first asked for, in the numbers that the engines work with.
//!
//! A package gets a number when it is first required. `name[extra]` is a package of its own with the
//! same versions: each requires the same version of `name`, and what the extra adds. A requirement
//! becomes a set of versions once; equal texts, of which an index has many, are read once.

use crate::dependency::{Dependencies, Dependency, Package, PackageId};
use crate::environments::{Environments, RunsOn};
use crate::error::Error;
use crate::project::Project;
use crate::releases::{Exclusion, Prereleases, Release, ReleasePolicy, Releases, since};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use crate::version_fault::{fault_of_version, is_for_other_extras};
use crate::version_set::VersionSet;
use pkg_index::{File, FileKind, Index, Metadata, PackageName, Timestamp};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A requirement, and what it is in numbers once somebody needs that: it takes a page of the index.
#[derive(Debug)]
pub(crate) struct IndexLookup {
    pub(crate) requirement: Rc<Requirement>,
    dependencies: OnceCell<Vec<Dependency>>,
}

/// What was read for some environments and holds for all.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// By the address of the file.
    metadata: RefCell<HashMap<String, Rc<Metadata>>>,
    /// By their texts.
    requirements: RefCell<HashMap<String, Rc<Requirement>>>,
}

/// Reads an index on demand.
pub(crate) struct Catalogue<'a> {
    index: &'a dyn Index,
    environments: Environments,
    exclude_newer: Option<Timestamp>,
    wants_prereleases: bool,
    kinds: BTreeMap<Option<PackageName>, FileKind>,
    known: Rc<Known>,
    /// By version, where it requires different things of one package: a marker that splits the environments.
    splits: RefCell<BTreeMap<(PackageId, usize), Marker>>,
    policies: BTreeMap<PackageName, ReleasePolicy>,
    packages: RefCell<Vec<Rc<Package>>>,
    numbers: RefCell<HashMap<(PackageName, Option<String>), PackageId>>,
    releases: RefCell<HashMap<PackageName, Rc<Releases>>>,
    dependencies: RefCell<HashMap<(PackageId, usize), Dependencies>>,
    texts: RefCell<HashMap<String, Rc<IndexLookup>>>,
    overrides: BTreeMap<PackageName, Vec<Rc<Requirement>>>,
    /// The constraints that hold in a part of the environments.
    constraints: BTreeMap<PackageName, Vec<Rc<Requirement>>>,
    /// Versions that were left out because of what they say, with the reason.
    left_out: RefCell<BTreeMap<String, String>>,
    /// Packages of which a requirement admits a pre-release that may not be chosen; true if it names one
    /// or admits nothing else.
    missed_prereleases: RefCell<BTreeMap<PackageName, bool>>,
    n_metadata: Cell<usize>,
    reading: Cell<Duration>,
}

impl<'a> Catalogue<'a> {
    pub(crate) fn new(
        index: &'a dyn Index,
        environments: Environments,
        policies: BTreeMap<PackageName, ReleasePolicy>,
        project: &Project,
        known: Rc<Known>,
    ) -> Self {
        let by_name = |all: &mut dyn Iterator<Item = &Rc<Requirement>>| {
            let mut by_name: BTreeMap<PackageName, Vec<Rc<Requirement>>> = BTreeMap::new();
            for one in all {
                by_name.entry(one.name.clone()).or_default().push(Rc::clone(one));
            }
            by_name
        };
        let overrides = by_name(&mut project.overrides.iter());
        let partial = |one: &&Rc<Requirement>| environments.are_split_by(&one.marker);
        let constraints = by_name(&mut project.constraints.iter().filter(partial));
        Self {
            index,
            environments,
            exclude_newer: project.exclude_newer,
            wants_prereleases: project.wants_prereleases,
            kinds: project.kinds.clone(),
            known,
            splits: RefCell::default(),
            policies,
            packages: RefCell::default(),
            numbers: RefCell::default(),
            releases: RefCell::default(),
            dependencies: RefCell::default(),
            texts: RefCell::default(),
            overrides,
            constraints,
            left_out: RefCell::default(),
            missed_prereleases: RefCell::default(),
            n_metadata: Cell::new(0),
            reading: Cell::default(),
        }
    }

    /// Tells the index what the project will ask for.
    pub(crate) fn prefetch(&self, project: &Project) {
        let choices = project.choices.iter().flat_map(|choice| &choice.requirements);
        let all = project.roots.iter().map(|root| &root.requirement).chain(choices);
        let names: BTreeSet<PackageName> =
            all.map(|requirement| requirement.name.clone()).collect();
        self.timed(|index| index.prefetch_projects(&names.into_iter().collect::<Vec<_>>()));
    }

    /// Tells the index that all versions of these packages will be looked into.
    pub(crate) fn prefetch_versions(&self, packages: impl Iterator<Item = PackageId>) {
        let packages: Vec<Rc<Package>> = packages.map(|id| self.package(id)).collect();
        let known = self.known.metadata.borrow();
        let versions = packages.iter().flat_map(|package| &package.releases.versions);
        let files = versions.map(Release::described);
        let files: Vec<&File> = files.filter(|file| !known.contains_key(&file.url)).collect();
        self.timed(|index| index.prefetch_metadata(&files));
    }

    /// A package that has a number.
    pub(crate) fn package(&self, id: PackageId) -> Rc<Package> {
        Rc::clone(&self.packages.borrow()[id.0 as usize])
    }

    /// How many packages have numbers, and how many versions were looked into.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.packages.borrow().len(), self.n_metadata.get())
    }

    /// How long the index was read.
    pub(crate) fn reading(&self) -> Duration {
        self.reading.get()
    }

    fn timed<T>(&self, read: impl FnOnce(&dyn Index) -> T) -> T {
        let start = Instant::now();
        let result = read(self.index);
        self.reading.set(self.reading.get() + start.elapsed());
        result
    }

    /// What holds in the place of a requirement of a version, if it is overridden: as uv has it, wherever the override
    /// says, for the same extra.
    fn overriding(&self, requirement: &Requirement) -> Option<Vec<Rc<IndexLookup>>> {
        let extra = requirement.marker.only_extra();
        let lookup = |one: &Rc<Requirement>| {
            let requirement = Requirement { marker: extra.and(&one.marker), ..(**one).clone() };
            Rc::new(IndexLookup {
                requirement: Rc::new(requirement),
                dependencies: OnceCell::new(),
            })
        };
        Some(self.overrides.get(&requirement.name)?.iter().map(lookup).collect())
    }

    /// Adds the constraints that hold in a part of the environments, for what is required there.
    pub(crate) fn constrain(&self, all: &mut Vec<Dependency>) {
        if self.constraints.is_empty() {
            return;
        }
        let mut partly = Vec::new();
        for one in all.iter_mut() {
            let releases = Rc::clone(&self.package(one.package).releases);
            for constraint in self.constraints.get(&releases.name).into_iter().flatten() {
                let both = one.marker.and(&constraint.marker);
                if !both.overlaps(self.environments.marker()) {
                    continue;
                }
                let versions = Self::admitted(&releases, constraint);
                let elsewhere = one.marker.and(&constraint.marker.not());
                if elsewhere.overlaps(self.environments.marker()) {
                    partly.push(Dependency {
                        package: self.number(&releases, None),
                        versions,
                        marker: both,
                        requirement: Rc::clone(constraint),
                        names_prerelease: false,
                    });
                } else {
                    one.versions = one.versions.intersection(&versions);
                }
            }
        }
        all.extend(partly);
    }

    /// The versions that a requirement admits.
    fn admitted(releases: &Releases, requirement: &Requirement) -> VersionSet {
        let versions = releases.versions.iter().enumerate();
        let admitted = versions.filter(|(_, one)| requirement.specifiers.contains(&one.version));
        admitted.map(|(version, _)| version).collect()
    }

    /// The requirement in numbers: one dependency, or one for each extra.
    pub(crate) fn resolve(&self, requirement: &Rc<Requirement>) -> Result<Vec<Dependency>, Error> {
        let releases = self.releases(&requirement.name)?;
        let versions = Self::admitted(&releases, requirement);
        self.note_missed_prereleases(&releases, requirement, &versions);
        let dependency = |extra: Option<&String>| Dependency {
            package: self.number(&releases, extra),
            versions: versions.clone(),
            marker: requirement.marker.clone(),
            requirement: Rc::clone(requirement),
            names_prerelease: requirement.specifiers.name_prerelease(),
        };
        if requirement.extras.is_empty() {
            return Ok(vec![dependency(None)]);
        }
        Ok(requirement.extras.iter().map(|extra| dependency(Some(extra))).collect())
    }

    fn note_missed_prereleases(
        &self,
        releases: &Releases,
        requirement: &Requirement,
        versions: &VersionSet,
    ) {
        let is_missed = releases.excluded.iter().any(|(version, why)| {
            *why == Exclusion::PreRelease && requirement.specifiers.contains(version)
        });
        if is_missed {
            let is_asked_for = versions.is_empty() || requirement.specifiers.name_prerelease();
            let mut missed = self.missed_prereleases.borrow_mut();
            *missed.entry(releases.name.clone()).or_default() |= is_asked_for;
        }
    }

    /// The packages whose pre-releases may be let in as a last choice: those that a requirement asks
    /// for, or all that some requirement admits.
    pub(crate) fn missed_prereleases(&self, only_asked_for: bool) -> BTreeSet<PackageName> {
        let missed = self.missed_prereleases.borrow();
        let chosen = missed.iter().filter(|&(_, &is_asked_for)| is_asked_for || !only_asked_for);
        chosen.map(|(name, _)| name.clone()).collect()
    }

    /// The versions that were left out because of what they say: `name version`, and why.
    pub(crate) fn left_out(&self) -> BTreeMap<String, String> {
        self.left_out.borrow().clone()
    }

    /// Remembers that a version cannot be installed because its own metadata is at fault.
    fn leave_out(&self, package: &Package, version: usize, reason: &str) -> Dependencies {
        let releases = &package.releases;
        let name = format!("{} {}", releases.name, releases.versions[version].version);
        self.left_out.borrow_mut().insert(name, reason.to_owned());
        Dependencies::LeftOut(format!("is left out ({reason})"))
    }

    /// What a version of a package requires.
    pub(crate) fn dependencies(
        &self,
        id: PackageId,
        version: usize,
    ) -> Result<Dependencies, Error> {
        if let Some(known) = self.dependencies.borrow().get(&(id, version)) {
            return Ok(known.clone());
        }
        let found = self.read_dependencies(id, version)?;
        self.dependencies.borrow_mut().insert((id, version), found.clone());
        Ok(found)
    }

    /// The metadata of a version.
    pub(crate) fn metadata(
        &self,
        releases: &Releases,
        version: usize,
    ) -> Result<Rc<Metadata>, Error> {
        let release = &releases.versions[version];
        let file = release.described();
        if let Some(known) = self.known.metadata.borrow().get(&file.url) {
            return Ok(Rc::clone(known));
        }
        let metadata = self.timed(|index| index.metadata(file))?;
        if file.kind == FileKind::Source && !metadata.is_static() {
            let reason = "it has no wheel, and only its build says what it requires".to_owned();
            return Err(Error::Metadata { at: file.url.clone(), reason });
        }
        // What cannot be read as a name or a version is not ours either.
        let is_ours = metadata.name.parse().ok().as_ref() == Some(&releases.name)
            && metadata.version.parse().ok().as_ref() == Some(&release.version);
        if !is_ours {
            let (name, version) = (&metadata.name, &metadata.version);
            let reason = format!(
                "the metadata is that of {name} {version}, expected {} {}",
                releases.name, release.version
            );
            return Err(Error::Metadata { at: file.url.clone(), reason });
        }
        self.n_metadata.set(self.n_metadata.get() + 1);
        let metadata = Rc::new(metadata);
        self.known.metadata.borrow_mut().insert(file.url.clone(), Rc::clone(&metadata));
        Ok(metadata)
    }

    /// Where a version can be installed, if not in all of the environments, and why not: by the page, and by its
    /// metadata, which a page need not repeat.
    pub(crate) fn only_where(
        &self,
        releases: &Releases,
        version: usize,
    ) -> Result<Option<(Marker, Exclusion)>, Error> {
        let release = &releases.versions[version];
        if release.only_where.is_some() {
            return Ok(release.only_where.clone());
        }
        let metadata = self.metadata(releases, version)?;
        let Some(text) = &metadata.requires_python else { return Ok(None) };
        let pythons = Specifiers::parse_python(text).map_err(|reason| Error::Metadata {
            at: release.described().url.clone(),
            reason: format!("Requires-Python: {text}: {reason}"),
        })?;
        let marker = match self.environments.run(&pythons) {
            RunsOn::All => return Ok(None),
            RunsOn::From(python) => since(python),
            RunsOn::Few => Marker::NEVER,
        };
        Ok(Some((marker, Exclusion::Python)))
    }

    /// A requirement of a metadata file, read once for each text.
    pub(crate) fn look_up(&self, at: &str, text: &str) -> Result<Rc<IndexLookup>, Error> {
        if let Some(known) = self.texts.borrow().get(text) {
            return Ok(Rc::clone(known));
        }
        let parsed = self.known.requirements.borrow().get(text).cloned();
        let requirement = match parsed {
            Some(requirement) => requirement,
            None => Rc::new(Requirement::parse(text).map_err(|reason| {
                let start: String = text.chars().take(80).collect();
                Error::Metadata {
                    at: at.to_owned(),
                    reason: format!("Requires-Dist: {start}: {reason}"),
                }
            })?),
        };
        let mut known = self.known.requirements.borrow_mut();
        known.insert(text.to_owned(), Rc::clone(&requirement));
        drop(known);
        let lookup = Rc::new(IndexLookup { requirement, dependencies: OnceCell::new() });
        self.texts.borrow_mut().insert(text.to_owned(), Rc::clone(&lookup));
        Ok(lookup)
    }

    /// A requirement in numbers, looked up in the index when it is first needed.
    fn in_numbers<'l>(&self, lookup: &'l IndexLookup) -> Result<&'l [Dependency], Error> {
        if let Some(known) = lookup.dependencies.get() {
            return Ok(known);
        }
        let found = self.resolve(&lookup.requirement)?;
        Ok(lookup.dependencies.get_or_init(|| found))
    }

    /// Tells the index which packages are asked for next.
    fn prefetch_required(&self, required: &[(Rc<IndexLookup>, Marker)]) {
        let known = self.releases.borrow();
        let names: BTreeSet<&PackageName> = required
            .iter()
            .filter(|(lookup, _)| lookup.dependencies.get().is_none())
            .map(|(lookup, _)| &lookup.requirement.name)
            .filter(|name| !known.contains_key(*name))
            .collect();
        if names.len() > 1 {
            let names: Vec<PackageName> = names.into_iter().cloned().collect();
            self.timed(|index| index.prefetch_projects(&names));
        }
    }

    /// The environments in which the project may be installed.
    pub(crate) fn environments(&self) -> &Environments {
        &self.environments
    }

    /// The marker by which a version would split the environments: it requires different things of one package
    /// in different ones, or does not run on all Pythons.
    pub(crate) fn split(&self, id: PackageId, version: usize) -> Option<Marker> {
        self.splits.borrow().get(&(id, version)).cloned()
    }

    /// The first marker by which any version that was looked into would split the environments.
    pub(crate) fn first_split(&self) -> Option<Marker> {
        self.splits.borrow().values().next().cloned()
    }

    /// A marker that tells apart two requirements on one package that admit different versions; `None` if all
    /// hold in all of the environments where one does.
    pub(crate) fn split_between<'d>(
        &self,
        all: impl IntoIterator<Item = &'d Dependency>,
    ) -> Option<Marker> {
        let all: Vec<&Dependency> = all.into_iter().collect();
        if all.iter().all(|one| one.marker.is_always()) {
            return None;
        }
        let mut by_package: BTreeMap<PackageName, Vec<&Dependency>> = BTreeMap::new();
        for one in all {
            let name = &self.package(one.package).releases.name;
            by_package.entry(name.clone()).or_default().push(one);
        }
        let several = by_package
            .into_values()
            .filter(|group| group.iter().any(|one| one.versions != group[0].versions));
        let mut markers = several.flatten().map(|one| &one.marker);
        markers.find(|marker| self.environments.are_split_by(marker)).cloned()
    }

    fn read_dependencies(&self, id: PackageId, version: usize) -> Result<Dependencies, Error> {
        let package = self.package(id);
        let metadata = match self.only_where(&package.releases, version) {
            Ok(None) => self.metadata(&package.releases, version)?,
            Ok(Some((marker, why))) => {
                if !marker.is_never() {
                    self.splits.borrow_mut().insert((id, version), marker);
                }
                return Ok(Dependencies::Impossible(why.to_string()));
            }
            Err(error) => match fault_of_version(&error) {
                Some(reason) => return Ok(self.leave_out(&package, version, &reason)),
                None => return Err(error),
            },
        };
        let at = &package.releases.versions[version].described().url;
        let asked: BTreeSet<String> = package.extra.iter().cloned().collect();
        let mut required = Vec::new();
        for text in &metadata.requires_dist {
            let lookup = match self.look_up(at, text) {
                Ok(lookup) => lookup,
                Err(error) => match fault_of_version(&error) {
                    Some(_) if is_for_other_extras(text, &asked) => continue,
                    Some(reason) => return Ok(self.leave_out(&package, version, &reason)),
                    None => return Err(error),
                },
            };
            for lookup in self.overriding(&lookup.requirement).unwrap_or_else(|| vec![lookup]) {
                if let Some(marker) = self.marker_here(&lookup.requirement, &asked) {
                    required.push((lookup, marker));
                }
            }
        }
        self.prefetch_required(&required);
        let mut all: Vec<Dependency> = Vec::new();
        if package.extra.is_some() {
            all.push(self.base(&package, version));
        }
        for (lookup, marker) in required {
            let found = self.in_numbers(&lookup)?.iter();
            all.extend(found.map(|one| Dependency { marker: marker.clone(), ..one.clone() }));
        }
        self.constrain(&mut all);
        if let Some(marker) = self.split_between(&all) {
            self.splits.borrow_mut().insert((id, version), marker);
        }
        Ok(Self::join_requirements(id, version, all))
    }

    /// Where a requirement of `name` or, with an extra asked for, of `name[extra]` holds; `None` if
    /// nowhere. What holds without the extra is a requirement of `name` alone.
    fn marker_here(&self, requirement: &Requirement, asked: &BTreeSet<String>) -> Option<Marker> {
        let marker = &requirement.marker;
        if marker.is_always() {
            return asked.is_empty().then(|| marker.clone());
        }
        let holds =
            |marker: &Marker| !marker.is_never() && marker.overlaps(self.environments.marker());
        let plain = marker.with_extras(&BTreeSet::new());
        if asked.is_empty() {
            return holds(&plain).then_some(plain);
        }
        let here = marker.with_extras(asked);
        (holds(&here) && here != plain).then_some(here)
    }

    /// `name[extra]` requires the same version of `name`.
    fn base(&self, package: &Package, version: usize) -> Dependency {
        let releases = &package.releases;
        Dependency {
            package: self.number(releases, None),
            versions: VersionSet::single(version),
            marker: Marker::ALWAYS,
            names_prerelease: false,
            requirement: Rc::new(Requirement::plain(
                releases.name.clone(),
                Specifiers::exactly(&releases.versions[version].version),
            )),
        }
    }

    /// Joins several requirements on one package, and takes out those that a version has on itself.
    fn join_requirements(id: PackageId, version: usize, all: Vec<Dependency>) -> Dependencies {
        let mut joined: Vec<Dependency> = Vec::with_capacity(all.len());
        let mut places: HashMap<PackageId, usize> = HashMap::with_capacity(all.len());
        for dependency in all {
            if dependency.package == id {
                if dependency.versions.contains(version) {
                    continue;
                }
                return Dependencies::Impossible(format!("requires {}", dependency.requirement));
            }
            if let Some(&place) = places.get(&dependency.package) {
                let known = &mut joined[place];
                known.versions = known.versions.intersection(&dependency.versions);
                known.marker = known.marker.or(&dependency.marker);
                known.names_prerelease |= dependency.names_prerelease;
            } else {
                places.insert(dependency.package, joined.len());
                joined.push(dependency);
            }
        }
        Dependencies::Known(joined.into())
    }

    /// Whether a package has versions of the last choice.
    pub(crate) fn has_last_choice(&self) -> bool {
        self.releases.borrow().values().any(|releases| releases.n_last > 0)
    }

    /// Whether the index has a package.
    pub(crate) fn has(&self, name: &PackageName) -> Result<bool, Error> {
        Ok(self.releases(name)?.exists)
    }

    fn releases(&self, name: &PackageName) -> Result<Rc<Releases>, Error> {
        if let Some(known) = self.releases.borrow().get(name) {
            return Ok(Rc::clone(known));
        }
        let releases = match self.timed(|index| index.project(name))? {
            None => Releases::absent(name),
            Some(project) => {
                let mut policy = self.policies.get(name).cloned().unwrap_or_default();
                let kind = self.kinds.get(&Some(name.clone())).or(self.kinds.get(&None));
                policy.kind = kind.copied();
                if self.wants_prereleases {
                    policy.prereleases = Prereleases::Wanted;
                }
                Releases::new(self.without_newer(project)?, &self.environments, &policy)
            }
        };
        let releases = Rc::new(releases);
        self.releases.borrow_mut().insert(name.clone(), Rc::clone(&releases));
        Ok(releases)
    }

    /// The files that were uploaded before the limit of the project.
    fn without_newer(&self, mut project: pkg_index::Project) -> Result<pkg_index::Project, Error> {
        let Some(limit) = self.exclude_newer else { return Ok(project) };
        if let Some(file) = project.files.iter().find(|file| file.uploaded.is_none()) {
            return Err(Error::NoUploadTime { file: file.filename.clone() });
        }
        project.files.retain(|file| file.uploaded.is_some_and(|at| at < limit));
        Ok(project)
    }

    fn number(&self, releases: &Rc<Releases>, extra: Option<&String>) -> PackageId {
        let mut packages = self.packages.borrow_mut();
        let next = PackageId(packages.len() as u32);
        let key = (releases.name.clone(), extra.cloned());
        let id = *self.numbers.borrow_mut().entry(key).or_insert(next);
        if id == next {
            let releases = Rc::clone(releases);
            packages.push(Rc::new(Package { extra: extra.cloned(), releases }));
        }
        id
    }
}

impl fmt::Debug for Catalogue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("sizes", &self.sizes()).finish_non_exhaustive()
    }
}
