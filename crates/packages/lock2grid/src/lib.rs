//! Decodes the lock file of a package resolver to a Sudoku grid.
//!
//! The formats of lock files are those of [`py_locks`]. A package is a cell and its version the value ([`sudoku_packages`]); what is not a cell is ignored.
//! Each cell must have one version, and the grid is checked against the rules, the puzzle and the
//! problem before it is printed. A lock says nothing about other solutions.
//!
//! - [`decode`] from packages to a grid
//! - [`explain`] names of packages in a resolver's words become cells

pub mod decode;
pub mod explain;
mod problem;

use anyhow::{Context, ensure};
use clap::Parser;
use grid_cli::{Frame, GridOutput};
use pipe_cli::Input;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sudoku_core::Grid;
use sudoku_packages::CellPackages;

/// The longest lock or project that is read, and the longest line that is explained: ten times what a 25×25 grid
/// needs. The reader of TOML takes sixty times as much memory.
const LONGEST: u64 = 16 << 20;

const AFTER_HELP: &str = "\
Reads poetry.lock 1.0 to 2.1, uv.lock, pdm.lock, pylock.toml, requirements.txt and pip's report.

Examples:
  lock2grid --puzzle input.txt problem/poetry.lock
  pkg-lock --index cells problem 2>&1 | lock2grid --explain

Exit codes:
  0  the grid, or the explanation
  2  no lock, or none that is a solution; nothing is printed";

/// Decodes the lock file of a package resolver to a Sudoku grid.
#[derive(Debug, Parser)]
#[command(name = "lock2grid", version, about, after_help = AFTER_HELP)]
pub struct Args {
    /// The lock; standard input if there is no file or it is -
    pub lock: Option<PathBuf>,

    /// The project that was locked, pyproject.toml: what it pins is checked
    #[arg(long, value_name = "FILE")]
    pub problem: Option<PathBuf>,

    /// Copy a resolver's messages, with cells and values in place of packages and versions
    #[arg(long, conflicts_with = "problem")]
    pub explain: bool,

    /// What is known of the puzzle, and how to print the grid.
    #[command(flatten)]
    pub output: GridOutput,
}

/// Runs the tool.
///
/// # Errors
/// The lock is unreadable, not a lock, not a grid or not a solution; writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let frame = args.output.frame()?;
    if args.explain {
        let input = Input::open(args.lock.as_deref())?;
        pipe_cli::with_stdout(|out| explain_lines(input, out, &frame))?;
    } else {
        let grid = read_solved(args.lock.as_deref(), args.problem.as_deref(), &frame)?;
        pipe_cli::with_stdout(|out| frame.write(out, &grid))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Copies lines with cells in place of packages, each as soon as it is there.
fn explain_lines(input: Input, out: &mut impl Write, frame: &Frame) -> anyhow::Result<()> {
    let name = input.name().to_owned();
    let mut reader = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line);
        if read.with_context(|| name.clone())? == 0 {
            return Ok(());
        }
        let symbol = |geometry, value| frame.symbol(geometry, value);
        let told = explain::explain(&String::from_utf8_lossy(&line), symbol);
        out.write_all(told.as_bytes())?;
    }
}

/// The grid of a lock; it is a solution of the puzzle and of the problem.
fn read_solved(file: Option<&Path>, problem: Option<&Path>, frame: &Frame) -> anyhow::Result<Grid> {
    let mut input = Input::open(file)?;
    let bytes = input.read_up_to(LONGEST)?;
    let lock = py_locks::read(&bytes).map_err(|error| located(&input, &error))?;
    let checked = || -> anyhow::Result<Grid> {
        let wrong =
            |reason: String| anyhow::anyhow!("the {} is not a grid: {reason}", lock.format());
        let locked = lock.packages();
        let known = frame.blank().map(CellPackages::of_grid).transpose()?;
        let packages =
            decode::packages_of(&locked, known).map_err(|error| wrong(error.to_string()))?;
        let blank = frame.blank().cloned().unwrap_or_else(|| Grid::blank(packages.geometry()));
        let symbol = |value| frame.symbol(packages.geometry(), value);
        let grid = decode::decode(&locked, &packages, &blank)
            .map_err(|error| wrong(error.describe(symbol)))?;
        frame.check(&grid)?;
        Ok(grid)
    };
    let grid = checked().with_context(|| input.name().to_owned())?;
    if let Some(path) = problem {
        check_problem(path, &grid, frame).with_context(|| input.name().to_owned())?;
    }
    Ok(grid)
}

/// Checks that the grid keeps what the project pins.
fn check_problem(path: &Path, grid: &Grid, frame: &Frame) -> anyhow::Result<()> {
    let mut input = Input::open(Some(path))?;
    let bytes = input.read_up_to(LONGEST)?;
    let pins = problem::pins(&bytes).map_err(|error| located(&input, &error))?;
    let shape = grid.shape();
    let givens = problem::givens(&pins, grid).with_context(|| input.name().to_owned())?;
    for (cell, given) in givens.givens() {
        let found = grid.get(cell).map(|value| frame.symbol(shape, value)).unwrap_or_default();
        let given = frame.symbol(shape, given);
        ensure!(
            found == given,
            "the grid is not a solution of {}: {cell}: pinned to {given}, locked as {found}",
            input.name()
        );
    }
    Ok(())
}

fn located(input: &Input, error: &py_locks::ReadError) -> anyhow::Error {
    match error.position {
        Some(place) => input.error_at(place.line, place.column, error),
        None => anyhow::anyhow!("{}: {error}", input.name()),
    }
}
