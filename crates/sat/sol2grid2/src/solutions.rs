//! The solutions of a problem, one after the other.

use crate::problem::Problem;
use crate::solver::Solver;
use anyhow::{Context, bail};
use grid_cli::Frame;
use pipe_cli::Failure;
use sudoku_core::Grid;
use sudoku_sat::{Solved, checked_grid};

/// Distinct grids, each checked against the clauses, the rules and the puzzle.
///
/// As an iterator it ends after an error.
#[derive(Debug)]
pub(crate) struct Solutions<'a> {
    last: Option<Grid>,
    search: Option<Search<'a>>,
}

#[derive(Debug)]
struct Search<'a> {
    problem: Problem,
    solver: Solver,
    frame: &'a Frame,
    started: bool,
}

impl<'a> Solutions<'a> {
    /// Those of a problem that has none: so the user's answer says, and the solver is asked to say
    /// the same.
    ///
    /// # Errors
    /// It finds a model, or gives no answer.
    pub(crate) fn none(problem: &Problem, solver: &Solver) -> anyhow::Result<Self> {
        let Some(model) = solver.solve(problem)? else {
            return Ok(Self { last: None, search: None });
        };
        if let Some(fault) = problem.fault_without_grid(&model) {
            bail!("{solver}: {fault}");
        }
        let name = problem.name();
        Err(mismatch(format!("the answer is that there is no solution, but {name} has one")))
    }

    /// Those of `problem`, of which the user's answer is the first.
    ///
    /// # Errors
    /// It is not a model of the problem.
    pub(crate) fn new(
        first: Solved,
        problem: Problem,
        solver: Solver,
        frame: &'a Frame,
    ) -> anyhow::Result<Self> {
        if let Some(fault) = problem.fault(&first.model, &first.grid) {
            return Err(mismatch(fault));
        }
        let search = Search { problem, solver, frame, started: false };
        Ok(Self { last: Some(first.grid), search: Some(search) })
    }
}

fn mismatch(fault: String) -> anyhow::Error {
    let help = "the CNF and the answer do not belong together: solve this CNF again";
    Failure::new(fault).help(help).into()
}

impl Iterator for Solutions<'_> {
    type Item = anyhow::Result<Grid>;

    fn next(&mut self) -> Option<anyhow::Result<Grid>> {
        let found = self.search.as_mut()?.after(self.last.as_ref()?);
        self.last = found.as_ref().ok().cloned().flatten();
        found.transpose()
    }
}

impl Search<'_> {
    /// The solution after `last`, which is the first one if nobody has asked before.
    fn after(&mut self, last: &Grid) -> anyhow::Result<Option<Grid>> {
        if !self.started {
            self.started = true;
            return Ok(Some(last.clone()));
        }
        self.problem.block(last);
        let Some(model) = self.solver.solve(&self.problem)? else { return Ok(None) };
        let grid =
            checked_grid(&model, last, self.frame).with_context(|| self.solver.to_string())?;
        if let Some(fault) = self.problem.fault(&model, &grid) {
            bail!("{}: {fault}", self.solver);
        }
        Ok(Some(grid))
    }
}
