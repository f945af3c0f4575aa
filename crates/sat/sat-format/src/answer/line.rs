//! What one line of a solver's output is, by its first word.

use crate::{Lit, Verdict};
use std::fmt;

/// A line, sorted by what it contributes to the answer.
pub(super) enum Line<'a> {
    /// Blank, a comment or known chatter.
    Silent,
    /// A comment that says that the solver gave up.
    GaveUp,
    /// A verdict, after an `s` or alone.
    Verdict { verdict: Verdict, after_s: bool },
    /// What an `s` line says instead of a verdict.
    UnknownVerdict(Token<'a>),
    /// A `v` line, without the `v`.
    Values(Tokens<'a>),
    /// A line that begins with a number.
    BareLiterals(Tokens<'a>),
    /// A CNF's header.
    Cnf,
    /// The solver complains.
    Error(Token<'a>),
    /// Anything else.
    Odd(Token<'a>),
}

impl<'a> Line<'a> {
    pub(super) fn of(line: &'a [u8]) -> Self {
        let mut words = Tokens { rest: line, column: 1 };
        let Some(first) = words.next() else { return Self::Silent };
        match first.bytes {
            b"c" => Self::comment(words),
            b"s" => Self::status(words.remainder()),
            b"v" => Self::Values(words),
            b"p" => Self::Cnf,
            [b'c', next, ..] if !next.is_ascii_alphanumeric() => Self::Silent,
            [b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => {
                Self::BareLiterals(Tokens { rest: line, column: 1 })
            }
            _ => Self::text(Tokens { rest: line, column: 1 }.remainder()),
        }
    }

    fn comment(mut words: Tokens<'a>) -> Self {
        match (words.next(), words.next()) {
            (Some(only), None) if only.bytes == b"UNKNOWN" => Self::GaveUp,
            _ => Self::Silent,
        }
    }

    fn status(text: Token<'a>) -> Self {
        let verdict = match text.bytes {
            b"SATISFIABLE" => Verdict::Sat,
            b"UNSATISFIABLE" => Verdict::Unsat,
            b"UNKNOWN" | b"INDETERMINATE" => Verdict::Unknown,
            _ => return Self::UnknownVerdict(text),
        };
        Self::Verdict { verdict, after_s: true }
    }

    /// A line without a marker: a verdict alone, a complaint, chatter, or none of them.
    fn text(text: Token<'a>) -> Self {
        let verdict = match text.bytes {
            b"sat" | b"SAT" | b"SATISFIABLE" => Verdict::Sat,
            b"unsat" | b"UNSAT" | b"UNSATISFIABLE" => Verdict::Unsat,
            b"unknown" | b"timeout" | b"INDET" | b"INDETERMINATE" | b"UNKNOWN" => Verdict::Unknown,
            bytes if is_known_chatter(bytes) => return Self::Silent,
            bytes if speaks_of_an_error(bytes) => return Self::Error(text),
            bytes if is_statistic(bytes) => return Self::Silent,
            _ => return Self::Odd(text),
        };
        Self::Verdict { verdict, after_s: false }
    }
}

/// Whether a line begins like a table, a statistic or a remark that says nothing about the answer.
fn is_known_chatter(line: &[u8]) -> bool {
    const STARTS: [&[u8]; 9] = [
        b"|",           // minisat: rows of its tables
        b"===",         // minisat: their rules
        b"Solved by ",  // minisat: `Solved by simplification`
        b"Memory used", // minisat; elsewhere a line about memory is a complaint
        b"WARNING: for repeatability, setting FPU to use double precision", // minisat
        b"(:",          // z3 -st: `(:sat-decisions 2`
        b":",           // z3 -st: the further lines
        b"(sat.",       // z3 -v: `(sat.stats ..`
        b"model validated", // z3 model_validate=true
    ];
    STARTS.iter().any(|start| line.starts_with(start))
}

/// Whether a line is a complaint of the solver or of the shell.
fn speaks_of_an_error(line: &[u8]) -> bool {
    const SIGNS: [&str; 9] = [
        "error",
        "fatal",
        "abort",
        "panic",
        "killed",
        "bad_alloc",
        "memory",
        "segmentation",
        "not found",
    ];
    let start = &line[..line.len().min(1000)];
    SIGNS.iter().any(|sign| {
        start.windows(sign.len()).any(|window| window.eq_ignore_ascii_case(sign.as_bytes()))
    })
}

/// Whether a line is of minisat's statistics: `conflicts             : 0`.
fn is_statistic(line: &[u8]) -> bool {
    line.windows(3).any(|window| window == b" : ")
}

/// A word, or a whole line without its blanks at the ends, and its column from 1.
#[derive(Clone, Copy)]
pub(super) struct Token<'a> {
    bytes: &'a [u8],
    pub(super) column: usize,
}

impl Token<'_> {
    /// The literal that it spells; `None` is the closing 0.
    ///
    /// # Errors
    /// What it is instead.
    pub(super) fn literal(self) -> Result<Option<Lit>, String> {
        let digits = self.bytes.strip_prefix(b"-").unwrap_or(self.bytes);
        let is_integer = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !is_integer || self.bytes == b"-0" {
            return Err(format!("found '{self}', expected a literal or the closing 0"));
        }
        let number = std::str::from_utf8(self.bytes).ok().and_then(|text| text.parse::<i32>().ok());
        match number {
            Some(0) => Ok(None),
            Some(number) if number > i32::MIN => Ok(Lit::new(number)),
            _ => Err(format!("literal {self} is out of range: variables go up to {}", i32::MAX)),
        }
    }
}

impl fmt::Display for Token<'_> {
    /// Escaped, and cut to a length that a message can have.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 80;
        let (shown, rest) = self.bytes.split_at(self.bytes.len().min(SHOWN));
        for chunk in shown.utf8_chunks() {
            for c in chunk.valid().chars() {
                if c.is_control() {
                    write!(f, "{}", c.escape_default())?;
                } else {
                    write!(f, "{c}")?;
                }
            }
            write!(f, "{}", chunk.invalid().escape_ascii())?;
        }
        f.write_str(if rest.is_empty() { "" } else { ".." })
    }
}

/// The words of a line, with their columns.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
    column: usize,
}

impl<'a> Tokens<'a> {
    /// All that is left, as one.
    fn remainder(self) -> Token<'a> {
        let bytes = self.rest.trim_ascii_start();
        let column = self.column + self.rest.len() - bytes.len();
        Token { bytes: bytes.trim_ascii_end(), column }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let text = self.rest.trim_ascii_start();
        if text.is_empty() {
            return None;
        }
        let column = self.column + self.rest.len() - text.len();
        let length = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (bytes, rest) = text.split_at(length);
        *self = Self { rest, column: column + length };
        Some(Token { bytes, column })
    }
}
