//! The engine PubGrub: conflict-driven search that can say why there is no solution.
//!
//! Packages are decided in the order of the fewest versions left, and among equals of the most
//! conflicts so far; of a package the newest version is tried first. The order is what makes the
//! engine fast: with conflicts before versions, or with the order of first sight, hard problems take
//! ten to a hundred times as long.
//!
//! "One of these" is not a notion of PubGrub. Each such demand is a package of its own with a version for
//! each alternative, which requires it.
//!
//! # References
//! - N. Weizenbaum, "PubGrub: Next-Generation Version Solving", 2018

use crate::dependency::{self, PackageId};
use crate::derivation::{Derivation, Fact, Node, Side};
use crate::error::{Error, Interrupt};
use crate::outcome::Outcome;
use crate::problem::{Demand, FirstError, Problem, Solution};
use crate::requirement::Marker;
use crate::version_set::VersionSet;
use pubgrub::{
    Dependencies, DependencyConstraints, DependencyProvider, DerivationTree, External,
    PackageResolutionStatistics, PubGrubError, Term,
};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Finds a solution of the `active` demands, or the derivation that shows that there is none; with
/// `may_split`, stops at the first version that needs the environments split.
pub(crate) fn solve(
    problem: &Problem,
    active: &[usize],
    may_split: bool,
    interrupt: &mut Interrupt,
) -> Result<Outcome, Error> {
    let provider = Provider {
        problem,
        active,
        may_split,
        split: RefCell::default(),
        interrupt: RefCell::new(interrupt),
        error: FirstError::default(),
    };
    match pubgrub::resolve(&provider, Node::Project, 0_usize) {
        Ok(chosen) => {
            let mut solution: Solution = chosen
                .iter()
                .filter_map(|(node, &version)| match node {
                    Node::Package(id) => Some((*id, version)),
                    Node::Project | Node::Choice(_) => None,
                })
                .collect();
            solution.sort_unstable();
            Ok(Outcome::Solution(solution))
        }
        Err(PubGrubError::NoSolution(tree)) => Ok(Outcome::NoSolution(Some(flatten(tree)))),
        Err(error) => {
            if let Some(marker) = provider.split.take() {
                return Ok(Outcome::Split(marker));
            }
            Err(provider.error.take().unwrap_or_else(|| Error::Engine(format!("pubgrub: {error}"))))
        }
    }
}

struct Provider<'p, 'w> {
    problem: &'p Problem<'p>,
    active: &'p [usize],
    may_split: bool,
    /// Why the search was stopped, if a version needs the environments split.
    split: RefCell<Option<Marker>>,
    interrupt: RefCell<&'w mut Interrupt<'w>>,
    error: FirstError,
}

/// The true error waits in [`Provider::error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
struct Interrupted;

impl Provider<'_, '_> {
    fn stop(&self, error: Error) -> Interrupted {
        self.error.keep(error);
        Interrupted
    }

    fn constraints(&self, node: Node, version: usize) -> Result<Constraints, Error> {
        let of = |dependencies: &[dependency::Dependency]| -> DependencyConstraints<_, _> {
            dependencies.iter().map(|d| (Node::Package(d.package), d.versions.clone())).collect()
        };
        let constraints = match node {
            Node::Project => self.of_project(),
            Node::Choice(demand) => match &self.problem.demands[demand] {
                Demand::OneOf(alternatives) => of(&alternatives[version..=version]),
                Demand::All(_) => DependencyConstraints::default(),
            },
            Node::Package(id) => match self.problem.catalogue.dependencies(id, version)? {
                dependency::Dependencies::Known(dependencies) => of(&dependencies),
                dependency::Dependencies::Impossible(why)
                | dependency::Dependencies::LeftOut(why) => {
                    return Ok(Dependencies::Unavailable(why));
                }
            },
        };
        Ok(Dependencies::Available(constraints))
    }

    fn of_project(&self) -> DependencyConstraints<Node, VersionSet> {
        let mut places: HashMap<PackageId, usize> = HashMap::new();
        let mut constraints: Vec<(Node, VersionSet)> = Vec::new();
        for &demand in self.active {
            match &self.problem.demands[demand] {
                Demand::All(dependencies) => {
                    for dependency in dependencies {
                        if let Some(&place) = places.get(&dependency.package) {
                            let joined = constraints[place].1.intersection(&dependency.versions);
                            constraints[place].1 = joined;
                        } else {
                            places.insert(dependency.package, constraints.len());
                            let node = Node::Package(dependency.package);
                            constraints.push((node, dependency.versions.clone()));
                        }
                    }
                }
                Demand::OneOf(alternatives) => {
                    constraints.push((Node::Choice(demand), VersionSet::below(alternatives.len())));
                }
            }
        }
        constraints.into_iter().collect()
    }
}

type Constraints = Dependencies<Node, VersionSet, String>;

impl DependencyProvider for Provider<'_, '_> {
    type P = Node;
    type V = usize;
    type VS = VersionSet;
    type Priority = (Reverse<usize>, u32);
    type M = String;
    type Err = Interrupted;

    fn prioritize(
        &self,
        _: &Node,
        left: &VersionSet,
        statistics: &PackageResolutionStatistics,
    ) -> Self::Priority {
        (Reverse(left.len()), statistics.conflict_count())
    }

    fn choose_version(&self, node: &Node, left: &VersionSet) -> Result<Option<usize>, Interrupted> {
        let preferred = match node {
            Node::Package(id) => {
                let package = self.problem.catalogue.package(*id);
                package.releases.preferred.iter().copied().find(|&one| left.contains(one))
            }
            Node::Project | Node::Choice(_) => None,
        };
        Ok(preferred.or_else(|| left.newest()))
    }

    fn get_dependencies(&self, node: &Node, version: &usize) -> Result<Constraints, Interrupted> {
        let constraints = self.constraints(*node, *version).map_err(|error| self.stop(error))?;
        if let Node::Package(id) = node
            && self.may_split
            && let Some(marker) = self.problem.catalogue.split(*id, *version)
        {
            self.split.replace(Some(marker));
            return Err(Interrupted);
        }
        Ok(constraints)
    }

    fn should_cancel(&self) -> Result<(), Interrupted> {
        let mut interrupt = self.interrupt.borrow_mut();
        interrupt().map_err(|stopped| self.stop(Error::Stopped(stopped)))
    }
}

impl pubgrub::VersionSet for VersionSet {
    type V = usize;

    fn empty() -> Self {
        Self::EMPTY
    }

    fn singleton(version: usize) -> Self {
        Self::single(version)
    }

    fn complement(&self) -> Self {
        self.complement()
    }

    fn intersection(&self, other: &Self) -> Self {
        self.intersection(other)
    }

    fn contains(&self, version: &usize) -> bool {
        self.contains(*version)
    }

    fn union(&self, other: &Self) -> Self {
        self.union(other)
    }

    fn is_disjoint(&self, other: &Self) -> bool {
        self.is_disjoint(other)
    }

    fn subset_of(&self, other: &Self) -> bool {
        self.is_subset(other)
    }
}

type Tree = DerivationTree<Node, VersionSet, String>;

/// Brings a tree with shared branches into a list, causes before consequences, without recursion: a
/// derivation may be tens of thousands of steps deep, and its drop must not be recursive either.
fn flatten(tree: Tree) -> Derivation {
    let mut derivation = Derivation::default();
    let mut places: HashMap<*const Tree, usize> = HashMap::new();
    let tree = Arc::new(tree);
    let mut open: Vec<(Arc<Tree>, bool)> = vec![(Arc::clone(&tree), false)];
    // Every branch is kept until the end, so that no address is used twice.
    let mut kept: Vec<Arc<Tree>> = Vec::new();
    while let Some((branch, causes_done)) = open.pop() {
        let address = Arc::as_ptr(&branch);
        if places.contains_key(&address) {
            kept.push(branch);
            continue;
        }
        let fact = match &*branch {
            DerivationTree::External(external) => fact(external),
            DerivationTree::Derived(derived) if causes_done => Fact::Derived {
                sides: sides(derived.terms.iter().map(|(node, term)| (*node, term))),
                causes: [&derived.cause1, &derived.cause2].map(|cause| places[&Arc::as_ptr(cause)]),
            },
            DerivationTree::Derived(derived) => {
                let causes = [&derived.cause2, &derived.cause1].map(Arc::clone);
                open.push((branch, true));
                open.extend(causes.map(|cause| (cause, false)));
                continue;
            }
        };
        places.insert(address, derivation.push(fact));
        kept.push(branch);
    }
    drop(tree);
    dismantle(kept);
    derivation
}

/// Drops branches so that each is dropped only after those that refer to it: none drops another.
fn dismantle(mut kept: Vec<Arc<Tree>>) {
    // `kept` has causes before consequences, so the last is referred to by none that is left.
    while kept.pop().is_some() {}
}

fn fact(external: &External<Node, VersionSet, String>) -> Fact {
    match external {
        External::NotRoot(..) => Fact::Goal,
        External::NoVersions(node, versions) => {
            Fact::NoVersions { node: *node, versions: versions.clone() }
        }
        External::FromDependencyOf(node, versions, on, admitted) => Fact::Requires {
            node: *node,
            versions: versions.clone(),
            on: *on,
            admitted: admitted.clone(),
        },
        External::Custom(node, versions, why) => {
            Fact::Impossible { node: *node, versions: versions.clone(), why: why.clone() }
        }
    }
}

fn sides<'t>(terms: impl Iterator<Item = (Node, &'t Term<VersionSet>)>) -> Vec<Side> {
    let mut sides: Vec<Side> = terms
        .map(|(node, term)| match term {
            Term::Positive(versions) => Side { node, versions: versions.clone(), holds: true },
            Term::Negative(versions) => Side { node, versions: versions.clone(), holds: false },
        })
        .collect();
    sides.sort_by_key(|side| side.node);
    sides
}
