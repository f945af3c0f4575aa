//! Solves a formula cube by cube, several at a time: cube and conquer.
//!
//! The formula is simplified and counted once. Then each cube is solved by itself, its literals being units: it has a
//! model, and so has the formula; or it has none, and one of its literals is false. That is a clause, and when all
//! cubes are refuted these clauses go to a last search, alone and then with the formula: so that the cubes leave
//! nothing out is not taken on trust.
//!
//! What a search derives under a cube holds for the formula once the negated cube is added to it. So the steps of all
//! searches go to one proof, in whatever order they come: each step needs only what was derived for its own cube.
//!
//! # References
//! - Heule, Kullmann, Wieringa, Biere: Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads, HVC 2011
//! - Heule, Kullmann, Marek: Solving and Verifying the Boolean Pythagorean Triples Problem via Cube-and-Conquer, SAT
//!   2016 (the joined proof)

use crate::engine::cdcl::Cdcl;
use crate::engine::splr::Splr;
use crate::engine::{Control, EngineName, Engines, Found};
use crate::limits::WORKER;
use crate::lookahead;
use crate::numbering::{Numbering, is_sparse};
use crate::progress::Progress;
use crate::proof::{Count, Proof};
use crate::simplify::without_repeated_pairs;
use crate::solve::{Method, Satisfiability, Statistics, Task, checked, on_dense};
use anyhow::anyhow;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// At most so many cubes of a formula: whatever model it has, it has the literals of one of them. None if there is
/// nothing to split.
pub(crate) fn split(cnf: &Cnf, method: Method, most: usize) -> Vec<Vec<Lit>> {
    if is_sparse(cnf) {
        let numbering = Numbering::new(cnf, 0);
        let cubes = split(&numbering.renumber(cnf.clone()), method, most);
        let original = |cube: Vec<Lit>| cube.iter().map(|lit| numbering.original(*lit)).collect();
        return cubes.into_iter().map(original).collect();
    }
    let engines = engines(Control::default());
    let mut task = Task::new(cnf, method, &engines);
    match task.reduce(cnf, &mut ()) {
        Ok(reduced) => lookahead::cubes(&without_repeated_pairs(reduced.open), most),
        Err(_) => Vec::new(),
    }
}

/// How the cubes are solved.
#[derive(Debug, Clone)]
pub(crate) struct Conquest<'a> {
    pub(crate) cubes: &'a [Vec<Lit>],
    pub(crate) n_threads: NonZeroUsize,
    pub(crate) method: Method,
    pub(crate) control: Control,
    /// Whether each cube's verdict is told.
    pub(crate) is_verbose: bool,
}

impl Conquest<'_> {
    /// Solves a formula by its cubes; if it has no model, the proof gets every step but the last, the empty clause.
    /// The statistics are those up to the cubes: what was searched under each is not counted.
    ///
    /// # Errors
    /// A search failed, or what it found is not a model.
    pub(crate) fn solve(
        &self,
        cnf: &Cnf,
        proof: &mut dyn Proof,
    ) -> anyhow::Result<(Satisfiability, Statistics)> {
        let engines = engines(self.control.clone());
        let mut task = Task::new(cnf, self.method, &engines);
        let mut statistics = task.statistics();
        let found = on_dense(cnf, proof, |dense, numbering, proof| {
            let reduced = task.reduce(dense, proof);
            statistics = task.statistics();
            let Ok(reduced) = reduced else { return Ok(Found::NoModel) };
            let open = without_repeated_pairs(reduced.open);
            statistics.n_open_vars = Numbering::new(&open, 0).len();
            statistics.n_open_clauses = open.clauses().len();
            let cubes = cubes_of(self.cubes, &open, numbering);
            let found = self.solve_open(&open, &cubes, &engines, proof)?;
            Ok(match found {
                Found::Model(lits) => Found::Model([reduced.fixed, lits].concat()),
                other => other,
            })
        })?;
        Ok((checked(cnf, found)?, statistics))
    }

    fn solve_open(
        &self,
        open: &Cnf,
        cubes: &[Vec<Lit>],
        engines: &Engines,
        proof: &mut dyn Proof,
    ) -> anyhow::Result<Found> {
        let mut task = Task::new(open, self.method, engines);
        if open.clauses().len() == 0 {
            return Ok(Found::Model(Vec::new()));
        }
        match self.conquer(open, cubes, proof)? {
            Found::NoModel => {}
            found => return Ok(found),
        }
        let mut negated = Cnf::default();
        for cube in cubes {
            negated.push(&negation(cube));
        }
        if !cubes.is_empty() && task.solve_dense(&negated, &mut Kept(proof))? == Found::NoModel {
            return Ok(Found::NoModel);
        }
        let mut rest = open.clone();
        negated.clauses().for_each(|clause| rest.push(clause));
        task.solve_dense(&rest, proof)
    }

    /// Solves the cubes: a model of one of them; or nothing, if one has no answer; or there is none.
    fn conquer(
        &self,
        open: &Cnf,
        cubes: &[Vec<Lit>],
        proof: &mut dyn Proof,
    ) -> anyhow::Result<Found> {
        let takes_counts = proof.takes_counts() && !proof.is_written();
        let proof = Mutex::new(proof);
        let (next, stop) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
        let work = || -> anyhow::Result<Vec<(usize, Found)>> {
            let mut found = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(cube) = cubes.get(at).filter(|_| !stop.load(Ordering::Relaxed)) else {
                    return Ok(found);
                };
                let (negation, added) = (negation(cube), HashMap::new());
                let mut shared = UnderCube { proof: &proof, negation, takes_counts, added };
                let result = self.solve_cube(open, cube, &mut shared, &stop);
                if !matches!(result, Ok(Found::NoModel)) {
                    stop.store(true, Ordering::Relaxed);
                }
                let result = result?;
                self.tell(at, cubes.len(), &result);
                found.push((at, result));
            }
        };
        let results = thread::scope(|scope| -> anyhow::Result<Vec<_>> {
            let mut threads = Vec::new();
            for _ in 0..self.n_threads.get().min(cubes.len()) {
                let builder = thread::Builder::new().name(WORKER.to_owned());
                threads.push(builder.spawn_scoped(scope, work)?);
            }
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().map_err(|_| anyhow!("internal error: the search failed"))?
            };
            threads.into_iter().map(join).collect()
        })?;
        let mut results: Vec<(usize, Found)> = results.into_iter().flatten().collect();
        results.sort_unstable_by_key(|(at, _)| *at);
        let is_model = |found: &Found| matches!(found, Found::Model(_));
        let found = results.into_iter().map(|(_, found)| found);
        let open: Vec<Found> = found.filter(|found| *found != Found::NoModel).collect();
        let n_open = open.len();
        let model = open.into_iter().find(is_model);
        Ok(model.unwrap_or(if n_open > 0 { Found::Nothing } else { Found::NoModel }))
    }

    fn solve_cube(
        &self,
        open: &Cnf,
        cube: &[Lit],
        proof: &mut UnderCube<'_, '_>,
        stop: &Arc<AtomicBool>,
    ) -> anyhow::Result<Found> {
        let mut cnf = open.clone();
        for lit in cube {
            cnf.push(&[*lit]);
        }
        let control = Control {
            interrupt: Some(Arc::clone(stop)),
            progress: Arc::new(Progress::default()),
            ..self.control.clone()
        };
        let engines = engines(control);
        let found = Task::new(&cnf, self.method, &engines).solve_dense(&cnf, proof)?;
        if found == Found::NoModel {
            proof.add(&[]);
        }
        Ok(found)
    }

    fn tell(&self, at: usize, n_cubes: usize, found: &Found) {
        if self.is_verbose {
            let verdict = match found {
                Found::Model(_) => "a model",
                Found::NoModel => "no model",
                Found::Nothing => "no answer",
            };
            pipe_cli::note(format!("cube {} of {n_cubes}: {verdict}", at + 1));
        }
    }
}

/// Deletes nothing: the clauses are needed once more.
struct Kept<'p>(&'p mut dyn Proof);

impl ProofSink for Kept<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.0.add(clause);
    }

    fn delete(&mut self, _: &[Lit]) {}
}

impl Proof for Kept<'_> {
    fn takes_counts(&self) -> bool {
        self.0.takes_counts()
    }

    fn is_written(&self) -> bool {
        self.0.is_written()
    }

    fn count(&mut self, count: Count<'_>) {
        self.0.count(count);
    }
}

/// Only `cdcl` stops when it is told to.
fn engines(control: Control) -> Engines {
    Engines { name: EngineName::Cdcl, cdcl: Cdcl { control }, splr: Splr { steps: None } }
}

fn negation(cube: &[Lit]) -> Vec<Lit> {
    cube.iter().map(|lit| -*lit).collect()
}

/// The cubes under the formula's numbers, each without literals that occur in no open clause; not those that
/// contradict themselves, nor any if one has nothing left: that is the whole formula.
fn cubes_of(cubes: &[Vec<Lit>], open: &Cnf, numbering: Option<&Numbering>) -> Vec<Vec<Lit>> {
    let mut occurs = vec![false; open.summary().max_var_used as usize + 1];
    for lit in open.lits() {
        occurs[lit.var() as usize] = true;
    }
    let dense = |lit: &Lit| match numbering {
        None => Some(*lit),
        Some(numbering) => {
            numbering.vars().binary_search(&lit.var()).ok().map(|_| numbering.dense(*lit))
        }
    };
    let is_open = |lit: &Lit| occurs.get(lit.var() as usize) == Some(&true);
    let mut narrowed = Vec::new();
    for cube in cubes {
        let mut lits: Vec<Lit> = cube.iter().filter_map(dense).filter(is_open).collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.is_empty() {
            return Vec::new();
        }
        if !lits.iter().any(|lit| lits.binary_search(&-*lit).is_ok()) {
            narrowed.push(lits);
        }
    }
    narrowed
}

/// The steps under a cube, as steps of the whole formula's proof.
struct UnderCube<'a, 'p> {
    proof: &'a Mutex<&'p mut dyn Proof>,
    negation: Vec<Lit>,
    takes_counts: bool,
    /// How often each clause was added here, by its literals in order: no other is deleted, as another cube may need it.
    added: HashMap<Vec<Lit>, usize>,
}

impl UnderCube<'_, '_> {
    fn weakened(&self, clause: &[Lit]) -> Vec<Lit> {
        let more = self.negation.iter().filter(|lit| !clause.contains(lit));
        clause.iter().chain(more).copied().collect()
    }
}

fn sorted(mut clause: Vec<Lit>) -> Vec<Lit> {
    clause.sort_unstable();
    clause
}

impl ProofSink for UnderCube<'_, '_> {
    fn add(&mut self, clause: &[Lit]) {
        let clause = self.weakened(clause);
        self.proof.lock().unwrap_or_else(PoisonError::into_inner).add(&clause);
        *self.added.entry(sorted(clause)).or_default() += 1;
    }

    fn delete(&mut self, clause: &[Lit]) {
        let clause = self.weakened(clause);
        let Entry::Occupied(mut count) = self.added.entry(sorted(clause)) else { return };
        self.proof.lock().unwrap_or_else(PoisonError::into_inner).delete(count.key());
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

impl Proof for UnderCube<'_, '_> {
    /// A count under a cube is none of the formula.
    fn takes_counts(&self) -> bool {
        self.takes_counts
    }

    fn is_written(&self) -> bool {
        self.proof.lock().unwrap_or_else(PoisonError::into_inner).is_written()
    }

    fn count(&mut self, _: Count<'_>) {}
}
