//! Asks for memory before it is needed, because an allocation that fails ends the process at once.
//!
//! What is asked for is given back untouched, so asking costs nothing. Where a limit on the address
//! space (`ulimit -v`) leaves no room, that is an error in time; where the memory itself runs short while
//! the work goes on, the watcher in `limits` sees it.

use sat_format::dimacs::Cnf;
use std::hint::black_box;
use thiserror::Error;

/// There is no room for the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("out of memory")]
pub(crate) struct OutOfMemory;

/// Bytes for each clause, literal and variable: measured, and rounded up.
struct Need {
    clause: usize,
    lit: usize,
    var: usize,
}

/// What is done before the search; tables go up to the largest variable.
const REDUCTION: Need = Need { clause: 50, lit: 16, var: 80 };

/// splr, before it learns clauses.
const SEARCH: Need = Need { clause: 160, lit: 32, var: 400 };

/// Whether there is room for all that is done to a formula before the search.
pub(crate) fn for_reduction(cnf: &Cnf) -> Result<(), OutOfMemory> {
    ensure(&REDUCTION, cnf)
}

/// Whether there is room for the search.
pub(crate) fn for_search(cnf: &Cnf) -> Result<(), OutOfMemory> {
    ensure(&SEARCH, cnf)
}

fn ensure(need: &Need, cnf: &Cnf) -> Result<(), OutOfMemory> {
    let max_var = cnf.summary().max_var_used as usize;
    let counts =
        [(need.clause, cnf.clauses().len()), (need.lit, cnf.lits().len()), (need.var, max_var)];
    let bytes =
        counts.iter().fold(0_usize, |sum, (each, n)| sum.saturating_add(each.saturating_mul(*n)));
    let mut room = Vec::<u8>::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Else the compiler may leave it out.
    black_box(&room);
    if is_there { Ok(()) } else { Err(OutOfMemory) }
}
