//! The incremental solver behind one trait: clauses once, questions under assumptions, and what it learnt stays.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

/// What the engine says to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model.
    Sat,
    /// There is none under the assumptions.
    Unsat,
    /// Its time was over first.
    Unknown,
}

/// An incremental solver; literals are those of DIMACS.
pub trait Engine {
    /// Adds a clause for all later questions.
    fn add_clause(&mut self, literals: &[i32]);

    /// A variable above all others.
    fn fresh_var(&mut self) -> i32;

    /// Is there a model in which all assumptions are true?
    fn solve(&mut self, assumptions: &[i32]) -> Verdict;

    /// Whether a literal is true in the last model.
    fn is_true(&self, literal: i32) -> bool;

    /// Assumptions that contradict each other and the clauses, after [`Verdict::Unsat`].
    fn core(&self) -> Vec<i32>;
}

/// The search of this workspace's own solver.
pub struct Cdcl {
    solver: cdcl::Solver<'static>,
    _clock: Option<Clock>,
}

/// A thread that interrupts a search at a time; it ends when this is dropped.
struct Clock {
    _is_running: Sender<()>,
}

impl Clock {
    fn new(deadline: Instant, interrupt: Arc<AtomicBool>) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if receiver.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                interrupt.store(true, Ordering::Relaxed);
            }
        })?;
        Ok(Self { _is_running: sender })
    }
}

impl std::fmt::Debug for Cdcl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cdcl").field("solver", &self.solver).finish_non_exhaustive()
    }
}

impl Cdcl {
    /// A solver of `n_vars` variables that answers [`Verdict::Unknown`] from `deadline` on.
    ///
    /// # Errors
    /// The system has no thread for the clock.
    pub fn new(n_vars: u32, deadline: Option<Instant>) -> io::Result<Self> {
        // Most puzzles are solved sooner than they are simplified.
        let techniques = cdcl::Techniques { preprocessing: false, ..cdcl::Techniques::default() };
        let mut solver =
            cdcl::Solver::new(cdcl::Options { techniques, ..cdcl::Options::default() });
        solver.reserve_vars(n_vars as usize);
        let clock = deadline.map(|deadline| {
            let interrupt = Arc::new(AtomicBool::new(deadline <= Instant::now()));
            solver.set_limits(cdcl::Limits {
                interrupt: Some(Arc::clone(&interrupt)),
                ..cdcl::Limits::default()
            });
            Clock::new(deadline, interrupt)
        });
        Ok(Self { solver, _clock: clock.transpose()? })
    }
}

impl Engine for Cdcl {
    fn add_clause(&mut self, literals: &[i32]) {
        self.solver.add_clause(literals);
    }

    fn fresh_var(&mut self) -> i32 {
        let var = self.solver.n_vars() + 1;
        self.solver.reserve_vars(var);
        var as i32
    }

    fn solve(&mut self, assumptions: &[i32]) -> Verdict {
        match self.solver.solve(assumptions) {
            cdcl::Outcome::Sat => Verdict::Sat,
            cdcl::Outcome::Unsat => Verdict::Unsat,
            cdcl::Outcome::Unknown => Verdict::Unknown,
        }
    }

    fn is_true(&self, literal: i32) -> bool {
        self.solver.value(literal.unsigned_abs()) == Some(literal > 0)
    }

    fn core(&self) -> Vec<i32> {
        self.solver.failed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_follow_one_another() {
        let mut engine = Cdcl::new(3, None).unwrap();
        engine.add_clause(&[1, 2]);
        engine.add_clause(&[-1, 3]);
        assert_eq!(engine.solve(&[1]), Verdict::Sat);
        assert!(engine.is_true(3) && engine.is_true(1));
        assert_eq!(engine.solve(&[-1, -2]), Verdict::Unsat);
        let mut core = engine.core();
        core.sort_unstable();
        assert_eq!(core, [-2, -1]);
        assert_eq!(engine.solve(&[2, 1, -3]), Verdict::Unsat);
        let mut core = engine.core();
        core.sort_unstable();
        assert_eq!(core, [-3, 1]);
        let fresh = engine.fresh_var();
        engine.add_clause(&[-fresh]);
        assert_eq!((fresh, engine.solve(&[])), (4, Verdict::Sat));
        engine.add_clause(&[]);
        assert_eq!(engine.solve(&[]), Verdict::Unsat);
    }

    #[test]
    fn the_time_ends_a_search() {
        let mut engine = Cdcl::new(110, Some(Instant::now())).unwrap();
        // Eleven pigeons in ten holes.
        for pigeon in 0..11 {
            engine.add_clause(&(1..=10).map(|hole| 10 * pigeon + hole).collect::<Vec<i32>>());
        }
        for hole in 1..=10 {
            for a in 0..11 {
                for b in a + 1..11 {
                    engine.add_clause(&[-(10 * a + hole), -(10 * b + hole)]);
                }
            }
        }
        assert_eq!(engine.solve(&[]), Verdict::Unknown);
    }
}
