//! Decodes the lock file of a package resolver to a Sudoku grid.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(lock2grid::run)
}
