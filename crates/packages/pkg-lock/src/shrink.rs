//! A smallest set of demands that cannot hold together.
//!
//! "Smallest" by inclusion: without any one of them there is a solution. They are found by deletion.
//! A demand is left out; if there is still no solution, it stays out. Whole blocks are left out first,
//! of half the list, then a quarter and so on, so that a few demands among thousands need no thousands
//! of searches.
//!
//! # References
//! - J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010

use crate::engine::{Engine, Outcome};
use crate::error::{Error, Interrupt};
use crate::problem::Problem;

/// Demands that exclude each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conflict {
    /// Their places in the problem, ascending.
    pub(crate) demands: Vec<usize>,
    /// False if a limit came first, so that some may be too many.
    pub(crate) is_smallest: bool,
}

/// Shrinks `demands`, which have no solution together.
pub(crate) fn shrink(
    problem: &Problem,
    demands: &[usize],
    engine: Engine,
    interrupt: &mut Interrupt,
) -> Result<Conflict, Error> {
    let mut conflict = Conflict { demands: demands.to_vec(), is_smallest: true };
    let mut block = demands.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        while start < conflict.demands.len() {
            let end = (start + block).min(conflict.demands.len());
            let mut rest = conflict.demands.clone();
            rest.drain(start..end);
            match engine.solve(problem, &rest, interrupt) {
                Ok(Outcome::NoSolution(_)) => conflict.demands = rest,
                Ok(Outcome::Solution(_)) => start = end,
                Err(Error::Stopped(_)) => {
                    conflict.is_smallest = false;
                    return Ok(conflict);
                }
                Err(error) => return Err(error),
            }
        }
        if block == 1 {
            return Ok(conflict);
        }
        block = block.div_ceil(2);
    }
}
