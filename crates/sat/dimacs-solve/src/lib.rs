//! A SAT solver for DIMACS files, command-line compatible with `z3 -dimacs`.
//!
//! The way of a formula: it is read as a stream (`sat_format::dimacs`), its unit clauses are
//! propagated (`simplify`), clauses that follow from counting are added (`exactly_one`), literals
//! that fail are fixed (`probe`), a model is looked for without a search (`descent`), what is left gets
//! dense numbers (`numbering`) and goes to the search (`engine`); the model is completed and checked against each clause (`solve`) and printed
//! (`report`); that there is no model is proved (`proof`). Several questions about one formula go to the search
//! as it is (`session`, `enumerate`). Several searches may run for the same answer (`race`), or the formula is split (`lookahead`)
//! and solved part by part (`conquer`). All of it but the printing runs on a thread of its own, so that a limit or a signal
//! ends it at any time (`limits`). `work` is what that thread does, `cli` is the command line, `z3` translates z3's
//! option language to it, and `settings` is what both ask for. Where the system may
//! refuse memory, a child does all of it (`supervisor`).

mod assignment;
mod cli;
mod cnf_file;
mod conquer;
mod descent;
mod effort;
mod engine;
mod enumerate;
mod exactly_one;
#[cfg(test)]
mod formulas;
mod limits;
mod lists;
mod lookahead;
mod number;
mod numbering;
mod probe;
mod progress;
mod proof;
mod proof_file;
mod propagator;
mod race;
mod report;
mod session;
mod settings;
mod simplify;
mod solve;
mod split_mix;
#[cfg(unix)]
mod supervisor;
mod work;
mod z3;

pub use cli::Args;
pub use engine::EngineName;
pub use proof::ProofFormat;

#[cfg(unix)]
use anyhow::Context;
use anyhow::bail;
use clap::Parser;
use cnf_file::CnfFile;
use enumerate::End;
use limits::Stopped;
use proof_file::ProofFile;
use sat_format::Verdict;
use session::Reply;
use settings::{Convention, Cubes, Settings};
use solve::Satisfiability;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
#[cfg(unix)]
use supervisor::Ended;
use work::{Outcome, Replies, work};

/// Runs the tool on a command line; the first word is its name.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    pipe_cli::set_tool("dimacs-solve");
    let words: Vec<OsString> = words.into_iter().collect();
    let translated = match z3::translate(&words) {
        Ok(translated) => translated,
        Err(error) => return pipe_cli::exit_code(Err(error)),
    };
    match Args::try_parse_from(translated) {
        Ok(args) => pipe_cli::exit_code(run_where_memory_lasts(args, &words)),
        Err(usage) if usage.use_stderr() && z3::is_asked_for(&words) => {
            pipe_cli::exit_code(Err(z3::usage_error(&usage)))
        }
        Err(usage) => pipe_cli::report_usage(&usage),
    }
}

/// [`run`], in a child if the system may refuse memory.
#[cfg(unix)]
fn run_where_memory_lasts(mut args: Args, words: &[OsString]) -> anyhow::Result<ExitCode> {
    if !supervisor::is_needed() {
        return run(args);
    }
    let (stopped, process) = match supervisor::run(words)? {
        Ended::Exited(code) => return Ok(code),
        Ended::Stopped(stopped, process) => (stopped, process),
    };
    // The child has warned already.
    args.no_warnings = true;
    let settings = Settings::new(args)?;
    let proof = settings.proof.as_ref().map(|(path, _)| path);
    for path in proof.into_iter().chain(&settings.cnf_out) {
        pipe_cli::remove_left(path, process)
            .with_context(|| format!("what is left beside {}", path.display()))?;
    }
    let mut code = ExitCode::SUCCESS;
    pipe_cli::with_stdout(|out| Run::new(settings, out).give_up(stopped, &mut code))?;
    Ok(code)
}

#[cfg(not(unix))]
fn run_where_memory_lasts(args: Args, _: &[OsString]) -> anyhow::Result<ExitCode> {
    run(args)
}

/// Solves what the arguments name and prints the answer.
///
/// # Errors
/// The input cannot be read or is not a CNF, the output cannot be written, or the solver is at fault.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let settings = Settings::new(args)?;
    // What is found out stands, whether anybody reads it or not.
    let mut code = ExitCode::SUCCESS;
    pipe_cli::with_stdout(|out| Run::new(settings, out).run(&mut code))?;
    Ok(code)
}

/// One call of the tool.
struct Run<'o, W: Write> {
    settings: Settings,
    out: &'o mut W,
    start: Instant,
    /// How many replies were printed.
    n_replies: u64,
    /// When the last line about the search was printed, and how many there were.
    last_line: Instant,
    n_lines: u64,
}

/// How long a line about the search waits for the next one.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

impl<'o, W: Write> Run<'o, W> {
    fn new(settings: Settings, out: &'o mut W) -> Self {
        let start = Instant::now();
        Self { settings, out, start, n_replies: 0, last_line: start, n_lines: 0 }
    }

    fn run(mut self, code: &mut ExitCode) -> anyhow::Result<()> {
        let settings = self.settings.clone();
        let mut proofs = Vec::new();
        if let Some((path, _)) = &settings.proof {
            let n_racers = if settings.cubes == Cubes::None { settings.jobs.get() } else { 1 };
            for _ in 0..n_racers {
                proofs.push(ProofFile::create(path, settings.file.as_deref())?);
            }
        }
        let handles: Vec<_> = proofs.iter().map(ProofFile::handles).collect::<Result<_, _>>()?;
        let cnf_file = match &settings.cnf_out {
            Some(path) => Some(CnfFile::create(path, settings.file.as_deref())?),
            None => None,
        };
        if settings.limits.memory.is_some() && pipe_cli::resident_memory().is_none() {
            pipe_cli::warning(
                "the memory limit is not watched: this system does not report the use of memory",
            );
        }
        let limits = settings.limits;
        let thread = {
            let cnf_file = cnf_file.clone();
            move |replies: &Replies| work(&settings, handles, cnf_file.as_ref(), replies)
        };
        let result = limits::run(limits, |reply| self.meanwhile(reply), thread);
        if let Some(file) = &cnf_file {
            file.abandon();
        }
        match result? {
            Ok(outcome) => self.finish(&outcome?, proofs, code),
            Err(stopped) => self.give_up(stopped, code),
        }
    }

    /// Prints a reply, or now and then how far the search is.
    fn meanwhile(&mut self, reply: Option<Reply>) -> anyhow::Result<()> {
        let Some(reply) = reply else { return self.tell_progress() };
        self.n_replies += 1;
        report::write_verdict(self.out, reply.verdict())?;
        match &reply {
            Reply::Model(model) if self.settings.model => {
                report::write_model(self.out, self.settings.convention, model)?;
            }
            Reply::Failed(failed) => report::write_failed(self.out, failed)?,
            Reply::Model(_) | Reply::Unknown => {}
        }
        Ok(self.out.flush()?)
    }

    fn tell_progress(&mut self) -> anyhow::Result<()> {
        if !self.settings.verbose || self.last_line.elapsed() < LINE_INTERVAL {
            return Ok(());
        }
        let line = report::progress(self.start.elapsed(), self.settings.control.progress.get());
        let is_first = self.n_lines == 0;
        for line in is_first.then_some(report::PROGRESS).into_iter().chain([line.as_str()]) {
            match self.settings.convention {
                Convention::Competition => writeln!(self.out, "{line}")?,
                Convention::Z3 => pipe_cli::note(line),
            }
        }
        self.out.flush()?;
        self.last_line = Instant::now();
        self.n_lines += 1;
        Ok(())
    }

    fn finish(
        self,
        outcome: &Outcome,
        mut proofs: Vec<ProofFile>,
        code: &mut ExitCode,
    ) -> anyhow::Result<()> {
        let Self { settings, out, start, .. } = self;
        let convention = settings.convention;
        let verdict = outcome.verdict();
        let winner = if let Outcome::Won(_, _, winner) = outcome { *winner } else { 0 };
        if verdict == Verdict::Unsat && winner < proofs.len() {
            proofs.swap_remove(winner).keep()?;
        }
        *code = report::exit_code(convention, verdict);
        match outcome {
            Outcome::Solved(answer, statistics) | Outcome::Won(answer, statistics, _) => {
                report::write_verdict(out, verdict)?;
                if let (Satisfiability::Sat(model), true) = (answer, settings.model) {
                    report::write_model(out, convention, model)?;
                }
                if settings.stats {
                    let time = start.elapsed();
                    if settings.json {
                        report::write_json(out, statistics, &settings.control.progress, time)?;
                    } else {
                        report::write_statistics(out, convention, statistics, time)?;
                    }
                }
            }
            Outcome::Asked(_) => {}
            Outcome::Split(cnf, cubes) => report::write_cubes(out, cnf, cubes)?,
            Outcome::Enumerated(n_models, failed, end) => {
                if *n_models == 0 {
                    report::write_verdict(out, verdict)?;
                }
                if verdict == Verdict::Unsat && settings.assumptions.is_some() {
                    report::write_failed(out, failed)?;
                }
                report::write_count(out, *n_models, *end)?;
            }
        }
        Ok(())
    }

    /// Prints that there is no answer, or no further one.
    fn give_up(self, stopped: Stopped, code: &mut ExitCode) -> anyhow::Result<()> {
        let convention = self.settings.convention;
        match stopped {
            Stopped::Panic => bail!("internal error: the search failed"),
            Stopped::Memory | Stopped::Refused if convention == Convention::Z3 => {
                return Err(z3::out_of_memory());
            }
            Stopped::Refused => pipe_cli::warning("out of memory: the system gives no more"),
            Stopped::Memory => pipe_cli::warning("out of memory: the limit is reached"),
            Stopped::Time | Stopped::Signal => {}
        }
        if self.settings.enumeration.is_some() && self.n_replies > 0 {
            *code = report::exit_code(convention, Verdict::Sat);
            return Ok(report::write_count(self.out, self.n_replies, End::Limit)?);
        }
        *code = report::exit_code(convention, Verdict::Unknown);
        let time_is_over = stopped == Stopped::Time;
        Ok(report::write_unknown(self.out, convention, time_is_over)?)
    }
}
