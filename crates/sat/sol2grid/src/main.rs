//! Decodes a SAT solver's answer to a Sudoku grid.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(sol2grid::run)
}
