//! The rows of a text: those of its lines that hold cells, cut as they are asked for.

use super::ReadError;
use super::tokens::{self, Row, SourceLine};
use std::collections::VecDeque;

/// How far the lines of a text are taken.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Taken {
    pub(super) n_lines: usize,
    /// Whether a section other than `[Puzzle]` is being passed over.
    is_elsewhere: bool,
}

/// The rows of a text; those in `ahead` are cut and not yet taken.
#[derive(Debug)]
pub(super) struct SourceRows<'a> {
    text: &'a [u8],
    rest: &'a [u8],
    /// Whether the text is the first piece.
    is_first: bool,
    taken: Taken,
    pub(super) ahead: VecDeque<Row<'a>>,
}

impl<'a> SourceRows<'a> {
    /// The rows of what is left of a text of which so much was taken before.
    pub(super) fn new(text: &'a [u8], taken: Taken) -> Self {
        let mark = if taken.n_lines == 0 { &b"\xEF\xBB\xBF"[..] } else { &[] };
        let rest = text.strip_prefix(mark).unwrap_or(text);
        Self { text, rest, is_first: taken.n_lines == 0, taken, ahead: VecDeque::new() }
    }

    /// The text, if it is not a later piece of one.
    pub(super) fn whole(&self) -> Option<&'a [u8]> {
        self.is_first.then_some(self.text)
    }

    /// Leaves nothing to cut.
    pub(super) fn take_all(&mut self) {
        self.ahead.clear();
        self.rest = &[];
    }

    /// The bytes and the lines before the next row.
    pub(super) fn passed(&self) -> (usize, Taken) {
        match self.ahead.front() {
            Some(row) => (row.start, Taken { n_lines: row.line - 1, is_elsewhere: false }),
            None => (self.text.len() - self.rest.len(), self.taken),
        }
    }

    /// Whether nothing is left to cut.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The row `at` from here.
    pub(super) fn peek(&mut self, at: usize) -> Result<Option<&Row<'a>>, ReadError> {
        while self.ahead.len() <= at {
            match self.next_row()? {
                Some(row) => self.ahead.push_back(row),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(at))
    }

    fn next_row(&mut self) -> Result<Option<Row<'a>>, ReadError> {
        while !self.rest.is_empty() {
            let start = self.text.len() - self.rest.len();
            let end = self.rest.iter().position(|byte| *byte == b'\n');
            let (content, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest.get(1..).unwrap_or_default();
            self.taken.n_lines += 1;
            match tokens::cut(utf8(content, self.taken.n_lines)?, self.taken.n_lines)? {
                SourceLine::Section(name) => self.taken.is_elsewhere = name != "puzzle",
                SourceLine::Row(row) if !self.taken.is_elsewhere => {
                    return Ok(Some(Row { start, ..row }));
                }
                SourceLine::Row(_) | SourceLine::Ornament => {}
            }
        }
        Ok(None)
    }

    /// The whole text from its object on and that one's line, if it is JSON after comments at most and
    /// nothing of it is read yet.
    pub(super) fn json(&mut self) -> Option<(&'a [u8], usize)> {
        let mut rest = self.rest;
        let mut line = 1;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n')
            && matches!(rest[..end].trim_ascii_start().first(), None | Some(b'#'))
        {
            rest = &rest[end + 1..];
            line += 1;
        }
        let is_json = rest.trim_ascii_start().starts_with(b"{") || rest.trim_ascii() == b"null";
        (self.taken.n_lines == 0 && is_json).then(|| {
            self.taken.n_lines += 1;
            self.rest = &[];
            (rest, line)
        })
    }

    pub(super) fn no_cells(&self) -> ReadError {
        let what = if self.text.trim_ascii().is_empty() { "empty input" } else { "no cells" };
        ReadError::new(1, 1, format!("{what}, expected a grid"))
    }
}

pub(super) fn utf8(content: &[u8], line: usize) -> Result<&str, ReadError> {
    std::str::from_utf8(content).map_err(|error| {
        let (valid, invalid) = content.split_at(error.valid_up_to());
        let column = String::from_utf8_lossy(valid).chars().count() + 1;
        let message = format!("unexpected byte 0x{:02X}, expected UTF-8 text", invalid[0]);
        ReadError::new(line, column, message)
    })
}
