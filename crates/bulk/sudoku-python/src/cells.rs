//! Rows of 81 cells: from NumPy, from texts, from and to Arrow.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::DataType;
use grid_engine::{N_CELLS, Puzzle};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// What the cells of a row hold that is not a puzzle.
pub(crate) const ABSENT: u8 = 255;

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

/// The strings of an Arrow array as cells.
///
/// # Errors
/// An array of another type.
pub(crate) fn read_arrow(array: &ArrayRef, rows: &mut Vec<[u8; N_CELLS]>) -> PyResult<()> {
    let absent = [ABSENT; N_CELLS];
    let read = |text: Option<&str>| text.map_or(absent, |text| read_text(text.as_bytes()));
    match array.data_type() {
        DataType::Utf8 => rows.extend(array.as_string::<i32>().iter().map(read)),
        DataType::LargeUtf8 => rows.extend(array.as_string::<i64>().iter().map(read)),
        DataType::Utf8View => rows.extend(array.as_string_view().iter().map(read)),
        DataType::Null => rows.extend(std::iter::repeat_n(absent, array.len())),
        other => {
            let message = format!("found an Arrow array of {other}, expected strings");
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(())
}

/// Rows as an Arrow array of strings; null for a row that is not a puzzle.
pub(crate) fn write_arrow(rows: &Rows) -> ArrayRef {
    let texts = (0..rows.len()).map(|index| {
        let text = rows.puzzle(index)?.text();
        Some(text.map(char::from).iter().collect::<String>())
    });
    Arc::new(texts.collect::<StringArray>())
}
