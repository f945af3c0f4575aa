//! The engines behind one door.

use crate::derivation::Derivation;
use crate::error::{Error, Interrupt};
use crate::problem::{Problem, Solution};
use crate::{engine_pubgrub, engine_resolvo};

/// An engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// PubGrub, which explains itself.
    Pubgrub,
    /// resolvo, a SAT solver.
    Resolvo,
}

/// What an engine found.
#[derive(Debug)]
pub(crate) enum Outcome {
    Solution(Solution),
    /// There is none; with the derivation, if the engine has one.
    NoSolution(Option<Derivation>),
}

impl Engine {
    /// Solves the `active` demands; a solution is checked against the index before it is believed.
    pub(crate) fn solve(
        self,
        problem: &Problem,
        active: &[usize],
        interrupt: &mut Interrupt,
    ) -> Result<Outcome, Error> {
        let outcome = match self {
            Self::Pubgrub => match engine_pubgrub::solve(problem, active, interrupt)? {
                Ok(solution) => Outcome::Solution(solution),
                Err(derivation) => Outcome::NoSolution(Some(derivation)),
            },
            Self::Resolvo => engine_resolvo::solve(problem, active, interrupt)?
                .map_or(Outcome::NoSolution(None), Outcome::Solution),
        };
        if let Outcome::Solution(solution) = &outcome
            && !problem.is_solved_by(active, solution)?
        {
            return Err(Error::Engine(format!("{self:?} found a solution that is none")));
        }
        Ok(outcome)
    }
}
