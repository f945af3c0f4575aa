//! Makes puzzles with one solution, on all cores, the same ones whatever their number.

use crate::cells::room_for;
use crate::parallel::{Call, for_each_part, n_threads};
use crate::{Cells, array_of, rating};
use grid_engine::generate::{HOPELESS, Recipe, attempts};
use grid_engine::{Level, N_CELLS, Puzzle};
use grid_search::Technique;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;

/// Makes `n` puzzles with one solution.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are those of the package's function")]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    n: usize,
    seed: u64,
    givens: Option<usize>,
    minimal: bool,
    symmetry: &str,
    technique: Option<&str>,
    uniform: bool,
) -> PyResult<Cells<'py>> {
    let symmetry = symmetry.parse().map_err(PyValueError::new_err::<String>)?;
    let recipe = Recipe::new(seed, givens, minimal, symmetry);
    let mut recipe = Recipe { uniform, ..recipe.map_err(PyValueError::new_err::<String>)? };
    let technique = technique.map(named).transpose()?;
    let is_easy = technique.is_none_or(|technique| technique < Technique::LockedCandidate);
    if givens.is_none() && !is_easy {
        // Puzzles that need more than singles have fewer givens than usual.
        recipe.n_givens = 0..=N_CELLS;
    }
    let found = py.detach(|| {
        make(n, 1024, |numbers| {
            let mut found = attempts(&recipe, Level::best(), numbers);
            found.retain(|it| it.as_ref().is_some_and(|puzzle| needs(puzzle, technique)));
            found.into_iter().flatten().map(|puzzle| *puzzle.cells()).collect()
        })
    })?;
    array_of(py, found)
}

/// Makes `n` minimal puzzles from equally likely grids, each with its weight.
#[pyfunction]
pub(crate) fn weighted<'py>(
    py: Python<'py>,
    n: usize,
    seed: u64,
    technique: Option<&str>,
) -> PyResult<(Cells<'py>, Bound<'py, PyArray1<f64>>)> {
    let technique = technique.map(named).transpose()?;
    let found = py.detach(|| {
        make(n, 32, |numbers| {
            let mut found = grid_engine::generate::weighted(seed, Level::best(), numbers);
            found.retain(|found| needs(&found.puzzle, technique));
            found.into_iter().map(|it| (*it.puzzle.cells(), it.ln_weight.exp())).collect()
        })
    })?;
    let (mut puzzles, mut weights) = (room_for(n)?, room_for(n)?);
    for (puzzle, weight) in found {
        puzzles.push(puzzle);
        weights.push(weight);
    }
    Ok((array_of(py, puzzles)?, weights.into_pyarray(py)))
}

/// The technique of this name.
fn named(name: &str) -> PyResult<Technique> {
    let found = Technique::ALL.into_iter().find(|known| known.to_string() == name);
    found.ok_or_else(|| PyValueError::new_err(format!("there is no technique {name:?}")))
}

/// Whether a technique is the hardest that a puzzle needs, if one is asked for.
fn needs(puzzle: &Puzzle, technique: Option<Technique>) -> bool {
    technique.is_none_or(|technique| {
        rating::rate(puzzle).0.is_some_and(|rating| rating.technique == technique)
    })
}

/// The first `n` of what attempts 0, 1, … give; `of` gives what some of them do, in order, up to `most` at a time, after
/// which the call can end.
///
/// # Errors
/// Many attempts in a row give nothing, a signal ends the call, or there is no memory for `n` of them.
fn make<T: Send>(
    n: usize,
    most: usize,
    of: impl Fn(Range<u64>) -> Vec<T> + Sync,
) -> PyResult<Vec<T>> {
    let call = Call::new();
    let (mut made, mut next, mut in_vain) = (room_for(n)?, 0, 0);
    while made.len() < n && in_vain < HOPELESS {
        let batch = (n - made.len()).clamp(32, most) as u64;
        let mut parts: Vec<Vec<T>> = Vec::new();
        parts.resize_with(n_threads(None), Vec::new);
        for_each_part(&call, None, &mut parts, |start, parts| {
            for (index, part) in parts.iter_mut().enumerate() {
                let first = next + (start + index) as u64 * batch;
                *part = of(first..first + batch);
            }
        })?;
        let n_tried = batch * parts.len() as u64;
        let before = made.len();
        made.extend(parts.into_iter().flatten().take(n - before));
        next += n_tried;
        in_vain = if made.len() > before { 0 } else { in_vain + n_tried };
    }
    if made.len() < n {
        let found = if made.is_empty() {
            "no such puzzle".to_owned()
        } else {
            format!("{} of {n} puzzles", made.len())
        };
        return Err(PyValueError::new_err(format!("found {found} in {next} attempts")));
    }
    Ok(made)
}
