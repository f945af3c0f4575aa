//! The module `grid_solve._native`: arrays in, arrays out, on all cores and without Python's lock.
//!
//! Cells are rows of 81 bytes, 0 for a blank and 1 to 9 for a digit. A row with any other byte is not a puzzle; what is
//! said about it is in each function's documentation, and it never is an exception. The package's Python files turn
//! what people have, texts and arrays of any kind, into such rows with [`texts`] and [`arrow_texts`].

mod cells;
mod parallel;
mod rating;

use cells::{ABSENT, Rows, read_text};
use grid_engine::generate::{HOPELESS, Recipe, attempts};
use grid_engine::lanes::{self, Outcome};
use grid_engine::{Level, N_CELLS, Puzzle};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use parallel::{for_each_part, for_each_part_of_two, n_threads};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use pyo3_arrow::input::AnyArray;

type Cells<'py> = Bound<'py, PyArray2<u8>>;

/// Rows of 81 cells as an array of that shape.
fn array_of(py: Python<'_>, rows: Vec<[u8; N_CELLS]>) -> PyResult<Cells<'_>> {
    let n_rows = rows.len();
    rows.into_flattened().into_pyarray(py).reshape([n_rows, N_CELLS])
}

/// Solves rows: the first solution of each, zeros if there is none; how many solutions there are up to `limit`, −1
/// for a row that is not a puzzle or has two equal givens in a house; and the guesses.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "three arrays")]
fn solve<'py>(
    py: Python<'py>,
    cells: PyReadonlyArray2<'py, u8>,
    limit: u64,
    threads: Option<usize>,
) -> PyResult<(Cells<'py>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>)> {
    if limit == 0 {
        return Err(PyValueError::new_err("found limit 0, expected at least 1"));
    }
    let rows = Rows::of(&cells)?;
    let (solutions, counts) = py.detach(|| {
        let mut solutions = vec![[0; N_CELLS]; rows.len()];
        let mut counts = vec![(0_i64, 0_u32); rows.len()];
        for_each_part_of_two(threads, &mut solutions, &mut counts, |start, solutions, counts| {
            let indexes: Vec<usize> =
                (0..counts.len()).filter(|index| rows.puzzle(start + index).is_some()).collect();
            let puzzles: Vec<Puzzle> =
                indexes.iter().filter_map(|index| rows.puzzle(start + index)).collect();
            let mut outcomes = vec![Outcome::NONE; puzzles.len()];
            lanes::solve(Level::best(), &puzzles, limit, &mut outcomes);
            counts.fill((-1, 0));
            for ((index, puzzle), outcome) in indexes.into_iter().zip(&puzzles).zip(&outcomes) {
                solutions[index] = outcome.first;
                let is_invalid = outcome.n_solutions == 0 && puzzle.has_clash();
                let count = if is_invalid { -1 } else { outcome.n_solutions as i64 };
                // More guesses than fit are as good as the most that do.
                counts[index] = (count, u32::try_from(outcome.guesses).unwrap_or(u32::MAX));
            }
        });
        (solutions, counts)
    });
    let (counts, guesses): (Vec<i64>, Vec<u32>) = counts.into_iter().unzip();
    Ok((array_of(py, solutions)?, counts.into_pyarray(py), guesses.into_pyarray(py)))
}

/// Rates rows: the number of the technique, 255 for a row that is not a puzzle, and the guesses of a fixed solver.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "two arrays")]
fn rate<'py>(
    py: Python<'py>,
    cells: PyReadonlyArray2<'py, u8>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>)> {
    let rows = Rows::of(&cells)?;
    let ratings = py.detach(|| {
        let mut ratings = vec![(ABSENT, 0_u32); rows.len()];
        for_each_part(threads, &mut ratings, |start, ratings| {
            for (index, rating) in ratings.iter_mut().enumerate() {
                let Some(puzzle) = rows.puzzle(start + index) else { continue };
                let (technique, guesses) = rating::rate(&puzzle);
                // More guesses than fit are as good as the most that do.
                *rating = (technique, u32::try_from(guesses).unwrap_or(u32::MAX));
            }
        });
        ratings
    });
    let (techniques, guesses): (Vec<u8>, Vec<u32>) = ratings.into_iter().unzip();
    Ok((techniques.into_pyarray(py), guesses.into_pyarray(py)))
}

/// What becomes of each row; a row that is not a puzzle becomes 255s.
fn mapped<'py>(
    py: Python<'py>,
    cells: &PyReadonlyArray2<'py, u8>,
    threads: Option<usize>,
    map: impl Fn(usize, &Puzzle) -> Puzzle + Sync,
) -> PyResult<Cells<'py>> {
    let rows = Rows::of(cells)?;
    let found = py.detach(|| {
        let mut found = vec![[ABSENT; N_CELLS]; rows.len()];
        for_each_part(threads, &mut found, |start, found| {
            for (index, cells) in found.iter_mut().enumerate() {
                if let Some(puzzle) = rows.puzzle(start + index) {
                    *cells = *map(start + index, &puzzle).cells();
                }
            }
        });
        found
    });
    array_of(py, found)
}

/// The smallest equivalent of each row; 255s for a row that is not a puzzle.
#[pyfunction]
fn canonical<'py>(
    py: Python<'py>,
    cells: PyReadonlyArray2<'py, u8>,
    threads: Option<usize>,
) -> PyResult<Cells<'py>> {
    mapped(py, &cells, threads, |_, puzzle| grid_engine::canonical(puzzle))
}

/// Row `i` after rearrangement `i` of a seed; 255s for a row that is not a puzzle.
#[pyfunction]
fn augment<'py>(
    py: Python<'py>,
    cells: PyReadonlyArray2<'py, u8>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Cells<'py>> {
    mapped(py, &cells, threads, |index, puzzle| grid_engine::rearrange(puzzle, seed, index as u64))
}

/// Whether row `i` of the solutions solves row `i` of the puzzles.
#[pyfunction]
fn check<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    solutions: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let (puzzles, solutions) = (Rows::of(&puzzles)?, Rows::of(&solutions)?);
    if puzzles.len() != solutions.len() {
        let (n, m) = (puzzles.len(), solutions.len());
        return Err(PyValueError::new_err(format!("found {n} puzzles and {m} solutions")));
    }
    let is_right = |index: usize| {
        puzzles.puzzle(index).is_some_and(|puzzle| puzzle.is_solved_by(solutions.row(index)))
    };
    let right: Vec<bool> = py.detach(|| (0..puzzles.len()).map(is_right).collect());
    Ok(right.into_pyarray(py))
}

/// Makes `n` puzzles with one solution.
#[pyfunction]
fn generate<'py>(
    py: Python<'py>,
    n: usize,
    seed: u64,
    givens: Option<usize>,
    minimal: bool,
    symmetry: &str,
) -> PyResult<Cells<'py>> {
    let symmetry = symmetry.parse().map_err(PyValueError::new_err::<String>)?;
    let recipe = Recipe::new(seed, givens, minimal, symmetry);
    let recipe = recipe.map_err(PyValueError::new_err::<String>)?;
    let made = py.detach(|| {
        let (mut made, mut next, mut in_vain) = (Vec::with_capacity(n), 0, 0);
        while made.len() < n && in_vain < HOPELESS {
            let batch = (n - made.len()).clamp(32, 1024) as u64;
            let mut parts = vec![Vec::new(); n_threads(None)];
            for_each_part(None, &mut parts, |start, parts| {
                for (index, part) in parts.iter_mut().enumerate() {
                    let first = next + (start + index) as u64 * batch;
                    *part = attempts(&recipe, Level::best(), first..first + batch);
                }
            });
            let n_tried = batch * parts.len() as u64;
            let before = made.len();
            let found = parts.into_iter().flatten().flatten().map(|puzzle| *puzzle.cells());
            made.extend(found.take(n - before));
            next += n_tried;
            in_vain = if made.len() > before { 0 } else { in_vain + n_tried };
        }
        made
    });
    if made.len() < n {
        return Err(PyValueError::new_err(format!("no such puzzle in {HOPELESS} attempts")));
    }
    array_of(py, made)
}

/// Texts, bytes or `None` as rows of cells; 255s for what is not a puzzle.
#[pyfunction]
fn texts<'py>(py: Python<'py>, texts: Vec<Bound<'py, PyAny>>) -> PyResult<Cells<'py>> {
    let mut rows = Vec::with_capacity(texts.len());
    for text in &texts {
        rows.push(if text.is_none() {
            [ABSENT; N_CELLS]
        } else if let Ok(text) = text.extract::<&str>() {
            read_text(text.as_bytes())
        } else if let Ok(text) = text.extract::<&[u8]>() {
            read_text(text)
        } else {
            let kind = text.get_type().name()?;
            return Err(PyTypeError::new_err(format!("found {kind}, expected str, bytes or None")));
        });
    }
    array_of(py, rows)
}

/// An Arrow array of strings, in one piece or several, as rows of cells; 255s for what is not a puzzle.
#[pyfunction]
fn arrow_texts(py: Python<'_>, texts: AnyArray) -> PyResult<Cells<'_>> {
    let mut rows = Vec::new();
    for chunk in texts.into_reader()? {
        let chunk = chunk.map_err(|error| PyValueError::new_err(error.to_string()))?;
        cells::read_arrow(&chunk, &mut rows)?;
    }
    array_of(py, rows)
}

/// Rows as an Arrow array of strings of 81 characters, null for a row that is not a puzzle.
#[pyfunction]
fn to_arrow(cells: PyReadonlyArray2<'_, u8>) -> PyResult<PyArray> {
    let rows = Rows::of(&cells)?;
    Ok(PyArray::from_array_ref(cells::write_arrow(&rows)))
}

/// The functions.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{arrow_texts, augment, canonical, check, generate, rate, solve, texts, to_arrow};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module
            .add("TECHNIQUES", super::rating::TECHNIQUES.map(|technique| technique.to_string()))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
