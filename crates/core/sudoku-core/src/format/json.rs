//! Grids from JSON: one as an object, and the answers of decoders, which have several in a list.
//!
//! ```text
//! text     = object | answer | "null"                null says that there is no grid
//! object   = "{" member ("," member)* "}"            in any order, each once; rows is needed
//! member   = "side": n | "size": [rows, columns] | "block": [height, width] | "alphabet": "name" | "rows": [row, …]
//! row      = [cell, …]                               n rows of n cells
//! cell     = "symbol" | number | null                null is a blank; a number is that symbol
//! answer   = "{" "grids": [object, …] ("," said)* "}"    in any order
//! said     = "solutions": v | "count": v | "limit_hit": v | "differences": v     passed over
//! ```
//!
//! Strings have no escapes, as no symbol and no name of an alphabet needs one. The text is scanned
//! once as a whole, for its form; then each grid is read from its place when it is asked for.
//!
//! # References
//! - T. Bray (ed.), The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017

use super::scanner::Scanner;
use super::symbols::{Cells, Kind, Spot};
use super::tokens::Token;
use super::{ReadError, ReadOptions, source_rows};
use crate::{Alphabet, Geometry, Grid, GridShape, Puzzle};
use std::collections::VecDeque;

/// What an answer has besides its grids.
const SAID: [&str; 4] = ["solutions", "count", "limit_hit", "differences"];

/// The places of the grids of a text that starts at line `line`.
pub(super) fn grids(text: &[u8], line: usize) -> Result<VecDeque<Scanner<'_>>, ReadError> {
    for (index, content) in text.split(|byte| *byte == b'\n').enumerate() {
        source_rows::utf8(content, line + index)?;
    }
    let text = std::str::from_utf8(text).unwrap_or_default();
    let mut scanner = Scanner::new(text, line);
    let start = scanner;
    let grids = if scanner.is_at("null") {
        scanner.value()?;
        VecDeque::new()
    } else {
        object(&mut scanner, true)?.grids.unwrap_or_else(|| VecDeque::from([start]))
    };
    if !scanner.is_at_end() {
        return Err(scanner.unexpected("the end after the object"));
    }
    Ok(grids)
}

/// Reads the object of a grid; what `options` name comes before what it says itself.
pub(super) fn read(mut scanner: Scanner<'_>, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let object = object(&mut scanner, false)?;
    let end = scanner.spot();
    let Some(rows) = object.rows else {
        return Err(end.error("no rows in the object"));
    };
    let oblong = options.oblong();
    let side = object.side.unwrap_or_else(|| oblong.map_or(rows.len(), GridShape::cols));
    let n_rows = oblong.map_or(side, GridShape::rows);
    for (index, (spot, row)) in rows.iter().enumerate() {
        if row.len() != side {
            let message = format!("row {} has {} cells, expected {side}", index + 1, row.len());
            return Err(spot.error(message));
        }
    }
    if side == 0 {
        return Err(end.error("found no rows, expected a grid"));
    }
    if rows.len() != n_rows {
        let message = format!("found {} rows of {side} cells, expected {n_rows} rows", rows.len());
        return Err(end.error(message));
    }
    let like = match (&options.like, object.block) {
        (Some(like), _) => Some(like.clone()),
        (None, Some((spot, height, width))) => {
            let error = |text| spot.error(text);
            let geometry = Geometry::new(height, width);
            Some(Grid::blank(geometry.map_err(|reason| error(reason.to_string()))?))
        }
        (None, None) => None,
    };
    if let Some(like) = like.as_ref().filter(|like| like.shape().cols() != side) {
        let message = format!("found a grid of side {side}, expected {}", like.shape_in_words());
        return Err(end.error(message));
    }
    let spots: Vec<Spot<'_>> = rows.into_iter().flat_map(|(_, row)| row).collect();
    let is_number = spots.iter().any(|spot| spot.token.is_digits() && spot.token.text.len() > 1);
    let symbols = if is_number { Kind::Numbers } else { Kind::Single };
    let alphabet = options.alphabet.clone().or(object.alphabet);
    let n_values = like.as_ref().map_or(side, |like| like.shape().n_values());
    Cells { side: n_values, spots, symbols }.into_puzzle(&ReadOptions { alphabet, like })
}

#[derive(Default)]
struct Object<'a> {
    /// The keys that came, with their places.
    keys: Vec<Spot<'a>>,
    side: Option<usize>,
    block: Option<(Spot<'a>, usize, usize)>,
    alphabet: Option<Alphabet>,
    /// Each with the place of its end.
    rows: Option<Vec<(Spot<'a>, Vec<Spot<'a>>)>>,
    /// Where the grids of an answer start.
    grids: Option<VecDeque<Scanner<'a>>>,
}

/// An object with a grid, or, where `is_answer` allows it, one with grids.
fn object<'a>(scanner: &mut Scanner<'a>, is_answer: bool) -> Result<Object<'a>, ReadError> {
    let mut object = Object::default();
    scanner.list("{", "}", |scanner| object.member(scanner, is_answer))?;
    let is_answer = object.grids.is_some();
    let belongs =
        |key: &Spot<'_>| is_answer == (key.token.text == "grids" || SAID.contains(&key.token.text));
    match object.keys.iter().find(|key| !belongs(key)) {
        Some(key) => Err(unexpected_key(key)),
        None => Ok(object),
    }
}

impl<'a> Object<'a> {
    fn member(&mut self, scanner: &mut Scanner<'a>, is_answer: bool) -> Result<(), ReadError> {
        let place = scanner.spot();
        let key = scanner.string()?;
        let name = key.token.text;
        if self.keys.iter().any(|before| before.token.text == name) {
            return Err(place.error(format!("a second \"{name}\", expected each key once")));
        }
        let is_known = matches!(name, "side" | "size" | "block" | "alphabet" | "rows")
            || is_answer && (name == "grids" || SAID.contains(&name));
        if !is_known {
            return Err(unexpected_key(&place));
        }
        // With the place of its quote.
        let token = Token { column: place.token.column, ..key.token };
        self.keys.push(Spot { token, ..key });
        scanner.expect(":")?;
        match name {
            "side" => self.side = Some(scanner.number()?),
            "size" => self.side = block(scanner).map(|(_, _, cols)| Some(cols))?,
            "block" => self.block = Some(block(scanner)?),
            "alphabet" => {
                let name = scanner.string()?;
                let alphabet = name.token.text.parse::<Alphabet>();
                self.alphabet = Some(alphabet.map_err(|error| name.error(error.to_string()))?);
            }
            "rows" => self.rows = Some(rows(scanner)?),
            "grids" => {
                let mut grids = VecDeque::new();
                scanner.list("[", "]", |scanner| {
                    scanner.spot();
                    grids.push_back(*scanner);
                    object(scanner, false).map(drop)
                })?;
                self.grids = Some(grids);
            }
            _ => scanner.value()?,
        }
        Ok(())
    }
}

fn unexpected_key(key: &Spot<'_>) -> ReadError {
    key.error("unexpected key, expected side, block, alphabet or rows")
}

fn block<'a>(scanner: &mut Scanner<'a>) -> Result<(Spot<'a>, usize, usize), ReadError> {
    let mut sizes = Vec::new();
    let spot = scanner.spot();
    scanner.list("[", "]", |scanner| {
        let size = scanner.number()?;
        // A third one is one too many, however many there are.
        sizes.extend((sizes.len() < 3).then_some(size));
        Ok(())
    })?;
    match sizes[..] {
        [height, width] => Ok((spot, height, width)),
        _ => Err(spot.error("expected the height and the width of a block")),
    }
}

/// The rows, each with the place of its end; no more than a grid can have, as of the cells in each.
fn rows<'a>(scanner: &mut Scanner<'a>) -> Result<Vec<(Spot<'a>, Vec<Spot<'a>>)>, ReadError> {
    let mut rows = Vec::new();
    scanner.list("[", "]", |scanner| {
        ensure_room(rows.len(), scanner, "rows")?;
        let mut row = Vec::new();
        scanner.list("[", "]", |scanner| {
            ensure_room(row.len(), scanner, "cells in a row")?;
            row.push(cell(scanner)?);
            Ok(())
        })?;
        rows.push((scanner.spot(), row));
        Ok(())
    })?;
    Ok(rows)
}

fn ensure_room(count: usize, scanner: &mut Scanner<'_>, what: &str) -> Result<(), ReadError> {
    if count < Geometry::MAX_SIDE {
        return Ok(());
    }
    let message = format!("more than {} {what}, too many for any grid", Geometry::MAX_SIDE);
    Err(scanner.spot().error(message))
}

fn cell<'a>(scanner: &mut Scanner<'a>) -> Result<Spot<'a>, ReadError> {
    let spot = scanner.spot();
    if scanner.is_at("null") {
        scanner.advance("null".len());
        return Ok(spot);
    }
    if scanner.is_at_digit() {
        return scanner.digits();
    }
    if scanner.is_at("\"") {
        return scanner.string();
    }
    Err(scanner.unexpected("a string, a number or null"))
}
