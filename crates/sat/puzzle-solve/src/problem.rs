//! A puzzle as clauses in an engine, its clues as assumptions, and models as checked grids.

use crate::clauses::{self, Limits};
use crate::engine::{Cdcl, Engine, Verdict};
use anyhow::{anyhow, ensure};
use std::time::Instant;
use sudoku_core::{Cell, Grid, Puzzle, Value, VarMap, changed_givens};

/// A part of a puzzle that a setter could leave out: a given or a constraint.
#[derive(Debug, Clone)]
pub struct Clue {
    /// As messages name it: `given 5 at r1c2`, `cage of 15 at r1c1 r1c2`.
    pub name: String,
    /// What it is.
    pub part: Part,
    /// True where the clue holds.
    literal: i32,
}

/// What a clue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The cell's value.
    Given(Cell, Value),
    /// That of this index among the puzzle's constraints.
    Constraint(usize),
}

/// The clauses of a puzzle in an engine.
#[derive(Debug)]
pub struct Problem {
    puzzle: Puzzle,
    map: VarMap,
    engine: Cdcl,
    deadline: Option<Instant>,
    /// Every clue that is not fixed; only those that are assumed hold.
    pub clues: Vec<Clue>,
}

/// A solution, or why there is none.
#[derive(Debug)]
pub enum Outcome {
    /// This one, which was checked.
    Solution(Grid),
    /// There is none.
    NoSolution,
    /// The time was over first.
    Unknown,
}

impl Problem {
    /// Hands the puzzle to a new engine, its clues for good: there are then none to assume, and what the givens
    /// settle is not searched.
    ///
    /// # Errors
    /// A limit was reached, or the puzzle cannot be encoded.
    pub fn fixed(puzzle: Puzzle, limits: Limits) -> anyhow::Result<Self> {
        let (engine, _) = clauses::engine(&puzzle, false, limits)?;
        Ok(Self {
            map: VarMap::new(puzzle.rules.shape()),
            puzzle,
            engine,
            deadline: limits.deadline,
            clues: Vec::new(),
        })
    }

    /// Hands the puzzle to a new engine; its clues hold where they are assumed.
    ///
    /// # Errors
    /// A limit was reached, or the puzzle cannot be encoded.
    pub fn with_clues(puzzle: Puzzle, limits: Limits) -> anyhow::Result<Self> {
        let blank = Puzzle { grid: puzzle.grid.blank_copy(), ..puzzle.clone() };
        let (engine, selectors) = clauses::engine(&blank, true, limits)?;
        let map = VarMap::new(puzzle.rules.shape());
        let given = |(cell, value): (Cell, Value)| Clue {
            name: format!("given {} at {}", puzzle.alphabet.symbol(value), cell.short()),
            part: Part::Given(cell, value),
            literal: map.var(cell, value).cast_signed(),
        };
        let constraint = |(index, literal): (usize, i32)| Clue {
            name: puzzle.rules.constraints()[index].to_string(),
            part: Part::Constraint(index),
            literal,
        };
        let givens = puzzle.grid.givens().map(given);
        let clues = givens.chain(selectors.into_iter().map(constraint)).collect();
        Ok(Self { puzzle, map, engine, deadline: limits.deadline, clues })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// When its questions have no answer any more.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// These clues.
    #[must_use]
    pub fn named(&self, clues: &[usize]) -> Vec<Clue> {
        clues.iter().map(|clue| self.clues[*clue].clone()).collect()
    }

    /// Moves the clues that the last model says hold from one list to the other.
    pub fn move_true(&self, from: &mut Vec<usize>, to: &mut Vec<usize>) {
        from.retain(|clue| {
            let holds = self.engine.is_true(self.clues[*clue].literal);
            if holds {
                to.push(*clue);
            }
            !holds
        });
    }

    /// "The cell holds the value".
    #[must_use]
    pub fn holds(&self, cell: Cell, value: Value) -> i32 {
        self.map.var(cell, value).cast_signed()
    }

    /// Adds a clause for all later questions.
    pub fn add_clause(&mut self, literals: &[i32]) {
        self.engine.add_clause(literals);
    }

    /// A solution in which these clues hold and these literals are true.
    ///
    /// # Errors
    /// What the engine found is not a solution: a fault of this program.
    pub fn solve(&mut self, clues: &[usize], literals: &[i32]) -> anyhow::Result<Outcome> {
        let held = clues.iter().map(|clue| self.clues[*clue].literal);
        let assumptions: Vec<i32> = held.chain(literals.iter().copied()).collect();
        Ok(match self.engine.solve(&assumptions) {
            Verdict::Unsat => Outcome::NoSolution,
            Verdict::Unknown => Outcome::Unknown,
            Verdict::Sat => Outcome::Solution(self.grid(clues)?),
        })
    }

    /// The clues, of those that were assumed, without which the last answer could be another one.
    #[must_use]
    pub fn core(&self) -> Vec<usize> {
        let core = self.engine.core();
        (0..self.clues.len()).filter(|clue| core.contains(&self.clues[*clue].literal)).collect()
    }

    /// A literal that is true in every grid that differs from this one in the cells of the grid, if it is assumed.
    pub fn different(&mut self, grid: &Grid) -> i32 {
        let literal = self.engine.fresh_var();
        let mut clause: Vec<i32> =
            grid.filled().map(|(cell, value)| -self.holds(cell, value)).collect();
        clause.push(-literal);
        self.engine.add_clause(&clause);
        literal
    }

    /// The model as a grid; checked against the rules and, where all clues are assumed or fixed, the givens.
    fn grid(&self, clues: &[usize]) -> anyhow::Result<Grid> {
        let mut grid = self.puzzle.grid.blank_copy();
        let shape = grid.shape();
        for cell in (0..shape.n_cells() + shape.n_outside()).map(|index| shape.cell(index)) {
            let holds = |value: &Value| self.engine.is_true(self.holds(cell, *value));
            let value = (0..shape.n_values() as Value).find(holds);
            grid.set(
                cell,
                Some(value.ok_or_else(|| anyhow!("a cell of the answer has no value"))?),
            );
        }
        if clues.len() == self.clues.len() {
            let broken = self.puzzle.rules.violations(&grid).into_iter();
            let changed = changed_givens(&self.puzzle.grid, &grid);
            if let Some(broken) = broken.chain(changed).next() {
                let what = broken.describe(&self.puzzle.alphabet);
                return Err(anyhow!("internal error: an answer breaks a rule: {what}"));
            }
        } else {
            ensure!(
                self.puzzle.rules.repetitions(&grid).is_empty(),
                "internal error: a house repeats"
            );
        }
        Ok(grid)
    }
}
