//! The solutions of a problem, one after the other.

use crate::problem::Problem;
use crate::solver::Solver;
use anyhow::{Context, anyhow, bail};
use grid_cli::Frame;
use pipe_cli::Failure;
use sat_format::Model;
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
        match solver.solve(problem)? {
            None => Ok(Self { last: None, search: None }),
            Some(model) => Err(has_one(problem, solver, &model)),
        }
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
        check_first(&first, &problem)?;
        let search = Search { problem, solver, frame, started: false };
        Ok(Self { last: Some(first.grid), search: Some(search) })
    }
}

/// Checks that the user's answer is a model of the problem.
///
/// # Errors
/// It is none.
pub(crate) fn check_first(first: &Solved, problem: &Problem) -> anyhow::Result<()> {
    problem.fault(&first.model, &first.grid).map_or(Ok(()), |fault| Err(mismatch(fault)))
}

/// The error that a solver finds a model of a problem that is said to have none.
pub(crate) fn has_one(problem: &Problem, solver: &Solver, model: &Model) -> anyhow::Error {
    if let Some(fault) = problem.fault_without_grid(model) {
        return anyhow!("{solver}: {fault}");
    }
    let name = problem.name();
    mismatch(format!("the answer is that there is no solution, but {name} has one"))
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
