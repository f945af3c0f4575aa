//! From symbols to values: which alphabet a grid is written in.
//!
//! Unless the caller names the alphabet, the default of the side is used if it contains every symbol of
//! the grid: on a 16×16 grid, `0` without `G`, or neither, means `0-9A-F`. Otherwise one of the known
//! alphabets is recognised if it alone contains them all; the caller learns which symbol decided. A `0`
//! that is not a symbol is a blank, but in a recognised alphabet only if that has no digits: otherwise the
//! grid might count from 0. So might any grid that has a `0` beside other blanks and lacks its last
//! symbol, unless its alphabet is named: a file of numbers 0 to 15 shows a 0 and no 16. Nothing is
//! guessed: symbols that fit two alphabets, or none, are an error.

use super::tokens::{Token, shown, shown_token};
use super::{ReadError, ReadOptions, Remedy};
use crate::{Alphabet, Geometry, GeometryError, Grid, Puzzle, Value};

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

/// The symbols of a grid, row-major, and what is known of their alphabet; `side` is the number of
/// values.
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
        let of_side = || Geometry::of_side(self.side).map(Grid::blank);
        let like = options.like.clone().map_or_else(of_side, Ok);
        let like = like.map_err(|error| self.no_geometry(error))?;
        let (alphabet, recognised) = match &options.alphabet {
            Some(alphabet) => (self.named(alphabet)?, None),
            None if self.symbols == Kind::Numbers => (Alphabet::numbers(), None),
            None => self.recognise()?,
        };
        let cells: Result<Vec<Option<Value>>, ReadError> =
            self.spots.iter().map(|spot| self.value(spot, &alphabet)).collect();
        let mut cells = cells?;
        let is_named = options.alphabet.is_some();
        let zero = self.zero_beside_blanks(&cells, &alphabet, is_named)?;
        cells.resize(like.shape().n_all_cells(), None);
        let grid = Grid::of_shape(like.shape(), like.blocks(), cells);
        let notes = recognised.into_iter().chain(zero).collect();
        Ok(Puzzle { notes, ..Puzzle::classic(grid, alphabet) })
    }

    /// The note on a `0` that is taken for a blank though others are marked in another way; an error
    /// where it might as well be the first symbol.
    fn zero_beside_blanks(
        &self,
        cells: &[Option<Value>],
        alphabet: &Alphabet,
        is_named: bool,
    ) -> Result<Option<String>, ReadError> {
        let find = |is: &dyn Fn(Token<'_>) -> bool| self.spots.iter().find(|spot| is(spot.token));
        let may_be_either = alphabet.has_digits() && !alphabet.has_zero();
        let (Some(zero), Some(blank), true) =
            (find(&is_zero), find(&|token| token.is_blank()), may_be_either)
        else {
            return Ok(None);
        };
        let blank = match blank.token.text {
            "" => "an empty cell".to_owned(),
            mark => format!("'{mark}'"),
        };
        let last = (self.side - 1) as Value;
        if is_named || cells.contains(&Some(last)) {
            let (line, column) = (zero.line, zero.token.column);
            let note =
                format!("0 at line {line}, column {column} is taken for a blank, as is {blank}");
            return Ok(Some(note));
        }
        if alphabet.is_numbers() {
            let message = format!(
                "0 beside {blank} is a blank or a number: 1 to {} and 0 to {last} fit",
                self.side
            );
            return Err(zero.error(message).remedy(Remedy::NumbersFromOne));
        }
        let from_zero = Alphabet::digits_from('0', self.side);
        let message = format!("'0' beside {blank} is a blank or a symbol");
        Err(several(zero, &message, vec![alphabet.clone(), from_zero]))
    }

    fn no_geometry(&self, error: GeometryError) -> ReadError {
        self.spots[0].error(error.to_string()).remedy(Remedy::Geometry)
    }

    pub(super) fn named(&self, alphabet: &Alphabet) -> Result<Alphabet, ReadError> {
        let side = self.side;
        alphabet
            .of_side(side)
            .ok_or_else(|| self.spots[0].error(alphabet.shortage(side).unwrap_or_default()))
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

/// `.`, `_`, `*`, nothing, or a zero that is not a symbol.
pub(super) fn is_blank(token: Token<'_>, alphabet: &Alphabet) -> bool {
    token.is_blank()
        || is_zero(token) && !alphabet.has_zero() && (alphabet.is_numbers() || token.text == "0")
}

/// `0`, or `00` in a column of numbers.
fn is_zero(token: Token<'_>) -> bool {
    token.is_digits() && token.text.bytes().all(|byte| byte == b'0')
}

/// Whether all these symbols may stand in a grid of one alphabet.
pub(super) fn may_all_stand<'a>(
    mut tokens: impl Iterator<Item = Token<'a>>,
    alphabet: &Alphabet,
) -> bool {
    tokens.all(|token| is_blank(token, alphabet) || alphabet.value(token.text).is_some())
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
