//! `pkg-lock check`: whether a lock, whoever wrote it, holds for its project and an index.

use crate::cli::CheckArgs;
use crate::open::{open_index, read_project};
use anyhow::Context;
use pipe_cli::Input;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The exit code for a lock that does not hold.
const WRONG: u8 = 1;

/// The longest lock that is read. The reader of TOML takes sixty times as much memory.
const LONGEST: u64 = 64 << 20;

/// Checks the lock that the arguments name; each fault is a line on standard output.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let folder = args.project.as_deref().or(args.lock.parent()).unwrap_or(Path::new("."));
    let (project, text) = read_project(&folder.join("pyproject.toml"))?;
    let mut input = Input::open(Some(&args.lock))?;
    let bytes = input.read_up_to(LONGEST)?;
    let lock = py_locks::read(&bytes).map_err(|error| match error.position {
        Some(place) => input.error_at(place.line, place.column, error),
        None => anyhow::anyhow!("{}: {error}", input.name()),
    })?;
    let index = open_index(args.index.as_deref(), &project, None)?;
    let faults =
        lock_check::check(&lock, &text, &index).with_context(|| input.name().to_owned())?;
    let n_packages = lock.packages().iter().filter(|locked| !locked.is_project).count();
    pipe_cli::with_stdout(|out| {
        for fault in &faults {
            writeln!(out, "{fault}")?;
        }
        if faults.is_empty() {
            writeln!(out, "the lock holds: {n_packages} packages")?;
        }
        Ok(())
    })?;
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(WRONG) })
}
