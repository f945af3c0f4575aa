//! Decodes a SAT solver's answer to a Sudoku grid and tells whether it is the only one.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(sol2grid2::run)
}
