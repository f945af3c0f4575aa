//! The puzzles of a text that is a layout as it stands, one after the other, also of one that comes piece by piece.

use super::scanner::Scanner;
use super::shape::{GridFinder, NamedColumn, Shape};
use super::source_rows::{SourceRows, Taken};
use super::{ReadError, ReadOptions, explain, json, pencil_marks};
use crate::Puzzle;
use std::collections::VecDeque;

/// The puzzles of a text; ends after the first error.
#[derive(Debug)]
pub(super) struct Layouts<'a> {
    finder: GridFinder<'a>,
    /// Where the grids start that are left, if the text is JSON.
    json: Option<VecDeque<Scanner<'a>>>,
    is_done: bool,
}

/// What the reader knows at the end of one piece of a text and needs at the start of the next one.
#[derive(Debug, Clone, Default)]
pub struct Resume {
    taken: Taken,
    n_read: usize,
    last: Option<Shape>,
    column: Option<NamedColumn>,
}

/// The puzzles of a piece of a text; errors have the lines of the whole.
pub(super) fn layouts<'a>(
    text: &'a [u8],
    options: &'a ReadOptions,
    resume: &Resume,
) -> Layouts<'a> {
    let Resume { taken, n_read, last, column } = *resume;
    let rows = SourceRows::new(text, taken);
    let finder = GridFinder { rows, options, n_read, last, column, left_out: Vec::new() };
    Layouts { finder, json: None, is_done: false }
}

impl Iterator for Layouts<'_> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let next = self.read().transpose();
        self.finder.n_read += 1;
        self.is_done = !matches!(next, Some(Ok(_)));
        next
    }
}

impl<'a> Layouts<'a> {
    /// The bytes up to the end of the last puzzle, and how [`puzzles_from`](super::puzzles_from) goes on after them.
    pub(super) fn resume(&self) -> (usize, Resume) {
        let GridFinder { rows, n_read, last, column, .. } = &self.finder;
        let (n_bytes, taken) = rows.passed();
        (n_bytes, Resume { taken, n_read: *n_read, last: *last, column: *column })
    }

    /// Whether the reader has looked at the whole text, so that more of it might change the reading.
    pub(super) fn has_seen_all(&self) -> bool {
        self.finder.rows.is_at_end()
    }

    /// The text, if nothing of it is read.
    pub(super) fn whole(&self) -> Option<&'a [u8]> {
        self.finder.rows.whole().filter(|_| self.finder.n_read == 0)
    }

    /// What the caller said of the text.
    pub(super) fn options(&self) -> &'a ReadOptions {
        self.finder.options
    }

    /// Leaves nothing to read.
    pub(super) fn take_all(&mut self) {
        self.finder.rows.take_all();
        self.finder.n_read += 1;
        self.is_done = true;
    }

    fn read(&mut self) -> Result<Option<Puzzle>, ReadError> {
        let finder = &mut self.finder;
        if let Some((text, line)) = finder.rows.json() {
            self.json = Some(json::grids(text, line)?);
        }
        if let Some(grids) = &mut self.json {
            return grids.pop_front().map(|grid| json::read(grid, finder.options)).transpose();
        }
        finder.skip_titles()?;
        match finder.shape(0)? {
            Some(shape) => {
                finder.last = Some(shape);
                let left_out = std::mem::take(&mut finder.left_out);
                let note = |line| format!("line {line} is left out: it is not a puzzle");
                let notes = left_out.into_iter().map(note);
                let cells = finder.take(shape);
                let is_line = !matches!(shape, Shape::Rows { .. });
                if is_line
                    && cells.spots.len() == pencil_marks::N_SYMBOLS
                    && let Some(puzzle) = pencil_marks::read(&cells, finder.options)?
                {
                    return Ok(Some(with_notes(puzzle, notes)));
                }
                cells.into_puzzle(finder.options).map(|puzzle| Some(with_notes(puzzle, notes)))
            }
            None if finder.rows.peek(0)?.is_some() => Err(explain::explain(finder)?),
            None if finder.n_read == 0 => Err(finder.rows.no_cells()),
            None => Ok(None),
        }
    }
}

fn with_notes(mut puzzle: Puzzle, notes: impl Iterator<Item = String>) -> Puzzle {
    puzzle.notes.extend(notes);
    puzzle
}
