//! The text of one puzzle or of several, and the choice of one.

use anyhow::Context;
use pipe_cli::{Failure, Input};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use sudoku_core::format::{self, Puzzle, Puzzles, ReadError, ReadOptions, Remedy};

/// More than the text of any grid: aligned numbers at the largest side are 8.3 MB. Of an endless
/// input no more is read.
const MAX_BYTES: usize = 16 << 20;

/// A text with grids in it, and the name that messages give it.
#[derive(Debug)]
pub struct GridText {
    name: String,
    bytes: Vec<u8>,
    /// Whether there was more of it.
    is_cut: bool,
}

impl GridText {
    /// Reads `path`, or standard input for `None` and `-`; not more than 16 MiB of it, in whole lines.
    ///
    /// # Errors
    /// It cannot be opened or read.
    pub fn read(path: Option<&Path>) -> anyhow::Result<Self> {
        let mut input = Input::open(path)?;
        let name = input.name().to_owned();
        let mut bytes = Vec::new();
        (&mut input)
            .take(MAX_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .with_context(|| name.clone())?;
        let is_cut = bytes.len() > MAX_BYTES;
        if is_cut {
            let last_end = bytes.iter().rposition(|byte| *byte == b'\n');
            bytes.truncate(last_end.map_or(MAX_BYTES, |end| end + 1));
        }
        Ok(Self { name, bytes, is_cut })
    }

    /// The file's name as messages show it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes the lines for which `is_other` holds blank; it sees them without blanks at their ends.
    pub fn blank_lines(&mut self, is_other: impl Fn(&[u8]) -> bool) {
        for line in self.bytes.split_mut(|byte| *byte == b'\n') {
            if is_other(line.trim_ascii()) {
                line.fill(b' ');
            }
        }
    }

    /// The `nth` puzzle of it, from 1, or the only one for `None`.
    ///
    /// # Errors
    /// The text up to there is no grid, there is no such puzzle, or there are several for `None`.
    pub fn puzzle(&self, options: &ReadOptions, nth: Option<usize>) -> anyhow::Result<Puzzle> {
        let mut puzzles = format::puzzles(&self.bytes, options);
        for before in 1..nth.unwrap_or(1) {
            self.next(&mut puzzles, before)?;
        }
        let puzzle = self.next(&mut puzzles, nth.unwrap_or(1))?;
        if nth.is_none() {
            self.ensure_end(puzzles.next())?;
        }
        Ok(puzzle)
    }

    /// Shows each puzzle to `visit` with its number from 1, until that breaks off; how many it saw.
    ///
    /// # Errors
    /// The text is no grid, or is too long.
    pub fn visit(
        &mut self,
        options: &ReadOptions,
        mut visit: impl FnMut(usize, Puzzle) -> ControlFlow<()>,
    ) -> anyhow::Result<usize> {
        let mut count = 0;
        for puzzle in format::puzzles(&self.bytes, options) {
            count += 1;
            if visit(count, puzzle.map_err(|error| self.located(&error))?).is_break() {
                return Ok(count);
            }
        }
        if self.is_cut {
            return Err(self.failure(format!("the input is longer than {MAX_BYTES} bytes")).into());
        }
        Ok(count)
    }

    fn next(&self, puzzles: &mut Puzzles<'_>, number: usize) -> Result<Puzzle, Failure> {
        match puzzles.next() {
            Some(Ok(puzzle)) => Ok(puzzle),
            Some(Err(error)) => Err(self.located(&error)),
            None => {
                let last = number - 1;
                Err(self.failure(format!("there is no puzzle {number}, the last is puzzle {last}")))
            }
        }
    }

    fn ensure_end(&self, next: Option<Result<Puzzle, ReadError>>) -> Result<(), Failure> {
        match next {
            None => Ok(()),
            Some(Err(error)) => Err(self.located(&error)),
            Some(Ok(_)) => Err(self
                .failure("found several puzzles, expected one")
                .help("choose one with --nth N, counted from 1")),
        }
    }

    fn failure(&self, message: impl std::fmt::Display) -> Failure {
        Failure::new(format!("{}: {message}", self.name))
    }

    fn located(&self, error: &ReadError) -> Failure {
        if self.is_cut && error.line >= self.bytes.split(|byte| *byte == b'\n').count() - 1 {
            return self.failure(format!("the input is longer than {MAX_BYTES} bytes"));
        }
        let ReadError { line, column, remedy, .. } = error;
        let failure = Failure::new(format!("{}:{line}:{column}: {error}", self.name));
        match remedy {
            Some(Remedy::Alphabet(fitting)) => {
                let names: Vec<String> =
                    fitting.iter().map(|name| format!("--alphabet {name}")).collect();
                failure.help(format!("name the symbols with {}", names.join(" or ")))
            }
            Some(Remedy::Geometry) => failure.help("name the shape of a block with --block HxW"),
            _ => failure,
        }
    }
}
