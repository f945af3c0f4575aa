//! The engine resolvo: a SAT solver with clause learning, made for packages.
//!
//! Each version is a variable, each requirement a clause; it knows "one of these" as it is. It keeps
//! its time on problems where a search by packages grows a hundredfold.
//!
//! A package that the project itself requires is in every solution. What others require of it then only
//! excludes versions, and is written so where few are excluded: `a 1 → b 2 ∨ b 3 ∨ …` becomes
//! `¬(a 1 ∧ b 1)`, which is shorter and nothing to decide about.
//!
//! # References
//! - N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003

use crate::dependency::{self, Dependency, PackageId};
use crate::error::{Error, Interrupt};
use crate::problem::{Demand, FirstError, Problem, Solution};
use crate::version_set::VersionSet;
use resolvo::utils::Pool;
use resolvo::{
    Candidates, Condition, ConditionId, ConditionalRequirement, Dependencies, DependencyProvider,
    HintDependenciesAvailable, Interner, KnownDependencies, NameId, Requirement, SolvableId,
    Solver, SolverCache, StringId, UnsolvableOrCancelled, VersionSetId, VersionSetUnionId,
};
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;

/// How many versions are few.
const FEW: usize = 64;

/// Finds a solution of the `active` demands; `None` if there is none.
pub(crate) fn solve(
    problem: &Problem,
    active: &[usize],
    interrupt: &mut Interrupt,
) -> Result<Option<Solution>, Error> {
    let error = FirstError::default();
    let always = active.iter().flat_map(|&demand| match &problem.demands[demand] {
        Demand::All(dependencies) => dependencies.iter().map(|one| one.package).collect(),
        Demand::OneOf(_) => Vec::new(),
    });
    let always: BTreeSet<PackageId> = always.collect();
    let few = always.iter().copied().filter(|&id| has_few_versions(problem, id));
    problem.catalogue.prefetch_versions(few);
    let provider = Provider {
        problem,
        always,
        pool: Pool::new(),
        interrupt: RefCell::new(interrupt),
        error: error.share(),
    };
    let demands = active.iter().flat_map(|&demand| match &problem.demands[demand] {
        Demand::All(dependencies) => {
            dependencies.iter().map(|one| provider.requirement(one)).collect::<Vec<_>>()
        }
        Demand::OneOf(alternatives) => provider.one_of(alternatives).into_iter().collect(),
    });
    let task = resolvo::Problem::new().requirements(demands.collect());
    let mut solver = Solver::new(provider);
    match solver.solve(task) {
        Ok(chosen) => {
            let pool = &solver.provider().pool;
            let choice = |id: SolvableId| {
                let solvable = pool.resolve_solvable(id);
                (*pool.resolve_package_name(solvable.name), solvable.record)
            };
            let mut solution: Solution = chosen.into_iter().map(choice).collect();
            solution.sort_unstable();
            error.take().map_or(Ok(Some(solution)), Err)
        }
        Err(UnsolvableOrCancelled::Unsolvable(_)) => error.take().map_or(Ok(None), Err),
        Err(UnsolvableOrCancelled::Cancelled(_)) => {
            Err(error.take().unwrap_or_else(|| Error::Engine("resolvo stopped".to_owned())))
        }
    }
}

/// What the versions of a package require is told the solver at once if they are few, so that it can look
/// ahead; otherwise one version at a time, when it is tried.
fn has_few_versions(problem: &Problem, package: PackageId) -> bool {
    problem.catalogue.package(package).releases.versions.len() <= FEW
}

struct Provider<'p, 'w> {
    problem: &'p Problem<'p>,
    /// The packages that the project requires.
    always: BTreeSet<PackageId>,
    pool: Pool<VersionSet, PackageId>,
    interrupt: RefCell<&'w mut Interrupt<'w>>,
    error: FirstError,
}

impl resolvo::utils::VersionSet for VersionSet {
    type V = usize;
}

impl Provider<'_, '_> {
    fn version_set(&self, dependency: &Dependency) -> VersionSetId {
        let name = self.pool.intern_package_name(dependency.package);
        self.pool.intern_version_set(name, dependency.versions.clone())
    }

    fn only_excludes(&self, dependency: &Dependency) -> bool {
        let n_admitted = dependency.versions.len();
        self.always.contains(&dependency.package)
            && self.problem.catalogue.package(dependency.package).releases.versions.len()
                <= 2 * n_admitted
    }

    fn requirement(&self, dependency: &Dependency) -> ConditionalRequirement {
        self.version_set(dependency).into()
    }

    /// `None` for a choice of nothing, which is refused where projects are read.
    fn one_of(&self, alternatives: &[Dependency]) -> Option<ConditionalRequirement> {
        let mut sets = alternatives.iter().map(|dependency| self.version_set(dependency));
        let first = sets.next()?;
        Some(Requirement::Union(self.pool.intern_version_set_union(first, sets)).into())
    }

    fn is_in(&self, solvable: SolvableId, set: VersionSetId) -> bool {
        let version = self.pool.resolve_solvable(solvable).record;
        self.pool.resolve_version_set(set).contains(version)
    }

    fn package(&self, name: NameId) -> PackageId {
        *self.pool.resolve_package_name(name)
    }
}

impl Interner for Provider<'_, '_> {
    type NameId = NameId;
    type SolvableId = SolvableId;

    fn display_solvable(&self, solvable: SolvableId) -> impl Display + '_ {
        let solvable = self.pool.resolve_solvable(solvable);
        format!("{} #{}", self.display_name(solvable.name), solvable.record)
    }

    fn display_name(&self, name: NameId) -> impl Display + '_ {
        self.problem.catalogue.package(self.package(name)).to_string()
    }

    fn display_version_set(&self, set: VersionSetId) -> impl Display + '_ {
        self.pool.resolve_version_set(set)
    }

    fn display_string(&self, string: StringId) -> impl Display + '_ {
        self.pool.resolve_string(string)
    }

    fn version_set_name(&self, set: VersionSetId) -> NameId {
        self.pool.resolve_version_set_package_name(set)
    }

    fn solvable_name(&self, solvable: SolvableId) -> NameId {
        self.pool.resolve_solvable(solvable).name
    }

    fn version_sets_in_union(
        &self,
        union: VersionSetUnionId,
    ) -> impl Iterator<Item = VersionSetId> {
        self.pool.resolve_version_set_union(union)
    }

    fn resolve_condition(&self, condition: ConditionId) -> Condition {
        self.pool.resolve_condition(condition).clone()
    }
}

impl DependencyProvider for Provider<'_, '_> {
    async fn filter_candidates(
        &self,
        candidates: &[SolvableId],
        set: VersionSetId,
        inverse: bool,
    ) -> Vec<SolvableId> {
        candidates.iter().copied().filter(|&one| self.is_in(one, set) != inverse).collect()
    }

    async fn get_candidates(&self, name: NameId) -> Option<Candidates> {
        let id = self.package(name);
        let package = self.problem.catalogue.package(id);
        let hint_dependencies_available = if has_few_versions(self.problem, id) {
            self.problem.catalogue.prefetch_versions(std::iter::once(id));
            HintDependenciesAvailable::All
        } else {
            HintDependenciesAvailable::None
        };
        let versions = 0..package.releases.versions.len();
        let candidates: Vec<SolvableId> =
            versions.map(|version| self.pool.intern_solvable(name, version)).collect();
        Some(Candidates { candidates, hint_dependencies_available, ..Candidates::default() })
    }

    async fn sort_candidates(&self, _: &SolverCache<Self>, solvables: &mut [SolvableId]) {
        let Some(&first) = solvables.first() else { return };
        let id = self.package(self.pool.resolve_solvable(first).name);
        let package = self.problem.catalogue.package(id);
        let preferred = &package.releases.preferred;
        solvables.sort_by_key(|&one| {
            let version = self.pool.resolve_solvable(one).record;
            let place = preferred.iter().position(|&preferred| preferred == version);
            (place.unwrap_or(preferred.len()), std::cmp::Reverse(version))
        });
    }

    async fn get_dependencies(&self, solvable: SolvableId) -> Dependencies {
        let solvable = self.pool.resolve_solvable(solvable);
        let (id, version) = (self.package(solvable.name), solvable.record);
        match self.problem.catalogue.dependencies(id, version) {
            Ok(dependency::Dependencies::Known(dependencies)) => {
                let (constrains, requirements): (Vec<&Dependency>, Vec<&Dependency>) =
                    dependencies.iter().partition(|one| self.only_excludes(one));
                Dependencies::Known(KnownDependencies {
                    requirements: requirements.iter().map(|one| self.requirement(one)).collect(),
                    constrains: constrains.iter().map(|one| self.version_set(one)).collect(),
                })
            }
            Ok(
                dependency::Dependencies::Impossible(why) | dependency::Dependencies::LeftOut(why),
            ) => Dependencies::Unknown(self.pool.intern_string(why)),
            Err(error) => {
                self.error.keep(error);
                Dependencies::Unknown(self.pool.intern_string("stopped"))
            }
        }
    }

    fn should_cancel_with_value(&self) -> Option<Box<dyn Any>> {
        if self.error.is_set() {
            return Some(Box::new(()));
        }
        let mut interrupt = self.interrupt.borrow_mut();
        let stopped = interrupt().err()?;
        self.error.keep(Error::Stopped(stopped));
        Some(Box::new(()))
    }
}
