//! splr behind one function.
//!
//! What splr's errors mean, by its source: an empty clause and a conflict at the root are the
//! verdict "unsatisfiable", wherever they are found; a timeout and a full clause database are none;
//! the others are splr's own faults, and none either.
//!
//! splr draws its progress on standard output, but only where its configuration asks for it.
//!
//! It is built without its clause vivification: before the search that follows all implications of
//! each clause, which takes minutes where they are long.
//!
//! # References
//! - Narazaki: splr, a SAT solver in Rust, version 0.17.2, `solver/search.rs` and `solver/build.rs`;
//!   `cdb/vivify.rs`

use anyhow::{Context, bail};
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use splr::types::{CNFDescription, CNFIndicator, Instantiate};
use splr::{Certificate, Config, SatSolverIF, SolveIF, Solver, SolverError};

/// Solves a formula whose variables are 1 to `n_vars`; `None` if it has no model.
///
/// # Errors
/// splr gave up or failed.
pub(crate) fn solve(cnf: &Cnf, n_vars: usize) -> anyhow::Result<Option<Vec<Lit>>> {
    let n_clauses = cnf.clauses().len();
    if n_clauses == 0 {
        return Ok(Some(Vec::new()));
    }
    let description = CNFDescription {
        num_of_variables: n_vars,
        num_of_clauses: n_clauses,
        pathname: CNFIndicator::LitVec(n_clauses),
    };
    let mut solver = Solver::instantiate(&configuration(), &description);
    let mut numbers = Vec::new();
    for clause in cnf.clauses() {
        numbers.clear();
        numbers.extend(clause.iter().map(|lit| lit.number()));
        match solver.add_clause(&numbers) {
            Ok(_) => {}
            Err(error) => return unsatisfiable_or(error),
        }
    }
    match solver.solve() {
        Ok(Certificate::SAT(model)) => {
            let lits: Option<Vec<Lit>> = model.into_iter().map(Lit::new).collect();
            Ok(Some(lits.context("internal error: the search found a model with a 0 in it")?))
        }
        Ok(Certificate::UNSAT) => Ok(None),
        Err(error) => unsatisfiable_or(error),
    }
}

fn unsatisfiable_or(error: SolverError) -> anyhow::Result<Option<Vec<Lit>>> {
    match error {
        SolverError::EmptyClause | SolverError::RootLevelConflict(_) => Ok(None),
        other => bail!("internal error: the search failed: {other:?}"),
    }
}

fn configuration() -> Config {
    Config {
        quiet_mode: true,
        splr_interface: false,
        // Seconds; the time limit is ours, as splr looks at the clock only now and then.
        c_timeout: 1e12,
        ..Config::default()
    }
}
