//! From symbols to values: which alphabet a grid is written in.
//!
//! Where nobody names the alphabet, the default of the side is taken if every symbol of the grid is
//! in it, so that 0 and no G on a 16×16 grid mean `0-9A-F`, and so does neither. Otherwise one of the
//! known alphabets is recognised, if it alone has them all; the caller is told by which symbol. A `0`
//! that is no symbol is a blank, but in a recognised alphabet only if that has no digits: else it
//! might as well have counted from 0. Nothing is guessed: what fits twice, or not at all, is an error.

use super::text::{Token, shown, shown_token};
use super::{Puzzle, ReadError, ReadOptions, Remedy};
use crate::{Alphabet, Geometry, GeometryError, Grid, Value};

/// A symbol and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) line: usize,
    pub(super) token: Token<'a>,
}

impl Spot<'_> {
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.line, self.token.column, message)
    }
}

/// The `n²` symbols of a grid, row-major, and what is known of their alphabet.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    pub(super) side: usize,
    pub(super) spots: Vec<Spot<'a>>,
    pub(super) symbols: Kind,
}

/// What the separators say of the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Some has two digits and all are numbers.
    Numbers,
    /// Each stands alone, so they might be numbers that happen to be small.
    Single,
    /// They stand side by side.
    Characters,
}

impl Cells<'_> {
    pub(super) fn into_puzzle(self, options: &ReadOptions) -> Result<Puzzle, ReadError> {
        let geometry = match options.geometry {
            Some(geometry) => geometry,
            None => Geometry::of_side(self.side).map_err(|error| self.no_geometry(error))?,
        };
        let (alphabet, note) = match &options.alphabet {
            Some(alphabet) => (self.named(alphabet)?, None),
            None if self.symbols == Kind::Numbers => (Alphabet::numbers(), None),
            None => self.recognise()?,
        };
        let cells: Result<Vec<Option<Value>>, ReadError> =
            self.spots.iter().map(|spot| self.value(spot, &alphabet)).collect();
        let grid = Grid::new(geometry, cells?);
        Ok(Puzzle { grid, alphabet, notes: note.into_iter().collect() })
    }

    fn no_geometry(&self, error: GeometryError) -> ReadError {
        self.spots[0].error(error.to_string()).remedy(Remedy::Geometry)
    }

    fn named(&self, alphabet: &Alphabet) -> Result<Alphabet, ReadError> {
        let side = self.side;
        alphabet.of_side(side).ok_or_else(|| {
            let n_symbols = alphabet.size().unwrap_or(side);
            let message = format!(
                "the alphabet {alphabet} has {n_symbols} symbols, a grid of side {side} needs {side}"
            );
            self.spots[0].error(message)
        })
    }

    fn value(&self, spot: &Spot<'_>, alphabet: &Alphabet) -> Result<Option<Value>, ReadError> {
        if is_blank(spot.token, alphabet) {
            return Ok(None);
        }
        let value = alphabet.value(spot.token.text);
        match value.filter(|value| usize::from(*value) < self.side) {
            Some(value) => Ok(Some(value)),
            None => Err(self.unexpected(spot, alphabet)),
        }
    }

    fn recognise(&self) -> Result<(Alphabet, Option<String>), ReadError> {
        let spaced = self.symbols == Kind::Single && self.side > 9;
        let default = if spaced {
            Alphabet::default_of(self.side)
        } else {
            Alphabet::default_unspaced(self.side)
        };
        let seen = self.seen(&default)?;
        let mut in_use = Alphabet::known(self.side);
        if spaced && seen.iter().all(|spot| spot.token.is_numeric()) {
            if seen.is_empty() || default.is_numbers() {
                return Ok((default, None));
            }
            in_use.push(Alphabet::numbers());
            in_use.retain(|alphabet| has_all(alphabet, &seen));
            let message = format!("digits alone are ambiguous at side {}", self.side);
            return Err(several(&seen[0], &message, in_use));
        }
        let misfit = seen.iter().find(|spot| default.value(spot.token.text).is_none());
        let Some(misfit) = misfit.filter(|spot| !is_blank(spot.token, &default)) else {
            return Ok((default, None));
        };
        let fitting: Vec<Alphabet> =
            in_use.iter().filter(|alphabet| has_all(alphabet, &seen)).cloned().collect();
        match &fitting[..] {
            [alphabet] => {
                let (symbol, column) = (misfit.token.text, misfit.token.column);
                let note = format!(
                    "alphabet {alphabet} recognised by '{symbol}' at line {}, column {column}",
                    misfit.line
                );
                Ok((alphabet.clone(), Some(note)))
            }
            [] => {
                let error = self.unexpected(misfit, &default);
                let is_there = |spot: &Spot<'_>, alphabet: &Alphabet| {
                    is_blank(spot.token, alphabet) || alphabet.value(spot.token.text).is_some()
                };
                let mut others = in_use;
                others.retain(|alphabet| seen.iter().all(|spot| is_there(spot, alphabet)));
                Err(if others.is_empty() { error } else { error.remedy(Remedy::Alphabet(others)) })
            }
            _ => {
                let message = format!("'{}' is in several alphabets", misfit.token.text);
                Err(several(misfit, &message, fitting))
            }
        }
    }

    /// The first place of each symbol, in the order of the places; those that no alphabet has are an
    /// error.
    fn seen(&self, default: &Alphabet) -> Result<Vec<Spot<'_>>, ReadError> {
        let mut is_seen = [false; 128];
        let mut seen = Vec::new();
        for spot in self.spots.iter().filter(|spot| !spot.token.is_blank()) {
            let &[byte] = spot.token.text.as_bytes() else {
                return Err(self.unexpected(spot, default));
            };
            if !byte.is_ascii_alphanumeric() {
                return Err(self.unexpected(spot, default));
            }
            let symbol = usize::from(byte.to_ascii_uppercase());
            if !std::mem::replace(&mut is_seen[symbol], true) && !is_blank(spot.token, default) {
                seen.push(*spot);
            }
        }
        Ok(seen)
    }

    fn unexpected(&self, spot: &Spot<'_>, alphabet: &Alphabet) -> ReadError {
        unexpected(spot, &alphabet.expected(self.side))
    }
}

fn several(spot: &Spot<'_>, message: &str, fitting: Vec<Alphabet>) -> ReadError {
    let names: Vec<String> = fitting.iter().map(Alphabet::to_string).collect();
    let message = format!("{message}: {} fit", names.join(" and "));
    spot.error(message).remedy(Remedy::Alphabet(fitting))
}

/// `unexpected character 'x', expected '.' or a digit 1 to 9`
pub(super) fn unexpected(spot: &Spot<'_>, expected: &str) -> ReadError {
    let mut chars = spot.token.text.chars();
    let found = match (chars.next(), chars.next()) {
        (Some(c), None) => format!("character '{}'", shown(c)),
        _ if spot.token.is_digits() => format!("number {}", shown_token(spot.token.text)),
        _ => format!("'{}'", shown_token(spot.token.text)),
    };
    let message = format!("unexpected {found}, expected {expected}");
    spot.error(message)
}

/// Whether `alphabet`, which is not the default, has all these symbols.
fn has_all(alphabet: &Alphabet, seen: &[Spot<'_>]) -> bool {
    let zero_is_blank = !alphabet.has_digits();
    seen.iter().all(|spot| {
        alphabet.value(spot.token.text).is_some() || zero_is_blank && spot.token.text == "0"
    })
}

/// `.`, `_`, `*`, nothing, or a zero that is no symbol.
fn is_blank(token: Token<'_>, alphabet: &Alphabet) -> bool {
    let is_zeros = token.is_digits() && token.text.bytes().all(|byte| byte == b'0');
    token.is_blank()
        || is_zeros && !alphabet.has_zero() && (alphabet.is_numbers() || token.text == "0")
}

/// Whether a symbol may stand in a grid of `side` whose rows are these.
pub(super) fn may_stand(
    token: Token<'_>,
    side: usize,
    options: &ReadOptions,
    numbers: bool,
) -> bool {
    let in_alphabet = |alphabet: &Alphabet| {
        is_blank(token, alphabet)
            || alphabet.value(token.text).is_some_and(|value| usize::from(value) < side)
    };
    match &options.alphabet {
        Some(alphabet) => in_alphabet(alphabet),
        None if numbers => in_alphabet(&Alphabet::numbers()),
        None => Alphabet::known(side).iter().any(in_alphabet),
    }
}
