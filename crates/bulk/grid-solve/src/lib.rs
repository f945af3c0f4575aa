//! Solves 9×9 puzzles by the million: a puzzle a line in, a line out, in order.
//!
//! ```text
//! files ──► blocks of whole lines ──► workers: fields, puzzles, engine, text ──► in order ──► output
//! ```
//!
//! What is printed for a line depends on that line alone, so that the output is the same for any number of
//! threads, any instructions and any cut into blocks. Blocks go round: their number bounds the memory.
//!
//! - `compression`: what the files are packed with
//! - `layout`: where the puzzles are in a file; `fields`: records of CSV; `boards`: nine lines
//! - `blocks`: cutting the input between records; `records`: finding them again, and reading their puzzles
//! - `job`: what is asked of each record and what is found out
//! - `work`: solving a block; `report`: printing it
//! - `forms`: canonical forms as keys; `dedupe`: rearrangements of earlier puzzles are left out; `against`: leaks
//! - `pool`: the threads; `output`: the file that is written

mod against;
mod args;
mod blocks;
mod boards;
mod compression;
mod dedupe;
mod fields;
mod forms;
pub mod generate;
mod job;
mod layout;
mod output;
mod pool;
mod progress;
mod rate;
mod records;
mod report;
mod stats;
mod training;
mod why;
mod work;

pub use args::{Args, Column, Only, OutputFormat};

use blocks::{Blocks, Reading};
use dedupe::Dedupe;
use job::{Job, Search};
use pipe_cli::{Failure, Input};
use progress::Progress;
use stats::Tally;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use work::Block;

/// The tool: solves the puzzles of the files and writes what was found to standard output or a file.
///
/// # Errors
/// A file cannot be read, or writing fails. A line that is not a puzzle is not an error, but changes the exit
/// code to 1.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let inputs = inputs(&args)?;
    let progress = Progress::new(&args.files);
    let mut tally = Tally::default();
    let finish = |block: &Block| {
        tally.add(&block.tally);
        progress.add(block.text.bytes.len());
    };
    let mut n_left_out = 0;
    let solve = |out: &mut dyn Write| {
        n_left_out = solve_blocks(&args, inputs, out, finish)?;
        Ok(())
    };
    let result = match &args.output {
        None => pipe_cli::with_stdout(|out| solve(out)),
        Some(path) => output::with_file(path, &args.files, |out| solve(out)),
    };
    progress.finish();
    result?;
    if args.dedupe {
        let what = if n_left_out == 1 { "puzzle is" } else { "puzzles are" };
        pipe_cli::note(format!("{n_left_out} {what} left out, as rearrangements of earlier ones"));
    }
    if args.against.is_some() {
        pipe_cli::note(tally.leaks());
    }
    if args.stats {
        // There is nobody left to tell when standard error is closed.
        let _ = write!(std::io::stderr(), "{}", tally.table(start.elapsed()));
    }
    if tally.invalid == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let lines =
        if tally.invalid == 1 { "1 line is" } else { &format!("{} lines are", tally.invalid) };
    pipe_cli::warning(format!("{lines} invalid"));
    Ok(ExitCode::from(1))
}

/// Solves the puzzles of any inputs; those that the arguments name do not matter.
///
/// # Errors
/// Reading or writing fails, or the arguments do not fit together.
pub fn solve(args: &Args, inputs: Vec<Input>, out: &mut impl Write) -> anyhow::Result<()> {
    solve_blocks(args, inputs, out, |_| ())?;
    Ok(())
}

/// Solves all blocks and writes what was found, in order; `finish` sees each block that was written. How many puzzles
/// were left out as rearrangements of earlier ones.
fn solve_blocks(
    args: &Args,
    inputs: Vec<Input>,
    mut out: impl Write,
    mut finish: impl FnMut(&Block),
) -> anyhow::Result<u64> {
    let mut job = Job::new(args)?;
    if let Some(path) = &args.against {
        job.training = Some(against::read(path, args)?);
    }
    let job = Arc::new(job);
    let out = &mut out;
    let reading = Reading { column: args.column.clone(), keeps: args.keep };
    let mut blocks = Blocks::new(inputs, reading);
    out.write_all(report::head(&job).as_bytes())?;
    if job.search == Search::All {
        let mut block = Block::default();
        while blocks.next_lines(&mut block.text)? {
            block.solve_all(&job, out)?;
            out.flush()?;
            finish(&block);
        }
        return Ok(0);
    }
    let mut dedupe = args.dedupe.then(|| Dedupe::new(args.memory()));
    pool::run(blocks, args.threads(), &job, |block| {
        match &mut dedupe {
            None => out.write_all(&block.output)?,
            Some(dedupe) => {
                block.pieces().try_for_each(|(line, form)| dedupe.take(line, form, out))?;
            }
        }
        // Flushed, as somebody may be waiting for the answer before asking on.
        out.flush()?;
        finish(block);
        Ok(())
    })?;
    dedupe.map_or(Ok(0), |dedupe| dedupe.finish(out))
}

/// Opens all files before the first is read, so that a wrong name is reported at once.
fn inputs(args: &Args) -> anyhow::Result<Vec<Input>> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    let reads_stdin = args.files.is_empty() || args.files.iter().any(is_stdin);
    if reads_stdin && args.against.as_ref().is_some_and(is_stdin) {
        let message = "found standard input as the training set and as the puzzles";
        return Err(Failure::new(message).help("one of them has to be a file").into());
    }
    if args.files.is_empty() {
        return Ok(vec![Input::open(None)?]);
    }
    args.files.iter().map(|path| Input::open(Some(Path::new(path)))).collect()
}
