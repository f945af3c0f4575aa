//! Cuts the input into blocks of whole lines.
//!
//! A block is what one read brings, up to [`SIZE`] bytes, to the last line end in it: a line that is there never
//! waits for the next. While all threads are busy input piles up before the reader, and blocks get large.
//!
//! Of a line longer than [`LONGEST`], which is no puzzle, no more than that counts, so that memory does not
//! follow its length.

use crate::fields::Columns;
use anyhow::Context;
use pipe_cli::Input;
use std::io::Read;

/// How much of the input is in a block.
pub(crate) const SIZE: usize = 1 << 20;
/// How much of a line counts.
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
    /// What was read and is not in a block yet: the beginning of a line, and room for more.
    buffer: Vec<u8>,
    n_read: usize,
    next_line: u64,
    columns: Columns,
    /// Whether no line but comments was seen yet: the next one may be a header.
    may_be_header: bool,
    /// Whether the line that has begun is one of which no more is kept.
    skips: bool,
}

impl Current {
    fn new(input: Input) -> Self {
        Self {
            input,
            buffer: vec![0; SIZE],
            n_read: 0,
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

    /// Fills `text` with the next lines: whether there are any.
    ///
    /// # Errors
    /// Reading fails.
    pub(crate) fn next_lines(&mut self, text: &mut Text) -> anyhow::Result<bool> {
        loop {
            if self.current.is_none() {
                self.current = self.inputs.next().map(Current::new);
            }
            let Some(current) = &mut self.current else { return Ok(false) };
            let ended = current.fill(&mut text.bytes)?;
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
    /// Reads until there are whole lines: whether the input has ended with them.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> anyhow::Result<bool> {
        let is_end = |byte: &u8| *byte == b'\n';
        loop {
            // Up to here there is no line end.
            let start = self.n_read;
            let n_new = read(&mut self.input, &mut self.buffer[start..])?;
            let mut end = start + n_new;
            if self.skips
                && let Some(skipped) = self.buffer[start..end].iter().position(is_end)
            {
                self.skips = false;
                self.buffer.copy_within(start + skipped..end, start);
                end -= skipped;
            }
            let whole = match self.buffer[start..end].iter().rposition(is_end) {
                Some(last) => start + last + 1,
                None if n_new == 0 => end,
                None if end > LONGEST => {
                    self.n_read = LONGEST;
                    self.skips = true;
                    continue;
                }
                None => {
                    self.n_read = end;
                    continue;
                }
            };
            bytes.clear();
            bytes.extend_from_slice(&self.buffer[..whole]);
            self.buffer.copy_within(whole..end, 0);
            self.n_read = end - whole;
            return Ok(n_new == 0);
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
