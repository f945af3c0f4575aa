//! The pieces of a JSON text: lists, strings, numbers, each with its place.
//!
//! It reads what the grids of JSON need. Strings have no escapes, numbers no sign and no fraction.

use super::ReadError;
use super::symbols::{Spot, unexpected};
use super::tokens::{Token, shown};

/// How deep values may be nested that nobody looks at.
const MAX_DEPTH: usize = 8;

/// What is left of a text, and where that starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// `text` starts at line `line`.
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        let mut scanner = Self { rest: text, line, column: 1 };
        scanner.advance(0);
        scanner
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn is_at_digit(&self) -> bool {
        self.rest.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether this text comes next.
    pub(super) fn is_at(&self, text: &str) -> bool {
        self.rest.starts_with(text)
    }

    /// `open item, item, … close`, perhaps without any item.
    pub(super) fn list(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.expect(open)?;
        if self.skip(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.skip(close) {
                return Ok(());
            }
            if !self.skip(",") {
                return Err(self.unexpected(&format!("',' or '{close}'")));
            }
        }
    }

    pub(super) fn number(&mut self) -> Result<usize, ReadError> {
        let spot = self.digits()?;
        spot.token.text.parse().map_err(|_| spot.error("expected a number of rows or columns"))
    }

    pub(super) fn digits(&mut self) -> Result<Spot<'a>, ReadError> {
        let spot = self.spot();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let digits = self.text_of(spot, end);
        match digits.token.text.strip_prefix('0') {
            None | Some("") => Ok(digits),
            Some(_) => Err(unexpected(&digits, "a number without leading zeros")),
        }
    }

    /// Passes over any value.
    pub(super) fn value(&mut self) -> Result<(), ReadError> {
        self.nested_value(MAX_DEPTH)
    }

    fn nested_value(&mut self, depth: usize) -> Result<(), ReadError> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.spot().error("values are nested too deep"));
        };
        match self.rest.bytes().next() {
            Some(b'{') => self.list("{", "}", |scanner| {
                scanner.string()?;
                scanner.expect(":")?;
                scanner.nested_value(depth)
            }),
            Some(b'[') => self.list("[", "]", |scanner| scanner.nested_value(depth)),
            Some(b'"') => self.string().map(drop),
            Some(b'0'..=b'9') => self.digits().map(drop),
            _ => match ["null", "true", "false"].into_iter().find(|word| self.is_at(word)) {
                Some(word) => {
                    self.advance(word.len());
                    Ok(())
                }
                None => Err(self.unexpected("a value")),
            },
        }
    }

    pub(super) fn string(&mut self) -> Result<Spot<'a>, ReadError> {
        if !self.rest.starts_with('"') {
            return Err(self.unexpected("a string"));
        }
        self.column += 1;
        self.rest = &self.rest[1..];
        let Some(end) =
            self.rest.find(['"', '\\', '\n']).filter(|end| self.rest[*end..].starts_with('"'))
        else {
            return Err(ReadError::new(
                self.line,
                self.column,
                "a string without an end or with an escape",
            ));
        };
        let spot = Spot { line: self.line, token: Token { text: "", column: self.column } };
        let spot = self.text_of(spot, end);
        self.advance(1);
        Ok(spot)
    }

    fn text_of(&mut self, spot: Spot<'a>, length: usize) -> Spot<'a> {
        let text = &self.rest[..length];
        self.advance(length);
        Spot { line: spot.line, token: Token { text, column: spot.token.column } }
    }

    /// The place of what comes next.
    pub(super) fn spot(&mut self) -> Spot<'a> {
        self.advance(0);
        Spot { line: self.line, token: Token { text: "", column: self.column } }
    }

    /// Goes `length` bytes on, and over the blanks there.
    pub(super) fn advance(&mut self, length: usize) {
        let rest = self.rest[length..].trim_ascii_start();
        let passed = &self.rest[..self.rest.len() - rest.len()];
        match passed.rfind('\n') {
            Some(end) => {
                self.line += passed.matches('\n').count();
                self.column = passed[end + 1..].chars().count() + 1;
            }
            None => self.column += passed.chars().count(),
        }
        self.rest = rest;
    }

    fn skip(&mut self, symbol: &str) -> bool {
        self.advance(0);
        let is_there = self.rest.starts_with(symbol);
        if is_there {
            self.advance(symbol.len());
        }
        is_there
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), ReadError> {
        if self.skip(symbol) { Ok(()) } else { Err(self.unexpected(&format!("'{symbol}'"))) }
    }

    pub(super) fn unexpected(&self, expected: &str) -> ReadError {
        let found = match self.rest.chars().next() {
            Some(c) => format!("character '{}'", shown(c)),
            None => "end".to_owned(),
        };
        let message = format!("unexpected {found}, expected {expected}");
        ReadError::new(self.line, self.column, message)
    }
}
