//! What the program does: reads the project, resolves, writes the lock.

use crate::cli::{Args, Command, EVERY};
use crate::limits::Limits;
use crate::open::{Opened, open_indexes, read_lock, read_project};
use crate::{Error, Preferences, Resolver, Verdict};
use anyhow::{Context, ensure};
use lock_check::Fault;
use pipe_cli::Failure;
use pkg_index::{Indexes, PackageName};
use py_locks::LockFile;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// The exit code for a project that cannot be locked.
const NO_SOLUTION: u8 = 1;

/// Locks the project that the arguments name.
///
/// # Errors
/// The project or the index cannot be read, the lock cannot be written, or a limit was reached.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(Command::Check(check)) => crate::check::run(check),
        None => lock(args),
    }
}

fn lock(args: &Args) -> anyhow::Result<ExitCode> {
    let memory = args.max_memory.map(|mib| mib.saturating_mul(1 << 20));
    if memory.is_some() && pipe_cli::resident_memory().is_none() {
        pipe_cli::warning(
            "the memory limit is not watched: this system does not report the use of memory",
        );
    }
    let mut limits = Limits::new(args.timeout, memory);
    let folder = args.project()?;
    let file = folder.join("pyproject.toml");
    let (mut project, project_text) = read_project(&file)?;
    if let Some(limit) = args.exclude_newer {
        project = project.excluding_newer(limit);
    }
    let format = crate::LockFormat::from(args.format);
    let path = args.output.clone().unwrap_or_else(|| folder.join(format.file_name()));
    let opened = open_indexes(&args.sources, &project, limits.time_left())?;
    let index = &opened.indexes;
    refuse_input(&path, &file, index)?;
    let preferences = preferences(&path, &args.upgrade)?;
    let located = |error: Error| locate(error, &file, &opened);
    let resolver = Resolver::new(&project, index).map_err(located)?;
    let mut resolver = resolver.preferring(preferences);
    let engine = args.engine.into();
    let mut interrupt = || limits.check();
    let verdict = resolver.resolve(engine, &opened.origins, &mut interrupt).map_err(located)?;
    for version in resolver.left_out() {
        pipe_cli::warning(format!("left out {version}"));
    }
    let code = match verdict {
        Verdict::Lock(lock) => {
            let file = lock.to_file(&project, format)?;
            check_lock(&file, &project_text, index)?;
            lock.unknown_extras().for_each(pipe_cli::warning);
            let text = file.write();
            write_whole(&path, &text)?;
            ExitCode::SUCCESS
        }
        Verdict::NoSolution => {
            pipe_cli::with_stdout(|out| {
                let told = resolver.explain(args.explain.into(), out, &mut interrupt);
                Ok(told.map_err(located)??)
            })?;
            ExitCode::from(NO_SOLUTION)
        }
    };
    opened.warn_of_cache();
    if args.stats {
        let s = resolver.statistics();
        pipe_cli::note(format!(
            "{} demands, {} packages, {} versions read, {} steps, {:.1} ms, of which {:.1} ms reading the index",
            s.n_demands,
            s.n_packages,
            s.n_versions,
            s.n_steps,
            milliseconds(limits.elapsed()),
            milliseconds(s.reading),
        ));
    }
    Ok(code)
}

/// A lock must not take the place of what it is made from.
fn refuse_input(output: &Path, project: &Path, index: &Indexes) -> anyhow::Result<()> {
    if output == Path::new("-") {
        return Ok(());
    }
    // A file that is not there yet has no other name.
    let Ok(file) = output.canonicalize() else { return Ok(()) };
    let is_project = project.canonicalize().is_ok_and(|project| project == file);
    ensure!(!is_project && !index.holds(&file), "{}: the output is an input", output.display());
    Ok(())
}

/// The versions of the lock that is there, but for packages that are to be newer.
fn preferences(lock: &Path, upgrade: &[String]) -> anyhow::Result<Preferences> {
    let mut without = BTreeSet::new();
    for name in upgrade.iter().filter(|name| *name != EVERY) {
        let package = name.parse::<PackageName>();
        without.insert(package.with_context(|| format!("--upgrade={name}"))?);
    }
    // Only a regular file can be a lock: a pipe may be our own output, and never end.
    if upgrade.iter().any(|name| name == EVERY) || lock == Path::new("-") || !lock.is_file() {
        return Ok(Preferences::default());
    }
    let lock = read_lock(lock).map_err(|error| {
        Failure::new(format!("{error:#}")).help("--upgrade makes the lock without the old one")
    })?;
    Ok(Preferences::of_lock(&lock, &without))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Checks a lock before it is written, by code that shares neither the reader of metadata nor the
/// arithmetic of versions with the search.
fn check_lock(file: &LockFile, project: &str, index: &Indexes) -> anyhow::Result<()> {
    let faults = lock_check::check(file, project, index)?;
    // A package whose markers no usual platform fulfils together may stand in a lock.
    let is_wrong = |fault: &&Fault| !matches!(fault, Fault::Superfluous { .. });
    let Some(first) = faults.iter().find(is_wrong) else { return Ok(()) };
    anyhow::bail!(
        "internal error: the lock that was found does not hold, nothing is written: {first}"
    )
}

/// An error of the project's own text names the file before the line.
fn locate(error: Error, file: &Path, opened: &Opened) -> anyhow::Error {
    match error {
        Error::Project(_) => anyhow::anyhow!("{}:{error}", file.display()),
        Error::NoPackage { .. } => Failure::new(format!("{}: {error}", opened.roots()))
            .help("is this the right index? --index names a folder, file:// or http://")
            .into(),
        Error::Index(error @ pkg_index::Error::NoIndex { .. }) => {
            Failure::new(error).help("--index names a folder, file:// or http://").into()
        }
        Error::Index(error) => error.into(),
        error => error.into(),
    }
}

/// Writes a whole file, or to standard output for `-`.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?));
    }
    pipe_cli::write_file(path, text.as_bytes())
}
