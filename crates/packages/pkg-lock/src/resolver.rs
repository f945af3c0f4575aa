//! From a project and an index to a lock, or to the reason why there is none.

use crate::catalogue::Catalogue;
use crate::derivation::Words;
use crate::engine::{Engine, Outcome};
use crate::error::{Error, Interrupt, Stopped};
use crate::formula::with_justified_prereleases;
use crate::lock::Lock;
use crate::problem::{Problem, Solution};
use crate::project::Project;
use crate::releases::Prereleases;
use crate::shrink::{Conflict, shrink};
use pkg_index::{Index, PackageName};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// The longest reason that is given unless all of it is asked for.
pub const MOST_LINES: usize = 40;

/// How many steps the search for a short derivation may take.
const MOST_STEPS: usize = 2_000;

/// Resolves one project over one index.
pub struct Resolver<'a> {
    project: &'a Project,
    index: &'a dyn Index,
    problem: Problem<'a>,
    n_steps: Cell<usize>,
}

/// The outcome of a resolution.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// One version of each package.
    Lock(Lock),
    /// No choice of versions satisfies the project; see [`Resolver::explain`].
    NoSolution,
}

/// How much of a reason is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// The derivation if it is short, else the requirements that exclude each other; at most
    /// [`MOST_LINES`] lines.
    Short,
    /// Only the requirements that exclude each other.
    Requirements,
    /// All of the derivation.
    Full,
}

/// What a resolution looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statistics {
    /// Packages, and packages with an extra, that were met.
    pub n_packages: usize,
    /// Versions whose metadata was read.
    pub n_versions: usize,
    /// Requirements and choices of the project.
    pub n_demands: usize,
    /// Steps of all searches.
    pub n_steps: usize,
    /// How long the index was read; this is done when something of it is first needed.
    pub reading: Duration,
}

impl fmt::Debug for Resolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").field("problem", &self.problem).finish_non_exhaustive()
    }
}

impl<'a> Resolver<'a> {
    /// Looks up the project's own requirements in the index.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn new(project: &'a Project, index: &'a dyn Index) -> Result<Self, Error> {
        let problem = problem(project, index, &BTreeSet::new())?;
        Ok(Self { project, index, problem, n_steps: Cell::new(0) })
    }

    /// Searches for a lock; `index` is the address that the lock gives as that of the index.
    ///
    /// # Errors
    /// The index cannot be read, or `interrupt` stopped the search.
    pub fn resolve(
        &mut self,
        engine: Engine,
        index: &str,
        interrupt: &mut Interrupt,
    ) -> Result<Verdict, Error> {
        if let Some(solution) = self.search(&self.problem, engine, interrupt)? {
            return Lock::new(&self.problem, self.project, &solution, index).map(Verdict::Lock);
        }
        // Pre-releases where nothing else will do: first those that are asked for.
        // What these require may ask for others.
        let mut last = BTreeSet::new();
        let mut only_asked_for = true;
        loop {
            let missed = self.problem.catalogue.missed_prereleases(only_asked_for);
            if missed.is_subset(&last) {
                if !only_asked_for {
                    return Ok(Verdict::NoSolution);
                }
                only_asked_for = false;
                continue;
            }
            last.extend(missed);
            let relaxed = problem(self.project, self.index, &last)?;
            let everything = relaxed.everything();
            let mut solution = self.search(&relaxed, engine, interrupt)?;
            if let Some(found) = &solution
                && !relaxed.needs_its_prereleases(&everything, found)?
            {
                solution = with_justified_prereleases(&relaxed, &mut self.counted(interrupt))?;
            }
            // Without a solution, the reason is one for which no pre-release is a cure.
            self.problem = relaxed;
            if let Some(solution) = solution {
                let lock = Lock::new(&self.problem, self.project, &solution, index);
                return lock.map(Verdict::Lock);
            }
        }
    }

    /// The needed part of a solution, if there is one.
    fn search(
        &self,
        problem: &Problem,
        engine: Engine,
        interrupt: &mut Interrupt,
    ) -> Result<Option<Solution>, Error> {
        let everything = problem.everything();
        match engine.solve(problem, &everything, &mut self.counted(interrupt))? {
            Outcome::NoSolution(_) => Ok(None),
            Outcome::Solution(solution) => problem.needed(&everything, &solution).map(Some),
        }
    }

    /// Versions that were left out because their own metadata is at fault: `name version: reason`.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let left_out = self.problem.catalogue.left_out();
        left_out.iter().map(|(version, reason)| format!("{version}: {reason}")).collect()
    }

    /// Tells why there is no solution, a sentence a line.
    ///
    /// The derivation is that of the requirements that exclude each other, found first: it is shorter than
    /// that of the whole project. [`Detail::Full`] tells that of the whole project.
    ///
    /// # Errors
    /// The index cannot be read, `interrupt` stopped the search, or `out` cannot be written.
    pub fn explain(
        &self,
        detail: Detail,
        out: &mut dyn Write,
        interrupt: &mut Interrupt,
    ) -> Result<io::Result<()>, Error> {
        let words = Words { problem: &self.problem, project: self.project };
        let everything = self.problem.everything();
        if detail == Detail::Full {
            let mut interrupt = self.counted(interrupt);
            let outcome = Engine::Pubgrub.solve(&self.problem, &everything, &mut interrupt)?;
            match outcome {
                Outcome::NoSolution(Some(derivation)) => return Ok(derivation.write(out, &words)),
                // PubGrub knows no last choice: the requirements are listed instead.
                Outcome::Solution(_) if self.problem.has_last_choice() => {}
                _ => return Err(disagreement()),
            }
        }
        let conflict = shrink(&self.problem, &everything, &mut self.counted(interrupt))?;
        if detail == Detail::Short {
            let mut n_left = MOST_STEPS;
            let mut counted = self.counted(interrupt);
            let mut patient = || {
                n_left = n_left.checked_sub(1).ok_or(Stopped::Time)?;
                counted()
            };
            match Engine::Pubgrub.solve(&self.problem, &conflict.demands, &mut patient) {
                Ok(Outcome::NoSolution(Some(derivation))) if derivation.n_lines() <= MOST_LINES => {
                    return Ok(derivation.write(out, &words));
                }
                Ok(Outcome::Solution(_)) if !self.problem.has_last_choice() => {
                    return Err(disagreement());
                }
                // Too long, or PubGrub knows no last choice: the requirements are listed instead.
                Ok(_) | Err(Error::Stopped(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.write_conflict(&conflict, detail, out))
    }

    /// The demands that exclude each other, as [`Project`] names them.
    ///
    /// # Errors
    /// As for [`Resolver::resolve`].
    pub fn conflict(&self, interrupt: &mut Interrupt) -> Result<Vec<usize>, Error> {
        let everything = self.problem.everything();
        Ok(shrink(&self.problem, &everything, &mut self.counted(interrupt))?.demands)
    }

    /// What was looked at so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let (n_packages, n_versions) = self.problem.catalogue.sizes();
        let (n_demands, n_steps) = (self.problem.demands.len(), self.n_steps.get());
        let reading = self.problem.catalogue.reading();
        Statistics { n_packages, n_versions, n_demands, n_steps, reading }
    }

    fn write_conflict(
        &self,
        conflict: &Conflict,
        detail: Detail,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let n_demands = conflict.demands.len();
        let verb = if n_demands == 1 { "cannot hold" } else { "exclude each other" };
        let noun = if n_demands == 1 { "requirement" } else { "requirements" };
        let doubt = if conflict.is_smallest { "" } else { ", and some may be left out" };
        writeln!(out, "no solution: {n_demands} {noun} of the project {verb}{doubt}:")?;
        let is_long = detail == Detail::Short && n_demands >= MOST_LINES;
        let n_told = if is_long { MOST_LINES - 2 } else { n_demands };
        for &demand in &conflict.demands[..n_told] {
            writeln!(out, "  {}", self.project.demand_name(demand))?;
        }
        if is_long {
            writeln!(out, "  and {} more", n_demands - n_told)?;
        }
        Ok(())
    }

    fn counted<'i>(
        &'i self,
        interrupt: &'i mut Interrupt,
    ) -> impl FnMut() -> Result<(), Stopped> + 'i {
        || {
            self.n_steps.set(self.n_steps.get() + 1);
            interrupt()
        }
    }
}

/// The question about a project, with the pre-releases of some packages as a last choice.
fn problem<'a>(
    project: &Project,
    index: &'a dyn Index,
    last_choice: &BTreeSet<PackageName>,
) -> Result<Problem<'a>, Error> {
    let mut policies = project.policies();
    for name in last_choice {
        let policy = policies.entry(name.clone()).or_default();
        if policy.prereleases == Prereleases::Excluded {
            policy.prereleases = Prereleases::LastChoice;
        }
    }
    let python = project.requires_python.clone();
    Problem::new(project, Catalogue::new(index, python, policies, &project.overrides))
}

fn disagreement() -> Error {
    Error::Engine("the engines do not agree on the verdict".to_owned())
}
