//! Solves 9×9 puzzles by the million: a puzzle a line in, a line out, in order.
//!
//! ```text
//! files ──► blocks of whole lines ──► workers: fields, puzzles, engine, text ──► in order ──► output
//! ```
//!
//! What is printed for a line depends on that line alone, so that the output is the same for any number of
//! threads, any instructions and any cut into blocks. Blocks go round: their number bounds the memory.
//!
//! - `blocks`: cutting the input at line ends
//! - `fields`: where the puzzle is in a line
//! - `job`: what is asked of each line and what is found out
//! - `work`: solving a block; `report`: printing it
//! - `pool`: the threads

mod args;
mod blocks;
mod fields;
pub mod generate;
mod job;
mod pool;
mod progress;
mod report;
mod stats;
mod work;

pub use args::{Args, Format, Only};

use blocks::Blocks;
use job::{Job, Mode};
use pipe_cli::Input;
use progress::Progress;
use stats::Tally;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use work::Block;

/// The tool: solves the puzzles of the files and writes what was found to standard output.
///
/// # Errors
/// A file cannot be read, or writing fails. A line that is no puzzle is not an error, but changes the exit
/// code to 1.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let inputs = inputs(&args)?;
    let progress = Progress::new(&args.files);
    let mut tally = Tally::default();
    let result = pipe_cli::with_stdout(|out| {
        solve_blocks(&args, inputs, out, |block| {
            tally.add(&block.tally);
            progress.add(block.text.bytes.len());
        })
    });
    progress.finish();
    result?;
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
/// Reading or writing fails.
pub fn solve(args: &Args, inputs: Vec<Input>, out: &mut impl Write) -> anyhow::Result<()> {
    solve_blocks(args, inputs, out, |_| ())
}

/// Solves all blocks and writes what was found, in order; `finish` sees each block that was written.
fn solve_blocks(
    args: &Args,
    inputs: Vec<Input>,
    out: &mut impl Write,
    mut finish: impl FnMut(&Block),
) -> anyhow::Result<()> {
    let job = Arc::new(Job::new(args));
    let mut blocks = Blocks::new(inputs);
    out.write_all(report::head(&job))?;
    if job.mode == Mode::All {
        let mut block = Block::default();
        while blocks.next_lines(&mut block.text)? {
            block.solve_all(&job, out)?;
            out.flush()?;
            finish(&block);
        }
        return Ok(());
    }
    pool::run(blocks, args.threads(), &job, |block| {
        // Flushed, as somebody may be waiting for the answer before asking on.
        out.write_all(&block.output)?;
        out.flush()?;
        finish(block);
        Ok(())
    })
}

/// Opens all files before the first is read, so that a wrong name is told at once.
fn inputs(args: &Args) -> anyhow::Result<Vec<Input>> {
    if args.files.is_empty() {
        return Ok(vec![Input::open(None)?]);
    }
    args.files.iter().map(|path| Input::open(Some(Path::new(path)))).collect()
}
