//! Encodes a Sudoku puzzle as a Python project, and its rules as a package index.
//!
//! A cell of the grid is a package, a value is a version of it, and version `v` excludes version `v`
//! of every peer. These packages are the *index*; it is the same for all puzzles of a shape. A
//! *problem* is one more project, which requires all cells and pins the givens:
//!
//! ```text
//! sudoku-cell11                   5.0.0  requires  each of its 20 peers != 5.0.0
//! sudoku-problem                         requires  sudoku-cell11 == 5.0.0, sudoku-cell12, …
//! ```
//!
//! Whatever resolver locks the problem has solved the puzzle; a lock file is a solution.
//!
//! - [`mod@index`] writes the index into a folder, [`serve`] hands it out over HTTP, [`publish`]
//!   uploads it, [`probe`] looks whether an index is what it should be
//! - [`problem`] writes the project
//!
//! # References
//! - A. Iskovs: Solving Sudoku with Poetry's dependency resolver, 2022
//! - D. Burrows: Package management sudoku, 2008

pub mod index;
pub mod probe;
pub mod problem;
pub mod publish;
pub mod serve;
mod size;

pub use size::Shape;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Encodes a Sudoku puzzle as a Python project, and its rules as a package index.
#[derive(Debug, Parser)]
#[command(name = "sudoku2pkg", version, after_help = AFTER_HELP)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const AFTER_HELP: &str = "\
Example:
  sudoku2pkg index cells
  sudoku2pkg problem --out problem input.txt
  pkg-lock --index cells problem
  lock2grid problem/poetry.lock

Exit codes: 0 done; 2 trouble (usage, input or output, malformed input, no index).";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the packages of the cells as a static package index
    Index(index::IndexArgs),
    /// Write a puzzle as a project that Poetry, uv and pkg-lock can lock
    Problem(problem::ProblemArgs),
    /// Serve an index on 127.0.0.1, for as long as a command runs if there is one
    Serve(serve::ServeArgs),
    /// Upload an index to devpi or any other package index
    Publish(publish::PublishArgs),
    /// Check that the packages of the cells are at an address
    Probe(probe::ProbeArgs),
}

/// The tool.
///
/// # Errors
/// Those of the command.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        Command::Index(args) => index::run(&args)?,
        Command::Problem(args) => problem::run(&args)?,
        Command::Serve(args) => return serve::run(&args),
        Command::Publish(args) => publish::run(&args)?,
        Command::Probe(args) => probe::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}
