//! Checks a Sudoku solution against the rules and its puzzle.
//!
//! It knows grids alone: no encoding and no engine, so that an error in one of these cannot hide
//! here. Every broken rule is a line on standard output.

use anyhow::ensure;
use clap::Parser;
use grid_cli::{GridOptions, GridText};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sudoku_core::format::{Puzzle, ReadOptions};
use sudoku_core::rules::{self, Violation};

/// What the pipelines write when there is no grid to print.
const NO_SOLUTION: [&[u8]; 2] = [b"No solution exists", b"No solution"];

/// What they write after a grid.
const VERDICTS: [&[u8]; 2] = [b"Unique solution", b"Multiple solutions"];

/// Check a Sudoku solution: the rules, and the givens of its puzzle.
///
/// Without SOLUTION it checks that no two givens of the puzzle clash, or, if no cell is blank, that
/// it is a solution. Each broken rule is a line on standard output.
#[derive(Debug, Parser)]
#[command(
    name = "grid-check",
    version,
    after_help = "Example:\n  grid-check input.txt output.txt\n\n\
                  Exit codes:\n  0  no rule is broken\n  1  rules are broken, or there is no solution\n  \
                  2  usage, input or output, malformed input"
)]
pub struct Args {
    /// The puzzle; - is standard input
    puzzle: PathBuf,

    /// Its solution, as sol2grid and sol2grid2 print it; - is standard input
    solution: Option<PathBuf>,

    /// What the text of the puzzle does not say.
    #[command(flatten)]
    options: GridOptions,
}

/// Checks the files and writes the verdict to standard output.
///
/// # Errors
/// A file cannot be read or is no grid, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Args { puzzle, solution, options } = args;
    let stdin = Path::new("-");
    ensure!(
        puzzle != stdin || solution.as_deref() != Some(stdin),
        "puzzle and solution cannot both be standard input"
    );
    let puzzle = options.read(Some(&puzzle))?;
    let verdict = match &solution {
        Some(path) => check_solution(&puzzle, path)?,
        None => check_alone(&puzzle),
    };
    pipe_cli::with_stdout(|out| {
        let lines = match &verdict {
            Ok(fine) => std::slice::from_ref(fine),
            Err(broken) => broken,
        };
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    })?;
    Ok(ExitCode::from(u8::from(verdict.is_err())))
}

/// What is fine, or the broken rules.
type Verdict = Result<String, Vec<String>>;

fn check_alone(puzzle: &Puzzle) -> Verdict {
    let (fine, broken) = if puzzle.grid.is_full() {
        ("valid solution", rules::violations(&puzzle.grid))
    } else {
        ("the givens do not clash", rules::repetitions(&puzzle.grid))
    };
    verdict(fine, &broken, puzzle)
}

fn check_solution(puzzle: &Puzzle, path: &Path) -> anyhow::Result<Verdict> {
    let mut text = GridText::read(Some(path))?;
    let mut lines = text.bytes().split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    if let Some(line) = lines.find(|line| NO_SOLUTION.contains(line)) {
        let says = String::from_utf8_lossy(line);
        let broken = format!("there is no solution to check: {} says '{says}'", text.name());
        return Ok(Err(vec![broken]));
    }
    text.blank_lines(|line| VERDICTS.contains(&line));
    let options = ReadOptions {
        alphabet: Some(puzzle.alphabet.clone()),
        geometry: Some(puzzle.grid.geometry()),
    };
    let solution = text.puzzle(&options, None)?.grid;
    let mut broken = rules::violations(&solution);
    // A given that is blank in the solution has been named as a blank.
    let is_changed =
        |rule: &Violation| !matches!(rule, Violation::GivenChanged { found: None, .. });
    broken.extend(rules::changed_givens(&puzzle.grid, &solution).into_iter().filter(is_changed));
    Ok(verdict("valid solution of the puzzle", &broken, puzzle))
}

fn verdict(fine: &str, broken: &[Violation], puzzle: &Puzzle) -> Verdict {
    match broken {
        [] => Ok(fine.to_owned()),
        _ => Err(broken.iter().map(|rule| rule.describe(&puzzle.alphabet)).collect()),
    }
}
