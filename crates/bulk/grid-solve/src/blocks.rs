//! Cuts the input into blocks of whole records.
//!
//! A block is what one read brings, up to [`SIZE`] bytes, to the last record that ends in it: a line that is there
//! never waits for the next. While all threads are busy input piles up before the reader, and blocks get large.
//!
//! Of a line longer than [`LONGEST`], which is not a puzzle, no more than that counts, so that memory does not
//! follow its length.

use crate::args::Column;
use crate::boards;
use crate::compression;
use crate::fields::{LONGEST, line_end, n_line_ends};
use crate::layout::{self, Layout, Told};
use anyhow::{Context, bail};
use memchr::{memchr, memrchr2};
use pipe_cli::Input;
use std::io::Read;

/// How much of the input is in a block.
pub(crate) const SIZE: usize = 1 << 20;

/// Whole records of an input.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The lines; the last one may be without its end.
    pub(crate) bytes: Vec<u8>,
    /// The number of the first line, from 1.
    pub(crate) first_line: u64,
    pub(crate) layout: Layout,
    /// The header, if all columns are kept and this is the first block; else empty.
    pub(crate) header: Vec<u8>,
}

/// How the inputs are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// Which column has the puzzles.
    pub(crate) column: Option<Column>,
    /// Whether all columns are kept.
    pub(crate) keeps: bool,
}

/// The blocks of several inputs, one after the other.
#[derive(Debug)]
pub(crate) struct Blocks {
    inputs: std::vec::IntoIter<Input>,
    current: Option<Current>,
    reading: Reading,
    /// The header of the first input, empty if it has none, once it was seen.
    first_header: Option<Vec<u8>>,
}

/// The input that is being read.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of the place in the input")]
struct Current {
    input: Input,
    /// What was read and is not in a block yet: the beginning of a record, and room for more.
    buffer: Vec<u8>,
    n_read: usize,
    has_ended: bool,
    /// Up to here there is no line end.
    searched: usize,
    next_line: u64,
    /// The layout, once it was found out.
    layout: Option<Layout>,
    /// Whether no line but comments was seen yet: the next one may be a header.
    may_be_header: bool,
    /// The header, empty if there is none.
    header: Vec<u8>,
    /// Whether the line that has begun is one of which no more is kept.
    skips: bool,
    /// Whether the last line ended with CR, so that LF may belong to it.
    after_return: bool,
}

impl Blocks {
    pub(crate) fn new(inputs: Vec<Input>, reading: Reading) -> Self {
        let inputs: Vec<Input> = inputs.into_iter().map(compression::Text::of).collect();
        Self { inputs: inputs.into_iter(), current: None, reading, first_header: None }
    }

    /// Fills `text` with the next records: whether there are any.
    ///
    /// # Errors
    /// Reading fails, or the header is not the one that is needed.
    pub(crate) fn next_lines(&mut self, text: &mut Text) -> anyhow::Result<bool> {
        loop {
            if self.current.is_none() {
                self.current = self.inputs.next().map(Current::new);
            }
            let Some(current) = &mut self.current else { return Ok(false) };
            text.header.clear();
            let ended = current.fill(text, &self.reading)?;
            let has_header = !current.header.is_empty();
            if self.reading.keeps && (has_header || !text.bytes.is_empty()) {
                match &self.first_header {
                    None => {
                        text.header.clone_from(&current.header);
                        self.first_header = Some(current.header.clone());
                    }
                    Some(first) if *first == current.header => {}
                    Some(_) => bail!(
                        "{}: the header differs from that of the first file",
                        current.input.name()
                    ),
                }
            }
            if ended {
                self.current = None;
            }
            if !text.bytes.is_empty() || !text.header.is_empty() {
                return Ok(true);
            }
        }
    }
}

impl Current {
    fn new(input: Input) -> Self {
        Self {
            input,
            buffer: vec![0; SIZE],
            n_read: 0,
            has_ended: false,
            searched: 0,
            next_line: 1,
            layout: None,
            may_be_header: true,
            header: Vec::new(),
            skips: false,
            after_return: false,
        }
    }

    /// Reads until there are whole records: whether the input has ended with them.
    fn fill(&mut self, text: &mut Text, reading: &Reading) -> anyhow::Result<bool> {
        loop {
            let mut waits = false;
            if self.layout.is_none() {
                self.drop_mark();
                waits = self.find_layout(text, reading)? && !self.has_ended;
                if !text.bytes.is_empty() {
                    return Ok(false);
                }
            }
            // Before anything tells, lines are words.
            let layout = self.layout.unwrap_or_default();
            let whole = match (self.has_ended, waits) {
                (true, _) => self.n_read,
                (_, true) => 0,
                _ => self.n_whole(layout),
            };
            if whole > 0 || self.has_ended {
                self.take(whole, layout, text);
                return Ok(self.has_ended);
            }
            if self.n_read > LONGEST {
                if reading.keeps {
                    let message = format!("found a line of more than {LONGEST} bytes");
                    return Err(self.input.error_at(self.next_line, 1, message));
                }
                self.n_read = LONGEST;
                self.searched = LONGEST;
                self.skips = true;
            }
            self.read_on()?;
        }
    }

    /// Finds the layout out, if the lines that were read tell; takes a header away, and lines before what tells. It is
    /// true if the first line has to wait for the next one.
    fn find_layout(&mut self, text: &mut Text, reading: &Reading) -> anyhow::Result<bool> {
        text.bytes.clear();
        let bytes = &self.buffer[..self.n_read];
        let told =
            layout::find(bytes, self.has_ended, &mut self.may_be_header, reading.column.as_ref());
        let told = match told {
            Ok(told) => told,
            Err(error) => {
                return Err(self.input.error_at(
                    self.next_line,
                    error.column as u64,
                    error.message,
                ));
            }
        };
        match told {
            Told::Nothing => {}
            Told::Unread { start: 0 } => return Ok(true),
            Told::Unread { start } => self.take(start, Layout::default(), text),
            Told::Layout { start, layout, header: None } => {
                self.take(start, Layout::default(), text);
                self.layout = Some(layout);
            }
            Told::Layout { start, layout, header: Some(header) } => {
                self.header = self.buffer[header].to_vec();
                self.take(start, layout, text);
                text.bytes.clear();
                self.layout = Some(layout);
            }
        }
        Ok(false)
    }

    /// Drops a byte order mark at the start of the input.
    fn drop_mark(&mut self) {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        if self.next_line == 1 && self.buffer[..self.n_read].starts_with(MARK) {
            self.buffer.copy_within(MARK.len()..self.n_read, 0);
            self.n_read -= MARK.len();
            self.searched = 0;
        }
    }

    /// Moves the first `n` bytes into a block.
    fn take(&mut self, n: usize, layout: Layout, text: &mut Text) {
        text.bytes.clear();
        text.bytes.extend_from_slice(&self.buffer[..n]);
        text.first_line = self.next_line;
        text.layout = layout;
        self.next_line += n_line_ends(&text.bytes);
        self.after_return = n == self.n_read && text.bytes.last() == Some(&b'\r');
        self.buffer.copy_within(n..self.n_read, 0);
        self.n_read -= n;
        self.searched = 0;
    }

    /// How many bytes are whole records.
    fn n_whole(&mut self, layout: Layout) -> usize {
        let bytes = &self.buffer[..self.n_read];
        let last_line = || memrchr2(b'\n', b'\r', &bytes[self.searched..]);
        let n_lines = last_line().map_or(0, |last| self.searched + last + 1);
        let searched = std::mem::replace(&mut self.searched, self.n_read);
        if n_lines == 0 && self.n_read < LONGEST && searched > 0 {
            // No record ends without a line end.
            return 0;
        }
        let next = |start: usize| match layout {
            Layout::Words(_) | Layout::Cells { .. } => None,
            Layout::Csv(csv) => csv.record(bytes, start, false).map(|record| record.next),
            Layout::Boards => {
                let board = boards::next_board(bytes, start, false).map(|board| board.next);
                let gap = boards::after_gap(bytes, start, false);
                board.or_else(|| (gap > start).then_some(gap))
            }
        };
        // Without quotes a record is a line.
        let is_plain = match layout {
            Layout::Words(_) | Layout::Cells { .. } => true,
            Layout::Csv(_) => memchr(b'"', bytes).is_none(),
            Layout::Boards => false,
        };
        if is_plain {
            return n_lines;
        }
        std::iter::successors(Some(0), |start| next(*start)).last().unwrap_or(0)
    }

    /// Reads what there is, and again where a signal came between.
    fn read_on(&mut self) -> anyhow::Result<()> {
        let start = self.n_read;
        let n_new = loop {
            match self.input.read(&mut self.buffer[start..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                result => break result.with_context(|| self.input.name().to_owned())?,
            }
        };
        self.has_ended = n_new == 0;
        let mut end = start + n_new;
        let mut drop = 0;
        if std::mem::take(&mut self.after_return) && self.buffer[..end].starts_with(b"\n") {
            drop = 1;
        }
        if self.skips {
            let skipped = line_end(&self.buffer[..end], start).map(|(end, _)| end - start);
            self.skips = skipped.is_none();
            drop = skipped.unwrap_or(n_new);
        }
        self.buffer.copy_within(start + drop..end, start);
        end -= drop;
        self.n_read = end;
        Ok(())
    }
}
