//! The one list of the tools: `make install`, the manual and the tests go by it.

use clap::{Command, CommandFactory};

/// The command-line definition of every tool that `make install` installs.
#[must_use]
pub fn tools() -> Vec<Command> {
    vec![
        sudoku2cnf::Args::command(),
        dimacs_solve::Args::command(),
        proof_check::Args::command(),
        puzzle_solve::Args::command(),
        sol2grid::Args::command(),
        sol2grid2::Args::command(),
        sudoku2rdf::Args::command(),
        srl_run::Args::command(),
        rdf2grid::cli::Args::command(),
        sudoku2pkg::Args::command(),
        pkg_lock::Args::command(),
        lock2grid::Args::command(),
        grid_check::Args::command(),
        grid_hint::Args::command(),
        grid_solve::Args::command(),
        grid_solve::generate::Args::command(),
    ]
}
