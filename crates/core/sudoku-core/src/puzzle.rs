//! A puzzle: givens, symbols, rules.

use crate::{Alphabet, Grid, Rules, Violation, changed_givens};

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
    /// A grid under the usual rules: rows, columns and blocks.
    #[must_use]
    pub fn classic(grid: Grid, alphabet: Alphabet) -> Self {
        let rules = Rules::classic(grid.geometry());
        Self { grid, alphabet, rules, notes: Vec::new() }
    }

    /// Whether `solution` obeys the rules and keeps the givens.
    #[must_use]
    pub fn is_solution(&self, solution: &Grid) -> bool {
        self.rules.is_solution(solution) && changed_givens(&self.grid, solution).is_empty()
    }

    /// A pair of equal givens in one house, if there is one: the puzzle then has no solution.
    #[must_use]
    pub fn clash(&self) -> Option<Violation> {
        self.rules.clash(&self.grid)
    }
}
