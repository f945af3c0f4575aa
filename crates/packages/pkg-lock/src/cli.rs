//! The command line.

use crate::{Detail, Engine, LockFormat};
use clap::{Parser, ValueEnum};
use pipe_cli::{Failure, seconds};
use pkg_index::Timestamp;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Locks a Python project: finds versions of its packages that go together.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    override_usage = "pkg-lock [OPTIONS] [PROJECT_DIR]\n       pkg-lock check [OPTIONS] <LOCK>",
    after_help = "Example:\n  pkg-lock --index ./index ./problem    writes ./problem/poetry.lock\n  pkg-lock check uv.lock                checks a lock, whoever wrote it\n\n\
                  Exit codes:\n  0  the lock is written\n  1  there is no solution; the reason is on \
                  standard output, a lock that was there stays;\n     check: the lock does not hold, each fault is a line\n  2  trouble: usage, input, output, a limit"
)]
pub struct Args {
    /// Another task than locking.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The folder with pyproject.toml
    #[arg(value_name = "PROJECT_DIR", default_value = ".", num_args = 1..)]
    pub projects: Vec<PathBuf>,

    /// Where packages come from.
    #[command(flatten)]
    pub sources: SourceArgs,

    /// Take newer versions than those of the lock that is there: of all packages, or of this one
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = EVERY)]
    pub upgrade: Vec<String>,

    /// Pass over files that were uploaded later: a date (its end, UTC) or a moment, 2024-03-01T12:00:00Z
    #[arg(long, value_name = "DATE", value_parser = Timestamp::parse_limit)]
    pub exclude_newer: Option<Timestamp>,

    /// The form of the lock
    #[arg(long, value_enum, default_value_t = FormatName::Poetry)]
    pub format: FormatName,

    /// The file to write, - for standard output [default: the format's usual name, beside pyproject.toml]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// The engine
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub engine: EngineName,

    /// How much to explain when there is no solution
    #[arg(long, value_enum, default_value_t = DetailName::Short)]
    pub explain: DetailName,

    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,

    /// Give up when the memory exceeds so many MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes, allow_negative_numbers = true)]
    pub max_memory: Option<u64>,

    /// Report what was read and how long it took, on standard error
    #[arg(long)]
    pub stats: bool,
}

impl Args {
    /// The folder with pyproject.toml.
    ///
    /// # Errors
    /// There are several, or it is not a folder.
    pub(crate) fn project(&self) -> anyhow::Result<&Path> {
        let [project, others @ ..] = &self.projects[..] else { return Ok(Path::new(".")) };
        let Some(second) = others.first() else {
            return if project.is_file() {
                let why = format!("{}: expected a folder, found a file", project.display());
                Err(Failure::new(why).help("PROJECT_DIR is the folder with pyproject.toml").into())
            } else {
                Ok(project)
            };
        };
        let failure = Failure::new(format!(
            "expected one folder with pyproject.toml, found '{}' and '{}'",
            project.display(),
            second.display()
        ));
        let is_check = |folder: &&PathBuf| folder.as_os_str() == "check";
        Err(if self.projects.iter().any(|folder| is_check(&folder)) {
            failure.help("check comes first: pkg-lock check [OPTIONS] LOCK").into()
        } else if self.upgrade.iter().any(|name| name == EVERY) {
            failure.help(format!("one package: --upgrade={}", project.display())).into()
        } else {
            failure.into()
        })
    }
}

/// The other tasks.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Check a lock against its project and the index: complete, consistent, nothing superfluous
    Check(CheckArgs),
}

/// `pkg-lock check`.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// The lock: poetry.lock, uv.lock, pdm.lock, pylock.toml, requirements.txt or pip's report
    #[arg(value_name = "LOCK")]
    pub lock: PathBuf,

    /// The folder with pyproject.toml [default: that of the lock]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,

    /// Where packages come from.
    #[command(flatten)]
    pub sources: SourceArgs,
}

/// Where packages come from.
#[derive(Debug, clap::Args)]
pub struct SourceArgs {
    /// A package index: a folder, file:// or http://; several: a package comes from the first that has it
    /// [default: those that the project names]
    #[arg(long, value_name = "[NAME=]DIR|URL", value_parser = index)]
    pub index: Vec<String>,

    /// The folder that keeps what servers sent [default: pkg-lock in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,

    /// Keep nothing, and read nothing that was kept
    #[arg(long, conflicts_with = "cache_dir")]
    pub no_cache: bool,
}

/// `--upgrade` without a name; no package is called so.
pub(crate) const EVERY: &str = "*";

/// `[NAME=]DIR|URL`, which has something behind the name.
fn index(text: &str) -> Result<String, String> {
    match split_name(text) {
        (_, "") => Err("expected a folder or an address".to_owned()),
        _ => Ok(text.to_owned()),
    }
}

/// `NAME=ADDRESS`; an address has other characters before its first `=`.
pub(crate) fn split_name(text: &str) -> (Option<&str>, &str) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match text.split_once('=') {
        Some((name, address)) if !name.is_empty() && name.chars().all(is_name) => {
            (Some(name), address)
        }
        _ => (None, text),
    }
}

fn mebibytes(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number of MiB".to_owned())
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// poetry.lock
    Poetry,
    /// uv.lock
    Uv,
    /// requirements.txt with hashes, without extras and groups
    Requirements,
    /// pylock.toml, without extras and groups
    Pylock,
}

/// `--engine`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// PubGrub for ordinary projects, resolvo for those with many requirements or where PubGrub takes long
    Auto,
    /// A SAT solver made for packages; even on hard problems
    Resolvo,
    /// Conflict-driven search by packages; fast on easy problems
    Pubgrub,
}

/// `--explain`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DetailName {
    /// At most 40 lines: the derivation, or the requirements that exclude each other
    Short,
    /// Only the requirements that exclude each other
    Requirements,
    /// The whole derivation
    Full,
}

impl From<FormatName> for LockFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Poetry => Self::Poetry,
            FormatName::Uv => Self::Uv,
            FormatName::Requirements => Self::Requirements,
            FormatName::Pylock => Self::Pylock,
        }
    }
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Auto => Self::Auto,
            EngineName::Resolvo => Self::Resolvo,
            EngineName::Pubgrub => Self::Pubgrub,
        }
    }
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Self {
        match name {
            DetailName::Short => Self::Short,
            DetailName::Requirements => Self::Requirements,
            DetailName::Full => Self::Full,
        }
    }
}
