//! Runs, checks, formats and explains SPARQL-RL rule sets.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(srl_run::run)
}
