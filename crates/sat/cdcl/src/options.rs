//! What a caller can set, and what a run tells.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The verdict of a call of [`Solver::solve`](crate::Solver::solve).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model.
    Sat,
    /// There is none, under the assumptions.
    Unsat,
    /// A limit was reached.
    Unknown,
}

/// How to search; every choice gives the same verdicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// What is done beside the search.
    pub techniques: Techniques,
    /// All intervals of the schedule are divided by this: above 1 everything happens sooner, as tests
    /// on small formulas need it.
    pub eagerness: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { techniques: Techniques::default(), eagerness: 1 }
    }
}

impl Options {
    /// An interval of the schedule, in conflicts.
    pub(crate) fn every(&self, interval: u64) -> u64 {
        (interval / self.eagerness.max(1)).max(1)
    }
}

/// The techniques that can be switched off, one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Techniques {
    /// Stable and focused mode in turn; else focused mode alone.
    pub mode_switching: bool,
    /// Phases of the longest assignment without conflict are tried again.
    pub rephasing: bool,
    /// Subsumption and elimination before the search too; else only in its course.
    pub preprocessing: bool,
    /// The literals of a level in a learnt clause are replaced by one, where one implies them.
    pub shrinking: bool,
    /// Learnt clauses are made shorter by propagation.
    pub vivification: bool,
    /// Literals are tried at the root.
    pub probing: bool,
    /// Clauses that others imply are dropped or shortened.
    pub subsumption: bool,
    /// Variables are resolved away where that makes no more clauses.
    pub elimination: bool,
}

impl Techniques {
    /// Nothing but the search.
    pub const NONE: Self = Self {
        mode_switching: false,
        rephasing: false,
        preprocessing: false,
        shrinking: false,
        vivification: false,
        probing: false,
        subsumption: false,
        elimination: false,
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Self {
            mode_switching: true,
            rephasing: true,
            preprocessing: true,
            shrinking: true,
            vivification: true,
            probing: true,
            subsumption: true,
            elimination: true,
        }
    }
}

/// When a search gives up, each counted over the life of the solver.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// After so many conflicts.
    pub conflicts: Option<u64>,
    /// After so many decisions.
    pub decisions: Option<u64>,
    /// After so many propagations.
    pub propagations: Option<u64>,
    /// Once somebody else has set this.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    pub(crate) fn are_reached(&self, done: &Statistics) -> bool {
        self.conflicts.is_some_and(|most| done.conflicts >= most)
            || self.decisions.is_some_and(|most| done.decisions >= most)
            || self.propagations.is_some_and(|most| done.propagations >= most)
            || self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How much was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Conflicts, each of which taught a clause.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals that were propagated.
    pub propagations: u64,
    /// Memory accesses of propagation, about: in lines of the cache.
    pub ticks: u64,
    /// Restarts.
    pub restarts: u64,
    /// The glues of all learnt clauses, as they were learnt, added up.
    pub glues: u64,
    /// Literals of learnt clauses.
    pub learnt_literals: u64,
    /// Learnt clauses that are kept now.
    pub learnt_clauses: u64,
    /// Reductions of the learnt clauses.
    pub reductions: u64,
    /// Changes between the modes, of which focused mode is the first.
    pub mode_switches: u64,
    /// Clauses that vivification shortened or dropped.
    pub vivified: u64,
    /// Literals that failed at the root.
    pub failed_literals: u64,
    /// Clauses that others subsumed or shortened.
    pub subsumed: u64,
    /// Variables that were eliminated.
    pub eliminated: u64,
}
