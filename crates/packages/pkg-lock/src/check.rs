//! `pkg-lock check`: whether a lock, whoever wrote it, holds for its project and an index.

use crate::cli::CheckArgs;
use crate::open::{open_indexes, read_lock, read_project};
use anyhow::Context;
use py_locks::LockFile;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The exit code for a lock that does not hold.
const WRONG: u8 = 1;

/// Checks the lock that the arguments name; each fault is a line on standard output.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let folder = args.project.as_deref().or(args.lock.parent()).unwrap_or(Path::new("."));
    let lock = read_lock(&args.lock)?;
    let (project, text) = read_project(&folder.join("pyproject.toml"))?;
    let opened = open_indexes(&args.sources, &project, None)?;
    let faults = lock_check::check(&lock, &text, &opened.indexes)
        .with_context(|| args.lock.display().to_string())?;
    opened.warn_of_cache();
    let mut faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    if let LockFile::Poetry(lock) = &lock
        && lock.content_hash != project.content_hash
    {
        faults.push(
            "the content hash is not that of pyproject.toml, which has changed since".to_owned(),
        );
    }
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
