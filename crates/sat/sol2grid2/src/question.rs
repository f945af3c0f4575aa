//! The formula whose proof is in a certificate, as it is encoded anew.
//!
//! ```text
//! no solution      what sudoku2cnf writes for the puzzle
//! unique solution  the same with one clause more, which is announced and comes last: block(solution)
//! ```

use crate::problem::{Problem, blocking_clause};
use crate::programs::Program;
use anyhow::{Context, bail};
use grid_cli::GridOptions;
use sat_format::dimacs::{self, Header, ReadOptions};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::Path;
use std::process::ChildStdout;
use sudoku_core::Grid;

/// The encoder.
const ENCODER: &str = "sudoku2cnf";

/// Its encodings.
const ENCODINGS: [&str; 3] = ["natural", "extended", "reduced"];

/// The header, what the encoder writes after it, and the clause more.
type Text = Chain<Chain<Cursor<Vec<u8>>, BufReader<ChildStdout>>, Cursor<Vec<u8>>>;

/// The text of a formula.
pub(crate) struct Question {
    encoder: Program,
    header: Header,
    text: Text,
}

impl Question {
    /// Starts to encode a puzzle.
    ///
    /// # Errors
    /// The encoder cannot be run, or writes no CNF.
    pub(crate) fn new(
        puzzle: &Path,
        options: &GridOptions,
        encoding: &str,
        blocked: Option<&Grid>,
    ) -> anyhow::Result<Self> {
        let mut words = options.words();
        words.extend([format!("--encoding={encoding}").into(), OsString::from("--")]);
        words.push(puzzle.into());
        let (encoder, stdout) = Program::start(ENCODER, words)?;
        let mut clauses = BufReader::with_capacity(1 << 16, stdout);
        let mut line = String::new();
        clauses.read_line(&mut line).context(ENCODER)?;
        let Some(mut header) = header(&line) else {
            encoder.succeed()?;
            bail!("{ENCODER}: found no header in its output");
        };
        let (mut first, mut last) = (Vec::new(), Vec::new());
        if let Some(grid) = blocked {
            header.n_clauses += 1;
            dimacs::write_clause(&mut last, &blocking_clause(grid))?;
        }
        dimacs::write_header(&mut first, header)?;
        let text = Cursor::new(first).chain(clauses).chain(Cursor::new(last));
        Ok(Self { encoder, header, text })
    }

    /// The encoding in which a puzzle has exactly the clauses of a CNF, in the same order.
    ///
    /// # Errors
    /// It has them in none; or the encoder cannot be run.
    pub(crate) fn encoding_of(
        problem: &Problem,
        puzzle: &Path,
        options: &GridOptions,
    ) -> anyhow::Result<Option<&'static str>> {
        for encoding in ENCODINGS {
            let mut question = Self::new(puzzle, options, encoding, None)?;
            if question.header.n_clauses == problem.clauses().len() as u64 {
                let mut clauses = problem.clauses();
                let mut is_same = true;
                let read = dimacs::read(&mut question, ReadOptions::default(), |clause| {
                    is_same &= clauses.next() == Some(clause);
                });
                read.context(ENCODER)?;
                question.encoder.succeed()?;
                if is_same {
                    return Ok(Some(encoding));
                }
            }
        }
        Ok(None)
    }

    /// Writes the formula.
    ///
    /// # Errors
    /// The encoder fails, or writing does.
    pub(crate) fn write(mut self, out: &mut impl io::Write) -> anyhow::Result<()> {
        io::copy(&mut self.text, out)?;
        self.encoder.succeed()
    }

    /// The first line in which another text differs; `None` if it is the same to the last byte.
    ///
    /// # Errors
    /// The encoder fails, or reading does.
    pub(crate) fn difference(mut self, other: impl BufRead) -> anyhow::Result<Option<u64>> {
        let line = first_difference(BufReader::new(&mut self.text), other)?;
        if line.is_none() {
            self.encoder.succeed()?;
        }
        Ok(line)
    }
}

impl Read for Question {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

fn header(line: &str) -> Option<Header> {
    let mut words = line.strip_prefix("p cnf ")?.split_whitespace();
    let n_vars = words.next()?.parse().ok()?;
    let n_clauses = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Header { n_vars, n_clauses })
}

/// The number of the first line in which two texts differ.
fn first_difference(mut one: impl BufRead, mut other: impl BufRead) -> io::Result<Option<u64>> {
    let mut line = 1;
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let n_bytes = left.len().min(right.len());
        if n_bytes == 0 {
            return Ok((left.len() != right.len()).then_some(line));
        }
        let n_same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
        line += left[..n_same].split(|byte| *byte == b'\n').count() as u64 - 1;
        if n_same < n_bytes {
            return Ok(Some(line));
        }
        one.consume(n_bytes);
        other.consume(n_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_from_a_line_on() {
        let difference = |one: &str, other: &str, size| {
            let [one, other] = [one, other].map(|text| Cursor::new(text.as_bytes().to_vec()));
            first_difference(BufReader::with_capacity(size, one), BufReader::new(other)).unwrap()
        };
        for size in 1..9 {
            assert_eq!(difference("a\nbc\n", "a\nbc\n", size), None);
            assert_eq!(difference("a\nbc\n", "a\nbd\n", size), Some(2));
            assert_eq!(difference("a\nbc\n", "a\nbc", size), Some(2));
            assert_eq!(difference("a\nbc\n", "a\nbc\nd", size), Some(3));
            assert_eq!(difference("", "a", size), Some(1));
        }
    }

    #[test]
    fn headers_have_two_numbers() {
        assert_eq!(header("p cnf 729 11988\n"), Some(Header { n_vars: 729, n_clauses: 11988 }));
        for line in ["", "p cnf 1\n", "p cnf 1 2 3\n", "c\n", "p cnf -1 2\n"] {
            assert_eq!(header(line), None, "{line}");
        }
    }
}
