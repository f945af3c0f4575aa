//! A SAT solver for DIMACS files, command-line compatible with `z3 -dimacs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dimacs_solve::main(std::env::args_os())
}
