//! The tool `grid-gen`: puzzles with one solution, a line each.

use crate::args::threads_or_cores;
use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grid_engine::generate::{self, HOPELESS, Recipe, Symmetry};
use grid_engine::{Level, Puzzle};
use pipe_cli::Failure;
use std::io::Write;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

/// Makes classic 9×9 puzzles with one solution, a line each.
#[derive(Debug, Clone, Parser)]
#[command(name = "grid-gen", version, after_help = AFTER_HELP)]
pub struct Args {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// Where the random numbers start: the same seed, the same puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How many givens each puzzle has, 20 to 81 [default: about 30, with --minimal any number]
    #[arg(long, value_name = "N")]
    givens: Option<usize>,

    /// No given can be taken away without a second solution
    #[arg(long)]
    minimal: bool,

    /// Which pattern the givens have
    #[arg(long, value_parser = symmetries(), default_value_t, value_name = "NAME")]
    symmetry: Symmetry,

    /// How many threads work [default: one for each core]
    #[arg(short = 'j', long = "threads", value_name = "THREADS")]
    threads: Option<NonZeroUsize>,
}

const AFTER_HELP: &str = "\
Examples:
  grid-gen --count 1000 --seed 7 --minimal > puzzles.txt
  grid-gen --givens 32 --symmetry half-turn

Exit codes: 0 done; 2 trouble (usage, output, or no such puzzle was found).";

/// The patterns by name.
fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let names = Symmetry::ALL
        .map(|symmetry| PossibleValue::new(symmetry.name()).help(symmetry.description()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Symmetry>())
}

/// Attempts that a thread makes at a time.
const BATCH: u64 = 1024;
/// The tool: writes puzzles to standard output.
///
/// # Errors
/// No puzzle meets the recipe in many attempts, or writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let recipe = Recipe::new(args.seed, args.givens, args.minimal, args.symmetry);
    let recipe = recipe.map_err(Failure::new)?;
    let n_threads = threads_or_cores(args.threads) as u64;
    pipe_cli::with_stdout(|out| {
        let (mut missing, mut next, mut in_vain) = (args.count, 0, 0);
        while missing > 0 {
            let batch = missing.div_ceil(n_threads).clamp(32, BATCH);
            for puzzle in made(&recipe, next, batch, n_threads).into_iter().take(missing as usize) {
                out.write_all(&puzzle.text())?;
                out.write_all(b"\n")?;
                missing -= 1;
                in_vain = 0;
            }
            next += batch * n_threads;
            in_vain += batch * n_threads;
            if in_vain >= HOPELESS {
                let message = format!("no such puzzle in {in_vain} attempts");
                return Err(Failure::new(message)
                    .help("other --givens or another --symmetry may have some")
                    .into());
            }
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The puzzles of the next attempts, `batch` of them in each thread, in order.
fn made(recipe: &Recipe, next: u64, batch: u64, n_threads: u64) -> Vec<Puzzle> {
    let level = Level::best();
    thread::scope(|scope| {
        let start = |thread: u64| {
            let first = next + thread * batch;
            scope.spawn(move || generate::attempts(recipe, level, first..first + batch))
        };
        let threads: Vec<_> = (0..n_threads).map(start).collect();
        let puzzles = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        puzzles.flatten().collect()
    })
}
