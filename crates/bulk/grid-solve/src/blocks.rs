//! Cuts the input into blocks of whole lines.
//!
//! A block is what has arrived, up to [`SIZE`] bytes and to the last line end. A line longer than
//! [`LONGEST`] is no puzzle; only its beginning is kept, so that memory does not follow its length.

use crate::fields::Columns;
use anyhow::Context;
use pipe_cli::Input;
use std::io::Read;

/// How much of the input is in a block.
pub(crate) const SIZE: usize = 1 << 20;
/// How much of a line is kept.
pub(crate) const LONGEST: usize = 1 << 16;

/// Whole lines of an input.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The lines; the last one may be without its end.
    pub(crate) bytes: Vec<u8>,
    /// The number of the first line, from 1.
    pub(crate) first_line: u64,
    /// Where the puzzle is in a line.
    pub(crate) columns: Columns,
}

/// The blocks of several inputs, one after the other.
#[derive(Debug)]
pub(crate) struct Blocks {
    inputs: std::vec::IntoIter<Input>,
    current: Option<Current>,
}

/// The input that is being read.
#[derive(Debug)]
struct Current {
    input: Input,
    /// What was read after the last line end.
    rest: Vec<u8>,
    next_line: u64,
    columns: Columns,
    /// Whether no line but comments was seen yet: the next one may be a header.
    may_be_header: bool,
    /// Whether the rest is the beginning of a line of which no more is kept.
    skips: bool,
}

impl Current {
    fn new(input: Input) -> Self {
        Self {
            input,
            rest: Vec::new(),
            next_line: 1,
            columns: Columns::default(),
            may_be_header: true,
            skips: false,
        }
    }
}

impl Blocks {
    pub(crate) fn new(inputs: Vec<Input>) -> Self {
        Self { inputs: inputs.into_iter(), current: None }
    }

    /// Fills `text` with the next lines: whether there are any. After each read `is_enough` is asked
    /// whether the lines so far are wanted now.
    ///
    /// # Errors
    /// Reading fails.
    pub(crate) fn next_lines(
        &mut self,
        text: &mut Text,
        is_enough: impl Fn() -> bool,
    ) -> anyhow::Result<bool> {
        loop {
            if self.current.is_none() {
                self.current = self.inputs.next().map(Current::new);
            }
            let Some(current) = &mut self.current else { return Ok(false) };
            let ended = current.fill(&mut text.bytes, &is_enough)?;
            current.describe(text);
            if ended {
                self.current = None;
            }
            if !text.bytes.is_empty() {
                return Ok(true);
            }
        }
    }
}

impl Current {
    /// Reads whole lines: whether the input has ended with them.
    fn fill(&mut self, bytes: &mut Vec<u8>, is_enough: impl Fn() -> bool) -> anyhow::Result<bool> {
        bytes.clear();
        bytes.append(&mut self.rest);
        // Up to here there is no line end in what is not a whole line yet.
        let mut whole = 0;
        let mut buffer_end = bytes.len();
        loop {
            bytes.resize(SIZE, 0);
            let n_read = read(&mut self.input, &mut bytes[buffer_end..])?;
            let new = buffer_end..buffer_end + n_read;
            buffer_end = new.end;
            if let Some(last) = bytes[new.clone()].iter().rposition(|byte| *byte == b'\n') {
                whole = new.start + last + 1;
                if self.skips {
                    self.skips = false;
                    let end = bytes[new.clone()].iter().position(|byte| *byte == b'\n');
                    let end = new.start + end.unwrap_or(last);
                    bytes.copy_within(end..buffer_end, new.start);
                    buffer_end -= end - new.start;
                    whole -= end - new.start;
                }
            } else if buffer_end - whole > LONGEST {
                buffer_end = whole + LONGEST;
                self.skips = true;
            }
            let ended = n_read == 0;
            if ended || buffer_end > SIZE / 2 && whole > 0 || whole > 0 && is_enough() {
                let end = if ended { buffer_end } else { whole };
                self.rest.extend_from_slice(&bytes[end..buffer_end]);
                bytes.truncate(end);
                return Ok(ended);
            }
        }
    }

    /// Numbers the lines; takes a header away.
    fn describe(&mut self, text: &mut Text) {
        let mut start = 0;
        if self.may_be_header {
            if self.next_line == 1 && text.bytes.starts_with(b"\xef\xbb\xbf") {
                start = 3;
            }
            while self.may_be_header && start < text.bytes.len() {
                let rest = &text.bytes[start..];
                let length =
                    rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
                let line = rest[..length].trim_ascii();
                if !line.is_empty() && !line.starts_with(b"#") {
                    self.may_be_header = false;
                    let Some(columns) = Columns::of_header(line) else { break };
                    self.columns = columns;
                }
                start += length;
                self.next_line += 1;
            }
            text.bytes.drain(..start);
        }
        text.first_line = self.next_line;
        text.columns = self.columns;
        self.next_line += n_line_ends(&text.bytes);
    }
}

/// How many line ends there are: counted in bytes, of which a vector holds many, and so that none overflows.
fn n_line_ends(bytes: &[u8]) -> u64 {
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    bytes.chunks(255).map(|part| u64::from(count(part))).sum()
}

/// Reads what there is, and again where a signal came between.
fn read(input: &mut Input, buffer: &mut [u8]) -> anyhow::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            result => return result.with_context(|| input.name().to_owned()),
        }
    }
}
