//! Decodes a SAT solver's answer to a Sudoku grid.
//!
//! The output of any of the usual solvers comes in, the solved grid or `No solution exists` goes out.
//! What is neither a grid nor a clear no is an error: nothing is printed that was not checked.
//!
//! Why there is no solution, or only one, is a question to an engine and not to an answer; `--why` hands it on to
//! `puzzle-solve`, as a decoder has none.

use anyhow::Context;
use clap::Parser;
use grid_cli::GridOutput;
use pipe_cli::{Failure, beside};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use sudoku_core::format::Layout;

/// The program that is asked for reasons.
const EXPLAINER: &str = "puzzle-solve";

const AFTER_HELP: &str = "\
Reads what z3, cadical, kissat, minisat (its result file), cryptominisat and picosat print.

Example:
  sudoku2cnf input.txt | dimacs-solve | sol2grid --puzzle input.txt
  sol2grid --why --puzzle input.txt

Exit codes:
  0  the grid, or 'No solution exists'; the reasons
  2  no answer, or none that is a grid; --why had no time left; nothing is printed";

/// Decodes a SAT solver's answer to a Sudoku grid.
#[derive(Debug, Parser)]
#[command(name = "sol2grid", version, about, after_help = AFTER_HELP)]
pub struct Args {
    /// The solver's output; standard input if there is no file or it is -
    pub file: Option<PathBuf>,

    /// Say why the puzzle has no solution, only one or several: the givens and constraints that clash, those
    /// that are needed, or the cells that are always the same; no answer is read, puzzle-solve is run
    #[arg(long, requires = "puzzle", conflicts_with = "file")]
    pub why: bool,

    /// The fewest givens and constraints that will do, with --why: takes longer
    #[arg(long, requires = "why")]
    pub smallest: bool,

    /// Seconds after which --why gives up
    #[arg(long, value_name = "SECONDS", requires = "why", value_parser = pipe_cli::seconds)]
    pub timeout: Option<Duration>,

    /// What is known of the puzzle, and how to print the grid.
    #[command(flatten)]
    pub output: GridOutput,
}

/// Runs the tool.
///
/// # Errors
/// The input is not an answer, not a grid, or cannot be read; writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if let (true, Some(puzzle)) = (args.why, &args.output.puzzle) {
        return why(&args, puzzle);
    }
    let frame = args.output.frame()?;
    let solved = sudoku_sat::read_solved(args.file.as_deref(), &frame)?;
    pipe_cli::with_stdout(|out| match solved {
        Some(solved) => frame.write(out, &solved.grid),
        None if args.output.format == Layout::Json => Ok(writeln!(out, "null")?),
        None => Ok(writeln!(out, "No solution exists")?),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the program that knows the reasons; its output and its exit code are this one's.
fn why(args: &Args, puzzle: &Path) -> anyhow::Result<ExitCode> {
    let mut command = Command::new(beside(EXPLAINER));
    command.arg("--why").args(args.smallest.then_some("--smallest"));
    if let Some(timeout) = args.timeout {
        command.arg("--timeout").arg(timeout.as_secs_f64().to_string());
    }
    command.args(args.output.options.words()).arg("--format").arg(args.output.format.name());
    let status = command.arg("--").arg(puzzle).status().map_err(|error| {
        let help = format!("{EXPLAINER} is looked for beside this program and on PATH");
        Failure::new(format!("{EXPLAINER}: {error}")).help(help)
    })?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map(ExitCode::from).with_context(|| format!("{EXPLAINER} was killed ({status})"))
}
