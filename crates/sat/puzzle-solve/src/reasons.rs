//! Why a puzzle has no solution, or only one: sets of clues of which none can be left out.
//!
//! Both are the same question. Some clues, with the literals that are asked for, contradict each other: all clues of
//! a puzzle without a solution; or, with "not this solution", those of a puzzle with one. A *minimal* set is what is
//! left when clue after clue is left out that is not needed (deletion); the solver's own core leaves out many at once.
//!
//! A *smallest* set is found by implicit hitting sets: a set of clues contradicts if and only if it has a clue of
//! each correction set, those being the sets without which the others can hold together. A smallest set that
//! hits all correction sets known so far either contradicts, and no smaller one does; or can be grown to a largest
//! set that does not, and the clues that are left are one more correction set.
//!
//! The *backbone* of a puzzle with several solutions is what they all have in common. All cells of a solution may be in it; a
//! solution that differs in one of those takes out each in which it does, until there is none.
//!
//! # References
//! - Marques-Silva: Minimal Unsatisfiability: Models, Algorithms and Applications, ISMVL 2010 (deletion, refined by cores)
//! - Ignatiev, Previti, Liffiton, Marques-Silva: Smallest MUS Extraction with Minimal Hitting Set Dualization, CP 2015
//! - Janota, Lynce, Marques-Silva: Algorithms for Computing Backbones of Propositional Formulae, AI Communications 28, 2015

use crate::hitting::HittingSets;
use crate::problem::{Outcome, Problem};
use std::collections::BTreeSet;
use sudoku_core::{Cell, Grid};

/// What was asked for; `None` if the time was over first.
pub type Reply<T> = anyhow::Result<Option<T>>;

/// Clues, of those that the last answer rests on, that contradict each other and these literals, and none can be left out.
fn minimal(problem: &mut Problem, literals: &[i32]) -> Reply<Vec<usize>> {
    let mut core = problem.core();
    let mut index = 0;
    while index < core.len() {
        let mut others = core.clone();
        others.remove(index);
        match problem.solve(&others, literals)? {
            // A smaller core may leave out more than the one clue.
            Outcome::NoSolution => {
                let smaller = problem.core();
                index = core[..index].iter().filter(|clue| smaller.contains(clue)).count();
                core = smaller;
            }
            Outcome::Solution(_) => index += 1,
            Outcome::Unknown => return Ok(None),
        }
    }
    Ok(Some(core))
}

/// A minimal set of clues that clash, or a smallest one, after the answer that all of them do.
///
/// # Errors
/// The engine fails.
pub fn clash(problem: &mut Problem, is_smallest: bool) -> Reply<Vec<usize>> {
    if is_smallest { smallest(problem, &[]) } else { minimal(problem, &[]) }
}

/// What makes a solution the only one.
#[derive(Debug)]
pub enum Needed {
    /// These clues, a minimal set or a smallest one.
    Clues(Vec<usize>),
    /// Nothing does: there is another one.
    Several,
}

/// The clues that make a solution, which is one of all clues, the only one.
///
/// # Errors
/// The engine fails.
pub fn needed(problem: &mut Problem, grid: &Grid, is_smallest: bool) -> Reply<Needed> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    let different = problem.different(grid);
    match problem.solve(&all, &[different])? {
        Outcome::Solution(_) => return Ok(Some(Needed::Several)),
        Outcome::Unknown => return Ok(None),
        Outcome::NoSolution => {}
    }
    let clues = if is_smallest {
        smallest(problem, &[different])?
    } else {
        minimal(problem, &[different])?
    };
    Ok(clues.map(Needed::Clues))
}

/// The clues without which, each alone, the solution is still the only one; after the answer that with all clues
/// there is none that differs, which `different` says.
///
/// # Errors
/// The engine fails.
pub fn unnecessary(problem: &mut Problem, different: i32) -> Reply<Vec<usize>> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    // What the proof did not use is not needed.
    let used: BTreeSet<usize> = problem.core().into_iter().collect();
    let mut unnecessary = Vec::new();
    for clue in &all {
        let others: Vec<usize> = all.iter().copied().filter(|other| other != clue).collect();
        let is_free = !used.contains(clue);
        match if is_free { Outcome::NoSolution } else { problem.solve(&others, &[different])? } {
            Outcome::NoSolution => unnecessary.push(*clue),
            Outcome::Unknown => return Ok(None),
            Outcome::Solution(_) => {}
        }
    }
    Ok(Some(unnecessary))
}

/// A smallest set of clues that contradict each other and these literals, if all of them do.
fn smallest(problem: &mut Problem, literals: &[i32]) -> Reply<Vec<usize>> {
    let mut sets = HittingSets::new(problem.clues.len(), problem.deadline())?;
    // Correction sets without a clue in common are found first: each of them makes the bound one larger.
    let mut hit: Vec<usize> = Vec::new();
    loop {
        match problem.solve(&hit, literals)? {
            Outcome::NoSolution => break,
            Outcome::Unknown => return Ok(None),
            Outcome::Solution(_) => {
                let Some(correction) = correction_set(problem, &hit, literals)? else {
                    return Ok(None);
                };
                sets.add(&correction);
                hit.extend(correction);
                hit.sort_unstable();
            }
        }
    }
    loop {
        let Some(hit) = sets.smallest() else { return Ok(None) };
        match problem.solve(&hit, literals)? {
            Outcome::NoSolution => return Ok(Some(hit)),
            Outcome::Unknown => return Ok(None),
            Outcome::Solution(_) => {
                let Some(correction) = correction_set(problem, &hit, literals)? else {
                    return Ok(None);
                };
                sets.add(&correction);
            }
        }
    }
}

/// After the answer that these clues can hold: the clues that are left when as many more as possible do.
fn correction_set(problem: &mut Problem, clues: &[usize], literals: &[i32]) -> Reply<Vec<usize>> {
    let mut held: Vec<usize> = clues.to_vec();
    let mut open: Vec<usize> =
        (0..problem.clues.len()).filter(|clue| !clues.contains(clue)).collect();
    let mut correction = Vec::new();
    problem.move_true(&mut open, &mut held);
    while let Some(clue) = open.pop() {
        held.push(clue);
        match problem.solve(&held, literals)? {
            Outcome::Solution(_) => problem.move_true(&mut open, &mut held),
            Outcome::NoSolution => {
                held.pop();
                correction.push(clue);
            }
            Outcome::Unknown => return Ok(None),
        }
    }
    Ok(Some(correction))
}

/// The cells that hold the same in all solutions, of which `grid` is one, as a grid with blanks.
///
/// # Errors
/// The engine fails.
pub fn backbone(problem: &mut Problem, grid: &Grid) -> Reply<Grid> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    let mut common = grid.clone();
    loop {
        let cells: Vec<Cell> = common.filled().map(|(cell, _)| cell).collect();
        let different = problem.different(&common);
        match problem.solve(&all, &[different])? {
            Outcome::NoSolution => return Ok(Some(common)),
            Outcome::Unknown => return Ok(None),
            Outcome::Solution(other) => {
                for cell in cells {
                    if common.get(cell) != other.get(cell) {
                        common.set(cell, None);
                    }
                }
            }
        }
    }
}
