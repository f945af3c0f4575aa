//! The engines behind one door.

use crate::error::{Error, Interrupt, Stopped};
use crate::outcome::Outcome;
use crate::problem::{Demand, Problem};
use crate::{engine_pubgrub, engine_resolvo};

/// An engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// PubGrub for a number of steps, then resolvo; resolvo at once for projects that require many packages
    /// themselves. PubGrub reads only what it needs, resolvo is even on hard problems.
    Auto,
    /// PubGrub, which explains itself.
    Pubgrub,
    /// resolvo, a SAT solver.
    Resolvo,
}

/// How many steps PubGrub has; an ordinary project takes one or two a package.
const BUDGET: usize = 1_000;

/// How many demands of its own an ordinary project has at most.
const MOST_ORDINARY: usize = 64;

impl Engine {
    /// Solves the `active` demands; a solution is checked against the index before it is believed.
    ///
    /// With `may_split` the outcome of PubGrub may be that the environments are to be split, at the first version
    /// that needs it. resolvo looks into versions that nobody wants, and splits nothing.
    pub(crate) fn solve(
        self,
        problem: &Problem,
        active: &[usize],
        may_split: bool,
        interrupt: &mut Interrupt,
    ) -> Result<Outcome, Error> {
        let outcome = match self {
            Self::Auto => return auto(problem, active, may_split, interrupt),
            Self::Pubgrub => engine_pubgrub::solve(problem, active, may_split, interrupt)?,
            Self::Resolvo => engine_resolvo::solve(problem, active, interrupt)?
                .map_or(Outcome::NoSolution(None), Outcome::Solution),
        };
        if let Outcome::Solution(solution) = &outcome
            && !problem.is_solved_by(active, solution)?
        {
            return Err(Error::Engine(format!("{self:?} found a solution that does not hold")));
        }
        Ok(outcome)
    }
}

/// PubGrub within its budget, else resolvo.
fn auto(
    problem: &Problem,
    active: &[usize],
    may_split: bool,
    interrupt: &mut Interrupt,
) -> Result<Outcome, Error> {
    let is_choice = |demand: &usize| matches!(problem.demands[*demand], Demand::OneOf(_));
    if active.len() > MOST_ORDINARY || active.iter().any(is_choice) {
        return Engine::Resolvo.solve(problem, active, may_split, interrupt);
    }
    let mut n_left = BUDGET;
    let mut bounded = || {
        interrupt()?;
        n_left = n_left.checked_sub(1).ok_or(Stopped::Time)?;
        Ok(())
    };
    match Engine::Pubgrub.solve(problem, active, may_split, &mut bounded) {
        Err(Error::Stopped(_)) if n_left == 0 => {
            Engine::Resolvo.solve(problem, active, may_split, interrupt)
        }
        outcome => outcome,
    }
}
