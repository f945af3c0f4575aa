//! The puzzles of a text, one after the other, also of one that comes piece by piece.

use super::scanner::Scanner;
use super::shape::{GridFinder, Shape};
use super::source_rows::{SourceRows, Taken};
use super::{ReadError, ReadOptions, explain, json, pasted, pencil_marks};
use crate::Puzzle;
use std::collections::VecDeque;

/// The puzzles of a text; ends after the first error.
#[derive(Debug)]
pub struct Puzzles<'a> {
    finder: GridFinder<'a>,
    /// Where the grids start that are left, if the text is JSON.
    json: Option<VecDeque<Scanner<'a>>>,
    /// The puzzles that are left of a text that was not a layout as it stood.
    pasted: VecDeque<Puzzle>,
    /// Whether nothing but a layout is read.
    is_strict: bool,
    is_done: bool,
}

/// What the reader knows at the end of one piece of a text and needs at the start of the next one.
#[derive(Debug, Clone, Default)]
pub struct Resume {
    taken: Taken,
    n_read: usize,
    last: Option<Shape>,
}

/// The puzzles of a text, read as they are asked for; there is at least one, or an error, but in JSON
/// that says that there is none.
#[must_use]
pub fn puzzles<'a>(text: &'a [u8], options: &'a ReadOptions) -> Puzzles<'a> {
    puzzles_from(text, options, &Resume::default())
}

/// The puzzles of a text that is a layout as it stands.
pub(super) fn layouts<'a>(text: &'a [u8], options: &'a ReadOptions) -> Puzzles<'a> {
    Puzzles { is_strict: true, ..puzzles(text, options) }
}

/// The puzzles of the next piece of a text; errors have the lines of the whole.
#[must_use]
pub fn puzzles_from<'a>(text: &'a [u8], options: &'a ReadOptions, resume: &Resume) -> Puzzles<'a> {
    let Resume { taken, n_read, last } = *resume;
    let rows = SourceRows::new(text, taken);
    let finder = GridFinder { rows, options, n_read, last };
    Puzzles { finder, json: None, pasted: VecDeque::new(), is_strict: false, is_done: false }
}

impl Iterator for Puzzles<'_> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let next = match self.pasted.pop_front() {
            Some(puzzle) => Some(Ok(puzzle)),
            None => self.read_any().transpose(),
        };
        self.finder.n_read += 1;
        self.is_done = !matches!(next, Some(Ok(_)));
        next
    }
}

impl Puzzles<'_> {
    /// The bytes up to the end of the last puzzle, and how [`puzzles_from`] goes on after them.
    #[must_use]
    pub fn resume(&self) -> (usize, Resume) {
        let GridFinder { rows, n_read, last, .. } = &self.finder;
        let (n_bytes, taken) = rows.passed();
        (n_bytes, Resume { taken, n_read: *n_read, last: *last })
    }

    /// Whether the reader has looked at the whole text, so that more of it might change the reading.
    #[must_use]
    pub fn has_seen_all(&self) -> bool {
        self.finder.rows.is_at_end()
    }

    /// The next puzzle. A text that is not a layout as it stands may be a grid in another guise; markup and lists
    /// are never a layout, though a line of them may look like one.
    fn read_any(&mut self) -> Result<Option<Puzzle>, ReadError> {
        let text = self.finder.rows.whole().filter(|_| self.finder.n_read == 0 && !self.is_strict);
        let Some(text) = text else { return self.read() };
        let is_never_layout = match text.trim_ascii_start() {
            [b'<' | b'(', ..] => true,
            // `[Puzzle]` is a section.
            [b'[', next, ..] => !next.is_ascii_alphabetic(),
            _ => false,
        };
        if is_never_layout && let Some(read) = pasted::read(text, self.finder.options) {
            return Ok(self.open(read?));
        }
        let read = self.read();
        if read.is_err()
            && let Some(pasted) = pasted::read(text, self.finder.options)
        {
            return Ok(self.open(pasted?));
        }
        read
    }

    /// The first of the puzzles that the whole text has; the others follow.
    fn open(&mut self, puzzles: Vec<Puzzle>) -> Option<Puzzle> {
        self.finder.rows.take_all();
        self.pasted = puzzles.into();
        self.pasted.pop_front()
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
                let cells = finder.take(shape);
                let is_line = !matches!(shape, Shape::Rows { .. });
                if is_line
                    && cells.spots.len() == pencil_marks::N_SYMBOLS
                    && let Some(puzzle) = pencil_marks::read(&cells, finder.options)?
                {
                    return Ok(Some(puzzle));
                }
                cells.into_puzzle(finder.options).map(Some)
            }
            None if finder.rows.peek(0)?.is_some() => Err(explain::explain(finder)?),
            None if finder.n_read == 0 => Err(finder.rows.no_cells()),
            None => Ok(None),
        }
    }
}
