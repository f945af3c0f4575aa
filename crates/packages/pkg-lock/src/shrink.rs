//! A smallest set of demands that cannot hold together.
//!
//! "Smallest" by inclusion: without any one of them there is a solution. The SAT solver names those that it used to
//! see that there is none, which is most of the work. From these, one after the other is left out, and stays
//! out if the rest still has no solution. Where the requirements suffice, no choice ("one of these") is given, as
//! requirements are understood at once. What remains depends on the order, so several are tried and the shortest is
//! given.
//!
//! # References
//! - J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010

use crate::error::{Error, Interrupt};
use crate::formula::Formula;
use crate::problem::{Demand, Problem};

/// How many orders are tried.
const N_ORDERS: usize = 6;

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
    interrupt: &mut Interrupt,
) -> Result<Conflict, Error> {
    let mut formula = Formula::new(problem, demands)?;
    let mut best = Conflict { demands: demands.to_vec(), is_smallest: false };
    match shortest(problem, &mut formula, demands, interrupt, &mut best) {
        Ok(()) | Err(Error::Stopped(_)) => {}
        Err(error) => return Err(error),
    }
    best.demands.sort_unstable();
    Ok(best)
}

/// Tries several orders; `best` is kept up to date, so that a limit loses nothing.
fn shortest(
    problem: &Problem,
    formula: &mut Formula,
    demands: &[usize],
    interrupt: &mut Interrupt,
    best: &mut Conflict,
) -> Result<(), Error> {
    let is_choice = |demand: &usize| matches!(problem.demands[*demand], Demand::OneOf(_));
    let (choices, requirements): (Vec<usize>, Vec<usize>) =
        demands.iter().copied().partition(is_choice);
    if !choices.is_empty() {
        let mut found = Conflict { demands: Vec::new(), is_smallest: false };
        smallest(formula, &requirements, &choices, interrupt, &mut found)?;
        // Each smaller part has a solution with the choices, hence also without them.
        if formula.core(&found.demands, interrupt)?.is_some() {
            *best = found;
            return Ok(());
        }
    }
    smallest(formula, demands, &[], interrupt, best)
}

/// A smallest part of `demands` that has no solution together with the `fixed` ones.
fn smallest(
    formula: &mut Formula,
    demands: &[usize],
    fixed: &[usize],
    interrupt: &mut Interrupt,
    best: &mut Conflict,
) -> Result<(), Error> {
    let mut core_of = |part: &[usize]| -> Result<Option<Vec<usize>>, Error> {
        let core = formula.core(&[part, fixed].concat(), interrupt)?;
        Ok(core.map(|core| core.into_iter().filter(|one| !fixed.contains(one)).collect()))
    };
    let Some(core) = core_of(demands)? else {
        return Err(Error::Engine(
            "the SAT solver has a solution where the engine has none".into(),
        ));
    };
    best.demands.clone_from(&core);
    for order in 0..N_ORDERS {
        let mut found = core.clone();
        let mut open = in_order(&core, order);
        while let Some(one) = open.pop() {
            if !found.contains(&one) {
                continue;
            }
            let rest: Vec<usize> = found.iter().copied().filter(|&other| other != one).collect();
            if let Some(smaller) = core_of(&rest)? {
                found = smaller;
                if !best.is_smallest {
                    best.demands.clone_from(&found);
                }
            }
        }
        if !best.is_smallest || found.len() < best.demands.len() {
            *best = Conflict { demands: found, is_smallest: true };
        }
    }
    Ok(())
}

/// The demands as they are, backwards, and in orders that are as good as random.
fn in_order(demands: &[usize], order: usize) -> Vec<usize> {
    let mut all = demands.to_vec();
    match order {
        0 => all.reverse(),
        1 => {}
        seed => all.sort_by_key(|&demand| {
            let mixed = (demand as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 + 2 * seed as u64);
            mixed ^ (mixed >> 29)
        }),
    }
    all
}
