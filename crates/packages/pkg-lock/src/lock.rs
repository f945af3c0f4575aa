//! The result: the chosen versions, with all that the lock formats repeat.
//!
//! A package has one version in each part of the environments; the parts' choices are put together here. For each group of the project a package has the environments in which it is needed: the union, over
//! the ways from the group's requirements to it, of the conjunction of the markers on the way. They are
//! computed as a least fixpoint, by passing on what is new until nothing is.

mod poetry;
mod pylock;
mod uv;

use crate::dependency::{Dependencies, PackageId};
use crate::environments::Environments;
use crate::error::Error;
use crate::origin::Origin;
use crate::problem::{Problem, Solution};
use crate::project::{Group, Project};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use crate::version_fault::fault_of_version;
use pkg_index::{File, PackageName};
use py_locks::{LockFile, LockFormat};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// A complete lock.
#[derive(Debug, Clone)]
pub struct Lock {
    /// By name and version.
    packages: Vec<Locked>,
    /// What the project itself needs, by group.
    roots: BTreeMap<Group, Needs>,
    /// The parts of the environments, if there is more than one choice of versions.
    parts: Vec<Marker>,
    /// By the places of the indexes.
    origins: Vec<Origin>,
    /// Extras that are asked for and that the chosen version does not have, as a sentence each.
    unknown_extras: BTreeSet<String>,
}

/// A choice of versions for some of the environments.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    pub(crate) problem: Rc<Problem<'a>>,
    pub(crate) solution: Solution,
}

/// Packages that are needed: by name and version.
type Needs = BTreeMap<(PackageName, String), Need>;

/// A version in the lock.
#[derive(Debug, Clone)]
struct Locked {
    name: PackageName,
    version: String,
    /// The parts of the environments in which it is chosen, if there is more than one version.
    parts: Vec<Marker>,
    summary: String,
    requires_python: Option<String>,
    /// By name; at least one.
    files: Vec<File>,
    /// With those of extras that nobody asked for.
    requirements: Vec<Rc<Requirement>>,
    extras: Vec<String>,
    /// Where the package is needed, by group; never is left out.
    needed: BTreeMap<Group, Marker>,
    /// What is installed with it.
    dependencies: Needs,
    /// By extra that was asked for: what it adds.
    optional: BTreeMap<String, Needs>,
}

/// How a package needs another one.
#[derive(Debug, Clone)]
struct Need {
    extras: BTreeSet<String>,
    marker: Marker,
}

impl Need {
    const NOWHERE: Self = Self { extras: BTreeSet::new(), marker: Marker::NEVER };

    fn add(&mut self, extras: impl IntoIterator<Item = String>, marker: &Marker) {
        self.extras.extend(extras);
        self.marker = self.marker.or(marker);
    }
}

impl Locked {
    /// Whether the version has an extra: it says so, or requires something for it.
    fn has_extra(&self, extra: &str) -> bool {
        let normal = |name: &str| name.parse::<PackageName>().ok();
        let is_it = |known: &String| {
            known == extra || normal(known).is_some_and(|it| Some(it) == normal(extra))
        };
        self.extras.iter().any(is_it)
            || self.optional.get(extra).is_some_and(|needs| !needs.is_empty())
    }
}

impl Lock {
    /// The lock in a format.
    ///
    /// # Errors
    /// Only other tools write this format, or it has no words for alternatives, `^1 || ^3`.
    pub fn to_file(&self, project: &Project, format: LockFormat) -> Result<LockFile, Error> {
        Ok(match format {
            LockFormat::Poetry => LockFile::Poetry(poetry::document(self, project)),
            LockFormat::Uv => LockFile::Uv(uv::document(self, project)?),
            LockFormat::Requirements => LockFile::Requirements(self.requirements()),
            LockFormat::Pylock => LockFile::Pylock(pylock::document(self, project)?),
            _ => return Err(Error::Format("this format is only read".to_owned())),
        })
    }

    /// The chosen versions, by name.
    pub fn versions(&self) -> impl Iterator<Item = (&PackageName, &str)> {
        self.packages.iter().map(|locked| (&locked.name, locked.version.as_str()))
    }

    /// Extras that are asked for and that the chosen version does not have: `NAME VERSION has no extra 'EXTRA'`.
    pub fn unknown_extras(&self) -> impl Iterator<Item = &str> {
        self.unknown_extras.iter().map(String::as_str)
    }

    /// The packages that an installation without extras and groups needs.
    fn main(&self) -> impl Iterator<Item = (&Locked, &Marker)> {
        self.packages.iter().filter_map(|locked| Some((locked, locked.needed.get(&Group::Main)?)))
    }

    /// Each version with the digests of its files; the main group only.
    fn requirements(&self) -> py_locks::requirements::Lock {
        let package = |(locked, marker): (&Locked, &Marker)| {
            let mut digests: Vec<_> = locked.files.iter().filter_map(|file| file.sha256).collect();
            digests.sort_unstable();
            py_locks::requirements::Package {
                name: locked.name.to_string(),
                version: Some(locked.version.clone()),
                marker: marker.as_text(),
                hashes: digests.iter().map(|digest| format!("sha256:{digest}")).collect(),
            }
        };
        py_locks::requirements::Lock { packages: self.main().map(package).collect() }
    }

    /// Puts the choices for the parts of the environments together; `origins` are those of the index's
    /// files.
    pub(crate) fn new(
        parts: &[Part],
        project: &Project,
        origins: &[Origin],
    ) -> Result<Self, Error> {
        let environments = project.environments();
        let mut lock = Self {
            packages: Vec::new(),
            roots: BTreeMap::new(),
            parts: distinct(parts),
            origins: origins.to_vec(),
            unknown_extras: BTreeSet::new(),
        };
        let mut packages = BTreeMap::new();
        for part in parts {
            lock.add(part, project, &environments, &mut packages)?;
        }
        // What two markers on the way exclude together is needed nowhere.
        packages.retain(|_, locked: &mut Locked| {
            locked.needed.retain(|_, marker| marker.overlaps(environments.marker()));
            !locked.needed.is_empty()
        });
        let kept: BTreeSet<(PackageName, String)> = packages.keys().cloned().collect();
        for locked in packages.values_mut() {
            locked.dependencies.retain(|key, _| kept.contains(key));
            for needs in locked.optional.values_mut() {
                needs.retain(|key, _| kept.contains(key));
            }
        }
        lock.roots.values_mut().for_each(|needs| needs.retain(|key, _| kept.contains(key)));
        for ((name, _), locked) in &mut packages {
            let n_versions = kept.iter().filter(|(other, _)| other == name).count();
            if n_versions == 1 || lock.parts.is_empty() {
                locked.parts.clear();
            }
        }
        lock.packages = packages.into_values().collect();
        Ok(lock)
    }

    /// Adds the choice for one part of the environments.
    fn add(
        &mut self,
        part: &Part,
        project: &Project,
        environments: &Environments,
        packages: &mut BTreeMap<(PackageName, String), Locked>,
    ) -> Result<(), Error> {
        let (problem, here) = (&part.problem, part.problem.catalogue.environments().part());
        let needed = Needed::new(problem, project, &part.solution)?;
        let versions = part.versions();
        for root in &project.roots {
            let requirement = &root.requirement;
            let marker = requirement.marker.and(here);
            if let Some(version) = versions.get(&requirement.name)
                && marker.overlaps(environments.marker())
            {
                let key = (requirement.name.clone(), version.clone());
                let needs = self.roots.entry(root.group.clone()).or_default();
                let need = needs.entry(key).or_insert(Need::NOWHERE);
                need.add(requirement.extras.iter().cloned(), &marker);
            }
        }
        for &(id, version) in &part.solution {
            let package = problem.catalogue.package(id);
            let name = package.releases.name.clone();
            let key = (name, package.releases.versions[version].version.to_string());
            if !packages.contains_key(&key) {
                packages.insert(key.clone(), locked(problem, id, version, environments)?);
            }
            let Some(locked) = packages.get_mut(&key) else { continue };
            // Parts with the same choice are told as one.
            let part_here = self.parts.iter().find(|all| here.overlaps(all)).cloned();
            locked.parts.extend(part_here.filter(|part| !locked.parts.contains(part)));
            for (group, markers) in &needed.markers {
                if let Some(marker) = markers.get(&id) {
                    let known = locked.needed.entry(group.clone()).or_insert(Marker::NEVER);
                    *known = known.or(marker);
                }
            }
            let needs = match &package.extra {
                None => &mut locked.dependencies,
                Some(extra) => locked.optional.entry(extra.clone()).or_default(),
            };
            add_needs(part, &versions, id, version, needs)?;
            if let Some(extra) = package.extra.as_ref().filter(|extra| !locked.has_extra(extra)) {
                let sentence = format!("{} {} has no extra '{extra}'", key.0, key.1);
                self.unknown_extras.insert(sentence);
            }
        }
        Ok(())
    }

    /// Where the files of a package come from.
    fn origin(&self, locked: &Locked) -> Option<&Origin> {
        self.origins.get(locked.files.first()?.index)
    }

    /// Whether a package has several versions here.
    fn has_several(&self, name: &PackageName) -> bool {
        self.packages.iter().filter(|locked| locked.name == *name).count() > 1
    }
}

/// The project's Pythons in the words of PEP 440.
fn pythons(python: &Specifiers) -> Result<String, Error> {
    python.pythons_as_pep440().ok_or_else(|| no_words_for(&format!("python {python}")))
}

fn no_words_for(what: &str) -> Error {
    Error::Format(format!("this format has no words for '{what}', only poetry.lock has"))
}

impl Part<'_> {
    /// The chosen version of each package.
    fn versions(&self) -> BTreeMap<PackageName, String> {
        let chosen = self.solution.iter().map(|&(id, version)| {
            let releases = &self.problem.catalogue.package(id).releases;
            (releases.name.clone(), releases.versions[version].version.to_string())
        });
        chosen.collect()
    }
}

/// The parts of the environments, those with the same choice of versions joined; none if there is one.
fn distinct(parts: &[Part]) -> Vec<Marker> {
    let mut all: Vec<(BTreeMap<PackageName, String>, Marker)> = Vec::new();
    for part in parts {
        let (versions, marker) = (part.versions(), part.problem.catalogue.environments().part());
        match all.iter_mut().find(|(known, _)| *known == versions) {
            Some((_, known)) => *known = known.or(marker),
            None => all.push((versions, marker.clone())),
        }
    }
    if all.len() < 2 { Vec::new() } else { all.into_iter().map(|(_, marker)| marker).collect() }
}

fn locked(
    problem: &Problem,
    id: PackageId,
    version: usize,
    environments: &Environments,
) -> Result<Locked, Error> {
    let package = problem.catalogue.package(id);
    let releases = &package.releases;
    let release = &releases.versions[version];
    let metadata = problem.catalogue.metadata(releases, version)?;
    let at = &release.described().url;
    let mut requirements = Vec::new();
    for text in &metadata.requires_dist {
        let requirement = match problem.catalogue.look_up(at, text) {
            Ok(lookup) => Rc::clone(&lookup.requirement),
            // One behind an extra that nobody asked for, or the version would have been left out.
            Err(error) if fault_of_version(&error).is_some() => continue,
            Err(error) => return Err(error),
        };
        // What no Python of the project needs is left out, as Poetry does.
        if requirement.marker.overlaps(environments.marker()) {
            requirements.push(requirement);
        }
    }
    let mut files = release.files.clone();
    files.sort_by(|a, b| a.filename.cmp(&b.filename));
    Ok(Locked {
        name: releases.name.clone(),
        version: release.version.to_string(),
        parts: Vec::new(),
        summary: metadata.summary.clone(),
        requires_python: metadata.requires_python.clone(),
        files,
        requirements,
        extras: metadata.provides_extra.clone(),
        needed: BTreeMap::new(),
        dependencies: BTreeMap::new(),
        optional: BTreeMap::new(),
    })
}

/// Adds what a version needs in a part of the environments, extras of one package joined; the version itself is
/// left out.
fn add_needs(
    part: &Part,
    versions: &BTreeMap<PackageName, String>,
    id: PackageId,
    version: usize,
    needs: &mut Needs,
) -> Result<(), Error> {
    let catalogue = &part.problem.catalogue;
    let own = &catalogue.package(id).releases.name;
    let here = catalogue.environments().part();
    if let Dependencies::Known(all) = catalogue.dependencies(id, version)? {
        for dependency in all.iter() {
            let package = catalogue.package(dependency.package);
            let name = &package.releases.name;
            let Some(version) = versions.get(name).filter(|_| name != own) else { continue };
            let need = needs.entry((name.clone(), version.clone())).or_insert(Need::NOWHERE);
            need.add(package.extra.clone(), &dependency.marker.and(here));
        }
    }
    Ok(())
}

/// For each group, where each package is needed.
struct Needed<'p> {
    problem: &'p Problem<'p>,
    chosen: HashMap<PackageId, usize>,
    markers: BTreeMap<Group, HashMap<PackageId, Marker>>,
}

impl<'p> Needed<'p> {
    fn new(problem: &'p Problem, project: &Project, solution: &Solution) -> Result<Self, Error> {
        let chosen = solution.iter().copied().collect();
        let here = problem.catalogue.environments().part();
        let mut needed = Self { problem, chosen, markers: BTreeMap::new() };
        // A choice has no group of its own; what it brings is for all.
        let groups = project.roots.iter().map(|root| &root.group);
        let groups = groups.chain(std::iter::repeat(&Group::Main));
        for (group, demand) in groups.zip(&problem.demands) {
            let held = demand.satisfied_by(&needed.chosen);
            let held = held.map(|one| (one.package, one.marker.and(here)));
            needed.spread(group, held.collect())?;
        }
        Ok(needed)
    }

    /// Passes on where packages are needed to what they require, until nothing is new.
    fn spread(&mut self, group: &Group, mut open: Vec<(PackageId, Marker)>) -> Result<(), Error> {
        let markers = self.markers.entry(group.clone()).or_default();
        while let Some((package, marker)) = open.pop() {
            let known = markers.entry(package).or_insert(Marker::NEVER);
            let all = known.or(&marker);
            if all == *known {
                continue;
            }
            *known = all.clone();
            let Some(&version) = self.chosen.get(&package) else { continue };
            let dependencies = self.problem.catalogue.dependencies(package, version)?;
            if let Dependencies::Known(next) = dependencies {
                open.extend(next.iter().map(|one| (one.package, all.and(&one.marker))));
            }
        }
        Ok(())
    }
}
