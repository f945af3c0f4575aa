//! The result: one version of each package, with all that the lock formats repeat.
//!
//! For each group of the project a package has the environments in which it is needed: the union, over
//! the ways from the group's requirements to it, of the conjunction of the markers on the way. They are
//! computed as a least fixpoint, by passing on what is new until nothing is.

mod poetry;
mod pylock;
mod uv;

use crate::dependency::{Dependencies, PackageId};
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::project::{Group, Project};
use crate::requirement::{Marker, Requirement};
use crate::version_fault::fault_of_version;
use pkg_index::{File, PackageName};
use py_locks::{LockFile, LockFormat};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// A complete lock.
#[derive(Debug, Clone)]
pub struct Lock {
    packages: Vec<Locked>,
    /// The address of the index.
    index: String,
}

/// A version in the lock.
#[derive(Debug, Clone)]
struct Locked {
    name: PackageName,
    version: String,
    summary: String,
    requires_python: Option<String>,
    /// By name.
    files: Vec<File>,
    /// With those of extras that nobody asked for.
    requirements: Vec<Rc<Requirement>>,
    extras: Vec<String>,
    /// Where the package is needed, by group; never is left out.
    needed: BTreeMap<Group, Marker>,
    /// By name: what is installed with it.
    dependencies: BTreeMap<PackageName, Need>,
    /// By extra that was asked for: what it adds.
    optional: BTreeMap<String, BTreeMap<PackageName, Need>>,
}

/// How a package needs another one.
#[derive(Debug, Clone)]
struct Need {
    extras: BTreeSet<String>,
    marker: Marker,
}

impl Lock {
    /// The lock in a format; `None` for those that only other tools write.
    #[must_use]
    pub fn to_file(&self, project: &Project, format: LockFormat) -> Option<LockFile> {
        match format {
            LockFormat::Poetry => Some(LockFile::Poetry(poetry::document(self, project))),
            LockFormat::Uv => Some(LockFile::Uv(uv::document(self, project))),
            LockFormat::Requirements => Some(LockFile::Requirements(self.requirements())),
            LockFormat::Pylock => Some(LockFile::Pylock(pylock::document(self, project))),
            _ => None,
        }
    }

    /// The chosen versions, by name.
    pub fn versions(&self) -> impl Iterator<Item = (&PackageName, &str)> {
        self.packages.iter().map(|locked| (&locked.name, locked.version.as_str()))
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

    pub(crate) fn new(
        problem: &Problem,
        project: &Project,
        solution: &Solution,
        index: &str,
    ) -> Result<Self, Error> {
        let needed = Needed::new(problem, project, solution)?;
        let mut packages: BTreeMap<PackageName, Locked> = BTreeMap::new();
        for &(id, version) in solution {
            let package = problem.catalogue.package(id);
            let name = package.releases.name.clone();
            if !packages.contains_key(&name) {
                packages.insert(name.clone(), locked(problem, id, version)?);
            }
            let Some(locked) = packages.get_mut(&name) else { continue };
            for (group, markers) in &needed.markers {
                if let Some(marker) = markers.get(&id) {
                    let known = locked.needed.entry(group.clone()).or_insert(Marker::NEVER);
                    *known = known.or(marker);
                }
            }
            let needs = needs(problem, id, version)?;
            match &package.extra {
                None => locked.dependencies = needs,
                Some(extra) => {
                    locked.optional.insert(extra.clone(), needs);
                }
            }
        }
        // What two markers on the way exclude together is needed nowhere.
        let environments = problem.catalogue.environments();
        packages.retain(|_, locked| {
            locked.needed.retain(|_, marker| marker.overlaps(environments));
            !locked.needed.is_empty()
        });
        let kept: BTreeSet<PackageName> = packages.keys().cloned().collect();
        for locked in packages.values_mut() {
            locked.dependencies.retain(|name, _| kept.contains(name));
            for needs in locked.optional.values_mut() {
                needs.retain(|name, _| kept.contains(name));
            }
        }
        Ok(Self { packages: packages.into_values().collect(), index: index.to_owned() })
    }
}

fn locked(problem: &Problem, id: PackageId, version: usize) -> Result<Locked, Error> {
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
        if requirement.marker.overlaps(problem.catalogue.environments()) {
            requirements.push(requirement);
        }
    }
    let mut files = release.files.clone();
    files.sort_by(|a, b| a.filename.cmp(&b.filename));
    Ok(Locked {
        name: releases.name.clone(),
        version: release.version.to_string(),
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

/// What a version needs, extras of one package joined; the version itself is left out.
fn needs(
    problem: &Problem,
    id: PackageId,
    version: usize,
) -> Result<BTreeMap<PackageName, Need>, Error> {
    let own = &problem.catalogue.package(id).releases.name;
    let mut needs: BTreeMap<PackageName, Need> = BTreeMap::new();
    if let Dependencies::Known(all) = problem.catalogue.dependencies(id, version)? {
        for dependency in all.iter() {
            let package = problem.catalogue.package(dependency.package);
            let name = &package.releases.name;
            if name == own {
                continue;
            }
            let nothing = Need { extras: BTreeSet::new(), marker: Marker::NEVER };
            let need = needs.entry(name.clone()).or_insert(nothing);
            need.extras.extend(package.extra.clone());
            need.marker = need.marker.or(&dependency.marker);
        }
    }
    Ok(needs)
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
        let mut needed = Self { problem, chosen, markers: BTreeMap::new() };
        // A choice has no group of its own; what it brings is for all.
        let groups = project.roots.iter().map(|root| &root.group);
        let groups = groups.chain(std::iter::repeat(&Group::Main));
        for (group, demand) in groups.zip(&problem.demands) {
            let held = demand.satisfied_by(&needed.chosen);
            needed.spread(group, held.map(|one| (one.package, one.marker.clone())).collect())?;
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
