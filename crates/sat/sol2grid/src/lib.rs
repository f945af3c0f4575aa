//! Decodes a SAT solver's answer to a Sudoku grid.
//!
//! The output of any of the usual solvers comes in, the solved grid or `No solution exists` goes out.
//! What is neither a grid nor a clear no is an error: nothing is printed that was not checked.

use clap::Parser;
use grid_cli::GridOutput;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use sudoku_core::format::Layout;

const AFTER_HELP: &str = "\
Reads what z3, cadical, kissat, minisat (its result file), cryptominisat and picosat print.

Example:
  sudoku2cnf input.txt | dimacs-solve | sol2grid --puzzle input.txt

Exit codes:
  0  the grid, or 'No solution exists'
  2  no answer, or none that is a grid; nothing is printed";

/// Decodes a SAT solver's answer to a Sudoku grid.
#[derive(Debug, Parser)]
#[command(name = "sol2grid", version, about, after_help = AFTER_HELP)]
pub struct Args {
    /// The solver's output; standard input if there is no file or it is -
    pub file: Option<PathBuf>,

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
    let frame = args.output.frame()?;
    let solved = sudoku_sat::read_solved(args.file.as_deref(), &frame)?;
    pipe_cli::with_stdout(|out| match solved {
        Some(solved) => frame.write(out, &solved.grid),
        None if args.output.format == Layout::Json => Ok(writeln!(out, "null")?),
        None => Ok(writeln!(out, "No solution exists")?),
    })?;
    Ok(ExitCode::SUCCESS)
}
