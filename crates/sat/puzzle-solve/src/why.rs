//! The reasons for one puzzle, for people: as a grid and in words.
//!
//! ```text
//! no solution        the givens and constraints that clash
//! one solution       those that make it the only one, and which givens are not needed
//! several            the cells that hold the same in all of them
//! ```

use crate::problem::{Clue, Outcome, Part, Problem};
use crate::reasons::{Needed, Reply, backbone, clash, needed};
use std::io::Write;
use sudoku_core::format::Layout;
use sudoku_core::{Cell, Grid, Puzzle};

/// What is found out about a puzzle.
pub(crate) enum Why {
    /// Clues that clash.
    None(Vec<Clue>),
    /// Clues that make the solution the only one, of so many.
    Unique(Vec<Clue>, usize),
    /// What all solutions have in common.
    Several(Grid),
}

/// Asks for the reasons, for smallest ones if `is_smallest`.
pub(crate) fn why(problem: &mut Problem, is_smallest: bool) -> Reply<Why> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    let grid = match problem.solve(&all, &[])? {
        Outcome::Unknown => return Ok(None),
        Outcome::NoSolution => {
            let clues = clash(problem, is_smallest)?;
            return Ok(clues.map(|clues| Why::None(problem.named(&clues))));
        }
        Outcome::Solution(grid) => grid,
    };
    Ok(match needed(problem, &grid, is_smallest)? {
        None => None,
        Some(Needed::Clues(clues)) => Some(Why::Unique(problem.named(&clues), all.len())),
        Some(Needed::Several) => backbone(problem, &grid)?.map(Why::Several),
    })
}

/// Writes them.
///
/// # Errors
/// Writing fails.
pub(crate) fn write(
    out: &mut impl Write,
    puzzle: &Puzzle,
    why: &Why,
    is_smallest: bool,
    layout: Layout,
) -> anyhow::Result<()> {
    let size = if is_smallest { "no smaller set does" } else { "none of them can be left out" };
    match why {
        Why::None(clues) => {
            writeln!(out, "No solution: {} clash, and {size}", counted(clues))?;
            write_clues(out, puzzle, clues, layout)
        }
        Why::Unique(clues, n_all) => {
            let size =
                if is_smallest { "no smaller set is" } else { "none of them can be left out" };
            let n_more = n_all - clues.len();
            writeln!(
                out,
                "Unique solution: {} are enough, and {size}; {n_more} more are given",
                counted(clues)
            )?;
            write_clues(out, puzzle, clues, layout)
        }
        Why::Several(common) => {
            let is_new = |(cell, _): &(Cell, _)| puzzle.grid.get(*cell).is_none();
            let n_new = common.filled().filter(is_new).count();
            let cells = if n_new == 1 { "cell holds" } else { "cells hold" };
            writeln!(
                out,
                "Multiple solutions: besides the givens {n_new} {cells} the same in all of them"
            )?;
            Ok(write!(out, "{}", layout.write(common, &puzzle.alphabet))?)
        }
    }
}

fn counted(clues: &[Clue]) -> String {
    let n_givens = clues.iter().filter(|clue| matches!(clue.part, Part::Given(..))).count();
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    match (n_givens, clues.len() - n_givens) {
        (0, 0) => "the rules alone".to_owned(),
        (givens, 0) => count(givens, "given"),
        (0, constraints) => count(constraints, "constraint"),
        (givens, constraints) => {
            format!("{} and {}", count(givens, "given"), count(constraints, "constraint"))
        }
    }
}

/// The givens as a grid, then each clue in a line.
fn write_clues(
    out: &mut impl Write,
    puzzle: &Puzzle,
    clues: &[Clue],
    layout: Layout,
) -> anyhow::Result<()> {
    let mut grid = puzzle.grid.blank_copy();
    for clue in clues {
        if let Part::Given(cell, value) = clue.part {
            grid.set(cell, Some(value));
        }
    }
    write!(out, "{}", layout.write(&grid, &puzzle.alphabet))?;
    for clue in clues {
        match clue.part {
            Part::Given(cell, value) => {
                writeln!(out, "{cell}: {}", puzzle.alphabet.symbol(value))?;
            }
            Part::Constraint(_) => writeln!(out, "{}", clue.name)?,
        }
    }
    Ok(())
}
