//! The question to an engine: demands of the project, each of which can be left out.

use crate::catalogue::Catalogue;
use crate::dependency::{Dependencies, Dependency, PackageId};
use crate::error::Error;
use crate::project::Project;
use crate::requirement::Marker;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What the project demands, over what the index has.
#[derive(Debug)]
pub(crate) struct Problem<'a> {
    pub(crate) catalogue: Catalogue<'a>,
    /// In the order of the project.
    pub(crate) demands: Vec<Demand>,
}

/// One demand of the project.
#[derive(Debug, Clone)]
pub(crate) enum Demand {
    /// A requirement: each of these, more than one if there are extras.
    All(Vec<Dependency>),
    /// At least one of these.
    OneOf(Vec<Dependency>),
}

impl Demand {
    /// The dependencies by which the chosen versions satisfy the demand: all, or the first that holds.
    pub(crate) fn satisfied_by<'d>(
        &'d self,
        chosen: &HashMap<PackageId, usize>,
    ) -> impl Iterator<Item = &'d Dependency> + use<'d> {
        let holds = |one: &&Dependency| {
            chosen.get(&one.package).is_some_and(|&version| one.versions.contains(version))
        };
        let held: Vec<&Dependency> = match self {
            Self::All(dependencies) => dependencies.iter().collect(),
            Self::OneOf(alternatives) => alternatives.iter().find(holds).into_iter().collect(),
        };
        held.into_iter()
    }
}

/// A choice of versions: each package once, in the order of their numbers.
pub(crate) type Solution = Vec<(PackageId, usize)>;

impl<'a> Problem<'a> {
    /// Looks up what the project demands.
    pub(crate) fn new(project: &Project, catalogue: Catalogue<'a>) -> Result<Self, Error> {
        catalogue.prefetch(project);
        let mut demands = Vec::new();
        for root in &project.roots {
            if root.requirement.marker.overlaps(catalogue.environments().marker()) {
                let name = &root.requirement.name;
                if !catalogue.has(name)? {
                    return Err(Error::NoPackage { name: name.to_string() });
                }
                let mut all = catalogue.resolve(&root.requirement)?;
                catalogue.constrain(&mut all);
                demands.push(Demand::All(all));
            } else {
                demands.push(Demand::All(Vec::new()));
            }
        }
        for choice in &project.choices {
            let mut alternatives = Vec::new();
            for requirement in &choice.requirements {
                alternatives.extend(catalogue.resolve(requirement)?);
            }
            demands.push(Demand::OneOf(alternatives));
        }
        Ok(Self { catalogue, demands })
    }

    /// Whether some versions are a last choice.
    pub(crate) fn has_last_choice(&self) -> bool {
        self.catalogue.has_last_choice()
    }

    /// A marker by which the project's own requirements split the environments.
    pub(crate) fn split(&self) -> Option<Marker> {
        let all = self.demands.iter().filter_map(|demand| match demand {
            Demand::All(dependencies) => Some(dependencies),
            Demand::OneOf(_) => None,
        });
        self.catalogue.split_between(all.flatten())
    }

    /// All demands, by their places.
    pub(crate) fn everything(&self) -> Vec<usize> {
        (0..self.demands.len()).collect()
    }

    /// Whether a solution satisfies the `active` demands and all that its versions require.
    pub(crate) fn is_solved_by(
        &self,
        active: &[usize],
        solution: &Solution,
    ) -> Result<bool, Error> {
        let chosen: HashMap<PackageId, usize> = solution.iter().copied().collect();
        let holds = |dependency: &Dependency| {
            chosen.get(&dependency.package).is_some_and(|&v| dependency.versions.contains(v))
        };
        let demands_hold = active.iter().all(|&demand| match &self.demands[demand] {
            Demand::All(dependencies) => dependencies.iter().all(holds),
            Demand::OneOf(alternatives) => alternatives.iter().any(holds),
        });
        if !demands_hold || chosen.len() != solution.len() {
            return Ok(false);
        }
        for &(package, version) in solution {
            match self.catalogue.dependencies(package, version)? {
                Dependencies::Known(all) if all.iter().all(holds) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether each pre-release of the last choice is one by the specification: a requirement of the
    /// solution names one, or no other version that can be installed satisfies all that are on the package.
    pub(crate) fn needs_its_prereleases(
        &self,
        active: &[usize],
        solution: &Solution,
    ) -> Result<bool, Error> {
        let chosen: HashMap<PackageId, usize> = solution.iter().copied().collect();
        let demands = active.iter().map(|&demand| &self.demands[demand]);
        let satisfied = demands.flat_map(|demand| demand.satisfied_by(&chosen));
        let mut all: Vec<Dependency> = satisfied.cloned().collect();
        let name = |package: PackageId| self.catalogue.package(package).releases.name.clone();
        for &(package, version) in solution {
            if let Dependencies::Known(known) = self.catalogue.dependencies(package, version)? {
                // What a version requires of its own package, with whatever extra, speaks for nobody.
                let own = name(package);
                all.extend(known.iter().filter(|one| name(one.package) != own).cloned());
            }
        }
        for &(package, version) in solution {
            let releases = &self.catalogue.package(package).releases;
            let on_it: Vec<&Dependency> =
                all.iter().filter(|one| name(one.package) == releases.name).collect();
            if version >= releases.n_last || on_it.iter().any(|one| one.names_prerelease) {
                continue;
            }
            let same = solution.iter().map(|&(same, _)| same);
            let same: Vec<PackageId> = same.filter(|&same| name(same) == releases.name).collect();
            for other in releases.n_last..releases.versions.len() {
                if on_it.iter().all(|one| one.versions.contains(other))
                    && self.can_be_read(&same, other)?
                    && self.catalogue.only_where(releases, other)?.is_none()
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a version is not left out for its own metadata, with none of these extras.
    fn can_be_read(&self, with_extras: &[PackageId], version: usize) -> Result<bool, Error> {
        for &package in with_extras {
            if let Dependencies::LeftOut(_) = self.catalogue.dependencies(package, version)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The part of a solution that the demands need, by following what they require.
    pub(crate) fn needed(&self, active: &[usize], solution: &Solution) -> Result<Solution, Error> {
        let chosen: HashMap<PackageId, usize> = solution.iter().copied().collect();
        let mut needed = BTreeMap::new();
        let demands = active.iter().map(|&demand| &self.demands[demand]);
        let held = demands.flat_map(|demand| demand.satisfied_by(&chosen));
        let mut open: Vec<PackageId> = held.map(|dependency| dependency.package).collect();
        while let Some(package) = open.pop() {
            let Some(&version) = chosen.get(&package) else { continue };
            if needed.insert(package, version).is_some() {
                continue;
            }
            if let Dependencies::Known(all) = self.catalogue.dependencies(package, version)? {
                open.extend(all.iter().map(|dependency| dependency.package));
            }
        }
        Ok(needed.into_iter().collect())
    }
}

/// Shares an error between an engine's callbacks and its caller: the callbacks cannot return one.
#[derive(Debug, Default)]
pub(crate) struct FirstError(Rc<RefCell<Option<Error>>>);

impl FirstError {
    pub(crate) fn keep(&self, error: Error) {
        self.0.borrow_mut().get_or_insert(error);
    }

    pub(crate) fn share(&self) -> Self {
        Self(Rc::clone(&self.0))
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.borrow().is_some()
    }

    pub(crate) fn take(&self) -> Option<Error> {
        self.0.borrow_mut().take()
    }
}
