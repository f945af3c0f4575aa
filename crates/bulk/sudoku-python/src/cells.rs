//! Rows of 81 cells: from `NumPy`, from texts, from and to Arrow.

use crate::rating::full;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::DataType;
use grid_engine::{N_CELLS, Puzzle, PuzzleError};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// What the cells of a row hold that is not a puzzle.
pub(crate) const ABSENT: u8 = 255;

/// What stands for the technique of a puzzle without a solution.
pub(crate) const UNSOLVABLE: u8 = 254;

/// Room for `n` items.
///
/// # Errors
/// There is no memory for them.
pub(crate) fn room_for<T>(n: usize) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    let room = items.try_reserve_exact(n);
    room.map_err(|_| PyMemoryError::new_err(format!("there is no memory for {n} rows")))?;
    Ok(items)
}

/// `n` times the same.
///
/// # Errors
/// There is no memory for them.
pub(crate) fn filled<T: Clone>(item: T, n: usize) -> PyResult<Vec<T>> {
    let mut items = room_for(n)?;
    items.resize(n, item);
    Ok(items)
}

/// Rows of an array.
pub(crate) struct Rows<'a>(&'a [[u8; N_CELLS]]);

impl<'a> Rows<'a> {
    /// # Errors
    /// Rows that do not have 81 cells, or do not lie one after the other.
    pub(crate) fn of(array: &'a PyReadonlyArray2<'_, u8>) -> PyResult<Self> {
        let width = array.shape()[1];
        if width != N_CELLS {
            return Err(PyValueError::new_err(format!("found rows of {width} cells, expected 81")));
        }
        let (rows, _) = array.as_slice()?.as_chunks();
        Ok(Self(rows))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn row(&self, index: usize) -> &[u8; N_CELLS] {
        &self.0[index]
    }

    /// The puzzle in a row, if it is one.
    pub(crate) fn puzzle(&self, index: usize) -> Option<Puzzle> {
        Puzzle::new(self.0[index])
    }
}

/// A text as cells.
pub(crate) fn read_text(text: &[u8]) -> [u8; N_CELLS] {
    // The row says that something is wrong with the text, but not what.
    Puzzle::parse(text.trim_ascii()).map_or([ABSENT; N_CELLS], |puzzle| *puzzle.cells())
}

/// Why a text is not a puzzle, or which of its givens clash; `None` if it is one.
pub(crate) fn reason(text: Option<&[u8]>) -> Option<String> {
    let Some(text) = text else { return Some("no text".to_owned()) };
    let before = text.len() - text.trim_ascii_start().len();
    match Puzzle::parse(text.trim_ascii()) {
        Ok(puzzle) => clash(&puzzle),
        Err(error) => {
            let position = match error {
                PuzzleError::Symbol { position, .. } => position,
                PuzzleError::Length { found } => found.min(N_CELLS),
                _ => 0,
            };
            Some(format!("column {}: {error}", before + position + 1))
        }
    }
}

/// Why a row is not a puzzle, or which of its givens clash; `None` if it is one.
pub(crate) fn row_reason(row: &[u8; N_CELLS]) -> Option<String> {
    if let Some(puzzle) = Puzzle::new(*row) {
        return clash(&puzzle);
    }
    let cell = row.iter().position(|value| *value > 9)?;
    Some(format!("column {}: found no digit and no blank", cell + 1))
}

fn clash(puzzle: &Puzzle) -> Option<String> {
    let puzzle = Some(puzzle).filter(|puzzle| puzzle.has_clash()).map(full)?;
    Some(puzzle.clash()?.describe(&puzzle.alphabet))
}

/// Hands the texts of an Arrow array of strings or bytes, plain or by a dictionary, to `take`.
///
/// # Errors
/// An array of another type.
pub(crate) fn read_arrow<'a>(
    array: &'a ArrayRef,
    take: &mut dyn FnMut(Option<&'a [u8]>),
) -> PyResult<()> {
    let bytes = str::as_bytes;
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(|text| take(text.map(bytes))),
        DataType::LargeUtf8 => {
            array.as_string::<i64>().iter().for_each(|text| take(text.map(bytes)));
        }
        DataType::Utf8View => array.as_string_view().iter().for_each(|text| take(text.map(bytes))),
        DataType::Binary => array.as_binary::<i32>().iter().for_each(take),
        DataType::LargeBinary => array.as_binary::<i64>().iter().for_each(take),
        DataType::BinaryView => array.as_binary_view().iter().for_each(take),
        DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().iter().for_each(take),
        DataType::Null => (0..array.len()).for_each(|_| take(None)),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let mut texts = Vec::new();
            read_arrow(dictionary.values(), &mut |text| texts.push(text))?;
            if texts.is_empty() {
                // Then no key can say one.
                (0..array.len()).for_each(|_| take(None));
                return Ok(());
            }
            for (index, key) in dictionary.normalized_keys().into_iter().enumerate() {
                take(if dictionary.keys().is_null(index) { None } else { texts[key] });
            }
        }
        other => return Err(not_texts(other)),
    }
    Ok(())
}

/// The error for an Arrow array of a type that has no texts.
pub(crate) fn not_texts(found: &DataType) -> PyErr {
    PyTypeError::new_err(format!("found an Arrow array of {found}, expected strings"))
}

/// Rows as an Arrow array of strings; null for a row that is not a puzzle.
pub(crate) fn write_arrow(rows: &Rows) -> ArrayRef {
    let texts = (0..rows.len()).map(|index| {
        let text = rows.puzzle(index)?.text();
        Some(text.map(char::from).iter().collect::<String>())
    });
    Arc::new(texts.collect::<StringArray>())
}
