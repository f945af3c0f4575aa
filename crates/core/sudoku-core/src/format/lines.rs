//! The rows of a text: its lines without all that are no rows, cut as they are asked for.

use super::ReadError;
use super::text::{self, Line, Row};
use std::collections::VecDeque;

/// The rows of a text; those in `ahead` are cut and not yet taken.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    text: &'a [u8],
    rest: &'a [u8],
    /// Lines taken from `rest`.
    n_lines: usize,
    /// Whether a section other than `[Puzzle]` is being passed over.
    is_elsewhere: bool,
    pub(super) ahead: VecDeque<Row<'a>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        Self { text, rest: text, n_lines: 0, is_elsewhere: false, ahead: VecDeque::new() }
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
            let end = self.rest.iter().position(|byte| *byte == b'\n');
            let (content, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest.get(1..).unwrap_or_default();
            self.n_lines += 1;
            match text::line(utf8(content, self.n_lines)?, self.n_lines)? {
                Line::Section(name) => self.is_elsewhere = name != "puzzle",
                Line::Row(row) if !self.is_elsewhere => return Ok(Some(row)),
                Line::Row(_) | Line::Ornament => {}
            }
        }
        Ok(None)
    }

    /// The whole text, if it is JSON and nothing of it is read yet.
    pub(super) fn json(&mut self) -> Option<&'a [u8]> {
        let is_json = self.n_lines == 0 && self.text.trim_ascii_start().starts_with(b"{");
        is_json.then(|| {
            self.n_lines += 1;
            std::mem::take(&mut self.rest)
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
