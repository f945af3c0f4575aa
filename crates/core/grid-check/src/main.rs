//! Checks a Sudoku solution against the rules and its puzzle.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(grid_check::run)
}
