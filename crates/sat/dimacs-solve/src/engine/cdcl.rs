//! `cdcl` behind the trait.

use super::{Control, Engine, Found};
use ::cdcl::{Limits, Options, Outcome, Proof, Solver};
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;
use std::sync::Arc;

/// The engine of this project.
pub(crate) struct Cdcl {
    pub(crate) control: Control,
}

impl Engine for Cdcl {
    fn solve(&self, cnf: Cnf, n_vars: usize, proof: &mut dyn ProofSink) -> anyhow::Result<Found> {
        let mut solver = solver(Options::default(), &self.control);
        solver.set_proof(Box::new(Steps { proof, clause: Vec::new() }));
        solver.reserve_vars(n_vars);
        let mut numbers = Vec::new();
        for clause in cnf.clauses() {
            numbers.clear();
            numbers.extend(clause.iter().map(|lit| lit.number()));
            solver.add_clause(&numbers);
        }
        drop(cnf);
        let outcome = solver.solve(&[]);
        self.control.progress.set(solver.statistics());
        Ok(match outcome {
            Outcome::Sat => Found::Model(true_lits(&solver, n_vars)),
            Outcome::Unsat => Found::NoModel,
            Outcome::Unknown => Found::Nothing,
        })
    }
}

/// A solver that is limited, and tells its progress.
pub(crate) fn solver<'p>(options: Options, control: &Control) -> Solver<'p> {
    let mut solver = Solver::new(options);
    let &Control { conflicts, decisions, ref interrupt, ref progress } = control;
    let interrupt = interrupt.clone();
    solver.set_limits(Limits { conflicts, decisions, interrupt, ..Limits::default() });
    let progress = Arc::clone(progress);
    solver.set_observer(move |statistics| progress.set(statistics));
    solver
}

fn true_lits(solver: &Solver<'_>, n_vars: usize) -> Vec<Lit> {
    let vars = 1..=n_vars as u32;
    vars.filter_map(|var| {
        let lit = Lit::positive(var);
        solver.value(var).map(|is_true| if is_true { lit } else { -lit })
    })
    .collect()
}

/// Hands steps on, but for the empty clause.
struct Steps<'a> {
    proof: &'a mut dyn ProofSink,
    clause: Vec<Lit>,
}

impl Steps<'_> {
    fn read(&mut self, clause: &[i32]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|number| {
            Lit::new(*number).expect("the engine's literals are numbers of DIMACS, never 0")
        }));
    }
}

impl Proof for Steps<'_> {
    fn add(&mut self, clause: &[i32]) {
        if !clause.is_empty() {
            self.read(clause);
            self.proof.add(&self.clause);
        }
    }

    fn delete(&mut self, clause: &[i32]) {
        self.read(clause);
        self.proof.delete(&self.clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::counted;

    #[test]
    fn twice_the_formula_is_about_twice_the_work_before_the_search() {
        let n_ticks = |clauses: &[Vec<i32>]| {
            let control = Control { conflicts: Some(0), ..Control::default() };
            let mut solver = solver(Options::default(), &control);
            for clause in clauses {
                solver.add_clause(clause);
            }
            assert_ne!(solver.solve(&[]), Outcome::Unsat);
            assert_eq!(solver.statistics().conflicts, 0);
            usize::try_from(solver.statistics().ticks).unwrap()
        };
        for (name, [once, twice]) in counted(n_ticks) {
            assert!(10 * twice <= 23 * once, "{name}: {once}, {twice}");
            assert!(once > 1000 || name.contains("wide"), "{name}: {once}");
        }
    }
}
