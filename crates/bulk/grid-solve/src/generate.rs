//! The tool `grid-gen`: puzzles with one solution, a line each.

mod near;
mod read;
mod wish;

use crate::args::threads_or_cores;
use anyhow::Context;
use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grid_engine::generate::{self, Change, HOPELESS, Recipe, Symmetry};
use grid_engine::{Level, N_CELLS, Puzzle};
use grid_search::Technique;
use near::Near;
use pipe_cli::Failure;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use wish::Wish;

/// Makes classic 9×9 puzzles with one solution, a line each, or finds those near others.
#[derive(Debug, Clone, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches of a command line")]
#[command(name = "grid-gen", version, after_help = AFTER_HELP)]
pub struct Args {
    /// Puzzles to start from, one a line, with --vicinity and --within; none or - is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// How many puzzles [default: 1, with --vicinity and --within all]
    #[arg(long, value_name = "N")]
    count: Option<u64>,

    /// Where the random numbers start: the same seed, the same puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The number of the first attempt: with the number of the last one and one more, a run goes on
    #[arg(long, value_name = "N", default_value_t = 0)]
    start: u64,

    /// Print the number of its attempt after each puzzle
    #[arg(long)]
    numbers: bool,

    /// How many givens each puzzle has, 20 to 81 [default: about 30, with --minimal any number]
    #[arg(long, value_name = "N")]
    givens: Option<usize>,

    /// No given can be taken away without a second solution
    #[arg(long)]
    minimal: bool,

    /// Which pattern the givens have
    #[arg(long, value_parser = symmetries(), default_value_t, value_name = "NAME")]
    symmetry: Symmetry,

    /// Puzzles of which the givens' cells are patterns; each pattern gets --count puzzles
    #[arg(long, value_name = "FILE", conflicts_with_all = ["givens", "symmetry"])]
    pattern: Option<PathBuf>,

    /// Start from full grids that are all equally likely; with --givens 81 these are what is printed
    #[arg(long)]
    uniform: bool,

    /// Minimal puzzles from such grids, each with its weight: weighted means are those of all minimal puzzles
    #[arg(long, conflicts_with_all = ["givens", "symmetry", "pattern"])]
    weighted: bool,

    /// The hardest technique that a person needs: hidden-single, naked-single, locked-candidate, subset or search
    #[arg(long, value_name = "NAME", value_parser = wish::technique)]
    technique: Option<Technique>,

    /// The rating, as grid-solve --rate has it: the guesses of a fixed solver, as 20.. or 20..30
    #[arg(long, visible_alias = "guesses", value_name = "RANGE", value_parser = wish::range)]
    rating: Option<RangeInclusive<u64>>,

    /// Puzzles that differ from those of FILE by so many givens: {-1+1} takes one away and adds another
    #[arg(long, value_name = "CHANGE", value_parser = near::change, allow_hyphen_values = true,
        conflicts_with_all = MAKING)]
    vicinity: Option<Change>,

    /// All minimal puzzles within those of FILE
    #[arg(long, conflicts_with_all = MAKING, conflicts_with = "vicinity")]
    within: bool,

    /// How many threads work [default: one for each core]
    #[arg(short = 'j', long = "threads", value_name = "THREADS", value_parser = pipe_cli::threads)]
    threads: Option<NonZeroUsize>,
}

/// What is said of puzzles that are made, not found near others.
const MAKING: [&str; 8] =
    ["seed", "start", "numbers", "givens", "symmetry", "pattern", "uniform", "weighted"];

const AFTER_HELP: &str = "\
Examples:
  grid-gen --count 1000 --seed 7 --minimal > puzzles.txt
  grid-gen --givens 32 --symmetry half-turn
  grid-gen --count 10 --technique subset
  grid-gen --count 1000 --givens 81 --uniform > grids.txt
  grid-gen --vicinity '{-1+1}' --rating 20.. puzzles.txt

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
    let wish = Wish { technique: args.technique, rating: args.rating.clone() };
    let near = args.vicinity.map(Near::Vicinity).or(args.within.then_some(Near::Within));
    if let Some(near) = near {
        let minimal = matches!(near, Near::Within);
        anyhow::ensure!(
            !args.minimal || minimal,
            "--minimal is for puzzles that are made, or for --within"
        );
        pipe_cli::with_stdout(|out| {
            near::write(near, args.file.as_deref(), &wish, args.count, out)
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    anyhow::ensure!(args.file.is_none(), "a file of puzzles is for --vicinity and --within");
    let recipe = Recipe::new(args.seed, args.givens, args.minimal, args.symmetry);
    let mut recipe = Recipe { uniform: args.uniform, ..recipe.map_err(Failure::new)? };
    if args.givens.is_none() && !wish.is_easy() {
        // Puzzles that need more than singles have fewer givens than usual.
        recipe.n_givens = 0..=N_CELLS;
    }
    let patterns = args.pattern.as_deref().map(|path| read::puzzles(Some(path))).transpose()?;
    pipe_cli::with_stdout(|out| {
        let Some(patterns) = &patterns else { return write(&args, &recipe, &wish, out) };
        for read::Placed { puzzle, place } in patterns {
            let pattern = Some(puzzle.cells().map(|cell| cell != 0));
            let recipe = Recipe { pattern, n_givens: 0..=N_CELLS, ..recipe.clone() };
            write(&args, &recipe, &wish, out).with_context(|| place.clone())?;
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A puzzle, its weight if it has one, and the number of its attempt.
struct Made {
    puzzle: Puzzle,
    ln_weight: Option<f64>,
    number: u64,
}

/// Writes as many puzzles as are asked for.
fn write(args: &Args, recipe: &Recipe, wish: &Wish, out: &mut dyn Write) -> anyhow::Result<()> {
    let n_threads = threads_or_cores(args.threads) as u64;
    let (mut missing, mut next, mut in_vain) = (args.count.unwrap_or(1), args.start, 0);
    while missing > 0 {
        let batch = missing.div_ceil(n_threads).clamp(32, BATCH);
        let most = usize::try_from(missing).unwrap_or(usize::MAX);
        for made in
            made(recipe, args.weighted, wish, next, batch, n_threads)?.into_iter().take(most)
        {
            write!(out, "{}", made.puzzle)?;
            if let Some(ln_weight) = made.ln_weight {
                write!(out, " {:.6e}", ln_weight.exp())?;
            }
            if args.numbers {
                write!(out, " {}", made.number)?;
            }
            out.write_all(b"\n")?;
            missing -= 1;
            in_vain = 0;
        }
        next += batch * n_threads;
        in_vain += batch * n_threads;
        if in_vain >= HOPELESS {
            let message = format!("no such puzzle in {in_vain} attempts");
            return Err(Failure::new(message)
                .help("other --givens, another pattern or another wish may have some")
                .into());
        }
    }
    Ok(())
}

/// The puzzles of the next attempts that are as wished, `batch` attempts in each thread, in order.
fn made(
    recipe: &Recipe,
    weighted: bool,
    wish: &Wish,
    next: u64,
    batch: u64,
    n_threads: u64,
) -> io::Result<Vec<Made>> {
    let level = Level::best();
    let of_thread = |first: u64| -> Vec<Made> {
        let numbers = first..first + batch;
        let is_met = |made: &Made| wish.is_met(&made.puzzle);
        if weighted {
            let found = generate::weighted(recipe.seed, level, numbers.clone()).into_iter();
            let made = found.zip(numbers).map(|(found, number)| Made {
                puzzle: found.puzzle,
                ln_weight: Some(found.ln_weight),
                number,
            });
            return made.filter(is_met).collect();
        }
        let found = generate::attempts(recipe, level, numbers.clone()).into_iter().zip(numbers);
        let made = |(puzzle, number): (Option<Puzzle>, u64)| {
            Some(Made { puzzle: puzzle?, ln_weight: None, number })
        };
        found.filter_map(made).filter(is_met).collect()
    };
    thread::scope(|scope| {
        let start = |thread: u64| {
            thread::Builder::new().spawn_scoped(scope, move || of_thread(next + thread * batch))
        };
        let threads = (0..n_threads).map(start).collect::<io::Result<Vec<_>>>()?;
        let made = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        Ok(made.collect())
    })
}
