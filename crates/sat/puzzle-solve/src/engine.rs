//! The incremental solver behind one trait: clauses once, questions under assumptions, and what it learnt stays.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
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

/// The search of `batsat`, a descendant of `MiniSat` in Rust.
pub struct Batsat {
    solver: Solver<Deadline>,
}

impl std::fmt::Debug for Batsat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batsat").finish_non_exhaustive()
    }
}

/// Ends a search at a time.
#[derive(Default)]
struct Deadline(Option<Instant>);

impl Callbacks for Deadline {
    fn stop(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

impl Batsat {
    /// A solver of `n_vars` variables that answers [`Verdict::Unknown`] from `deadline` on.
    #[must_use]
    pub fn new(n_vars: u32, deadline: Option<Instant>) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Deadline(deadline));
        for _ in 0..n_vars {
            solver.new_var_default();
        }
        Self { solver }
    }
}

fn lit(literal: i32) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.unsigned_abs() - 1), literal > 0)
}

impl Engine for Batsat {
    fn add_clause(&mut self, literals: &[i32]) {
        let mut clause: Vec<Lit> = literals.iter().map(|literal| lit(*literal)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn fresh_var(&mut self) -> i32 {
        self.solver.new_var_default().idx() as i32 + 1
    }

    fn solve(&mut self, assumptions: &[i32]) -> Verdict {
        let assumptions: Vec<Lit> = assumptions.iter().map(|literal| lit(*literal)).collect();
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            Verdict::Sat
        } else if answer == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Unknown
        }
    }

    fn is_true(&self, literal: i32) -> bool {
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }

    fn core(&self) -> Vec<i32> {
        // batsat names the negations.
        let number = |lit: &Lit| {
            let var = lit.var().idx() as i32 + 1;
            if lit.sign() { -var } else { var }
        };
        self.solver.unsat_core().iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_follow_one_another() {
        let mut engine = Batsat::new(3, None);
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
        let mut engine = Batsat::new(110, Some(Instant::now()));
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
