//! The tool `grid-gen`: puzzles with one solution, a line each.

mod near;
mod read;
mod wish;

use crate::args::threads_or_cores;
use crate::progress::Search;
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
use std::ops::{Range, RangeInclusive};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};
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

    /// Give up after so many attempts in a row without such a puzzle
    #[arg(long, value_name = "N", default_value_t = HOPELESS,
        value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,

    /// Seconds after which the run ends, with the puzzles that it has found
    #[arg(long, value_name = "SECONDS", value_parser = pipe_cli::seconds)]
    timeout: Option<Duration>,

    /// How many threads work [default: one for each core]
    #[arg(short = 'j', long = "threads", value_name = "THREADS", value_parser = pipe_cli::threads)]
    threads: Option<NonZeroUsize>,
}

/// What is said of puzzles that are made, not found near others.
const MAKING: [&str; 9] =
    ["seed", "start", "numbers", "givens", "symmetry", "pattern", "uniform", "weighted", "tries"];

const AFTER_HELP: &str = "\
Examples:
  grid-gen --count 1000 --seed 7 --minimal > puzzles.txt
  grid-gen --givens 32 --symmetry half-turn
  grid-gen --count 10 --technique subset
  grid-gen --count 1000 --givens 81 --uniform > grids.txt
  grid-gen --vicinity '{-1+1}' --rating 20.. puzzles.txt

What is found is printed, even if there is less of it than asked for. That nothing was found does not prove that there is nothing.

Exit codes: 0 done; 2 trouble (usage, output, or fewer puzzles were found than asked for).";

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
            near::write(near, args.file.as_deref(), &wish, args.count, args.deadline(), out)
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
        let deadline = args.deadline();
        let Some(patterns) = &patterns else { return write(&args, &recipe, &wish, deadline, out) };
        for read::Placed { puzzle, place } in patterns {
            let pattern = Some(puzzle.cells().map(|cell| cell != 0));
            let recipe = Recipe { pattern, n_givens: 0..=N_CELLS, ..recipe.clone() };
            write(&args, &recipe, &wish, deadline, out).with_context(|| place.clone())?;
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

impl Args {
    /// When the run has to end.
    fn deadline(&self) -> Option<Instant> {
        self.timeout.and_then(|timeout| Instant::now().checked_add(timeout))
    }
}

/// Writes as many puzzles as are asked for; lines are whole, and written even if too few are found.
fn write(
    args: &Args,
    recipe: &Recipe,
    wish: &Wish,
    deadline: Option<Instant>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let n_threads = threads_or_cores(args.threads) as u64;
    let count = args.count.unwrap_or(1);
    let progress = Search::new(Some(count));
    let (mut missing, mut next, mut in_vain) = (count, args.start, 0);
    while missing > 0 {
        let n_tried = next - args.start;
        if in_vain >= args.tries {
            return Err(too_few(
                count,
                missing,
                n_tried,
                "other givens or another wish may have some, or more --tries",
            ));
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(too_few(
                count,
                missing,
                n_tried,
                &format!("the time of --timeout is over; --start {next} goes on"),
            ));
        }
        // Not beyond the last attempt of --tries, so that what is found does not depend on the threads.
        let batch = missing.div_ceil(n_threads).clamp(32, BATCH) * n_threads;
        let end = next.saturating_add(batch.min(args.tries - in_vain));
        anyhow::ensure!(end > next, "there are no attempts after number {next}");
        let most = usize::try_from(missing).unwrap_or(usize::MAX);
        let mut made = made(recipe, args.weighted, wish, next..end, n_threads)?;
        made.truncate(most);
        progress.found(made.len(), || -> io::Result<()> {
            made.iter().try_for_each(|made| made.write(args.numbers, out))?;
            out.flush()
        })?;
        missing -= made.len() as u64;
        in_vain = made.last().map_or(in_vain + (end - next), |last| end - last.number - 1);
        next = end;
        progress.tried(next - args.start);
    }
    Ok(())
}

/// Fewer puzzles were found than asked for.
fn too_few(count: u64, missing: u64, n_tried: u64, help: &str) -> anyhow::Error {
    let found = match count - missing {
        0 => "no such puzzle".to_owned(),
        found => format!("{found} of {count} puzzles"),
    };
    Failure::new(format!("found {found} in {n_tried} attempts")).help(help).into()
}

impl Made {
    /// Writes a line.
    fn write(&self, with_number: bool, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.puzzle)?;
        if let Some(ln_weight) = self.ln_weight {
            write!(out, " {:.6e}", ln_weight.exp())?;
        }
        if with_number {
            write!(out, " {}", self.number)?;
        }
        out.write_all(b"\n")
    }
}

/// The puzzles of some attempts that are as wished, in order; each thread makes a part of them.
fn made(
    recipe: &Recipe,
    weighted: bool,
    wish: &Wish,
    attempts: Range<u64>,
    n_threads: u64,
) -> io::Result<Vec<Made>> {
    let level = Level::best();
    let of_thread = |numbers: Range<u64>| -> Vec<Made> {
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
        let part = (attempts.end - attempts.start).div_ceil(n_threads).max(1);
        let start = |first: u64| {
            let numbers = first..attempts.end.min(first.saturating_add(part));
            thread::Builder::new().spawn_scoped(scope, move || of_thread(numbers))
        };
        let firsts = attempts.clone().step_by(usize::try_from(part).unwrap_or(usize::MAX));
        let threads = firsts.map(start).collect::<io::Result<Vec<_>>>()?;
        let made = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        Ok(made.collect())
    })
}
