//! The solver that is asked for further models: any program that takes a CNF file and prints an
//! answer.
//!
//! Its exit code is its own affair (10 and 20, or always 0); what counts is the answer. Standard error
//! is read as a part of it, so that a complaint there is never passed over. Being killed, or no
//! answer, is an error: it must never look like "there is no other solution".
//!
//! minisat prints no model but writes it to the file that its second argument names; a program of
//! that name gets one.

use crate::problem::Problem;
use crate::scratch::Scratch;
use anyhow::{Context, bail};
use pipe_cli::Failure;
use sat_format::{Model, Verdict, answer};
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::Command;

/// The solver that comes with this tool.
const BUNDLED: &str = "dimacs-solve";

/// A command line without the CNF, and the folder for its files.
#[derive(Debug)]
pub(crate) struct Solver {
    program: OsString,
    args: Vec<String>,
    scratch: Scratch,
}

impl Solver {
    /// The command that is named, or else that of the variable `SOLVER`, or else the bundled solver.
    ///
    /// # Errors
    /// The command cannot be split into words, or there is no room for temporary files.
    pub(crate) fn choose(command: Option<&str>) -> anyhow::Result<Self> {
        let variable = env::var("SOLVER").ok();
        let command =
            command.or(variable.as_deref()).map(str::trim).filter(|text| !text.is_empty());
        let (program, args) = match command {
            None => (bundled(), Vec::new()),
            Some(command) => {
                let words = shlex::split(command)
                    .with_context(|| format!("solver '{command}': a quote is not closed"))?;
                let mut words = words.into_iter();
                (words.next().unwrap_or_default().into(), words.collect())
            }
        };
        let scratch = Scratch::new().context("no folder for temporary files")?;
        Ok(Self { program, args, scratch })
    }

    /// A model of the problem; `None` if there is none.
    ///
    /// # Errors
    /// The solver cannot be run, was killed, or gave no answer.
    pub(crate) fn solve(&mut self, problem: &Problem) -> anyhow::Result<Option<Model>> {
        let answer = self.run(problem).and_then(|output| Ok(answer::read(&output)?));
        let answer = answer.with_context(|| self.to_string())?;
        for warning in &answer.warnings {
            pipe_cli::warning(format!("{self}: {warning}"));
        }
        match answer.verdict {
            Verdict::Sat => Ok(Some(answer.model)),
            Verdict::Unsat => Ok(None),
            Verdict::Unknown => {
                let message =
                    format!("{self} gave no answer: whether there is another solution is unknown");
                Err(Failure::new(message).help("give it more time, or try another solver").into())
            }
        }
    }

    /// Everything that the solver prints.
    fn run(&self, problem: &Problem) -> anyhow::Result<Vec<u8>> {
        let (cnf, result) = (self.scratch.path("problem.cnf"), self.scratch.path("result"));
        write_problem(problem, &cnf).context("temporary CNF")?;
        let mut command = Command::new(&self.program);
        command.args(&self.args).arg(&cnf);
        if self.writes_result_file() {
            command.arg(&result);
        }
        let output = self.scratch.run(&mut command)?;
        if output.status.code().is_none() {
            bail!("was killed ({})", output.status);
        }
        let mut text = output.stderr;
        for part in [output.stdout, fs::read(result).unwrap_or_default()] {
            text.push(b'\n');
            text.extend(part);
        }
        Ok(text)
    }

    fn writes_result_file(&self) -> bool {
        let name = Path::new(&self.program).file_stem().and_then(OsStr::to_str);
        name.is_some_and(|name| name.starts_with("minisat"))
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solver '{}", Path::new(&self.program).display())?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))?;
        f.write_str("'")
    }
}

/// The bundled solver beside this program, or else the one on `PATH`.
fn bundled() -> OsString {
    let name = format!("{BUNDLED}{EXE_SUFFIX}");
    let beside = env::current_exe().ok().map(|tool| tool.with_file_name(&name));
    beside.filter(|path| path.is_file()).map_or(name.into(), Into::into)
}

fn write_problem(problem: &Problem, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    problem.write(&mut out)?;
    out.flush()
}
