//! `puzzle-solve`: variant puzzles of any kind, many in one process.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(puzzle_solve::run)
}
