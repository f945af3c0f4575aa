//! The DIMACS reader and writer against laws, against another reader, and on malformed files.

use dimacs as other;
use proptest::prelude::*;
use sat_format::Lit;
use sat_format::dimacs::{
    Cnf, Error, Header, ReadOptions, Summary, read, write_clause, write_header,
};
use std::io::{self, Read, Write};
use std::path::Path;

type Clauses = Vec<Vec<i32>>;

fn numbers(clause: &[Lit]) -> Vec<i32> {
    clause.iter().map(|lit| lit.number()).collect()
}

fn read_with(
    reader: impl Read,
    options: ReadOptions,
) -> Result<(Clauses, Summary), Box<dyn std::error::Error>> {
    let mut clauses = Vec::new();
    let summary = read(reader, options, |clause| clauses.push(numbers(clause)))?;
    Ok((clauses, summary))
}

fn parse(text: impl AsRef<[u8]>) -> Result<(Clauses, Summary), Box<dyn std::error::Error>> {
    read_with(text.as_ref(), ReadOptions::default())
}

fn clauses(text: impl AsRef<[u8]>) -> Clauses {
    parse(text).unwrap().0
}

/// The first warning as `line:column: message`, or the error with `error: ` before it.
fn verdict(text: impl AsRef<[u8]>, options: ReadOptions) -> String {
    let at =
        |error: &sat_format::dimacs::ReadError| format!("{}:{}: {error}", error.line, error.column);
    match read(text.as_ref(), options, |_| {}) {
        Ok(summary) => summary.warnings.first().map(at).unwrap_or_default(),
        Err(Error::Malformed(error)) => format!("error: {}", at(&error)),
        Err(error) => format!("error: {error}"),
    }
}

fn write(header: Header, clauses: &Clauses) -> Vec<u8> {
    let mut text = Vec::new();
    write_header(&mut text, header).unwrap();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().map(|number| Lit::new(*number).unwrap()).collect();
        write_clause(&mut text, &lits).unwrap();
    }
    text
}

/// Hands over a few bytes a read, and sometimes an interruption.
struct Dribble<'t> {
    text: &'t [u8],
    size: usize,
    interrupted: bool,
}

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self.size.min(buffer.len()).min(self.text.len());
        buffer[..size].copy_from_slice(&self.text[..size]);
        self.text = &self.text[size..];
        Ok(size)
    }
}

#[test]
fn layout_does_not_matter() {
    let expected = vec![vec![1, -2, 3], vec![-1, 2], vec![], vec![-3]];
    for text in [
        "p cnf 3 4\n1 -2 3 0\n-1 2 0\n0\n-3 0\n",
        "\u{FEFF}p cnf 3 4\r\n1 -2 3 0\r\n-1 2 0\r\n0\r\n-3 0",
        "c p cnf 9 9\n  p \t cnf  3   4  \n\n1 -2\n3\n0 -1 2 0 0 -3 0",
        "p cnf 3 4\n1 c one\n-2\ncomment\n3 0\tc\n-1\x0B2\x0C0 0 -3 0\nc the end",
        "p cnf 3 4\n+1 -02 0003 00 -1 +2 0 0 -3 0 c",
        "p cnf 3 4\n1 -2 3 0\n-1 2 0\n0\n-3 0\r\r\n\r\n",
    ] {
        let (clauses, summary) = parse(text).unwrap();
        assert_eq!(clauses, expected, "{text:?}");
        assert_eq!(summary.warnings, [], "{text:?}");
        assert_eq!(summary.n_clauses, 4);
        assert_eq!(summary.max_var_used, 3);
    }
}
