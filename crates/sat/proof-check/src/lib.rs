//! Checks a proof that a CNF has no model.
//!
//! The checker knows formulas and proofs, nothing of how they are found: it shares with the solver
//! the reader of CNF files and no more. It is small, so that one can read all of it and then believe
//! it: `propagation` finds out whether a clause follows by unit propagation, `inequality` adds and
//! divides inequalities, `drat`, `lrat` and `veripb` read the steps of a proof and check one after
//! the other, forward. What is not understood is refused. [`Derivation`] checks steps that are in no file, as a
//! search takes them.
//!
//! Soundness in a sentence: a clause is added only if every model of what is there satisfies it, or, by
//! the RAT rule, if something that has a model still has one with it; so once a contradiction is there,
//! the formula had no model. To delete too much or too little never makes a wrong proof right.
//!
//! # References
//! - Heule: The DRAT format and DRAT-trim checker, arXiv:1610.06229, 2016
//! - `VeriPB` 3.0: Proof Format Overview
//! - Buss, Nordström: Proof Complexity and SAT Solving, Handbook of Satisfiability, 2nd edition, 2021

mod derivation;
mod drat;
mod inequality;
mod lrat;
mod propagation;
mod tokens;
mod variables;
mod veripb;

pub use derivation::Derivation;

use anyhow::{Context, ensure};
use clap::Parser;
use located::{Located, Position};
use pipe_cli::Input;
use sat_format::Lit;
use sat_format::dimacs::{self, ReadOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

const AFTER_HELP: &str = "\
Example:
  dimacs-solve problem.cnf --proof problem.pbp
  proof-check problem.cnf problem.pbp
  cadical -q other.cnf other.drat; proof-check other.cnf other.drat

The format is seen from the file: VeriPB 3.0 with the rules rup, pol and del; DRAT as text or binary;
LRAT as text.
Each step is checked, from the first to the one that contradicts.

Exit codes:
  0  s VERIFIED UNSATISFIABLE
  1  s NOT VERIFIED: a step does not follow, or there is no contradiction
  2  trouble: usage, input or output, a malformed formula or proof";

/// Checks a proof that a CNF has no model
#[derive(Debug, Parser)]
#[command(name = "proof-check", version, after_help = AFTER_HELP)]
pub struct Args {
    /// The CNF, as text or compressed with gzip or xz; - is standard input
    pub formula: PathBuf,

    /// The proof; - is standard input
    pub proof: PathBuf,
}

/// What a check finds out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Each step follows, up to a contradiction: the formula has no model.
    Verified,
    /// The step there does not follow, or the proof ends without a contradiction.
    NotVerified(Located),
}

/// Why there is no verdict.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The proof cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The proof cannot be understood there. In a binary proof the line is the number of the step, and
    /// the column that of the byte in it.
    #[error(transparent)]
    Malformed(#[from] Located),
}

/// Why a proof is not a proof.
#[derive(Debug)]
enum Refusal {
    /// The file cannot be read on.
    Io(io::Error),
    /// It cannot be understood, there.
    Malformed(Located),
    /// The step there does not follow.
    Wrong(Located),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Refusal {
    fn malformed(place: Position, message: impl Into<String>) -> Self {
        Self::Malformed(Located::new(place, message))
    }

    fn wrong(place: Position, message: impl Into<String>) -> Self {
        Self::Wrong(Located::new(place, message))
    }
}

/// Checks the proof that the arguments name.
///
/// # Errors
/// The formula or the proof is malformed or cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let stdin = Path::new("-");
    ensure!(
        args.formula != stdin || args.proof != stdin,
        "the formula and the proof cannot both be standard input"
    );
    let formula = read_formula(&args.formula)?;
    let mut input = Input::open(Some(&args.proof))?;
    let name = input.name().to_owned();
    let verdict = match check(&formula, BufReader::with_capacity(1 << 16, &mut input)) {
        Ok(verdict) => verdict,
        Err(Error::Malformed(error)) => {
            return Err(input.error_at(error.line, error.column, error));
        }
        Err(Error::Io(error)) => return Err(error).context(name),
    };
    pipe_cli::with_stdout(|out| {
        match &verdict {
            Verdict::Verified => writeln!(out, "s VERIFIED UNSATISFIABLE")?,
            Verdict::NotVerified(wrong) => {
                let place = wrong.position();
                writeln!(out, "c {}:{place}: {wrong}", name.escape_debug())?;
                writeln!(out, "s NOT VERIFIED")?;
            }
        }
        Ok(())
    })?;
    Ok(ExitCode::from(u8::from(verdict != Verdict::Verified)))
}

/// The clauses of a formula, in order.
type Formula = [Vec<Lit>];

fn read_formula(path: &Path) -> anyhow::Result<Vec<Vec<Lit>>> {
    let mut input = Input::open(Some(path))?;
    let mut formula = Vec::new();
    match dimacs::read(&mut input, ReadOptions::default(), |clause| formula.push(clause.to_vec())) {
        Ok(_) => Ok(formula),
        Err(dimacs::Error::Malformed(error)) => {
            Err(input.error_at(error.line, error.column, error))
        }
        Err(error) => Err(error).context(input.name().to_owned()),
    }
}

/// Checks a proof, in whichever format it is, that the clauses have no model.
///
/// ```
/// use proof_check::{Verdict, check};
/// use sat_format::Lit;
///
/// let [a, b] = [1, 2].map(Lit::positive);
/// let clauses = [vec![a, b], vec![a, -b], vec![-a, b], vec![-a, -b]];
/// assert_eq!(check(&clauses, "1 0\n0\n".as_bytes())?, Verdict::Verified);
/// assert_ne!(check(&clauses[1..], "1 0\n0\n".as_bytes())?, Verdict::Verified);
/// # Ok::<(), proof_check::Error>(())
/// ```
///
/// # Errors
/// The proof cannot be read or understood.
pub fn check(clauses: &[Vec<Lit>], mut proof: impl BufRead) -> Result<Verdict, Error> {
    let start = proof.fill_buf()?;
    let result = if start.starts_with(b"pseudo-Boolean") {
        veripb::check(clauses, proof)
    } else if drat::is_binary(start) {
        drat::check_binary(clauses, proof)
    } else if lrat::has_hints(start) {
        lrat::check(clauses, proof)
    } else {
        drat::check_text(clauses, proof)
    };
    match result {
        Ok(()) => Ok(Verdict::Verified),
        Err(Refusal::Wrong(wrong)) => Ok(Verdict::NotVerified(wrong)),
        Err(Refusal::Malformed(error)) => Err(error.into()),
        Err(Refusal::Io(error)) => Err(error.into()),
    }
}
