//! Checks Sudoku solutions against the rules and their puzzle.
//!
//! It knows grids alone: no encoding and no engine, so that an error in one of these cannot hide
//! here. Every broken rule is a line on standard output.

mod output;

use anyhow::ensure;
use clap::Parser;
use grid_cli::{GridOptions, GridText};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sudoku_core::format::ReadOptions;
use sudoku_core::{Puzzle, Violation, changed_givens};

/// After so many lines no further solution is checked.
const MAX_LINES: usize = 1000;

/// Check a Sudoku solution: the rules, and the givens of its puzzle.
///
/// Without SOLUTION it checks that no two givens of the puzzle clash, or, if no cell is blank or the
/// text says that it is a solution, that it is one. Each broken rule is a line on standard output.
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

    /// Its solution, or several, as sol2grid and sol2grid2 print them; - is standard input
    solution: Option<PathBuf>,

    /// What the text of the puzzle does not say.
    #[command(flatten)]
    options: GridOptions,
}

/// Checks the files and writes the verdict to standard output.
///
/// # Errors
/// A file cannot be read or is not a grid, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Args { puzzle, solution, options } = args;
    let stdin = Path::new("-");
    ensure!(
        puzzle != stdin || solution.as_deref() != Some(stdin),
        "puzzle and solution cannot both be standard input"
    );
    let verdict = match &solution {
        Some(path) => check_solutions(&options.read(Some(&puzzle))?, path)?,
        None => check_alone(&puzzle, &options)?,
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

fn check_alone(path: &Path, options: &GridOptions) -> anyhow::Result<Verdict> {
    let mut text = GridText::read_without(Some(path), output::is_comment)?;
    if let Some(says) = output::no_solution(&text) {
        return Ok(nothing_to_check(&text, &says));
    }
    let Some(puzzle) = options.choose(&mut text)? else {
        return Ok(nothing_to_check(&text, output::NONE));
    };
    let (fine, broken) = if puzzle.grid.is_full() || text.has_others() {
        ("valid solution", puzzle.rules.violations(&puzzle.grid))
    } else {
        ("the givens do not clash", puzzle.clashes())
    };
    Ok(if broken.is_empty() { Ok(fine.to_owned()) } else { Err(described(&broken, &puzzle)) })
}

/// Checks every grid of the file.
fn check_solutions(puzzle: &Puzzle, path: &Path) -> anyhow::Result<Verdict> {
    let mut text = GridText::read_without(Some(path), output::is_comment)?;
    if let Some(says) = output::no_solution(&text) {
        return Ok(nothing_to_check(&text, &says));
    }
    let options =
        ReadOptions { alphabet: Some(puzzle.alphabet.clone()), like: Some(puzzle.grid.clone()) };
    // Each with the number of its solution.
    let mut broken: Vec<(usize, String)> = Vec::new();
    let count = text.visit(&options, |number, solution| {
        let lines = described(&broken_rules(puzzle, &solution), puzzle);
        broken.extend(lines.into_iter().map(|line| (number, line)));
        if number > 1 && broken.len() >= MAX_LINES {
            broken.push((number, "no solution after this one was checked".to_owned()));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(match (count, &broken[..]) {
        (0, _) => nothing_to_check(&text, output::NONE),
        (1, []) => Ok("valid solution of the puzzle".to_owned()),
        (_, []) => Ok(format!("{count} valid solutions of the puzzle")),
        (1, _) => Err(broken.into_iter().map(|(_, line)| line).collect()),
        _ => Err(broken
            .into_iter()
            .map(|(number, line)| format!("solution {number}: {line}"))
            .collect()),
    })
}

fn broken_rules(puzzle: &Puzzle, solution: &Puzzle) -> Vec<Violation> {
    let mut broken = puzzle.rules.violations(&solution.grid);
    // A given that is blank in the solution has been named as a blank.
    let is_changed =
        |rule: &Violation| !matches!(rule, Violation::GivenChanged { found: None, .. });
    let changed = changed_givens(&puzzle.grid, &solution.grid);
    broken.extend(changed.into_iter().filter(is_changed));
    broken
}

fn described(broken: &[Violation], puzzle: &Puzzle) -> Vec<String> {
    broken.iter().map(|rule| rule.describe(&puzzle.alphabet)).collect()
}

fn nothing_to_check(text: &GridText, says: &str) -> Verdict {
    Err(vec![format!("there is no solution to check: {} says {says}", text.name())])
}
