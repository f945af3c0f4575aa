//! What the program does: reads the project, resolves, writes the lock.

use crate::cli::Args;
use crate::limits::Limits;
use crate::{Error, Project, Resolver, Verdict};
use anyhow::Context;
use pipe_cli::{Failure, Input};
use pkg_index::StaticIndex;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tempfile::Builder;

/// The exit code for a project that cannot be locked.
const NO_SOLUTION: u8 = 1;

/// The longest `pyproject.toml` that is read. The reader of TOML takes sixty times as much memory.
const LONGEST: u64 = 16 << 20;

/// Locks the project that the arguments name.
///
/// # Errors
/// The project or the index cannot be read, the lock cannot be written, or a limit was reached.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let memory = args.max_memory.map(|mib| mib.saturating_mul(1 << 20));
    if memory.is_some() && pipe_cli::resident_memory().is_none() {
        pipe_cli::warning("the memory limit is not watched: this system does not tell the memory");
    }
    let mut limits = Limits::new(args.timeout.map(Duration::from_secs), memory);
    let file = args.project.join("pyproject.toml");
    let project = read_project(&file)?;
    let index = open_index(&args, &project, &limits)?;
    let located = |error: Error| locate(error, &file);
    let resolver = Resolver::new(&project, &index).map_err(located)?;
    let engine = args.engine.into();
    let mut interrupt = || limits.check();
    let verdict = resolver.resolve(engine, index.root(), &mut interrupt).map_err(located)?;
    let code = match verdict {
        Verdict::Lock(lock) => {
            let format = crate::Format::from(args.format);
            let file = lock.to_file(&project, format).context("internal error: no such format")?;
            let text = file.write();
            let path = args.output.unwrap_or_else(|| args.project.join(format.file_name()));
            write_whole(&path, &text)?;
            ExitCode::SUCCESS
        }
        Verdict::NoSolution => {
            pipe_cli::with_stdout(|out| {
                let told = resolver.explain(args.explain.into(), engine, out, &mut interrupt);
                Ok(told.map_err(located)??)
            })?;
            ExitCode::from(NO_SOLUTION)
        }
    };
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

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn read_project(file: &Path) -> anyhow::Result<Project> {
    let mut input = Input::open(Some(file))?;
    let bytes = input.read_up_to(LONGEST)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        anyhow::anyhow!("{}:{line}: the file is not UTF-8", input.name())
    })?;
    Project::parse(&text).map_err(|error| locate(error, file))
}

/// An error of the project's own text names the file before the line.
fn locate(error: Error, file: &Path) -> anyhow::Error {
    match error {
        Error::Project { .. } => anyhow::anyhow!("{}:{error}", file.display()),
        Error::Index(error @ pkg_index::Error::NoIndex { .. }) => {
            Failure::new(error).help("--index names a folder, file:// or http://").into()
        }
        Error::Index(error) => error.into(),
        error => error.into(),
    }
}

fn open_index(args: &Args, project: &Project, limits: &Limits) -> anyhow::Result<StaticIndex> {
    let address = args.index.as_deref().or(project.index()).ok_or_else(|| {
        Failure::new("no package index: neither --index nor the project names one")
            .help("--index names a folder, file:// or http://")
    })?;
    let index = StaticIndex::open(address)
        .map_err(|error| Failure::new(error).help("--index names a folder, file:// or http://"))?;
    Ok(match limits.time_left() {
        Some(left) => index.with_patience(left),
        None => index,
    })
}

/// Writes a file whole or not at all: to a temporary one beside it that is renamed when done.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = path.display().to_string();
    let mut builder = Builder::new();
    builder.prefix(".pkg-lock-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file; what the user's mask takes away is taken away.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file =
        builder.tempfile_in(folder.unwrap_or(Path::new("."))).with_context(|| name.clone())?;
    file.write_all(text.as_bytes()).with_context(|| name.clone())?;
    file.as_file().sync_all().with_context(|| name.clone())?;
    file.persist(path).map_err(|error| error.error).with_context(|| name)?;
    Ok(())
}
