//! A SAT solver for DIMACS files, command-line compatible with `z3 -dimacs`.
//!
//! The way of a formula: it is read as a stream (`sat_format::dimacs`), its unit clauses are
//! propagated (`simplify`), clauses that follow from counting are added (`exactly_one`), literals
//! that fail are fixed (`probe`), a model is looked for without a search (`descent`), what is left gets
//! dense numbers (`numbering`) and goes to the search (`engine`); the model is completed and checked against each clause (`solve`) and printed
//! (`report`); that there is no model is proved (`proof`). All of it but the printing runs on a thread of its own, so that a limit or a signal
//! ends it at any time (`limits`). `cli` is the command line, `z3` translates z3's
//! option language to it, and `settings` is what both ask for.

mod assignment;
mod cli;
mod descent;
mod effort;
mod engine;
mod exactly_one;
#[cfg(test)]
mod formulas;
mod limits;
mod lists;
mod number;
mod numbering;
mod probe;
mod proof;
mod proof_file;
mod propagator;
mod report;
mod settings;
mod simplify;
mod solve;
mod split_mix;
mod z3;

pub use cli::Args;
pub use engine::EngineName;
pub use proof::ProofFormat;

use anyhow::{Context, bail};
use clap::Parser;
use engine::Engines;
use engine::splr::Splr;
use limits::Stopped;
use pipe_cli::Input;
use proof::Writer;
use proof_file::ProofFile;
use sat_format::dimacs::{self, Cnf};
use settings::{Convention, Settings};
use solve::{Satisfiability, Statistics, solve};
use std::ffi::OsString;
use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Runs the tool on a command line; the first word is its name.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    pipe_cli::set_tool("dimacs-solve");
    let words: Vec<OsString> = words.into_iter().collect();
    let translated = match z3::translate(&words) {
        Ok(translated) => translated,
        Err(error) => return pipe_cli::exit_code(Err(error)),
    };
    match Args::try_parse_from(translated) {
        Ok(args) => pipe_cli::exit_code(run(args)),
        Err(usage) if usage.use_stderr() && z3::is_asked_for(&words) => {
            pipe_cli::exit_code(Err(z3::usage_error(&usage)))
        }
        Err(usage) => pipe_cli::report_usage(&usage),
    }
}

/// Solves what the arguments name and prints the answer.
///
/// # Errors
/// The input cannot be read or is no CNF, the output cannot be written, or the solver is at fault.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let settings = Settings::new(args)?;
    let convention = settings.convention;
    let proof = match &settings.proof {
        Some((path, _)) => Some(ProofFile::create(path, settings.file.as_deref())?),
        None => None,
    };
    let handles = proof.as_ref().map(ProofFile::handles).transpose()?;
    let work = {
        let settings = settings.clone();
        move || read_and_solve(&settings, handles)
    };
    if settings.limits.memory.is_some() && pipe_cli::resident_memory().is_none() {
        pipe_cli::warning("the memory limit is not watched: this system does not tell the memory");
    }
    let stopped = match limits::run(settings.limits, work)? {
        Ok(result) => {
            let (answer, statistics) = result?;
            if let Some(proof) = proof.filter(|_| answer == Satisfiability::Unsat) {
                proof.keep()?;
            }
            pipe_cli::with_stdout(|out| {
                report::write_verdict(out, &answer)?;
                if settings.model {
                    report::write_model(out, convention, &answer)?;
                }
                if settings.stats {
                    report::write_statistics(out, convention, &statistics, start.elapsed())?;
                }
                Ok(())
            })?;
            return Ok(report::exit_code(convention, Some(&answer)));
        }
        Err(stopped) => stopped,
    };
    match stopped {
        Stopped::Panic => bail!("internal error: the search failed"),
        Stopped::Memory if convention == Convention::Z3 => return Err(z3::out_of_memory()),
        Stopped::Memory => pipe_cli::warning("out of memory: the limit is reached"),
        Stopped::Time | Stopped::Signal => {}
    }
    let time_is_over = stopped == Stopped::Time;
    pipe_cli::with_stdout(|out| Ok(report::write_unknown(out, convention, time_is_over)?))?;
    Ok(report::exit_code(convention, None))
}

/// The answer, with a whole proof in the first of the files if there is no model.
fn read_and_solve(
    settings: &Settings,
    proof: Option<(File, PathBuf)>,
) -> anyhow::Result<(Satisfiability, Statistics)> {
    let cnf = read(settings)?;
    if settings.verbose {
        let summary = cnf.summary();
        pipe_cli::note(format!("{} variables, {} clauses", cnf.n_vars(), summary.n_clauses));
    }
    let (file, steps) = proof.unzip();
    let engines = Engines { name: settings.engine, splr: Splr { steps } };
    let (answer, statistics) = match (file, &settings.proof) {
        (Some(file), Some((path, format))) => {
            let mut writer = Writer::new(file, *format, &cnf);
            let (answer, statistics) = solve(&cnf, settings.method, &engines, &mut writer)?;
            if answer == Satisfiability::Unsat {
                writer.finish().with_context(|| path.display().to_string())?;
            }
            (answer, statistics)
        }
        _ => solve(&cnf, settings.method, &engines, &mut ())?,
    };
    if settings.verbose {
        let Statistics { n_fixed, n_counted, n_failed, .. } = statistics;
        let Statistics { n_open_vars, n_open_clauses, .. } = statistics;
        pipe_cli::note(format!(
            "unit clauses fix {n_fixed} variables, counting gives {n_counted} clauses, \
             {n_failed} literals fail"
        ));
        pipe_cli::note(format!(
            "left to the search: {n_open_vars} variables, {n_open_clauses} clauses"
        ));
    }
    Ok((answer, statistics))
}

fn read(settings: &Settings) -> anyhow::Result<Cnf> {
    let path = settings.file.as_deref();
    let mut input = Input::open(path).map_err(|error| match (settings.convention, path) {
        (Convention::Z3, Some(path)) => z3::cannot_open(path),
        _ => error,
    })?;
    let cnf = match Cnf::read(&mut input, settings.reading) {
        Ok(cnf) => cnf,
        Err(dimacs::Error::Malformed(error)) => {
            return Err(input.error_at(error.line, error.column, error));
        }
        // The cause itself, so that the message is that of the system.
        Err(dimacs::Error::Io(error)) => return Err(error).context(input.name().to_owned()),
        Err(error) => return Err(error).context(input.name().to_owned()),
    };
    if settings.warnings {
        for warning in &cnf.summary().warnings {
            pipe_cli::warning(input.error_at(warning.line, warning.column, warning));
        }
    }
    Ok(cnf)
}
