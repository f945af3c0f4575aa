//! `cdcl` behind the trait.

use super::Engine;
use ::cdcl::{Options, Outcome, Proof, Solver};
use anyhow::bail;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;

/// The engine of this project.
pub(crate) struct Cdcl;

impl Engine for Cdcl {
    fn solve(
        &self,
        cnf: &Cnf,
        n_vars: usize,
        proof: &mut dyn ProofSink,
    ) -> anyhow::Result<Option<Vec<Lit>>> {
        let mut solver = Solver::new(Options::default());
        solver.set_proof(Box::new(Steps { proof, clause: Vec::new() }));
        solver.reserve_vars(n_vars);
        let mut numbers = Vec::new();
        for clause in cnf.clauses() {
            numbers.clear();
            numbers.extend(clause.iter().map(|lit| lit.number()));
            solver.add_clause(&numbers);
        }
        match solver.solve(&[]) {
            Outcome::Sat => Ok(Some(true_lits(&solver, n_vars))),
            Outcome::Unsat => Ok(None),
            Outcome::Unknown => bail!("internal error: the search gave up without a limit"),
        }
    }
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
