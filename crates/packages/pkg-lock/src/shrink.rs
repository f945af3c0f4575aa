//! A smallest set of demands that cannot hold together.
//!
//! "Smallest" by inclusion: without any one of them there is a solution. The SAT solver names those that it used to
//! see that there is none, its core, which is most of the work. Then each demand of the core is left out by itself. Where
//! the rest has a solution, the demand is needed by every smallest set within the core. Where it has none, the
//! solver names a smaller core, a start for another smallest set: of its demands that are not known to be needed, one after
//! the other is left out, and stays out if the rest still has no solution. The shortest set from several starts is given.
//!
//! Where the requirements suffice, no choice ("one of these") is given, as requirements are understood at once. Where
//! to see that takes long, it is done with the choices, which guide the search, and seen without them at the end.
//!
//! # References
//! - J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010

use crate::error::{Error, Interrupt, Stopped};
use crate::formula::{Bundle, Formula};
use crate::problem::{Demand, Problem};
use std::collections::BTreeSet;

/// From how many cores smallest sets are looked for.
const MOST_STARTS: usize = 6;

/// How many steps the search without the choices may take.
const MOST_STEPS: usize = 200;

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

/// Tries the requirements first; `best` is kept up to date, so that a limit loses nothing.
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
        let mut n_left = MOST_STEPS;
        let mut patient = || {
            n_left = n_left.checked_sub(1).ok_or(Stopped::Time)?;
            interrupt()
        };
        let suffice = match smallest(formula, &requirements, &Bundle::EMPTY, &mut patient, best) {
            // One is found of which nothing can be left out, if perhaps not the shortest.
            Err(Error::Stopped(_)) if best.is_smallest => return Ok(()),
            Err(Error::Stopped(_)) if n_left == 0 => None,
            other => Some(other?),
        };
        if suffice == Some(true) {
            return Ok(());
        }
        if suffice.is_none() {
            let mut found = best.clone();
            let choices = formula.bundle(choices);
            smallest(formula, &requirements, &choices, interrupt, &mut found)?;
            // Each smaller part has a solution with the choices, hence also without them.
            if formula.core(&found.demands, &Bundle::EMPTY, interrupt)?.is_some() {
                *best = found;
                return Ok(());
            }
        }
    }
    if smallest(formula, demands, &Bundle::EMPTY, interrupt, best)? {
        return Ok(());
    }
    Err(Error::Engine("the SAT solver has a solution where the engine has none".into()))
}

/// A smallest part of `demands` that has no solution together with the `fixed` ones; false if all have one.
fn smallest(
    formula: &mut Formula,
    demands: &[usize],
    fixed: &Bundle,
    interrupt: &mut Interrupt,
    best: &mut Conflict,
) -> Result<bool, Error> {
    let mut core_of = |part: &[usize]| formula.core(part, fixed, interrupt);
    let Some(core) = core_of(demands)? else { return Ok(false) };
    *best = Conflict { demands: core.clone(), is_smallest: false };
    let (mut needed, mut starts) = (BTreeSet::new(), BTreeSet::new());
    for &one in &core {
        match core_of(&without(&core, one))? {
            Some(smaller) => _ = starts.insert((smaller.len(), smaller)),
            None => _ = needed.insert(one),
        }
    }
    if starts.is_empty() {
        best.is_smallest = true;
    }
    for (_, start) in starts.into_iter().take(MOST_STARTS) {
        let mut found = start.clone();
        for one in start.into_iter().rev().filter(|one| !needed.contains(one)) {
            if found.contains(&one)
                && let Some(smaller) = core_of(&without(&found, one))?
            {
                found = smaller;
                if !best.is_smallest && found.len() < best.demands.len() {
                    best.demands.clone_from(&found);
                }
            }
        }
        if !best.is_smallest || found.len() < best.demands.len() {
            *best = Conflict { demands: found, is_smallest: true };
        }
    }
    Ok(true)
}

fn without(demands: &[usize], one: usize) -> Vec<usize> {
    demands.iter().copied().filter(|&other| other != one).collect()
}
