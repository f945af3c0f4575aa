//! What is known of a training set, and which puzzles it gives away, up to rearrangement.
//!
//! A puzzle leaks if its canonical form is that of a training puzzle; and if its solution, when there is only one, has the form of
//! a training puzzle's solution: then it is another choice of givens from the same grid, rearranged.

use crate::forms::Form;
use grid_engine::{N_CELLS, Puzzle};
use std::collections::HashMap;
use std::fmt;

/// A puzzle of the training set.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) line: u64,
    pub(crate) puzzle: Form,
    /// Its solution, if there is only one.
    pub(crate) grid: Option<Form>,
}

/// The forms of a training set, each with the line where it comes first.
#[derive(Debug, Default)]
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
    /// Takes a puzzle in; the first line of a form counts.
    pub(crate) fn add(&mut self, known: &Known) {
        self.puzzles.entry(known.puzzle).or_insert(known.line);
        if let Some(grid) = known.grid {
            self.grids.entry(grid).or_insert(known.line);
        }
    }

    /// How many puzzles there are, equivalent ones counted once.
    pub(crate) fn n_puzzles(&self) -> usize {
        self.puzzles.len()
    }

    /// How a puzzle leaks; `solution` is its only one.
    pub(crate) fn leak(&self, puzzle: &Puzzle, solution: Option<&[u8; N_CELLS]>) -> Option<Leak> {
        if let Some(line) = self.puzzles.get(&Form::of(puzzle)) {
            return Some(Leak::Puzzle(*line));
        }
        self.grids.get(&Form::of_grid(solution?)).copied().map(Leak::Grid)
    }
}
