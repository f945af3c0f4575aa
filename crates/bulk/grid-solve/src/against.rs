//! Which puzzles of a test set a training set gives away, up to rearrangement.
//!
//! A puzzle leaks if its canonical form is that of a training puzzle; and if its solution, when there is only one, has the form of
//! a training puzzle's solution: then it is another choice of givens from the same grid, rearranged.

use crate::args::Args;
use crate::blocks::{Blocks, Reading};
use crate::forms::{Form, n_entries};
use crate::job::Job;
use crate::pool;
use anyhow::Context;
use grid_engine::{N_CELLS, Puzzle};
use pipe_cli::{Failure, Input};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A puzzle of the training set.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) line: u64,
    pub(crate) puzzle: Form,
    /// Its solution, if there is only one.
    pub(crate) grid: Option<Form>,
}

/// The forms of a training set, each with the line where it comes first.
#[derive(Debug)]
pub(crate) struct Training {
    puzzles: HashMap<Form, u64>,
    grids: HashMap<Form, u64>,
}

/// How a puzzle leaks, and from which line of the training set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leak {
    /// It is a rearrangement of a training puzzle.
    Puzzle(u64),
    /// Its solution is a rearrangement of that of a training puzzle.
    Grid(u64),
}

impl Leak {
    /// What it is called, and the line.
    pub(crate) fn parts(self) -> (&'static str, u64) {
        match self {
            Self::Puzzle(line) => ("puzzle", line),
            Self::Grid(line) => ("grid", line),
        }
    }
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, line) = self.parts();
        write!(f, "{name} {line}")
    }
}

impl Training {
    /// Reads and solves the training set.
    ///
    /// # Errors
    /// It cannot be read, or memory has no room for its forms.
    pub(crate) fn read(path: &Path, args: &Args) -> anyhow::Result<Self> {
        let mut training = Self { puzzles: HashMap::new(), grids: HashMap::new() };
        // Two tables.
        let most = n_entries::<(Form, u64)>(args.memory() / 2);
        let blocks = Blocks::new(vec![Input::open(Some(path))?], Reading::default());
        let mut n_invalid = 0;
        pool::run(blocks, args.threads(), &Arc::new(Job::of_training(args)), |block| {
            n_invalid += block.tally.invalid;
            for known in &block.known {
                training.puzzles.entry(known.puzzle).or_insert(known.line);
                if let Some(grid) = known.grid {
                    training.grids.entry(grid).or_insert(known.line);
                }
                if training.puzzles.len() >= most {
                    let message = format!(
                        "{}: memory has room for {most} puzzles, found more",
                        path.display()
                    );
                    return Err(Failure::new(message).help("--memory gives it more").into());
                }
            }
            Ok(())
        })
        .with_context(|| path.display().to_string())?;
        if n_invalid > 0 {
            let what =
                if n_invalid == 1 { "line is not a puzzle" } else { "lines are not puzzles" };
            pipe_cli::warning(format!("{}: {n_invalid} {what}", path.display()));
        }
        Ok(training)
    }

    /// How a puzzle leaks; `solution` is its only one.
    pub(crate) fn leak(&self, puzzle: &Puzzle, solution: Option<&[u8; N_CELLS]>) -> Option<Leak> {
        if let Some(line) = self.puzzles.get(&Form::of(puzzle)) {
            return Some(Leak::Puzzle(*line));
        }
        self.grids.get(&Form::of_grid(solution?)).copied().map(Leak::Grid)
    }
}
