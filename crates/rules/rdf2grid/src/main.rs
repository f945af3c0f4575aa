//! Reads a Sudoku grid from an RDF graph.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(rdf2grid::cli::run)
}
