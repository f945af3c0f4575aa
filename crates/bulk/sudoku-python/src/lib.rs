//! The module `grid_solve._native`: arrays in, arrays out, on all cores and without Python's lock.
//!
//! Cells are rows of 81 bytes, 0 for a blank and 1 to 9 for a digit. A row with any other byte is not a puzzle; what is
//! said about it is in each function's documentation, and it never is an exception. The package's Python files turn
//! what people have, texts and arrays of any kind, into such rows with [`texts`] and [`arrow_texts`].

mod cells;
mod generation;
mod parallel;
mod rating;
mod sat;
mod steps;

use cells::{ABSENT, Rows, UNSOLVABLE, filled, read_text, room_for};
use grid_engine::lanes::{self, Outcome};
use grid_engine::{Level, N_CELLS, Puzzle};
use grid_search::Technique;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use parallel::{Call, for_each_part, for_each_part_of_two};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyFloat, PyString};
use pyo3_arrow::PyArray;
use pyo3_arrow::input::AnyArray;
use std::borrow::Cow;

/// Rows that are solved side by side: so many that lanes without a row at the end do not matter.
const MOST_IN_LANES: usize = 1 << 14;

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
    let (solutions, counts) = py.detach(|| -> PyResult<_> {
        let mut solutions = filled([0; N_CELLS], rows.len())?;
        let mut counts = filled((0_i64, 0_u32), rows.len())?;
        let call = Call::new();
        let work = |start, solutions: &mut [[u8; N_CELLS]], counts: &mut [(i64, u32)]| {
            let indexes: Vec<usize> =
                (0..counts.len()).filter(|index| rows.puzzle(start + index).is_some()).collect();
            let puzzles: Vec<Puzzle> =
                indexes.iter().filter_map(|index| rows.puzzle(start + index)).collect();
            let mut outcomes = vec![Outcome::NONE; puzzles.len()];
            let goes_on = &mut || call.goes_on();
            if !lanes::solve_while(Level::best(), &puzzles, limit, &mut outcomes, goes_on) {
                return;
            }
            counts.fill((-1, 0));
            for ((index, puzzle), outcome) in indexes.into_iter().zip(&puzzles).zip(&outcomes) {
                solutions[index] = outcome.first;
                let is_invalid = outcome.n_solutions == 0 && puzzle.has_clash();
                let count = if is_invalid { -1 } else { outcome.n_solutions as i64 };
                // More guesses than fit are as good as the most that do.
                counts[index] = (count, u32::try_from(outcome.guesses).unwrap_or(u32::MAX));
            }
        };
        for_each_part_of_two(&call, threads, MOST_IN_LANES, &mut solutions, &mut counts, work)?;
        Ok((solutions, counts))
    })?;
    let (counts, guesses): (Vec<i64>, Vec<u32>) = counts.into_iter().unzip();
    Ok((array_of(py, solutions)?, counts.into_pyarray(py), guesses.into_pyarray(py)))
}

/// Rates rows: the number of the technique, 254 for a row without a solution, 255 for one that is not a puzzle or has two
/// equal givens in a house; the guesses of a fixed solver; and how many steps there are of each technique.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "three arrays")]
fn rate<'py>(
    py: Python<'py>,
    cells: PyReadonlyArray2<'py, u8>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray2<u32>>)> {
    let rows = Rows::of(&cells)?;
    let ratings = py.detach(|| -> PyResult<_> {
        let invalid = (ABSENT, 0_u32, [0_u32; Technique::N_WITH_STEPS]);
        let mut ratings = filled(invalid, rows.len())?;
        for_each_part(&Call::new(), threads, &mut ratings, |start, ratings| {
            for (index, rating) in ratings.iter_mut().enumerate() {
                let puzzle = rows.puzzle(start + index).filter(|puzzle| !puzzle.has_clash());
                let Some(puzzle) = puzzle else { continue };
                let (person, guesses) = rating::rate(&puzzle);
                // More guesses than fit are as good as the most that do.
                rating.1 = u32::try_from(guesses).unwrap_or(u32::MAX);
                (rating.0, rating.2) = match person {
                    Some(person) => (person.technique as u8, person.steps),
                    None => (UNSOLVABLE, rating.2),
                };
            }
        })?;
        Ok(ratings)
    })?;
    let techniques: Vec<u8> = ratings.iter().map(|(technique, ..)| *technique).collect();
    let guesses: Vec<u32> = ratings.iter().map(|(_, guesses, _)| *guesses).collect();
    let steps: Vec<u32> = ratings.iter().flat_map(|(.., steps)| *steps).collect();
    let steps = steps.into_pyarray(py).reshape([ratings.len(), Technique::N_WITH_STEPS])?;
    Ok((techniques.into_pyarray(py), guesses.into_pyarray(py), steps))
}

/// What becomes of each row; a row that is not a puzzle becomes 255s.
fn mapped<'py>(
    py: Python<'py>,
    cells: &PyReadonlyArray2<'py, u8>,
    threads: Option<usize>,
    map: impl Fn(usize, &Puzzle) -> Puzzle + Sync,
) -> PyResult<Cells<'py>> {
    let rows = Rows::of(cells)?;
    let found = py.detach(|| -> PyResult<_> {
        let mut found = filled([ABSENT; N_CELLS], rows.len())?;
        for_each_part(&Call::new(), threads, &mut found, |start, found| {
            for (index, cells) in found.iter_mut().enumerate() {
                if let Some(puzzle) = rows.puzzle(start + index) {
                    *cells = *map(start + index, &puzzle).cells();
                }
            }
        })?;
        Ok(found)
    })?;
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
    let mut right = room_for(puzzles.len())?;
    py.detach(|| right.extend((0..puzzles.len()).map(is_right)));
    Ok(right.into_pyarray(py))
}

/// The steps of a person for each row, see [`steps::Hint`]; `None` for a row that is not a puzzle.
#[pyfunction]
fn hints(
    py: Python<'_>,
    cells: PyReadonlyArray2<'_, u8>,
) -> PyResult<Vec<Option<Vec<steps::Hint>>>> {
    let rows = Rows::of(&cells)?;
    py.detach(|| {
        let mut found = filled(None, rows.len())?;
        for_each_part(&Call::new(), None, &mut found, |start, found| {
            for (index, steps) in found.iter_mut().enumerate() {
                *steps = rows.puzzle(start + index).as_ref().map(steps::of);
            }
        })?;
        Ok(found)
    })
}

/// The clauses of a row.
#[pyfunction]
fn to_cnf(cells: PyReadonlyArray2<'_, u8>, encoding: &str) -> PyResult<Vec<Vec<i32>>> {
    let rows = Rows::of(&cells)?;
    if rows.len() != 1 {
        let n_rows = rows.len();
        return Err(PyValueError::new_err(format!("found {n_rows} rows, expected one puzzle")));
    }
    let puzzle = rows.puzzle(0);
    let puzzle = puzzle.ok_or_else(|| PyValueError::new_err("found no puzzle, expected one"))?;
    sat::clauses(&puzzle, encoding).map_err(PyValueError::new_err)
}

/// The grid that a model of such clauses says.
#[pyfunction]
fn from_model(py: Python<'_>, model: Vec<i64>) -> PyResult<Bound<'_, PyArray1<u8>>> {
    let cells = sat::grid(&model).map_err(PyValueError::new_err)?;
    Ok(cells.to_vec().into_pyarray(py))
}

/// Texts, bytes or `None` as rows of cells; 255s for what is not a puzzle.
#[pyfunction]
fn texts<'py>(py: Python<'py>, texts: Vec<Bound<'py, PyAny>>) -> PyResult<Cells<'py>> {
    let mut rows = room_for(texts.len())?;
    for_each_bytes(&texts, |text| rows.push(text.map_or([ABSENT; N_CELLS], read_text)))?;
    array_of(py, rows)
}

/// Why each of these texts, bytes or `None` is not a puzzle.
#[pyfunction]
fn text_reasons(texts: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<Option<String>>> {
    let mut reasons = room_for(texts.len())?;
    for_each_bytes(&texts, |text| reasons.push(cells::reason(text)))?;
    Ok(reasons)
}

/// Hands the bytes of each to `take`.
fn for_each_bytes(texts: &[Bound<'_, PyAny>], mut take: impl FnMut(Option<&[u8]>)) -> PyResult<()> {
    for (index, text) in texts.iter().enumerate() {
        let Some(bytes) = bytes_of(text)? else {
            let (row, kind) = (index + 1, text.get_type().name()?);
            let message = format!("row {row}: found {kind}, expected str, bytes or None");
            return Err(PyTypeError::new_err(message));
        };
        take(bytes.as_deref());
    }
    Ok(())
}

/// A text's bytes, `None` inside for a missing value: Python's `None`, NaN, or the `NA` and `NaT` of pandas; `None` for
/// what is neither. A lone surrogate is a character that no puzzle has.
#[expect(clippy::option_option, reason = "no text at all, or a missing one")]
fn bytes_of<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Option<Option<Cow<'a, [u8]>>>> {
    Ok(if text.is_none() {
        Some(None)
    } else if let Ok(text) = text.cast::<PyString>() {
        Some(Some(match text.to_string_lossy() {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        }))
    } else if let Ok(text) = text.extract::<&[u8]>() {
        Some(Some(Cow::Borrowed(text)))
    } else if let Ok(text) = text.cast::<PyByteArray>() {
        Some(Some(Cow::Owned(text.to_vec())))
    } else {
        let is_nan = text.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
        let kind = text.get_type().name()?;
        (is_nan || kind == "NAType" || kind == "NaTType").then_some(None)
    })
}

/// An Arrow array of strings, in one piece or several, as rows of cells; 255s for what is not a puzzle.
#[pyfunction]
fn arrow_texts<'py>(py: Python<'py>, texts: &Bound<'py, PyAny>) -> PyResult<Cells<'py>> {
    let mut rows = Vec::new();
    for_each_text(texts, |text| {
        rows.push(text.map_or([ABSENT; N_CELLS], read_text));
    })?;
    array_of(py, rows)
}

/// Why each of these texts is not a puzzle.
#[pyfunction]
fn arrow_reasons(texts: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let mut reasons = Vec::new();
    for_each_text(texts, |text| reasons.push(cells::reason(text)))?;
    Ok(reasons)
}

/// Hands the text of each row, `None` for a missing one, to `take`.
fn for_each_text(texts: &Bound<'_, PyAny>, mut take: impl FnMut(Option<&[u8]>)) -> PyResult<()> {
    let reader = texts.extract::<AnyArray>()?.into_reader()?;
    let field = reader.field();
    if field.data_type().is_nested() {
        return Err(cells::not_texts(field.data_type()));
    }
    if field.data_type().is_null() && texts.hasattr("__len__")? {
        // Polars hands over an array of nothing with a buffer that it may not have, which the reader refuses.
        (0..texts.len()?).for_each(|_| take(None));
        return Ok(());
    }
    for chunk in reader {
        let chunk = chunk.map_err(|error| PyValueError::new_err(error.to_string()))?;
        cells::read_arrow(&chunk, &mut take)?;
    }
    Ok(())
}

/// Why each row is not a puzzle.
#[pyfunction]
fn row_reasons(cells: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<Option<String>>> {
    let rows = Rows::of(&cells)?;
    Ok((0..rows.len()).map(|index| cells::row_reason(rows.row(index))).collect())
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
    use super::{
        arrow_reasons, arrow_texts, augment, canonical, check, from_model, hints, rate,
        row_reasons, solve, text_reasons, texts, to_arrow, to_cnf,
    };
    #[pymodule_export]
    use crate::generation::{generate, weighted};
    use numpy::{PyArray1, PyArrayMethods};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // The first array that is read loads NumPy's interface, which panics if Ctrl-C comes just then: not in a call.
        PyArray1::<u8>::zeros(module.py(), 0, false).readonly();
        module.add("TECHNIQUES", super::Technique::ALL.map(|technique| technique.to_string()))?;
        module.add("ABSENT", super::ABSENT)?;
        module.add("UNSOLVABLE", super::UNSOLVABLE)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
