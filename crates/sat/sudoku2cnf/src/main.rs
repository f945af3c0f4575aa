//! Encodes a Sudoku puzzle as a DIMACS CNF.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(sudoku2cnf::run)
}
