//! The engines behind one door.

use crate::derivation::Derivation;
use crate::error::Error;
use crate::problem::{Problem, Solution, Watch};
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
pub(crate) enum Answer {
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
        watch: &mut Watch,
    ) -> Result<Answer, Error> {
        let answer = match self {
            Self::Pubgrub => match engine_pubgrub::solve(problem, active, watch)? {
                Ok(solution) => Answer::Solution(solution),
                Err(derivation) => Answer::NoSolution(Some(derivation)),
            },
            Self::Resolvo => engine_resolvo::solve(problem, active, watch)?
                .map_or(Answer::NoSolution(None), Answer::Solution),
        };
        if let Answer::Solution(solution) = &answer
            && !problem.is_solved_by(active, solution)?
        {
            return Err(Error::Engine(format!("{self:?} found a solution that is none")));
        }
        Ok(answer)
    }
}
