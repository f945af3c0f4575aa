//! A resolver for Python projects: `pyproject.toml` and a package index in, a lock file out.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipe_cli::main(|args| pkg_lock::run(&args))
}
