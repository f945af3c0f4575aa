//! Encodes a Sudoku puzzle as a Python project, and its rules as a package index.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(sudoku2pkg::run)
}
