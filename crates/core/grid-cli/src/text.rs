//! The text of one puzzle or of several, and the choice of one.
//!
//! A text of any length is read through a window of 16 MiB. A puzzle counts if the reader has not seen
//! the end of the window while more input is left: later input could change the reading. Then
//! the window is moved on to the last puzzle's end, and reading goes on.

use anyhow::Context;
use located::Located;
use pipe_cli::{Failure, Input};
use puzzle_formats::{Options, Piece, Pieces};
use std::io::{BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use sudoku_core::Puzzle;
use sudoku_core::format::{self, ReadError, ReadOptions, Remedy, Resume};

/// More than the text of any grid: aligned numbers at the largest side are 8.3 MB.
const MAX_BYTES: usize = 16 << 20;

/// A text with grids in it, and the name that messages give it.
#[derive(Debug)]
pub struct GridText {
    name: String,
    /// Whole lines, if there are any.
    window: Vec<u8>,
    /// The beginning of a line.
    partial: Vec<u8>,
    /// What is left of the input, if something is.
    input: Option<Input>,
    /// Which lines are left out.
    is_other: fn(&[u8]) -> bool,
    has_others: bool,
}

impl GridText {
    /// Opens `path`, or standard input for `None` and `-`, and reads up to 16 MiB of it.
    ///
    /// # Errors
    /// It cannot be opened or read.
    pub fn read(path: Option<&Path>) -> anyhow::Result<Self> {
        Self::read_without(path, |_| false)
    }

    /// The same, without the lines for which `is_other` holds; it sees them without blanks at their
    /// ends.
    ///
    /// # Errors
    /// As of [`Self::read`].
    pub fn read_without(path: Option<&Path>, is_other: fn(&[u8]) -> bool) -> anyhow::Result<Self> {
        let input = Input::open(path)?;
        let name = input.name().to_owned();
        let (window, partial) = (Vec::new(), Vec::new());
        let mut text =
            Self { name, window, partial, input: Some(input), is_other, has_others: false };
        text.fill()?;
        Ok(text)
    }

    /// The file's name as messages show it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A line of what is read so far for which `is` holds; it sees them without blanks at their ends.
    #[must_use]
    pub fn find_line(&self, is: impl Fn(&[u8]) -> bool) -> Option<&[u8]> {
        self.window.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| is(line))
    }

    /// Whether lines were left out of what is read so far.
    #[must_use]
    pub fn has_others(&self) -> bool {
        self.has_others
    }

    /// The `nth` puzzle of it, from 1, or the only one for `None`; nothing if it says, in JSON, that
    /// there is no grid.
    ///
    /// # Errors
    /// The text up to there is no grid, there is no such puzzle, or there are several for `None`.
    pub fn puzzle(
        &mut self,
        options: &ReadOptions,
        nth: Option<usize>,
    ) -> anyhow::Result<Option<Puzzle>> {
        let mut choice = Choice::new(nth);
        let last = self.visit(options, |number, puzzle| choice.see(number, puzzle))?;
        choice.made(self, last)
    }

    /// Whether the first puzzle is in our JSON or another program's format; a text of grids is not.
    #[must_use]
    pub fn has_variants(&self) -> bool {
        let is_variant = |text: &str| puzzle_formats::detect(text).is_some();
        match self.first_piece() {
            Some(Piece { text: Ok(text), .. }) if is_variant(&text) => true,
            // An object that is not closed is known by more than its first line.
            _ => self.open_object().is_some_and(|text| is_variant(&text)),
        }
    }

    fn first_piece(&self) -> Option<Piece> {
        Pieces::new(&self.window[..]).next()?.ok()
    }

    /// The whole text, if it is all that there is and one object that is not closed: its fault is at its end.
    fn open_object(&self) -> Option<String> {
        let is_open = self.first_piece().is_some_and(|piece| piece.is_open);
        let utf16 = format::from_utf16(&self.window);
        let text = utf16.or_else(|| Some(std::str::from_utf8(&self.window).ok()?.to_owned()));
        let text = text.filter(|_| is_open && self.input.is_none())?;
        let is_one = !without_remarks(&text).1.contains("\n{");
        is_one.then_some(text)
    }

    /// Shows each puzzle of a text that [has variants](Self::has_variants) to `visit` with its number from 1, until that
    /// breaks off; how many it saw.
    ///
    /// # Errors
    /// A text is no puzzle, or has a rule that is not known; or reading fails.
    pub fn visit_variants(
        &mut self,
        options: &Options,
        mut visit: impl FnMut(usize, Puzzle) -> ControlFlow<()>,
    ) -> anyhow::Result<usize> {
        if let Some(text) = self.open_object() {
            let (n_lines, object) = without_remarks(&text);
            let piece = Piece { line: n_lines + 1, text: Ok(object.to_owned()), is_open: true };
            let _ = visit(1, self.variant(&piece, options)?);
            return Ok(1);
        }
        let rest: Box<dyn Read> = match self.input.take() {
            Some(input) => Box::new(Cursor::new(std::mem::take(&mut self.partial)).chain(input)),
            None => Box::new(std::io::empty()),
        };
        let window = std::mem::take(&mut self.window);
        let pieces = Pieces::new(BufReader::new(Cursor::new(window).chain(rest)));
        let mut count = 0;
        for piece in pieces {
            let piece = piece.with_context(|| self.name.clone())?;
            count += 1;
            if visit(count, self.variant(&piece, options)?).is_break() {
                break;
            }
        }
        Ok(count)
    }

    /// The variant puzzle that a piece is.
    fn variant(&self, piece: &Piece, options: &Options) -> anyhow::Result<Puzzle> {
        let located =
            |fault: &Located| Failure::new(format!("{}:{}: {fault}", self.name, fault.position()));
        let text = piece.text.as_deref().map_err(located)?;
        let read =
            puzzle_formats::read(text, options).map_err(|fault| located(&piece.in_whole(fault)))?;
        let puzzle = read.spec.puzzle().map_err(|error| self.failure(error))?;
        Ok(Puzzle { notes: read.notes, ..puzzle })
    }

    /// Shows each puzzle to `visit` with its number from 1, until that breaks off; how many it saw.
    ///
    /// # Errors
    /// The text is not a grid, one is too long, or reading fails.
    pub fn visit(
        &mut self,
        options: &ReadOptions,
        mut visit: impl FnMut(usize, Puzzle) -> ControlFlow<()>,
    ) -> anyhow::Result<usize> {
        let mut count = 0;
        let mut resume = Resume::default();
        loop {
            let mut puzzles = format::puzzles_from(&self.window, options, &resume);
            let mut n_bytes = 0;
            loop {
                let next = puzzles.next();
                if self.input.is_some() && puzzles.has_seen_all() {
                    break;
                }
                let Some(next) = next else { return Ok(count) };
                count += 1;
                if visit(count, next.map_err(|error| self.located(&error))?).is_break() {
                    return Ok(count);
                }
                (n_bytes, resume) = puzzles.resume();
            }
            if n_bytes == 0 {
                let message = format!("found no whole grid within {MAX_BYTES} bytes");
                return Err(self.failure(message).into());
            }
            self.window.drain(..n_bytes);
            self.fill()?;
        }
    }

    /// Reads on until the window is full.
    fn fill(&mut self) -> anyhow::Result<()> {
        let Some(input) = &mut self.input else { return Ok(()) };
        let new = self.window.len();
        self.window.append(&mut self.partial);
        let room = (MAX_BYTES + 1).saturating_sub(self.window.len());
        input.take(room as u64).read_to_end(&mut self.window).with_context(|| self.name.clone())?;
        if self.window.len() <= MAX_BYTES {
            self.input = None;
        } else if let Some(end) = self.window.iter().rposition(|byte| *byte == b'\n') {
            self.partial = self.window.split_off(end + 1);
        }
        for line in self.window[new..].split_mut(|byte| *byte == b'\n') {
            if (self.is_other)(line.trim_ascii()) {
                line.fill(b' ');
                self.has_others = true;
            }
        }
        Ok(())
    }

    fn failure(&self, message: impl std::fmt::Display) -> Failure {
        Failure::new(format!("{}: {message}", self.name))
    }

    fn located(&self, error: &ReadError) -> Failure {
        let ReadError { fault, remedy, .. } = error;
        let failure = Failure::new(format!("{}:{}: {fault}", self.name, fault.position()));
        match remedy {
            Some(Remedy::Alphabet(fitting)) => {
                let names: Vec<String> =
                    fitting.iter().map(|name| format!("--alphabet {name}")).collect();
                failure.help(format!("name the symbols with {}", names.join(" or ")))
            }
            Some(Remedy::Geometry) => failure.help("name the shape of a block with --block HxW"),
            Some(Remedy::NumbersFromOne) => failure.help(
                "if 0 is a blank, --alphabet numbers says so; if the numbers count from 0, add 1 to each",
            ),
            _ => failure,
        }
    }
}

/// The choice of one puzzle of several.
pub(crate) struct Choice {
    nth: Option<usize>,
    found: Option<Puzzle>,
}

impl Choice {
    /// Of the `nth`, from 1, or of the only one for `None`.
    pub(crate) fn new(nth: Option<usize>) -> Self {
        Self { nth, found: None }
    }

    /// Whether to go on after this puzzle.
    pub(crate) fn see(&mut self, number: usize, puzzle: Puzzle) -> ControlFlow<()> {
        if number == self.nth.unwrap_or(1) {
            self.found = Some(puzzle);
        }
        // Without a choice a second one is one too many.
        if number == self.nth.unwrap_or(2) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The puzzle, after the `last` was seen.
    pub(crate) fn made(self, text: &GridText, last: usize) -> anyhow::Result<Option<Puzzle>> {
        if self.nth.is_none() && last > 1 {
            let help = "choose one with --nth N, counted from 1";
            return Err(text.failure("found several puzzles, expected one").help(help).into());
        }
        match self.nth.filter(|_| self.found.is_none() && last > 0) {
            Some(nth) => {
                let message = format!("there is no puzzle {nth}, the last is puzzle {last}");
                Err(text.failure(message).into())
            }
            None => Ok(self.found),
        }
    }
}

/// A text without its byte order mark and the blank lines and those with a `#` before all others, and how many these are.
fn without_remarks(text: &str) -> (u64, &str) {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut n_lines = 0;
    while let Some((line, after)) = rest.split_once('\n') {
        if !line.trim().is_empty() && !line.starts_with('#') {
            break;
        }
        (n_lines, rest) = (n_lines + 1, after);
    }
    (n_lines, rest)
}
