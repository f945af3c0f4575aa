//! The index and the project as clauses, in one incremental SAT solver.
//!
//! Each version is a variable, each requirement a clause, and each demand a clause that holds if the demand's own
//! variable, its selector, does. Assuming the selectors of some demands asks whether they have a solution; if
//! not, the solver names those that it used.
//!
//! ```text
//! ¬a1 ∨ ¬a2, …           at most one version of a package
//! ¬a1 ∨ b2 ∨ b3          a 1 requires b >=2
//! ¬d ∨ a1 ∨ a2           the demand d: a
//! ```
//!
//! What a version requires is read when the version is first in a model, at once for packages with few
//! versions: a formula with fewer clauses that has no model is proof enough.
//!
//! # References
//! - F. Mancinelli et al., "Managing the Complexity of Large Free and Open Source Package-Based
//!   Software Distributions", ASE 2006
//! - N. Eén, N. Sörensson, "Temporal Induction by Incremental SAT Solving", 2003: assumptions

use crate::dependency::{Dependencies, Dependency, PackageId};
use crate::error::{Error, Interrupt};
use crate::problem::{Demand, Problem, Solution};
use cdcl::{Limits, Options, Outcome, Solver, Techniques};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The requirements of packages with at most so many versions are read at once.
const FEW: usize = 64;

/// After so many conflicts the limits of the run are looked at.
const PATIENCE: u64 = 500;

/// A solution whose pre-releases are chosen by the specification, if there is one.
pub(crate) fn with_justified_prereleases(
    problem: &Problem,
    interrupt: &mut Interrupt,
) -> Result<Option<Solution>, Error> {
    let everything = problem.everything();
    let mut formula = Formula::new(problem, &everything)?;
    match formula.core(&everything, interrupt)? {
        Some(_) => Ok(None),
        None => problem.needed(&everything, &formula.model()).map(Some),
    }
}

/// What the index says, as clauses.
pub(crate) struct Formula<'p> {
    problem: &'p Problem<'p>,
    solver: Solver<'static>,
    n_vars: i32,
    /// The variable of the oldest version of a package; the others follow.
    first: HashMap<PackageId, i32>,
    /// Versions whose requirements are clauses.
    read: HashSet<(PackageId, usize)>,
    /// The selectors of the demands.
    selectors: HashMap<usize, i32>,
    /// Packages of few versions that are to be read.
    open: Vec<PackageId>,
}

impl<'p> Formula<'p> {
    pub(crate) fn new(problem: &'p Problem<'p>, demands: &[usize]) -> Result<Self, Error> {
        // Without it the first core is smaller, and so is the minimal one that it leads to.
        let techniques = Techniques { shrinking: false, ..Techniques::default() };
        let mut formula = Self {
            problem,
            solver: Solver::new(Options { techniques, ..Options::default() }),
            n_vars: 0,
            first: HashMap::new(),
            read: HashSet::new(),
            selectors: HashMap::new(),
            open: Vec::new(),
        };
        for &demand in demands {
            let selector = formula.new_vars(1);
            formula.selectors.insert(demand, selector);
            match &problem.demands[demand] {
                Demand::All(all) => {
                    for one in all {
                        formula.require(selector, std::slice::from_ref(one));
                    }
                }
                Demand::OneOf(alternatives) => formula.require(selector, alternatives),
            }
        }
        formula.read_open()?;
        Ok(formula)
    }

    /// The first of `n` new variables.
    fn new_vars(&mut self, n: usize) -> i32 {
        let first = self.n_vars + 1;
        self.n_vars += i32::try_from(n).expect("fewer than 2³¹ versions fit into memory");
        first
    }

    /// The variable of a package's oldest version.
    fn first_var(&mut self, package: PackageId) -> i32 {
        if let Some(&first) = self.first.get(&package) {
            return first;
        }
        let n = self.problem.catalogue.package(package).releases.versions.len();
        let first = self.new_vars(n);
        self.first.insert(package, first);
        self.at_most_one(first, n);
        if n <= FEW {
            self.open.push(package);
        }
        first
    }

    /// Of `n` variables that follow each other at most one holds: pairwise for few, else by a chain.
    fn at_most_one(&mut self, first: i32, n: usize) {
        let vars: Vec<i32> = (first..).take(n).collect();
        if n <= 9 {
            for (i, a) in vars.iter().enumerate() {
                for b in &vars[..i] {
                    self.solver.add_clause(&[-a, -b]);
                }
            }
            return;
        }
        // The link says that one of the variables up to here holds.
        let mut link = vars[0];
        for &var in &vars[1..] {
            self.solver.add_clause(&[-link, -var]);
            let next = self.new_vars(1);
            self.solver.add_clause(&[-link, next]);
            self.solver.add_clause(&[-var, next]);
            link = next;
        }
    }

    /// If `var` holds, one of the alternatives does.
    fn require(&mut self, var: i32, alternatives: &[Dependency]) {
        let mut clause = vec![-var];
        for one in alternatives {
            let first = self.first_var(one.package);
            let n = self.problem.catalogue.package(one.package).releases.versions.len();
            let admitted = one.versions.iter_below(n);
            clause.extend(admitted.map(|version| first + version as i32));
        }
        self.solver.add_clause(&clause);
    }

    /// Makes clauses of what the packages with few versions require, and what these do.
    fn read_open(&mut self) -> Result<(), Error> {
        while let Some(package) = self.open.pop() {
            let n = self.problem.catalogue.package(package).releases.versions.len();
            self.problem.catalogue.prefetch_versions(std::iter::once(package));
            for version in 0..n {
                self.read(package, version)?;
            }
        }
        Ok(())
    }

    fn read(&mut self, package: PackageId, version: usize) -> Result<(), Error> {
        if !self.read.insert((package, version)) {
            return Ok(());
        }
        let var = self.first_var(package) + version as i32;
        match self.problem.catalogue.dependencies(package, version)? {
            Dependencies::Known(all) => {
                for one in all.iter() {
                    self.require(var, std::slice::from_ref(one));
                }
            }
            Dependencies::Impossible(_) | Dependencies::LeftOut(_) => {
                self.solver.add_clause(&[-var]);
            }
        }
        Ok(())
    }

    /// Those of the demands that suffice to have no solution; `None` if there is one.
    pub(crate) fn core(
        &mut self,
        demands: &[usize],
        interrupt: &mut Interrupt,
    ) -> Result<Option<Vec<usize>>, Error> {
        let assumptions: Vec<i32> = demands.iter().map(|demand| self.selectors[demand]).collect();
        loop {
            interrupt().map_err(Error::Stopped)?;
            let n_conflicts = self.solver.statistics().conflicts;
            let limits = Limits { conflicts: Some(n_conflicts + PATIENCE), ..Limits::default() };
            self.solver.set_limits(limits);
            match self.solver.solve(&assumptions) {
                Outcome::Unknown => {}
                Outcome::Unsat => {
                    let failed: BTreeSet<i32> = self.solver.failed().into_iter().collect();
                    let is_failed = |demand: &&usize| failed.contains(&self.selectors[*demand]);
                    return Ok(Some(demands.iter().filter(is_failed).copied().collect()));
                }
                Outcome::Sat => {
                    let unread = self.unread(demands)?;
                    if unread.is_empty() {
                        if self.is_justified(demands, &assumptions)? {
                            return Ok(None);
                        }
                        continue;
                    }
                    for (package, version) in unread {
                        self.read(package, version)?;
                    }
                    self.read_open()?;
                }
            }
        }
    }

    /// The versions of the last model.
    fn model(&self) -> Solution {
        let mut solution = Solution::new();
        for (&package, &first) in &self.first {
            let n = self.problem.catalogue.package(package).releases.versions.len();
            let chosen = (0..n).find(|&version| self.holds(first, version));
            solution.extend(chosen.map(|version| (package, version)));
        }
        solution.sort_unstable();
        solution
    }

    /// Whether the pre-releases of the model are chosen by the specification. If not, the model is
    /// excluded, as long as all these demands hold: with fewer, less is needed of it.
    fn is_justified(&mut self, demands: &[usize], assumptions: &[i32]) -> Result<bool, Error> {
        if !self.problem.has_last_choice() {
            return Ok(true);
        }
        let solution = self.problem.needed(demands, &self.model())?;
        if self.problem.needs_its_prereleases(demands, &solution)? {
            return Ok(true);
        }
        let versions = solution.iter();
        let versions = versions.map(|(package, version)| self.first[package] + *version as i32);
        let clause: Vec<i32> =
            assumptions.iter().copied().chain(versions).map(|var| -var).collect();
        self.solver.add_clause(&clause);
        Ok(false)
    }

    fn holds(&self, first: i32, version: usize) -> bool {
        self.solver.value(first.unsigned_abs() + version as u32) == Some(true)
    }

    /// The versions of the model that the demands need and that were not read.
    fn unread(&self, demands: &[usize]) -> Result<Vec<(PackageId, usize)>, Error> {
        let packages = |demand: &usize| match &self.problem.demands[*demand] {
            Demand::All(all) | Demand::OneOf(all) => {
                all.iter().map(|one| one.package).collect::<Vec<_>>()
            }
        };
        let mut open: Vec<PackageId> = demands.iter().flat_map(packages).collect();
        let (mut seen, mut unread) = (HashSet::new(), Vec::new());
        while let Some(package) = open.pop() {
            let Some(&first) = self.first.get(&package).filter(|_| seen.insert(package)) else {
                continue;
            };
            let n = self.problem.catalogue.package(package).releases.versions.len();
            let chosen = (0..n).find(|&version| self.holds(first, version));
            let Some(version) = chosen else { continue };
            if !self.read.contains(&(package, version)) {
                unread.push((package, version));
            } else if let Dependencies::Known(all) =
                self.problem.catalogue.dependencies(package, version)?
            {
                open.extend(all.iter().map(|one| one.package));
            }
        }
        Ok(unread)
    }
}
