//! Checks a proof that a CNF has no model.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(proof_check::run)
}
