//! Writes a Sudoku puzzle as an RDF graph.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(sudoku2rdf::run)
}
