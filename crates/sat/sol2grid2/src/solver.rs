//! The solver that is asked for models: any program that takes a CNF file and prints an answer.
//!
//! Its exit code is its own affair (10 and 20, or always 0); what counts is the answer. Standard error
//! is read as a part of it, so that a complaint there is never passed over. Being killed, or no
//! answer, is an error: it must never look like "there is no other solution".
//!
//! minisat prints no model but writes it to the file that its second argument names; a program of
//! that name gets one.

use crate::command::SolverCommand;
use crate::problem::Problem;
use crate::scratch::{STDERR, STDOUT, Scratch};
use anyhow::{Context, bail};
use pipe_cli::Failure;
use sat_format::{Model, Verdict, answer};
use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::process::Command;

/// The file with the clauses.
const PROBLEM: &str = "problem.cnf";
/// The file for minisat's result.
const RESULT: &str = "result";

/// A command, and the folder for its files.
#[derive(Debug)]
pub(crate) struct Solver {
    command: SolverCommand,
    scratch: Scratch,
}

impl Solver {
    /// The command that is named, or else that of the variable `SOLVER`, or else the bundled solver.
    ///
    /// # Errors
    /// The command is malformed, or there is no room for temporary files.
    pub(crate) fn choose(command: Option<&str>, scratch: Scratch) -> anyhow::Result<Self> {
        let variable = env::var("SOLVER").ok();
        let command =
            command.or(variable.as_deref()).map(str::trim).filter(|text| !text.is_empty());
        let command = command.map_or_else(|| Ok(SolverCommand::bundled()), SolverCommand::parse)?;
        Ok(Self { command, scratch })
    }

    /// A model of the problem; `None` if there is none.
    ///
    /// # Errors
    /// The solver cannot be run, was killed, or gave no answer.
    pub(crate) fn solve(&self, problem: &Problem) -> anyhow::Result<Option<Model>> {
        let solution = if problem.has_blocking_clauses() { "another" } else { "a" };
        self.verdict(self.run(problem), solution)
    }

    /// The same for a formula in a file of the folder, with a proof in another one if there is none.
    ///
    /// # Errors
    /// As of [`Self::solve`]; or there is no proof.
    pub(crate) fn prove(&self, formula: &str, proof: &str) -> anyhow::Result<Option<Model>> {
        let help =
            "it is run as 'SOLVER FORMULA PROOF', as dimacs-solve, cadical and kissat have it";
        if self.command.is_minisat() {
            let message = format!("{self} writes no proofs, expected a solver that does");
            return Err(Failure::new(message).help(help).into());
        }
        let [formula, proof] = [formula, proof].map(|name| self.scratch.path(name));
        let mut command = self.command.with_proof(&formula, &proof);
        let output = self.output(&mut command, &[STDERR, STDOUT]);
        let model = self.verdict(output, "a")?;
        if model.is_none() && fs::metadata(&proof).map_or(true, |file| file.len() == 0) {
            return Err(Failure::new(format!("{self} wrote no proof")).help(help).into());
        }
        Ok(model)
    }

    /// What an output says; `solution` is the one that it may leave unknown.
    fn verdict(
        &self,
        output: anyhow::Result<Vec<u8>>,
        solution: &str,
    ) -> anyhow::Result<Option<Model>> {
        let answer = output.and_then(|output| Ok(answer::read(&output)?));
        let answer = answer.with_context(|| self.to_string())?;
        for warning in &answer.warnings {
            pipe_cli::warning(format!("{self}: {warning}"));
        }
        match answer.verdict {
            Verdict::Sat => Ok(Some(answer.model)),
            Verdict::Unsat => Ok(None),
            Verdict::Unknown => {
                let message = format!(
                    "{self} gave no answer: whether there is {solution} solution is unknown"
                );
                Err(Failure::new(message).help("give it more time, or try another solver").into())
            }
        }
    }

    /// The folder for its files.
    pub(crate) fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// Everything that the solver prints, a little more than [`answer::MAX_BYTES`] at most.
    fn run(&self, problem: &Problem) -> anyhow::Result<Vec<u8>> {
        let cnf = self.scratch.create(PROBLEM).context("temporary CNF")?;
        write_problem(problem, cnf).context("temporary CNF")?;
        let mut command = self.command.with(&self.scratch.path(PROBLEM));
        let mut outputs = vec![STDERR, STDOUT];
        if self.command.is_minisat() {
            // Empty, so that the result of an earlier run is not read again.
            self.scratch.create(RESULT).context("temporary file")?;
            command.arg(self.scratch.path(RESULT));
            outputs.push(RESULT);
        }
        self.output(&mut command, &outputs)
    }

    fn output(&self, command: &mut Command, outputs: &[&str]) -> anyhow::Result<Vec<u8>> {
        let status = self.scratch.run(command, answer::MAX_BYTES)?;
        let text = self.read(outputs).context("temporary file")?;
        if status.code().is_none() && text.len() as u64 <= answer::MAX_BYTES {
            bail!("was killed ({status})");
        }
        Ok(text)
    }

    /// The text of temporary files, one after the other, up to where it is too long for an answer.
    fn read(&self, names: &[&str]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        for name in names {
            let room = (answer::MAX_BYTES + 1).saturating_sub(text.len() as u64);
            self.scratch.open(name)?.take(room).read_to_end(&mut text)?;
            text.push(b'\n');
        }
        Ok(text)
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.command.fmt(f)
    }
}

fn write_problem(problem: &Problem, file: File) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    problem.write(&mut out)?;
    out.flush()
}
