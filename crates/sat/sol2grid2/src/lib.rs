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
//! For whoever does not trust the solver there are certificates: `certificate` says what is written down,
//! `prove` writes it and `verify` checks it.
//!
//! # References
//! - Kenneth L. `McMillan`: Applying SAT Methods in Unbounded Symbolic Model Checking, CAV 2002 (blocking clauses)

mod certificate;
mod command;
mod group;
mod problem;
mod programs;
mod prove;
mod question;
mod report;
mod scratch;
mod solutions;
mod solver;
mod verify;

use anyhow::{Context, ensure};
use certificate::Source;
use clap::Parser;
use grid_cli::{Frame, GridOutput};
use problem::Problem;
use prove::{Place, Plan};
use report::Report;
use scratch::Scratch;
use solutions::Solutions;
use solver::Solver;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sudoku_core::Grid;
use sudoku_sat::Solved;
use verify::Certificate;

const AFTER_HELP: &str = "\
Solver: --solver, or else the variable SOLVER, or else dimacs-solve beside this program or on PATH.
It is run as 'SOLVER problem.cnf' on a temporary file; the user's CNF is never changed.
NAME=VALUE before it sets a variable; no shell reads it.

Example:
  sudoku2cnf input.txt > problem.cnf
  dimacs-solve problem.cnf > sat_output.txt
  sol2grid2 sat_output.txt

A certificate for whoever does not trust the solver, which is then run as 'SOLVER problem.cnf PROOF':
  sol2grid2 --puzzle input.txt --proof certificate sat_output.txt
  sol2grid2 --verify certificate --puzzle input.txt

Exit codes:
  0  a grid and 'Unique solution' or 'Multiple solutions', or 'No solution'; or what --verify has verified
  1  --verify: the certificate does not hold; --proof: there are several solutions, so there is none
  2  no answer, none that is a grid, none that fits the CNF, or none from the solver; no proof; other trouble";

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

    /// Write a certificate that the solution is the only one, or that there is none, into this new folder
    #[arg(long, value_name = "FOLDER", group = "mode", requires = "puzzle")]
    pub proof: Option<PathBuf>,

    /// Check a certificate, for the puzzle in it or that of --puzzle; no solver is run
    #[arg(long, value_name = "FOLDER", group = "mode", conflicts_with_all = ["file", "cnf", "solver"])]
    pub verify: Option<PathBuf>,

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
    if let Some(folder) = &args.verify {
        return verify(folder, &args.output);
    }
    let stdin = Path::new("-");
    ensure!(
        args.cnf != stdin || args.file.as_deref().is_some_and(|file| file != stdin),
        "the answer and the CNF cannot both be standard input"
    );
    let place = args.proof.as_deref().map(Place::new).transpose()?;
    let frame = args.output.frame()?;
    let first = sudoku_sat::read_solved(args.file.as_deref(), &frame)?;
    let problem = Problem::read(&args.cnf)?;
    let scratch = match &place {
        Some(place) => place.scratch()?,
        None => Scratch::new(None).context("no folder for temporary files")?,
    };
    let solver = Solver::choose(args.solver.as_deref(), scratch)?;
    let report = Report { frame: &frame, layout: args.output.format };
    if let Some(place) = place {
        let grids = prove(&args.output, &frame, first.as_ref(), &problem, &solver, &place)?;
        let has_certificate = grids.len() < 2;
        let solutions = grids.into_iter().map(Ok);
        pipe_cli::with_stdout(|out| report.uniqueness(out, solutions))?;
        return Ok(ExitCode::from(u8::from(!has_certificate)));
    }
    let solutions = match first {
        Some(first) => Solutions::new(first, problem, solver, &frame)?,
        None => Solutions::none(&problem, &solver)?,
    };
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

/// Makes a certificate, if there is one solution or none; all grids that were found.
fn prove(
    output: &GridOutput,
    frame: &Frame,
    first: Option<&Solved>,
    problem: &Problem,
    solver: &Solver,
    place: &Place,
) -> anyhow::Result<Vec<Grid>> {
    let path = output.puzzle.clone().context("a certificate is about a puzzle")?;
    ensure!(path != Path::new("-"), "found - for the puzzle, expected a file for the certificate");
    let puzzle = frame.puzzle().context("a certificate is about a puzzle")?;
    if let Some(first) = first {
        solutions::check_first(first, problem)?;
    }
    let source = Source { puzzle: path, options: output.options.clone() };
    let solution = first.map(|first| &first.grid);
    let plan = Plan { source: &source, alphabet: &puzzle.alphabet, problem, solution };
    let model = plan.carry_out(solver, place)?;
    let mut grids: Vec<Grid> = solution.into_iter().cloned().collect();
    if let Some(model) = model {
        let Some(first) = solution else { return Err(solutions::has_one(problem, solver, &model)) };
        let second = sudoku_sat::checked_grid(&model, first, frame)?;
        ensure!(second != *first, "{solver}: the model is the solution that was excluded");
        pipe_cli::note("there are several solutions, so there is no certificate");
        grids.push(second);
    }
    Ok(grids)
}

/// Checks a certificate and prints what it shows.
fn verify(folder: &Path, output: &GridOutput) -> anyhow::Result<ExitCode> {
    let certificate = Certificate::open(folder)?;
    let source = if let Some(puzzle) = &output.puzzle {
        Source { puzzle: puzzle.clone(), options: output.options.clone() }
    } else {
        ensure!(output.options.words().is_empty(), "found options of a puzzle without --puzzle");
        certificate.source.clone()
    };
    let Source { puzzle, options } = source.clone();
    ensure!(puzzle != Path::new("-"), "found - for the puzzle, expected a file");
    let frame = GridOutput { puzzle: Some(puzzle), options, format: output.format }.frame()?;
    let finding = certificate.verify(&source)?;
    let report = Report { frame: &frame, layout: output.format };
    pipe_cli::with_stdout(|out| report.verification(out, &finding))?;
    Ok(ExitCode::from(u8::from(finding.is_err())))
}
