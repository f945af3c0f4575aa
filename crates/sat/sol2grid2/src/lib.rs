//! Decodes a SAT solver's answer to a Sudoku grid and tells whether it is the only one.
//!
//! The first model comes from the answer that is read. For each further one the solver is asked
//! again, with the user's CNF and a *blocking clause* for each grid found: not all of the variables
//! that are true in its cells. Blocking the cell variables alone, and of them the true ones alone, is
//! enough, because a grid is what its cells hold; a free auxiliary variable makes no second solution.
//!
//! ```text
//! block(grid) = ¬var(1,1,v₁₁) ∨ … ∨ ¬var(n,n,vₙₙ)
//! ```
//!
//! Every model, the first as well, is checked against the clauses, every grid against the rules. That
//! there is no solution is checked too: by asking the solver once more.
//!
//! # References
//! - Kenneth L. `McMillan`: Applying SAT Methods in Unbounded Symbolic Model Checking, CAV 2002 (blocking clauses)

mod command;
mod group;
mod problem;
mod report;
mod scratch;
mod solutions;
mod solver;

use anyhow::ensure;
use clap::Parser;
use grid_cli::GridOutput;
use problem::Problem;
use report::Report;
use solutions::Solutions;
use solver::Solver;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Solver: --solver, or else the variable SOLVER, or else dimacs-solve beside this program or on PATH.
It is run as 'SOLVER problem.cnf' on a temporary file; the user's CNF is never changed.
NAME=VALUE before it sets a variable; no shell reads it.

Example:
  sudoku2cnf input.txt > problem.cnf
  dimacs-solve problem.cnf > sat_output.txt
  sol2grid2 sat_output.txt

Exit codes:
  0  a grid and 'Unique solution' or 'Multiple solutions', or 'No solution'
  2  no answer, none that is a grid, none that fits the CNF, or none from the solver";

/// Decodes a SAT solver's answer to a Sudoku grid and tells whether it is the only one.
#[derive(Debug, Parser)]
#[command(name = "sol2grid2", version, about, after_help = AFTER_HELP)]
pub struct Args {
    /// The solver's output; standard input if there is no file or it is -
    pub file: Option<PathBuf>,

    /// The CNF that was solved
    #[arg(long, value_name = "FILE", default_value = "problem.cnf")]
    pub cnf: PathBuf,

    /// The solver and its arguments, such as 'z3 -dimacs'
    #[arg(long, value_name = "COMMAND")]
    pub solver: Option<String>,

    /// Print every solution
    #[arg(long, groups = ["mode", "many"])]
    pub all: bool,

    /// Print the number of solutions
    #[arg(long, groups = ["mode", "many"])]
    pub count: bool,

    /// Print two solutions and the cells in which they differ
    #[arg(long, group = "mode")]
    pub show_difference: bool,

    /// Stop --all and --count after so many solutions
    #[arg(long, value_name = "N", requires = "many", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,

    /// What is known of the puzzle, and how to print the grid.
    #[command(flatten)]
    pub output: GridOutput,
}

/// Runs the tool.
///
/// # Errors
/// An answer is malformed, is not a grid, does not fit the CNF, or cannot be had; writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let stdin = Path::new("-");
    ensure!(
        args.cnf != stdin || args.file.as_deref().is_some_and(|file| file != stdin),
        "the answer and the CNF cannot both be standard input"
    );
    let frame = args.output.frame()?;
    let first = sudoku_sat::read_solved(args.file.as_deref(), &frame)?;
    let problem = Problem::read(&args.cnf)?;
    let solver = Solver::choose(args.solver.as_deref())?;
    let solutions = match first {
        Some(first) => Solutions::new(first, problem, solver, &frame)?,
        None => Solutions::none(&problem, &solver)?,
    };
    let report = Report { frame: &frame, layout: args.output.format };
    pipe_cli::with_stdout(|out| {
        if args.all {
            report.all(out, solutions, args.limit)
        } else if args.count {
            report.count(out, solutions, args.limit)
        } else if args.show_difference {
            report.difference(out, solutions)
        } else {
            report.uniqueness(out, solutions)
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
