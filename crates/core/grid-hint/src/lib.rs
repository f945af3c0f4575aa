//! Prints the next step of a person, with its reason, for grids of any side up to 64.
//!
//! The steps are those of [`grid_search`], and so are the hints of the grid editor and the ratings of
//! `grid-solve`: all three name the same techniques.

use clap::Parser;
use grid_cli::GridInput;
use grid_search::{Houses, Next, Pencil, next_step, rate};
use pipe_cli::Failure;
use std::io::Write;
use std::process::ExitCode;
use sudoku_core::Puzzle;

/// Say the next step of a Sudoku, with its reason.
///
/// Techniques, the easiest first: hidden single, naked single, locked candidate, subset.
#[derive(Debug, Parser)]
#[command(
    name = "grid-hint",
    version,
    after_help = "Examples:\n  grid-hint input.txt\n  grid-hint --all input.txt\n\n\
                  Exit codes:\n  0  a step, a full grid, or that a search is needed\n  \
                  1  the values clash, or a cell or a house has nothing left\n  \
                  2  usage, input or output, malformed input"
)]
pub struct Args {
    /// What to read.
    #[command(flatten)]
    input: GridInput,

    /// Every step, until the grid is full or no technique goes on
    #[arg(long, conflicts_with = "rate")]
    all: bool,

    /// The hardest technique that the puzzle needs, and nothing else
    #[arg(long)]
    rate: bool,
}

/// Prints steps, or the rating.
///
/// # Errors
/// The file cannot be read or is not a grid, its side is too large, or standard output cannot be written.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let puzzle = args.input.read()?;
    let houses = Houses::of(&puzzle.rules)
        .map_err(|error| Failure::new(format!("{}: {error}", args.input.name())))?;
    if args.rate {
        pipe_cli::with_stdout(|out| {
            Ok(writeln!(out, "{}", rate(&houses, &puzzle.grid).technique)?)
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut possible = true;
    pipe_cli::with_stdout(|out| {
        possible = steps(&houses, &puzzle, args.all, out)?;
        Ok(())
    })?;
    Ok(ExitCode::from(u8::from(!possible)))
}

/// Prints the next step, or all of them: whether the grid may have a solution.
fn steps(houses: &Houses, puzzle: &Puzzle, all: bool, out: &mut dyn Write) -> anyhow::Result<bool> {
    if let Some(clash) = puzzle.clash() {
        writeln!(out, "{}", clash.describe(&puzzle.alphabet))?;
        return Ok(false);
    }
    let mut pencil = Pencil::new(houses, &puzzle.grid);
    loop {
        let next = next_step(&pencil);
        writeln!(out, "{}", next.describe(&pencil, &puzzle.alphabet))?;
        match next {
            Next::Step(step) if all => pencil.take(&step),
            next => return Ok(!matches!(next, Next::NoValue(_) | Next::NoPlace(..))),
        }
    }
}
