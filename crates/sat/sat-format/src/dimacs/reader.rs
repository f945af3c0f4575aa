//! The reader proper: tokens to clauses.

use super::source::Source;
use super::{Error, Header, ReadOptions, Summary};
use crate::Lit;
use located::{Located, Position};
use std::io::Read;

/// Reads a CNF as a stream and hands each clause to `clause`, in the order of the file.
///
/// ```
/// use sat_format::dimacs::{ReadOptions, read};
///
/// let mut widest = 0;
/// let text = b"p cnf 3 2\n1 -2 3 0 -3 0\n";
/// let summary = read(&text[..], ReadOptions::default(), |clause| widest = widest.max(clause.len()))?;
/// assert_eq!((summary.n_clauses, widest), (2, 3));
/// # Ok::<(), sat_format::dimacs::Error>(())
/// ```
///
/// # Errors
/// The first place at which the text is not a DIMACS CNF.
pub fn read(
    reader: impl Read,
    options: ReadOptions,
    mut clause: impl FnMut(&[Lit]),
) -> Result<Summary, Error> {
    Reader::new(reader, options, false)?.read(|item| match item {
        Item::Clause(lits) => clause(lits),
        // Queries are read only on request.
        Item::Query(_) => {}
    })
}

/// What an incremental CNF consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item<'a> {
    /// A clause.
    Clause(&'a [Lit]),
    /// A question: whether the clauses so far have a model in which these literals are true.
    Query(&'a [Lit]),
}

/// Reads a CNF as [`read`] does, or an incremental one, whose header is `p inccnf` and which has queries
/// among its clauses, `a 1 -2 0`.
///
/// ```
/// use sat_format::dimacs::{Item, ReadOptions, read_incremental};
///
/// let mut n_queries = 0;
/// let text = b"p inccnf\n1 -2 0\na 2 0\n-1 0\na 2 0\n";
/// let count = |item: Item<'_>| n_queries += usize::from(matches!(item, Item::Query(_)));
/// let summary = read_incremental(&text[..], ReadOptions::default(), count)?;
/// assert_eq!((summary.n_clauses, n_queries), (2, 2));
/// # Ok::<(), sat_format::dimacs::Error>(())
/// ```
///
/// # Errors
/// As of [`read`].
pub fn read_incremental(
    reader: impl Read,
    options: ReadOptions,
    item: impl FnMut(Item<'_>),
) -> Result<Summary, Error> {
    Reader::new(reader, options, true)?.read(item)
}

/// What a header looks like, for messages.
const HEADER: &str = "'p cnf VARIABLES CLAUSES'";

/// The largest number that a message shows; all numbers of more digits count as the next one.
const MAX_NUMBER: u64 = 999_999_999_999_999_999;

struct Reader<'r> {
    source: Source<'r>,
    options: ReadOptions,
    /// Whether an incremental CNF is welcome, and whether this is one.
    takes_queries: bool,
    is_incremental: bool,
    /// The clause so far, or the query.
    lits: Vec<Lit>,
    is_query: bool,
    clause_start: Position,
    header: Option<(Header, Position)>,
    /// A larger variable is worth a closer look.
    expected_max_var: u32,
    summary: Summary,
}

impl<'r> Reader<'r> {
    fn new(
        reader: impl Read + 'r,
        options: ReadOptions,
        takes_queries: bool,
    ) -> Result<Self, Error> {
        Ok(Self {
            source: Source::new(reader)?,
            options,
            takes_queries,
            is_incremental: false,
            is_query: false,
            lits: Vec::new(),
            clause_start: Position::START,
            header: None,
            expected_max_var: max_var(options),
            summary: Summary::default(),
        })
    }

    fn read(mut self, mut item: impl FnMut(Item<'_>)) -> Result<Summary, Error> {
        if self.source.peek()?.is_none() {
            return fail(self.source.position(), "empty input");
        }
        let mut at_line_start = true;
        while let Some(byte) = self.source.peek()? {
            match byte {
                b' ' | b'\t' | 0x0B | 0x0C => self.source.advance(),
                b'-' | b'+' | b'0'..=b'9' => {
                    at_line_start = false;
                    if let Some(lit) = self.literal(byte)? {
                        self.lits.push(lit);
                    } else if std::mem::take(&mut self.is_query) {
                        item(Item::Query(&self.lits));
                        self.lits.clear();
                    } else {
                        item(Item::Clause(&self.lits));
                        self.lits.clear();
                        self.summary.n_clauses += 1;
                    }
                }
                b'\n' => {
                    at_line_start = true;
                    self.source.advance_line();
                }
                b'\r' => self.carriage_return()?,
                b'c' => self.comment(at_line_start)?,
                b'p' if at_line_start => self.header()?,
                b'a' if at_line_start && self.is_incremental => {
                    at_line_start = false;
                    self.query()?;
                }
                b'%' if at_line_start => self.satlib_tail()?,
                _ => return self.unexpected("a literal, 0 or a comment"),
            }
        }
        self.finish()
    }

    /// A literal, or `None` for the 0 that ends a clause.
    #[inline]
    fn literal(&mut self, first: u8) -> Result<Option<Lit>, Error> {
        let start = self.source.position();
        if self.lits.is_empty() {
            self.clause_start = start;
        }
        let signed = !first.is_ascii_digit();
        if signed {
            self.source.advance();
            if !self.source.peek()?.is_some_and(|byte| byte.is_ascii_digit()) {
                return self.unexpected("a digit after the sign");
            }
        }
        let var = self.number()?;
        if var > u64::from(self.expected_max_var) {
            self.check_large_variable(var, start)?;
        }
        // In range now, as the limit is at most 2³¹ − 1.
        let magnitude = var as i32;
        let lit = Lit::new(if first == b'-' { -magnitude } else { magnitude });
        if lit.is_none() && signed {
            let sign = char::from(first);
            return fail(start, format!("found '{sign}0', expected a literal or 0"));
        }
        self.summary.max_var_used = self.summary.max_var_used.max(magnitude as u32);
        Ok(lit)
    }

    /// A number of digits alone, above [`MAX_NUMBER`] if it has too many to be shown.
    #[inline]
    fn number(&mut self) -> Result<u64, Error> {
        let number = self.source.number(MAX_NUMBER)?;
        match self.source.peek()? {
            None | Some(b' ' | b'\t'..=b'\r') => Ok(number),
            Some(_) => self.unexpected("a digit or a blank"),
        }
    }

    /// A variable above the header's is odd, once; one above the limit is an error.
    #[cold]
    fn check_large_variable(&mut self, var: u64, start: Position) -> Result<(), Error> {
        let limit = max_var(self.options);
        if var > u64::from(limit) {
            let var = shown(var);
            return fail(start, format!("found variable {var}, expected at most {limit}"));
        }
        self.expected_max_var = limit;
        let announced = self.header.map_or(limit, |(header, _)| header.n_vars);
        self.warn(
            start,
            format!("found variable {var}, expected at most {announced} as in the header"),
        )
    }

    /// Carriage returns, which only a line feed may follow: where they end lines on their own, the
    /// first comment would swallow the file.
    fn carriage_return(&mut self) -> Result<(), Error> {
        let start = self.source.position();
        while self.source.peek()? == Some(b'\r') {
            self.source.advance();
        }
        match self.source.peek()? {
            Some(b'\n') => Ok(()),
            _ => fail(start, "found a carriage return alone, expected a line feed after it"),
        }
    }

    fn comment(&mut self, at_line_start: bool) -> Result<(), Error> {
        let start = self.source.position();
        self.source.advance();
        let blank = matches!(self.source.peek()?, None | Some(b' ' | b'\t'..=b'\r'));
        if !at_line_start && !blank {
            return fail(start, "found 'c', expected a blank after it, or a literal or 0");
        }
        Ok(self.source.skip_to_line_end()?)
    }

    /// The word that starts a query.
    fn query(&mut self) -> Result<(), Error> {
        self.check_clause_ended()?;
        self.clause_start = self.source.position();
        self.is_query = true;
        self.source.advance();
        match self.source.peek()? {
            Some(b' ' | b'\t'..=b'\r') => Ok(()),
            _ => self.unexpected("a blank after the 'a' of a query"),
        }
    }

    fn header(&mut self) -> Result<(), Error> {
        let start = self.source.position();
        self.source.advance();
        if !self.skip_blanks()? {
            return self.unexpected(&format!("a blank as in {HEADER}"));
        }
        let format = self.word()?;
        if format.is_empty() {
            return self.unexpected(HEADER);
        }
        if self.takes_queries && format == "inccnf" {
            return self.incremental_header(start);
        }
        if format != "cnf" {
            let found = format!("found a file of the format '{format}', expected {HEADER}");
            return fail(start, found);
        }
        if self.is_incremental {
            return fail(start, "found a second header");
        }
        if let Some((_, first)) = self.header {
            let line = first.line;
            return fail(start, format!("found a second header, the first is in line {line}"));
        }
        if self.summary.n_clauses > 0 || !self.lits.is_empty() {
            return fail(start, "found the header after a clause, expected it before the first");
        }
        let n_vars = self.header_number()?;
        let limit = max_var(self.options);
        if n_vars > u64::from(limit) {
            let n_vars = shown(n_vars);
            return fail(start, format!("found {n_vars} variables, expected at most {limit}"));
        }
        let n_clauses = self.header_number()?;
        self.skip_blanks()?;
        if !matches!(self.source.peek()?, None | Some(b'\n' | b'\r')) {
            return self.unexpected(&format!("the end of the line after {HEADER}"));
        }
        let header = Header { n_vars: n_vars as u32, n_clauses };
        self.header = Some((header, start));
        self.expected_max_var = header.n_vars;
        Ok(())
    }

    /// The rest of a header without counts, which starts there.
    fn incremental_header(&mut self, start: Position) -> Result<(), Error> {
        if self.is_incremental || self.header.is_some() {
            return fail(start, "found a second header");
        }
        if self.summary.n_clauses > 0 || !self.lits.is_empty() {
            return fail(start, "found the header after a clause, expected it before the first");
        }
        self.is_incremental = true;
        self.skip_blanks()?;
        match self.source.peek()? {
            None | Some(b'\n' | b'\r') => Ok(()),
            _ => self.unexpected("the end of the line after 'p inccnf'"),
        }
    }

    fn header_number(&mut self) -> Result<u64, Error> {
        self.skip_blanks()?;
        match self.source.peek()? {
            Some(b'0'..=b'9') => self.number(),
            _ => self.unexpected(&format!("a number as in {HEADER}")),
        }
    }

    /// The letters up to the next blank, but no more than a message has room for.
    fn word(&mut self) -> Result<String, Error> {
        let mut word = String::new();
        while let Some(byte @ b'!'..=b'~') = self.source.peek()? {
            if word.len() == 16 {
                break;
            }
            word.push(char::from(byte));
            self.source.advance();
        }
        Ok(word)
    }

    /// Whether there was a blank.
    fn skip_blanks(&mut self) -> Result<bool, Error> {
        let mut found = false;
        while let Some(b' ' | b'\t' | 0x0B | 0x0C) = self.source.peek()? {
            self.source.advance();
            found = true;
        }
        Ok(found)
    }

    /// SATLIB's files end in a line with `%` and another with a 0, which is not a clause.
    fn satlib_tail(&mut self) -> Result<(), Error> {
        let start = self.source.position();
        self.check_clause_ended()?;
        self.warn(start, "found '%', which ends the formula")?;
        self.source.advance();
        while let Some(byte) = self.source.peek()? {
            match byte {
                b'0' | b' ' | b'\t' | 0x0B | 0x0C => self.source.advance(),
                b'\n' => self.source.advance_line(),
                b'\r' => self.carriage_return()?,
                _ => return self.unexpected("nothing but a 0 after the '%' that ends the formula"),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Summary, Error> {
        self.check_clause_ended()?;
        let n_clauses = self.summary.n_clauses;
        match self.header {
            None if self.is_incremental => {}
            None if n_clauses == 0 => {
                let end = self.source.position();
                return fail(
                    end,
                    format!("found neither a clause nor a header, expected {HEADER}"),
                );
            }
            None => self.warn(Position::START, format!("found no header, expected {HEADER}"))?,
            Some((header, start)) if header.n_clauses != n_clauses => {
                let announced = shown(header.n_clauses);
                let found = format!("found {n_clauses} as the number of clauses");
                let expected = format!("expected {announced} as in the header");
                self.warn(start, format!("{found}, {expected}"))?;
            }
            Some(_) => {}
        }
        self.summary.header = self.header.map(|(header, _)| header);
        Ok(self.summary)
    }

    fn check_clause_ended(&mut self) -> Result<(), Error> {
        if self.lits.is_empty() && !self.is_query {
            return Ok(());
        }
        let line = self.clause_start.line;
        let what = if self.is_query { "query" } else { "clause" };
        let found =
            if self.source.peek()? == Some(b'a') { "a query" } else { "the end of the formula" };
        let expected = format!("expected the 0 of the {what} that starts in line {line}");
        fail(self.source.position(), format!("found {found}, {expected}"))
    }

    fn warn(&mut self, position: Position, message: impl Into<String>) -> Result<(), Error> {
        let warning = Located::new(position, message);
        if self.options.strict {
            return Err(warning.into());
        }
        self.summary.warnings.push(warning);
        Ok(())
    }

    /// The error that the next byte is.
    #[cold]
    fn unexpected<T>(&mut self, expected: &str) -> Result<T, Error> {
        let found = match self.source.peek()? {
            None => "the end of the file".to_owned(),
            Some(0) => "a NUL byte".to_owned(),
            Some(b'\n' | b'\r') => "the end of the line".to_owned(),
            Some(byte @ b' '..=b'~') => format!("'{}'", char::from(byte)),
            Some(byte) => format!("the byte 0x{byte:02X}"),
        };
        fail(self.source.position(), format!("found {found}, expected {expected}"))
    }
}

#[cold]
fn fail<T>(position: Position, message: impl Into<String>) -> Result<T, Error> {
    Err(Located::new(position, message).into())
}

/// The limit of variables; a literal is an `i32`.
fn max_var(options: ReadOptions) -> u32 {
    options.max_var.min(i32::MAX as u32)
}

/// A number, or that it is too long to be one.
fn shown(number: u64) -> String {
    if number > MAX_NUMBER { format!("{} or more", MAX_NUMBER + 1) } else { number.to_string() }
}
