//! The state of a run and the loop that drives it.

use crate::analysis::Analysis;
use crate::average::Glues;
use crate::clauses::{ClauseRef, Clauses};
use crate::extension::Extension;
use crate::heap::Heap;
use crate::lit::Lit;
use crate::options::{Limits, Options, Outcome, Statistics};
use crate::phases::Phases;
use crate::proof::Proof;
use crate::queue::Queue;
use crate::schedule::Schedule;
use crate::watch::Watch;
use std::fmt;

/// How much a score counts after each conflict, in stable mode.
pub(crate) const DECAY: f64 = 0.95;

/// The two ways to search, in turn: many restarts for proofs, few for models.
///
/// # References
/// - Oh: Between SAT and UNSAT: the fundamental difference in CDCL SAT, SAT 2015
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Focused,
    Stable,
}

/// A solver: takes clauses, decides whether they have a model, takes more.
///
/// Literals are DIMACS numbers: variables from 1, negated where negative.
///
/// ```
/// let mut solver = cdcl::Solver::default();
/// solver.add_clause(&[1, 2]);
/// solver.add_clause(&[-1, 2]);
/// assert_eq!(solver.solve(&[]), cdcl::Outcome::Sat);
/// assert_eq!(solver.value(2), Some(true));
/// assert_eq!(solver.solve(&[-2]), cdcl::Outcome::Unsat);
/// assert_eq!(solver.failed(), [-2]);
/// ```
pub struct Solver<'p> {
    pub(crate) options: Options,
    pub(crate) limits: Limits,
    pub(crate) clauses: Clauses,
    /// By literal.
    pub(crate) watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, −1 false, 0 open.
    pub(crate) values: Vec<i8>,
    /// By variable, while it is assigned: at which level, by which clause, and where on the trail.
    pub(crate) levels: Vec<u32>,
    pub(crate) reasons: Vec<ClauseRef>,
    pub(crate) places: Vec<u32>,
    /// By variable: eliminated, so it is never decided.
    pub(crate) is_removed: Vec<bool>,
    pub(crate) n_removed: usize,
    /// The true literals in the order in which they became so; those before `head` are propagated.
    pub(crate) trail: Vec<Lit>,
    pub(crate) head: usize,
    /// Where on the trail each level starts, from level 1.
    pub(crate) control: Vec<usize>,
    pub(crate) queue: Queue,
    pub(crate) heap: Heap,
    pub(crate) phases: Phases,
    pub(crate) analysis: Analysis,
    /// By level: the count at which it was last seen.
    pub(crate) level_stamps: Vec<u64>,
    pub(crate) level_stamp: u64,
    pub(crate) mode: Mode,
    pub(crate) glues: Glues,
    pub(crate) schedule: Schedule,
    pub(crate) assumptions: Vec<Lit>,
    pub(crate) failed: Vec<Lit>,
    pub(crate) is_inconsistent: bool,
    /// Whether the round before the first search was run.
    pub(crate) is_simplified: bool,
    pub(crate) extension: Extension,
    model: Vec<bool>,
    pub(crate) proof: Option<Box<dyn Proof + 'p>>,
    observer: Option<Box<dyn FnMut(Statistics) + 'p>>,
    pub(crate) line: Vec<i32>,
    /// Lines of the cache that propagation has read, about: the clock of every schedule.
    pub(crate) ticks: u64,
    pub(crate) ticks_at_simplify: u64,
    /// The clause that propagation leaves out, while it is vivified.
    pub(crate) ignored: ClauseRef,
    /// Memory of vivification and elimination, by variable.
    pub(crate) is_seen: Vec<u64>,
    pub(crate) signs: Vec<i8>,
    /// The literal, by its index, with which probing goes on.
    pub(crate) next_probe: usize,
    /// Root literals that clauses have been cleaned of.
    pub(crate) n_cleaned: usize,
    pub(crate) statistics: Statistics,
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("statistics", &self.statistics).finish_non_exhaustive()
    }
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl<'p> Solver<'p> {
    /// A solver without clauses.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            limits: Limits::default(),
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            places: Vec::new(),
            is_removed: Vec::new(),
            n_removed: 0,
            trail: Vec::new(),
            head: 0,
            control: Vec::new(),
            queue: Queue::default(),
            heap: Heap::default(),
            phases: Phases::default(),
            analysis: Analysis::default(),
            level_stamps: vec![0],
            level_stamp: 0,
            mode: Mode::Focused,
            glues: Glues::new(),
            schedule: Schedule::new(&options),
            assumptions: Vec::new(),
            failed: Vec::new(),
            is_inconsistent: false,
            is_simplified: false,
            extension: Extension::default(),
            model: Vec::new(),
            proof: None,
            observer: None,
            line: Vec::new(),
            ticks: 0,
            ticks_at_simplify: 0,
            ignored: ClauseRef::NONE,
            is_seen: Vec::new(),
            signs: Vec::new(),
            next_probe: 0,
            n_cleaned: 0,
            statistics: Statistics::default(),
            options,
        }
    }

    /// Tells a proof all that is derived from now on; set before the first clause it certifies
    /// every verdict.
    pub fn set_proof(&mut self, proof: Box<dyn Proof + 'p>) {
        self.proof = Some(proof);
    }

    /// Tells somebody after each conflict what has been done so far.
    pub fn set_observer(&mut self, observer: impl FnMut(Statistics) + 'p) {
        self.observer = Some(Box::new(observer));
    }

    /// When the next calls of [`Self::solve`] give up.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What has been done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let learnt_clauses = self.clauses.n_learnt() as u64;
        Statistics { ticks: self.ticks, learnt_clauses, ..self.statistics }
    }

    /// The number of variables: the largest that was named.
    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.levels.len()
    }

    /// Makes room for variables up to this one.
    pub fn reserve_vars(&mut self, n_vars: usize) {
        while self.n_vars() < n_vars {
            self.watches.extend([Vec::new(), Vec::new()]);
            self.values.extend([0, 0]);
            self.levels.push(0);
            self.reasons.push(ClauseRef::NONE);
            self.places.push(0);
            self.is_removed.push(false);
            self.level_stamps.push(0);
            self.queue.push();
            self.heap.push();
            self.phases.push();
            self.analysis.add_var();
        }
    }

    /// Adds a clause: at least one of these literals is true.
    ///
    /// # Panics
    /// If a literal is 0 or `i32::MIN`.
    pub fn add_clause(&mut self, clause: &[i32]) {
        self.backtrack(0);
        assert!(
            !clause.contains(&0) && !clause.contains(&i32::MIN),
            "a literal is ±1 to ±(2³¹ − 1)"
        );
        let n_vars = clause.iter().map(|number| number.unsigned_abs()).max();
        self.reserve_vars(n_vars.unwrap_or(0) as usize);
        let mut lits: Vec<Lit> = clause.iter().map(|number| Lit::of_number(*number)).collect();
        for lit in &lits {
            self.restore(lit.var());
        }
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if self.is_inconsistent || is_tautology || lits.iter().any(|lit| self.lit_value(*lit) > 0) {
            return;
        }
        lits.retain(|lit| self.values[lit.index()] == 0);
        if lits.len() < clause.len() {
            self.trace_add(&lits);
        }
        self.add_simplified(&lits);
    }

    /// Adds a clause of open literals to the formula, at level 0.
    pub(crate) fn add_simplified(&mut self, lits: &[Lit]) {
        match *lits {
            [] => self.is_inconsistent = true,
            [unit] => {
                self.assign(unit, ClauseRef::NONE);
                self.propagate_root();
            }
            _ => {
                let at = self.clauses.push(lits, false, 0);
                self.watch(at);
            }
        }
    }

    /// Whether there is a model in which the assumptions are true.
    ///
    /// # Panics
    /// If an assumption is 0 or `i32::MIN`.
    pub fn solve(&mut self, assumptions: &[i32]) -> Outcome {
        self.backtrack(0);
        self.failed.clear();
        self.model.clear();
        let n_vars = assumptions.iter().map(|number| number.unsigned_abs()).max();
        self.reserve_vars(n_vars.unwrap_or(0) as usize);
        self.assumptions = assumptions.iter().map(|number| Lit::of_number(*number)).collect();
        for k in 0..self.assumptions.len() {
            self.restore(self.assumptions[k].var());
        }
        self.schedule_run();
        let outcome = self.search();
        match outcome {
            Outcome::Sat => self.keep_model(),
            Outcome::Unsat => {
                let core: Vec<Lit> = self.failed.iter().map(|lit| !*lit).collect();
                if !core.is_empty() {
                    self.trace_add(&core);
                }
            }
            Outcome::Unknown => {}
        }
        self.backtrack(0);
        outcome
    }

    fn keep_model(&mut self) {
        let mut model: Vec<bool> = (0..self.n_vars()).map(|var| self.values[2 * var] > 0).collect();
        self.extension.extend(&mut model);
        self.model = model;
    }

    /// The value of a variable in the model that the last call of [`Self::solve`] found.
    #[must_use]
    pub fn value(&self, var: u32) -> Option<bool> {
        self.model.get((var as usize).checked_sub(1)?).copied()
    }

    /// Assumptions of the last call of [`Self::solve`] that cannot all be true; none where the clauses
    /// alone have no model.
    #[must_use]
    pub fn failed(&self) -> Vec<i32> {
        self.failed.iter().map(|lit| lit.number()).collect()
    }

    fn search(&mut self) -> Outcome {
        loop {
            if self.is_inconsistent {
                return Outcome::Unsat;
            }
            if let Some(conflict) = self.propagate() {
                self.learn_from(conflict);
                let statistics = self.statistics();
                if let Some(observer) = &mut self.observer {
                    observer(statistics);
                }
            } else if self.is_model() {
                return Outcome::Sat;
            } else if self.limits.are_reached(&self.statistics) {
                return Outcome::Unknown;
            } else if !self.maintain() && !self.decide() {
                return Outcome::Unsat;
            }
        }
    }

    /// Whether all is assigned, as the assumptions have it; there is no conflict.
    fn is_model(&self) -> bool {
        self.trail.len() + self.n_removed == self.n_vars()
            && self.assumptions.iter().all(|lit| self.lit_value(*lit) > 0)
    }

    /// The last decision's level.
    pub(crate) fn level(&self) -> usize {
        self.control.len()
    }

    pub(crate) fn lit_value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// Makes an open literal true.
    pub(crate) fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        let var = lit.var();
        let level = self.control.len();
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[var] = level as u32;
        self.places[var] = self.trail.len() as u32;
        self.trail.push(lit);
        if level > 0 {
            self.reasons[var] = reason;
        } else {
            // At the root no reason is asked for any more, so that its clause may go.
            self.reasons[var] = ClauseRef::NONE;
            if reason != ClauseRef::NONE {
                self.trace_add(&[lit]);
            }
        }
    }

    /// Opens a level with a decision.
    pub(crate) fn open_level(&mut self, decision: Lit) {
        self.control.push(self.trail.len());
        self.assign(decision, ClauseRef::NONE);
    }

    /// Opens what was assigned after this level.
    pub(crate) fn backtrack(&mut self, level: usize) {
        let Some(&start) = self.control.get(level) else { return };
        for place in (start..self.trail.len()).rev() {
            let lit = self.trail[place];
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.phases.save(lit);
            self.queue.reopen(lit.var());
            self.heap.insert(lit.var());
        }
        self.trail.truncate(start);
        self.head = self.head.min(start);
        self.control.truncate(level);
    }

    /// Propagates at the root; a conflict there is the end.
    pub(crate) fn propagate_root(&mut self) {
        if !self.is_inconsistent && self.propagate().is_some() {
            self.derive_contradiction();
        }
    }

    pub(crate) fn derive_contradiction(&mut self) {
        if !self.is_inconsistent {
            self.is_inconsistent = true;
            self.trace_add(&[]);
        }
    }

    pub(crate) fn trace_add(&mut self, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            self.line.clear();
            self.line.extend(clause.iter().map(|lit| lit.number()));
            proof.add(&self.line);
        }
    }

    pub(crate) fn trace_delete(&mut self, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            self.line.clear();
            self.line.extend(clause.iter().map(|lit| lit.number()));
            proof.delete(&self.line);
        }
    }

    /// Drops a clause.
    pub(crate) fn remove(&mut self, at: ClauseRef) {
        if self.proof.is_some() {
            let lits: Vec<Lit> = self.clauses.lits(at).collect();
            self.trace_delete(&lits);
        }
        self.clauses.make_garbage(at);
    }
}
