//! splr behind the trait.
//!
//! What splr's errors mean, by its source: an empty clause and a conflict at the root are the
//! verdict "unsatisfiable", wherever they are found; a timeout and a full clause database are not verdicts;
//! the others are splr's own faults, and none either.
//!
//! splr draws its progress on standard output, but only where its configuration asks for it.
//!
//! It is built without its clause vivification: before the search that follows all implications of
//! each clause, which takes minutes where they are long.
//!
//! It writes its steps to a file as it takes them, and in silence none any more when that fails. Its
//! last line, the empty clause, shows that they are all there; then they are read and handed on.
//!
//! Before the search it makes *pure* literals true, whose negation is in no clause. That keeps a model but does
//! not follow, and no step needs it: a true literal makes others true only by a clause that has its
//! negation. So these steps, and they alone, are left out.
//!
//! # References
//! - Narazaki: splr, a SAT solver in Rust, version 0.17.2, `solver/search.rs` and `solver/build.rs`;
//!   `cdb/vivify.rs`, `cdb/unsat_certificate.rs`

use super::{Engine, Found};
use crate::proof_file::Steps;
use ::splr::types::{CNFDescription, CNFIndicator, Instantiate};
use ::splr::{Certificate, Config, SatSolverIF, SolveIF, Solver, SolverError};
use anyhow::{Context, bail, ensure};
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// splr.
pub(crate) struct Splr {
    /// The file in which it puts its steps, where a proof is wanted.
    pub(crate) steps: Option<Steps>,
}

impl Engine for Splr {
    fn solve(&self, cnf: Cnf, n_vars: usize, proof: &mut dyn ProofSink) -> anyhow::Result<Found> {
        let n_clauses = cnf.clauses().len();
        if n_clauses == 0 {
            return Ok(Found::Model(Vec::new()));
        }
        let description = CNFDescription {
            num_of_variables: n_vars,
            num_of_clauses: n_clauses,
            pathname: CNFIndicator::LitVec(n_clauses),
        };
        let instantiate = |config: &Config| Solver::instantiate(config, &description);
        let solver = match &self.steps {
            None => Some(instantiate(&configuration())),
            // It makes its file here.
            Some(steps) => steps.open(|path| instantiate(&writing(path))),
        };
        // Without the file, nobody waits for an answer.
        let Some(mut solver) = solver else { return Ok(Found::Nothing) };
        let found = search(&mut solver, &cnf)?;
        if found == Found::NoModel
            && let Some(steps) = &self.steps
        {
            solver.save_certification();
            let file = File::open(steps.path()).context("the steps of the search")?;
            hand_on(BufReader::new(file), n_vars, proof)?;
        }
        Ok(found)
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

/// The configuration with which it writes its steps to this file.
fn writing(path: &Path) -> Config {
    Config {
        use_certification: true,
        io_odir: PathBuf::new(),
        io_pfile: path.to_owned(),
        ..configuration()
    }
}

fn search(solver: &mut Solver, cnf: &Cnf) -> anyhow::Result<Found> {
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
            let lits = lits.context("internal error: the search found a model with a 0 in it")?;
            Ok(Found::Model(lits))
        }
        Ok(Certificate::UNSAT) => Ok(Found::NoModel),
        Err(error) => unsatisfiable_or(error),
    }
}

fn unsatisfiable_or(error: SolverError) -> anyhow::Result<Found> {
    match error {
        SolverError::EmptyClause | SolverError::RootLevelConflict(_) => Ok(Found::NoModel),
        other => bail!("internal error: the search failed: {other:?}"),
    }
}

/// Reads the steps up to the empty clause, which must be the last one.
fn hand_on(
    mut steps: impl BufRead,
    n_vars: usize,
    proof: &mut dyn ProofSink,
) -> anyhow::Result<()> {
    let lost = "the steps of the search could not be written: is the disk full?";
    let mut line = String::new();
    let mut clause: Vec<Lit> = Vec::new();
    // How many of the clauses each literal is in, by its index: the steps begin with the formula.
    let mut n_clauses = vec![0_i64; 2 * n_vars + 2];
    loop {
        line.clear();
        ensure!(steps.read_line(&mut line)? > 0, lost);
        let (is_deletion, text) = match line.strip_prefix("d ") {
            Some(text) => (true, text),
            None => (false, line.as_str()),
        };
        let lits = text.strip_suffix("0\n").context(lost)?;
        clause.clear();
        for word in lits.split_whitespace() {
            clause.push(word.parse().ok().and_then(Lit::new).context(lost)?);
        }
        match &clause[..] {
            [] => {
                ensure!(steps.fill_buf()?.is_empty(), "internal error: found steps after the last");
                return Ok(());
            }
            [lit] if n_clauses[(-*lit).index()] <= 0 && !is_deletion => {}
            clause if is_deletion => proof.delete(clause),
            clause => proof.add(clause),
        }
        for lit in &clause {
            n_clauses[lit.index()] += if is_deletion { -1 } else { 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the steps, deletions with a 0 before them.
    #[derive(Default)]
    struct Steps(Vec<Vec<i32>>);

    impl ProofSink for Steps {
        fn add(&mut self, clause: &[Lit]) {
            self.0.push(clause.iter().map(|lit| lit.number()).collect());
        }

        fn delete(&mut self, clause: &[Lit]) {
            self.0.push([0].into_iter().chain(clause.iter().map(|lit| lit.number())).collect());
        }
    }

    #[test]
    fn steps_are_handed_on_and_none_may_be_lost() {
        // -4 becomes pure when the clause of 4 is deleted; 1 is not.
        let whole = "1 -2 0\n3 4 0\nd 3 4 0\n-1 5 0\n1 0\n-4 0\n0\n";
        let mut steps = Steps::default();
        hand_on(whole.as_bytes(), 5, &mut steps).unwrap();
        assert_eq!(steps.0, [vec![1, -2], vec![3, 4], vec![0, 3, 4], vec![-1, 5], vec![1]]);
        for end in 0..whole.len() - 1 {
            let result = hand_on(&whole.as_bytes()[..end], 5, &mut ());
            assert!(result.is_err(), "{}", &whole[..end]);
        }
        assert!(hand_on("0\n1 0\n".as_bytes(), 5, &mut ()).is_err());
    }
}
