//! A puzzle: givens, symbols, rules.

use crate::{Alphabet, Geometry, Grid, Rules, Violation, changed_givens};

/// A puzzle as one description, which encoders, checkers and decoders share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The givens; blanks where there is none.
    pub grid: Grid,
    /// The symbols in which it is written.
    pub alphabet: Alphabet,
    /// The houses, and what else a solution obeys.
    pub rules: Rules,
    /// What the reader took for granted and a person should know, such as a recognised alphabet.
    pub notes: Vec<String>,
}

impl Puzzle {
    /// A grid under the usual rules: rows, columns, and the blocks that the grid has.
    #[must_use]
    pub fn classic(grid: Grid, alphabet: Alphabet) -> Self {
        let rules = Rules::of_grid(&grid);
        Self { grid, alphabet, rules, notes: Vec::new() }
    }

    /// Side and blocks, if it is a classic puzzle: rows, columns and blocks are all its rules.
    #[must_use]
    pub fn classic_geometry(&self) -> Option<Geometry> {
        let is_classic = |geometry: &Geometry| self.rules == Rules::classic(*geometry);
        self.grid.blocks().filter(is_classic)
    }

    /// Whether `solution` obeys the rules and keeps the givens.
    #[must_use]
    pub fn is_solution(&self, solution: &Grid) -> bool {
        self.rules.is_solution(solution) && changed_givens(&self.grid, solution).is_empty()
    }

    /// What the givens break, whatever the blanks hold.
    #[must_use]
    pub fn clashes(&self) -> Vec<Violation> {
        let mut clashes = self.rules.repetitions(&self.grid);
        clashes.extend(self.rules.broken_constraints(&self.grid));
        clashes
    }

    /// The first of the [`Self::clashes`]: the puzzle then has no solution.
    #[must_use]
    pub fn clash(&self) -> Option<Violation> {
        self.rules.clash(&self.grid)
    }
}
