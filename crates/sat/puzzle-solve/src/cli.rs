//! The command line of the tool, and what it does with it.

use crate::clauses::{Limits, NoAnswer};
use crate::modes::Mode;
use crate::problem::Problem;
use crate::{why, work};
use anyhow::{bail, ensure};
use clap::Parser;
use grid_cli::GridOptions;
use pipe_cli::{Failure, Input};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sudoku_core::format::Layout;

/// Solve variant Sudoku of any kind, a puzzle a line.
///
/// A line is our JSON, an f-puzzles link or string, a constraint string of the Interactive Sudoku Solver,
/// SudokuPad, or a classic grid of 81 cells or more. Each line gives one line of JSON, in the same order, with a status:
/// solved, unique, several, no solution, no answer (a limit was reached), or error.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
#[command(
    name = "puzzle-solve",
    version,
    after_help = "Example:\n  puzzle-solve --unique puzzles.jsonl\n\n\
                  Exit codes:\n  0  every line has an answer\n  1  some have none: an error, or a limit was reached\n  \
                  2  usage, input or output"
)]
pub struct Args {
    /// The puzzles; standard input if there is no file or it is -
    file: Option<PathBuf>,

    /// Whether the solution is the only one
    #[arg(long, group = "mode")]
    unique: bool,

    /// How many solutions there are, up to the limit
    #[arg(long, group = "mode")]
    count: bool,

    /// How many solutions are counted at most [default: 1000]
    #[arg(long, value_name = "N", requires = "count")]
    limit: Option<u64>,

    /// The candidates of each cell that are in some solution
    #[arg(long, group = "mode")]
    true_candidates: bool,

    /// The clues without which the solution is still the only one
    #[arg(long, group = "mode")]
    unnecessary: bool,

    /// Clues that clash, of which none can be left out
    #[arg(long, group = "mode")]
    clash: bool,

    /// Clues that are enough for the solution to be the only one, of which none can be left out
    #[arg(long, group = "mode")]
    minimal: bool,

    /// The cells that are the same in all solutions
    #[arg(long, group = "mode")]
    backbone: bool,

    /// Say for people why one puzzle, in any layout, has no solution, only one or several: --clash, --minimal or
    /// --backbone, as a grid and in words
    #[arg(long, group = "mode", conflicts_with = "jobs")]
    why: bool,

    /// The fewest clues that will do, with --clash, --minimal and --why: takes longer
    #[arg(long, requires = "mode", conflicts_with_all = ["unique", "count", "true_candidates", "unnecessary", "backbone"])]
    smallest: bool,

    /// How to read the puzzles; --alphabet, --block, --variant and --regions are for --why alone
    #[command(flatten)]
    options: GridOptions,

    /// The layout of the grid of --why
    #[arg(long, value_name = "LAYOUT", requires = "why", value_parser = layout)]
    format: Option<Layout>,

    /// Puzzles that are solved at the same time; all processors otherwise
    #[arg(short, long, value_name = "N", value_parser = pipe_cli::threads)]
    jobs: Option<NonZeroUsize>,

    /// Seconds after which a puzzle has no answer
    #[arg(long, value_name = "SECONDS", value_parser = pipe_cli::seconds)]
    timeout: Option<Duration>,

    /// The most literals that the clauses of a puzzle may have: memory is some 30 bytes for each
    #[arg(long, value_name = "N", default_value_t = 1 << 25)]
    max_literals: u64,
}

fn layout(name: &str) -> Result<Layout, String> {
    Layout::ALL
        .into_iter()
        .find(|layout| layout.name() == name)
        .ok_or_else(|| format!("expected one of {}", Layout::ALL.map(Layout::name).join(", ")))
}

/// Reads the puzzles and writes an answer for each.
///
/// # Errors
/// The file cannot be read, or standard output cannot be written.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if args.why {
        return explain(&args);
    }
    let alone = GridOptions {
        nth: None,
        lines: Vec::new(),
        ignore_drawings: false,
        ..args.options.clone()
    };
    ensure!(alone.words().is_empty(), "found options for the puzzle of --why without it");
    let mode = match args {
        Args { unique: true, .. } => Mode::Unique,
        Args { count: true, limit, .. } => Mode::Count(limit.unwrap_or(1000)),
        Args { true_candidates: true, .. } => Mode::TrueCandidates,
        Args { unnecessary: true, .. } => Mode::Unnecessary,
        Args { backbone: true, .. } => Mode::Backbone,
        Args { minimal: true, smallest, .. } => Mode::Minimal { is_smallest: smallest },
        Args { clash: true, smallest, .. } => Mode::Clash { is_smallest: smallest },
        _ => Mode::Solve,
    };
    let input = Input::open(args.file.as_deref())?;
    let job = Arc::new(work::Job {
        name: input.name().to_owned(),
        mode,
        timeout: args.timeout,
        max_literals: args.max_literals,
        nth: args.options.nth,
        options: args.options.pad_options(),
    });
    let available = std::thread::available_parallelism().ok();
    let n_jobs = args.jobs.or(available).map_or(1, NonZeroUsize::get);
    let mut is_complete = true;
    pipe_cli::with_stdout(|out| work::run(&job, input, n_jobs, out, &mut is_complete))?;
    Ok(ExitCode::from(u8::from(!is_complete)))
}

/// Prints the reasons for one puzzle.
fn explain(args: &Args) -> anyhow::Result<ExitCode> {
    let puzzle = args.options.read(args.file.as_deref())?;
    let deadline = args.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limits = Limits { deadline, literals: args.max_literals };
    let over = || Failure::new(NoAnswer::Time).help("--timeout SECONDS allows more");
    let problem = Problem::with_clues(puzzle, limits);
    let mut problem = problem.map_err(|error| match error.downcast_ref() {
        Some(NoAnswer::Time) => over().into(),
        _ => error,
    })?;
    let Some(why) = why::why(&mut problem, args.smallest)? else { bail!(over()) };
    let layout = args.format.unwrap_or_default();
    pipe_cli::with_stdout(|out| why::write(out, problem.puzzle(), &why, args.smallest, layout))?;
    Ok(ExitCode::SUCCESS)
}
