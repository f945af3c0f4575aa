//! A grid as JSON, for other programs.
//!
//! ```text
//! object   = "{" member ("," member)* "}"            in any order; rows is needed
//! member   = "side": n | "block": [height, width] | "alphabet": "name" | "rows": [row, …]
//! row      = [cell, …]                               n rows of n cells
//! cell     = "symbol" | number | null                null is a blank; a number is that symbol
//! ```
//!
//! Strings have no escapes, as no symbol and no name of an alphabet needs one.
//!
//! # References
//! - T. Bray (ed.), The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017

use super::layout::symbols;
use super::symbols::{Cells, Kind, Spot};
use super::text::{Token, shown};
use super::{Puzzle, ReadError, ReadOptions, lines};
use crate::{Alphabet, Geometry, Grid};

/// Writes the object, a row a line.
pub(super) fn write(grid: &Grid, alphabet: &Alphabet) -> String {
    let geometry = grid.geometry();
    let cells: Vec<String> = symbols(grid, alphabet, "")
        .map(|symbol| if symbol.is_empty() { "null".to_owned() } else { format!("\"{symbol}\"") })
        .collect();
    let rows: Vec<String> =
        cells.chunks(geometry.side()).map(|row| format!("    [{}]", row.join(", "))).collect();
    format!(
        "{{\n  \"side\": {},\n  \"block\": [{}, {}],\n  \"alphabet\": \"{alphabet}\",\n  \"rows\": [\n{}\n  ]\n}}\n",
        geometry.side(),
        geometry.block_height(),
        geometry.block_width(),
        rows.join(",\n")
    )
}

/// Reads the object; what `options` name comes before what it says itself.
pub(super) fn read(text: &[u8], options: &ReadOptions) -> Result<Puzzle, ReadError> {
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        lines::utf8(line, index + 1)?;
    }
    let text = std::str::from_utf8(text).unwrap_or_default();
    let mut scanner = Scanner { text, rest: text, line: 1, column: 1 };
    let object = scanner.object()?;
    let end = scanner.spot();
    if !scanner.rest.is_empty() {
        return Err(scanner.unexpected("the end after the object"));
    }
    let Some(rows) = object.rows else {
        return Err(end.error("no rows in the object"));
    };
    let side = object.side.unwrap_or(rows.len());
    for (index, (spot, row)) in rows.iter().enumerate() {
        if row.len() != side {
            let message = format!("row {} has {} cells, expected {side}", index + 1, row.len());
            return Err(spot.error(message));
        }
    }
    if rows.len() != side || side == 0 {
        let message = format!("found {} rows of {side} cells, expected {side} rows", rows.len());
        return Err(end.error(message));
    }
    let geometry = match (options.geometry, object.block) {
        (Some(geometry), _) => Some(geometry),
        (None, Some((spot, height, width))) => {
            let error = |text| spot.error(text);
            Some(Geometry::new(height, width).map_err(|reason| error(reason.to_string()))?)
        }
        (None, None) => None,
    };
    if let Some(geometry) = geometry.filter(|geometry| geometry.side() != side) {
        let message = format!("found a grid of side {side}, expected {geometry}");
        return Err(end.error(message));
    }
    let spots: Vec<Spot<'_>> = rows.into_iter().flat_map(|(_, row)| row).collect();
    let is_number = spots.iter().any(|spot| spot.token.is_digits() && spot.token.text.len() > 1);
    let symbols = if is_number { Kind::Numbers } else { Kind::Single };
    let alphabet = options.alphabet.clone().or(object.alphabet);
    Cells { side, spots, symbols }.into_puzzle(&ReadOptions { alphabet, geometry })
}

#[derive(Default)]
struct Object<'a> {
    side: Option<usize>,
    block: Option<(Spot<'a>, usize, usize)>,
    alphabet: Option<Alphabet>,
    /// Each with the place of its end.
    rows: Option<Vec<(Spot<'a>, Vec<Spot<'a>>)>>,
}

/// What is left of a text, and where that starts.
struct Scanner<'a> {
    text: &'a str,
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    fn object(&mut self) -> Result<Object<'a>, ReadError> {
        let mut object = Object::default();
        self.list("{", "}", |scanner| {
            let place = scanner.spot();
            let key = scanner.string()?;
            scanner.expect(":")?;
            match key.token.text {
                "side" => object.side = Some(scanner.number()?),
                "block" => {
                    let mut sizes = Vec::new();
                    let spot = scanner.spot();
                    scanner.list("[", "]", |scanner| {
                        sizes.push(scanner.number()?);
                        Ok(())
                    })?;
                    let [height, width] = sizes[..] else {
                        let message = "expected the height and the width of a block";
                        return Err(spot.error(message));
                    };
                    object.block = Some((spot, height, width));
                }
                "alphabet" => {
                    let name = scanner.string()?;
                    let alphabet = name.token.text.parse::<Alphabet>();
                    object.alphabet =
                        Some(alphabet.map_err(|error| name.error(error.to_string()))?);
                }
                "rows" => object.rows = Some(scanner.rows()?),
                _ => {
                    let message = "unexpected key, expected side, block, alphabet or rows";
                    return Err(place.error(message));
                }
            }
            Ok(())
        })?;
        Ok(object)
    }

    fn rows(&mut self) -> Result<Vec<(Spot<'a>, Vec<Spot<'a>>)>, ReadError> {
        let mut rows = Vec::new();
        self.list("[", "]", |scanner| {
            let mut row = Vec::new();
            scanner.list("[", "]", |scanner| {
                row.push(scanner.cell()?);
                Ok(())
            })?;
            rows.push((scanner.spot(), row));
            Ok(())
        })?;
        Ok(rows)
    }

    fn cell(&mut self) -> Result<Spot<'a>, ReadError> {
        let spot = self.spot();
        if self.rest.starts_with("null") {
            self.advance(4);
            return Ok(spot);
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(self.digits());
        }
        self.string()
    }

    /// `open item, item, … close`, perhaps without any item.
    fn list(
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
            self.expect(",")?;
        }
    }

    fn number(&mut self) -> Result<usize, ReadError> {
        let spot = self.digits();
        spot.token.text.parse().map_err(|_| spot.error("expected a number of rows or columns"))
    }

    fn digits(&mut self) -> Spot<'a> {
        let spot = self.spot();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        self.text_of(spot, end)
    }

    fn string(&mut self) -> Result<Spot<'a>, ReadError> {
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
    fn spot(&mut self) -> Spot<'a> {
        self.advance(0);
        Spot { line: self.line, token: Token { text: "", column: self.column } }
    }

    /// Goes `length` bytes on, and over the blanks there.
    fn advance(&mut self, length: usize) {
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

    fn expect(&mut self, symbol: &str) -> Result<(), ReadError> {
        if self.skip(symbol) { Ok(()) } else { Err(self.unexpected(&format!("'{symbol}'"))) }
    }

    fn unexpected(&self, expected: &str) -> ReadError {
        let found = match self.rest.chars().next() {
            Some(c) => format!("character '{}'", shown(c)),
            None if self.text.is_empty() => "empty input".to_owned(),
            None => "end".to_owned(),
        };
        let message = format!("unexpected {found}, expected {expected}");
        ReadError::new(self.line, self.column, message)
    }
}
