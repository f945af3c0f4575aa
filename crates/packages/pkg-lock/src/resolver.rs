//! From a project and an index to a lock, or to the reason why there is none.

use crate::catalogue::{Catalogue, Known};
use crate::derivation::Words;
use crate::engine::Engine;
use crate::environments::Environments;
use crate::error::{Error, Interrupt, Stopped};
use crate::formula::with_justified_prereleases;
use crate::lock::{Lock, Part};
use crate::origin::Origin;
use crate::outcome::Outcome;
use crate::preferences::Preferences;
use crate::problem::{Problem, Solution};
use crate::project::Project;
use crate::releases::Prereleases;
use crate::requirement::Marker;
use crate::shrink::{Conflict, shrink};
use pkg_index::{Index, PackageName};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

/// The longest reason that is given unless all of it is asked for.
pub const MOST_LINES: usize = 40;

/// How many steps the search for a short derivation may take.
const MOST_STEPS: usize = 500;

/// Into how many parts the environments may be split.
const MOST_PARTS: usize = 200;

/// Resolves one project over one index.
pub struct Resolver<'a> {
    project: &'a Project,
    index: &'a dyn Index,
    preferences: Preferences,
    known: Rc<Known>,
    /// The question of last resort: that of the project, or of the part of its environments that came last.
    problem: Rc<Problem<'a>>,
    left_out: BTreeMap<String, String>,
    n_steps: Cell<usize>,
}

/// The outcome of a resolution.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// In each environment one version of each package.
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
        let known = Rc::default();
        let environments = project.environments();
        let question =
            Question { project, index, preferences: &Preferences::default(), known: &known };
        let problem = Rc::new(question.about(environments, &BTreeSet::new())?);
        Ok(Self {
            project,
            index,
            preferences: Preferences::default(),
            known,
            problem,
            left_out: BTreeMap::new(),
            n_steps: Cell::new(0),
        })
    }

    /// The same, taking these versions where they fit.
    #[must_use]
    pub fn preferring(self, preferences: Preferences) -> Self {
        Self { preferences, ..self }
    }

    /// Searches for a lock; `origins` are those of the index's files, by their places.
    ///
    /// # Errors
    /// The index cannot be read, or `interrupt` stopped the search.
    pub fn resolve(
        &mut self,
        engine: Engine,
        origins: &[Origin],
        interrupt: &mut Interrupt,
    ) -> Result<Verdict, Error> {
        let mut open = vec![self.project.environments()];
        let mut parts: Vec<Part<'a>> = Vec::new();
        while let Some(environments) = open.pop() {
            if open.len() + parts.len() >= MOST_PARTS {
                return Err(Error::TooManyParts { most: MOST_PARTS });
            }
            match self.resolve_part(&environments, engine, true, interrupt)? {
                Found::Nothing if environments.part().is_always() => {
                    return Ok(Verdict::NoSolution);
                }
                Found::Nothing => {
                    // In a part more versions count, and keep pre-releases out that serve all environments.
                    let reason = Rc::clone(&self.problem);
                    let all = self.project.environments();
                    let found = self.resolve_part(&all, engine, false, interrupt)?;
                    let Found::Solution(solution) = found else {
                        self.problem = reason;
                        return Ok(Verdict::NoSolution);
                    };
                    open.clear();
                    parts = vec![Part { problem: Rc::clone(&self.problem), solution }];
                }
                Found::Solution(solution) => {
                    let part = Part { problem: Rc::clone(&self.problem), solution };
                    // The other parts do with the same versions where they can.
                    for (id, version) in &part.solution {
                        let releases = &part.problem.catalogue.package(*id).releases;
                        let version = releases.versions[*version].version.clone();
                        self.preferences.add(releases.name.clone(), version);
                    }
                    parts.push(part);
                }
                Found::Split(marker) => {
                    let [inside, outside] = environments.split(&marker);
                    // The last is next: the later Pythons, which have the newer versions.
                    if outside.begin_after(&inside) {
                        open.extend([inside, outside]);
                    } else {
                        open.extend([outside, inside]);
                    }
                }
            }
        }
        Lock::new(&parts, self.project, origins).map(Verdict::Lock)
    }

    /// The question about some environments, with the pre-releases of some packages as a last choice.
    fn ask(
        &mut self,
        environments: &Environments,
        last_choice: &BTreeSet<PackageName>,
    ) -> Result<(), Error> {
        let Self { project, index, preferences, known, .. } = self;
        let question = Question { project, index: *index, preferences, known };
        self.problem = Rc::new(question.about(environments.clone(), last_choice)?);
        Ok(())
    }

    /// Searches for a choice of versions that serves all these environments, or for what splits them.
    fn resolve_part(
        &mut self,
        environments: &Environments,
        engine: Engine,
        may_split: bool,
        interrupt: &mut Interrupt,
    ) -> Result<Found, Error> {
        // Pre-releases where nothing else will do: first those that are asked for.
        // What these require may ask for others.
        let mut last = BTreeSet::new();
        let mut only_asked_for = true;
        let is_asked_already =
            may_split && environments.part().is_always() && self.preferences.versions().is_empty();
        if !is_asked_already {
            self.ask(environments, &last)?;
        }
        if let Some(marker) = self.problem.split().filter(|_| may_split) {
            return Ok(Found::Split(marker));
        }
        loop {
            let mut found = self.search(engine, may_split, interrupt)?;
            let problem = Rc::clone(&self.problem);
            if let Found::Solution(solution) = &found
                && !last.is_empty()
                && !problem.needs_its_prereleases(&problem.everything(), solution)?
            {
                let justified = with_justified_prereleases(&problem, &mut self.counted(interrupt))?;
                found = justified.map_or(Found::Nothing, Found::Solution);
            }
            self.left_out.extend(problem.catalogue.left_out());
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
            let missed = loop {
                let missed = problem.catalogue.missed_prereleases(only_asked_for);
                if !missed.is_subset(&last) {
                    break missed;
                }
                if !only_asked_for {
                    // Where nothing else helps, so does perhaps a version for each part. Without one, the
                    // reason is one for which no pre-release is a cure.
                    let split = problem.catalogue.first_split().filter(|_| may_split);
                    return Ok(split.map_or(Found::Nothing, Found::Split));
                }
                only_asked_for = false;
            };
            last.extend(missed);
            self.ask(environments, &last)?;
        }
    }

    /// The needed part of a solution, if there is one.
    fn search(
        &self,
        engine: Engine,
        may_split: bool,
        interrupt: &mut Interrupt,
    ) -> Result<Found, Error> {
        let (problem, everything) = (&self.problem, self.problem.everything());
        Ok(match engine.solve(problem, &everything, may_split, &mut self.counted(interrupt))? {
            Outcome::NoSolution(_) => Found::Nothing,
            Outcome::Split(marker) => Found::Split(marker),
            Outcome::Solution(solution) => Found::Solution(problem.needed(&everything, &solution)?),
        })
    }

    /// Versions that were left out because their own metadata is at fault: `name version: reason`.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        self.left_out.iter().map(|(version, reason)| format!("{version}: {reason}")).collect()
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
        let part = self.problem.catalogue.environments().part();
        if !part.is_always()
            && let Err(error) = writeln!(out, "where {part}:")
        {
            return Ok(Err(error));
        }
        let everything = self.problem.everything();
        if detail == Detail::Full {
            let mut interrupt = self.counted(interrupt);
            let outcome =
                Engine::Pubgrub.solve(&self.problem, &everything, false, &mut interrupt)?;
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
            match Engine::Pubgrub.solve(&self.problem, &conflict.demands, false, &mut patient) {
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

/// What was found for some environments.
enum Found {
    Solution(Solution),
    Nothing,
    /// They are to be split.
    Split(Marker),
}

/// What a question is made from.
struct Question<'q, 'a> {
    project: &'q Project,
    index: &'a dyn Index,
    preferences: &'q Preferences,
    known: &'q Rc<Known>,
}

impl<'a> Question<'_, 'a> {
    /// The question about some environments, with the pre-releases of some packages as a last choice.
    fn about(
        &self,
        environments: Environments,
        last_choice: &BTreeSet<PackageName>,
    ) -> Result<Problem<'a>, Error> {
        let mut policies = self.project.policies(&environments);
        for name in last_choice {
            let policy = policies.entry(name.clone()).or_default();
            if policy.prereleases == Prereleases::Excluded {
                policy.prereleases = Prereleases::LastChoice;
            }
        }
        for (name, versions) in self.preferences.versions() {
            policies.entry(name.clone()).or_default().preferred.clone_from(versions);
        }
        let known = Rc::clone(self.known);
        let catalogue = Catalogue::new(self.index, environments, policies, self.project, known);
        Problem::new(self.project, catalogue)
    }
}

fn disagreement() -> Error {
    Error::Engine("the engines do not agree on the verdict".to_owned())
}
