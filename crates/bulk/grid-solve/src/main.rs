//! `grid-solve`; see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(grid_solve::run)
}
