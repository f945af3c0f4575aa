//! The puzzles of a text, one after the other, also of one that comes piece by piece.

use super::layouts::{Layouts, Resume, layouts};
use super::{ReadError, ReadOptions, pasted};
use crate::Puzzle;
use std::collections::VecDeque;

/// The puzzles of a text; ends after the first error.
#[derive(Debug)]
pub struct Puzzles<'a> {
    layouts: Layouts<'a>,
    /// The puzzles that are left of a text that was not a layout as it stood.
    pasted: VecDeque<Puzzle>,
}

/// The puzzles of a text, read as they are asked for; there is at least one, or an error, but in JSON
/// that says that there is none.
#[must_use]
pub fn puzzles<'a>(text: &'a [u8], options: &'a ReadOptions) -> Puzzles<'a> {
    puzzles_from(text, options, &Resume::default())
}

/// The puzzles of the next piece of a text; errors have the lines of the whole.
#[must_use]
pub fn puzzles_from<'a>(text: &'a [u8], options: &'a ReadOptions, resume: &Resume) -> Puzzles<'a> {
    Puzzles { layouts: layouts(text, options, resume), pasted: VecDeque::new() }
}

impl Iterator for Puzzles<'_> {
    type Item = Result<Puzzle, ReadError>;

    /// A text that is not a layout as it stands may be a grid in another guise; markup and lists are never a layout,
    /// though a line of them may look like one.
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(puzzle) = self.pasted.pop_front() {
            return Some(Ok(puzzle));
        }
        let Some(text) = self.layouts.whole() else { return self.layouts.next() };
        let options = self.layouts.options();
        let is_never_layout = match text.trim_ascii_start() {
            [b'<' | b'(' | b':', ..] => true,
            // `[Puzzle]` is a section.
            [b'[', next, ..] => !next.is_ascii_alphabetic(),
            _ => false,
        };
        if is_never_layout && let Some(read) = pasted::read(text, options) {
            return self.open(read);
        }
        let spreadsheet = has_blank_fields(text).then(|| pasted::read(text, options)).flatten();
        if let Some(Ok(_)) = &spreadsheet {
            return self.open(spreadsheet?);
        }
        let next = self.layouts.next();
        // Two tabs may also be the gap between two blocks, or one the end of a row, but not around a lone digit.
        let is_lone = matches!(&next, Some(Ok(puzzle)) if puzzle.grid.shape().n_cells() == 1);
        if is_lone && let Some(read) = spreadsheet {
            return self.open(read);
        }
        if matches!(next, Some(Err(_)))
            && let Some(read) = pasted::read(text, options)
        {
            return self.open(read);
        }
        next
    }
}

/// Whether the first row that is not empty has a tab with nothing before or behind it, as a spreadsheet's blank cells have.
fn has_blank_fields(text: &[u8]) -> bool {
    let mut rows =
        text.split(|byte| *byte == b'\n').map(|row| row.strip_suffix(b"\r").unwrap_or(row));
    rows.find(|row| !row.is_empty()).is_some_and(|row| {
        row.first() == Some(&b'\t')
            || row.last() == Some(&b'\t')
            || row.windows(2).any(|two| two == b"\t\t")
    })
}

impl Puzzles<'_> {
    /// The bytes up to the end of the last puzzle, and how [`puzzles_from`] goes on after them.
    #[must_use]
    pub fn resume(&self) -> (usize, Resume) {
        self.layouts.resume()
    }

    /// Whether the reader has looked at the whole text, so that more of it might change the reading.
    #[must_use]
    pub fn has_seen_all(&self) -> bool {
        self.layouts.has_seen_all()
    }

    /// The first of the puzzles that the whole text has, or the error; the others follow.
    fn open(&mut self, read: Result<Vec<Puzzle>, ReadError>) -> Option<Result<Puzzle, ReadError>> {
        self.layouts.take_all();
        match read {
            Ok(puzzles) => {
                self.pasted = puzzles.into();
                self.pasted.pop_front().map(Ok)
            }
            Err(error) => Some(Err(error)),
        }
    }
}
