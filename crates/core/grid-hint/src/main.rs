//! The next step of a Sudoku.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(grid_hint::run)
}
