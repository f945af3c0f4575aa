//! Serves the grid editor.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(sudoku_web::run)
}
