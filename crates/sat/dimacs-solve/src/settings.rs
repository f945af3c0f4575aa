//! What the command line asks for.

use crate::cli::Args;
use crate::exactly_one::Counting;
use crate::limits::Limits;
use crate::solve::Method;
use crate::z3;
use anyhow::{bail, ensure};
use sat_format::dimacs::ReadOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How an answer is spelled, and which exit code it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    /// The SAT competitions'.
    Competition,
    /// That of `z3 -dimacs`.
    Z3,
}

/// What the command line asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) convention: Convention,
    /// `None` is standard input.
    pub(crate) file: Option<PathBuf>,
    pub(crate) limits: Limits,
    pub(crate) method: Method,
    pub(crate) reading: ReadOptions,
    pub(crate) stats: bool,
    pub(crate) warnings: bool,
    pub(crate) verbose: bool,
}

impl Settings {
    /// # Errors
    /// The words do not go together, or z3 has no such parameter.
    pub(crate) fn new(mut args: Args) -> anyhow::Result<Self> {
        let convention = if args.dimacs { Convention::Z3 } else { Convention::Competition };
        for parameter in std::mem::take(&mut args.parameter) {
            z3::set_parameter(&mut args, &parameter)?;
        }
        let limits = Limits {
            time: args.time_limit.filter(|s| *s > 0).map(Duration::from_secs),
            memory: args.memory_limit.filter(|mb| *mb > 0).map(|mb| mb.saturating_mul(1 << 20)),
        };
        Ok(Self {
            convention,
            limits,
            method: Method {
                seed: args.seed.unwrap_or(0),
                counting: if args.pigeonholes { Counting::Verdict } else { Counting::Clauses },
            },
            reading: ReadOptions { strict: args.strict, ..ReadOptions::default() },
            stats: args.stats,
            warnings: !args.no_warnings,
            verbose: args.verbose > 0,
            file: input(args, convention)?,
        })
    }
}

/// The file to read; `None` is standard input.
fn input(args: Args, convention: Convention) -> anyhow::Result<Option<PathBuf>> {
    let files: Vec<PathBuf> = args.file.into_iter().chain(args.files).collect();
    if convention == Convention::Z3 {
        return z3::input(&files, args.stdin, !args.no_warnings);
    }
    match &files[..] {
        [first, second, ..] => {
            bail!("found the files {} and {}, expected one", first.display(), second.display())
        }
        [file] if file != Path::new("-") => {
            let file = file.display();
            ensure!(!args.stdin, "found --in and the file {file}, expected one of them");
            Ok(files.into_iter().next())
        }
        _ => Ok(None),
    }
}
