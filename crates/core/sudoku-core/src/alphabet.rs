//! Which symbol stands for which value.
//!
//! An alphabet is written as ranges of single characters in the order of their values, `1-9`,
//! `0-9A-F`, `1-9A-G`, `A-P`, or as the word `numbers`: the numbers from 1, for grids that have more
//! values than there are letters. In `0-9A-F` the symbol 0 stands for the first value and F for the
//! sixteenth. Letters are read in either case and written in upper case.
//!
//! ```text
//! alphabet = "numbers" | "numbers from " integer | range+
//! range    = symbol ["-" symbol]          symbol = "0".."9" | "A".."Z"
//! ```

use crate::format::shown_token;
use crate::{GridShape, Value};
use std::fmt;
use std::str::FromStr;

/// The symbols of a grid: an ordered set of characters, or numbers from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Alphabet {
    symbols: Symbols,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Symbols {
    /// Digits and upper-case letters, each once, in the order of their values.
    Characters(String),
    /// The numbers from this one on.
    Numbers(i64),
}

impl Alphabet {
    /// The numbers from 1.
    #[must_use]
    pub fn numbers() -> Self {
        Self::numbers_from(1)
    }

    /// The numbers from `first`.
    #[must_use]
    pub fn numbers_from(first: i64) -> Self {
        Self { symbols: Symbols::Numbers(first) }
    }

    /// The alphabet of a grid of any shape where nobody names another: each value as its number, or as of
    /// [`Self::default_of`] where they are numbered from 1.
    #[must_use]
    pub fn of_shape(shape: GridShape) -> Self {
        match (shape.first_value(), shape.last_value()) {
            (1, _) => Self::default_of(shape.n_values()),
            (0, 0..=35) => Self::digits_from('0', shape.n_values()),
            (first @ 2..=9, ..=9) => {
                Self::digits_from(char::from(b'0' + first as u8), shape.n_values())
            }
            (first, _) => Self::numbers_from(first),
        }
    }

    /// The alphabet in which each value is its number: `1-9A-…` or `0-9A-…` as far as letters reach, numbers elsewhere.
    ///
    /// It is the one for puzzles that calculate with their values.
    #[must_use]
    pub fn of_numbers(shape: GridShape) -> Self {
        match (shape.first_value(), shape.last_value()) {
            (1, ..=35) => Self::digits_from('1', shape.n_values()),
            _ => Self::of_shape(shape),
        }
    }

    /// The alphabet that a grid of `side` has where nobody names another: `1-n` up to 9, `1-9A-…` up
    /// to 15, `0-9A-F` at 16, `A-Y` at 25, numbers at every other side.
    #[must_use]
    pub fn default_of(side: usize) -> Self {
        match side {
            25 => Self::letters(side),
            0..=16 => Self::default_unspaced(side),
            _ => Self::numbers(),
        }
    }

    /// The default where symbols stand without blanks between them, so that each is one character:
    /// [`Self::default_of`], but `1-9A-…` up to 35 and `0-9A-Z` at 36; `numbers` above, where there
    /// is none.
    #[must_use]
    pub(crate) fn default_unspaced(side: usize) -> Self {
        match side {
            16 | 36 => Self::digits_from('0', side),
            25 => Self::letters(side),
            0..=35 => Self::digits_from('1', side),
            _ => Self::numbers(),
        }
    }

    /// The alphabets that are in use at a side, besides numbers; the default comes first.
    pub(crate) fn known(side: usize) -> Vec<Self> {
        match side {
            16 => {
                vec![Self::default_of(16), Self::digits_from('1', 16), Self::letters(16)]
            }
            25 => vec![Self::default_of(25), Self::digits_from('1', 25)],
            37.. => Vec::new(),
            _ => vec![Self::default_unspaced(side)],
        }
    }

    /// `side` symbols of `0-9A-Z` from `first` on.
    pub(crate) fn digits_from(first: char, side: usize) -> Self {
        let all = ('0'..='9').chain('A'..='Z');
        Self::characters(all.skip_while(|c| *c != first).take(side).collect())
    }

    fn letters(side: usize) -> Self {
        Self::characters(('A'..='Z').take(side).collect())
    }

    fn characters(symbols: String) -> Self {
        Self { symbols: Symbols::Characters(symbols) }
    }

    /// The number of symbols; `None` for numbers, which do not end.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        match &self.symbols {
            Symbols::Characters(symbols) => Some(symbols.len()),
            Symbols::Numbers(_) => None,
        }
    }

    /// Whether the symbols are numbers, which need something between them.
    #[must_use]
    pub fn is_numbers(&self) -> bool {
        matches!(self.symbols, Symbols::Numbers(_))
    }

    /// The alphabet of the first `side` symbols; `None` if it has fewer.
    #[must_use]
    pub fn of_side(&self, side: usize) -> Option<Self> {
        match &self.symbols {
            Symbols::Characters(symbols) => Some(Self::characters(symbols.get(..side)?.to_owned())),
            Symbols::Numbers(_) => Some(self.clone()),
        }
    }

    /// What is wrong where this has too few symbols for a grid of `side`.
    #[must_use]
    pub fn shortage(&self, side: usize) -> Option<String> {
        let n_symbols = self.size().filter(|n_symbols| *n_symbols < side)?;
        let plural = if n_symbols == 1 { "" } else { "s" };
        Some(format!(
            "the alphabet {self} has {n_symbols} symbol{plural}, a grid of side {side} needs {side}"
        ))
    }

    /// The symbol of a value; the number of a value that is beyond the last symbol.
    #[must_use]
    pub fn symbol(&self, value: Value) -> String {
        let number = usize::from(value) + 1;
        match &self.symbols {
            Symbols::Characters(symbols) => symbols
                .get(usize::from(value)..number)
                .map_or_else(|| number.to_string(), str::to_owned),
            Symbols::Numbers(first) => (first + i64::from(value)).to_string(),
        }
    }

    /// The value of a symbol; letters in either case.
    #[must_use]
    pub fn value(&self, symbol: &str) -> Option<Value> {
        match &self.symbols {
            Symbols::Characters(symbols) => {
                let mut chars = symbol.chars();
                let c = chars.next().filter(|_| chars.next().is_none())?;
                symbols.find(c.to_ascii_uppercase()).map(|index| index as Value)
            }
            Symbols::Numbers(first) => {
                let digits = symbol.strip_prefix('-').filter(|_| *first < 0).unwrap_or(symbol);
                let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number = symbol.parse::<i64>().ok().filter(|_| is_number)?;
                Value::try_from(number.checked_sub(*first)?).ok()
            }
        }
    }

    /// Whether `0` is one of the symbols; a blank where it is not.
    #[must_use]
    pub fn has_zero(&self) -> bool {
        self.value("0").is_some()
    }

    /// Whether any digit is one of the symbols.
    pub(crate) fn has_digits(&self) -> bool {
        match &self.symbols {
            Symbols::Characters(symbols) => symbols.contains(|c: char| c.is_ascii_digit()),
            Symbols::Numbers(_) => true,
        }
    }

    /// What a message says was expected in a cell of a grid of `side`.
    pub(crate) fn expected(&self, side: usize) -> String {
        match &self.symbols {
            Symbols::Numbers(first) => {
                format!("'.' or a number {first} to {}", first + side as i64 - 1)
            }
            Symbols::Characters(symbols) if symbols == "1" => "'.' or the digit 1".to_owned(),
            Symbols::Characters(symbols) if symbols.bytes().all(|byte| byte.is_ascii_digit()) => {
                let (first, last) = (&symbols[..1], &symbols[symbols.len() - 1..]);
                format!("'.' or a digit {first} to {last}")
            }
            Symbols::Characters(_) => format!("'.' or a symbol of {self}"),
        }
    }
}

impl fmt::Display for Alphabet {
    /// Its name: `0-9A-F`, `numbers`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = match &self.symbols {
            Symbols::Characters(symbols) => symbols,
            Symbols::Numbers(1) => return f.write_str("numbers"),
            Symbols::Numbers(first) => return write!(f, "numbers from {first}"),
        };
        let symbols = symbols.as_bytes();
        for range in symbols.chunk_by(|a, b| a + 1 == *b) {
            let (first, last) = (char::from(range[0]), char::from(range[range.len() - 1]));
            match range.len() {
                1 => write!(f, "{first}")?,
                _ => write!(f, "{first}-{last}")?,
            }
        }
        Ok(())
    }
}

/// Not the name of an alphabet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown alphabet '{}', expected 'numbers' or ranges of symbols such as 1-9, 0-9A-F, 1-9A-G, A-P",
    shown_token(.0)
)]
pub struct UnknownAlphabet(String);

impl FromStr for Alphabet {
    type Err = UnknownAlphabet;

    fn from_str(name: &str) -> Result<Self, UnknownAlphabet> {
        if name.eq_ignore_ascii_case("numbers") {
            return Ok(Self::numbers());
        }
        if let Some(first) = name.strip_prefix("numbers from ").and_then(|text| text.parse().ok()) {
            return Ok(Self::numbers_from(first));
        }
        let symbols = ranges(&name.to_ascii_uppercase()).filter(|symbols| !symbols.is_empty());
        symbols.map(Self::characters).ok_or_else(|| UnknownAlphabet(name.to_owned()))
    }
}

/// The characters of ranges such as `0-9A-F`; `None` if one is not a symbol or comes twice, or a range
/// does not rise: `1-10` is meant as numbers.
fn ranges(name: &str) -> Option<String> {
    let mut symbols = String::new();
    let mut rest = name.chars().peekable();
    while let Some(first) = rest.next() {
        let last = match rest.next_if_eq(&'-') {
            Some(_) => rest.next().filter(|last| first < *last)?,
            None => first,
        };
        let same_kind = first.is_ascii_digit() == last.is_ascii_digit();
        if !same_kind || !first.is_ascii_alphanumeric() {
            return None;
        }
        for symbol in first..=last {
            if !symbol.is_ascii_alphanumeric() || symbols.contains(symbol) {
                return None;
            }
            symbols.push(symbol);
        }
    }
    Some(symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sizes() {
        for name in [
            "1-9", "0-9A-F", "1-9A-G", "A-P", "A-Y", "1-9A-P", "0-9A-Z", "numbers", "1-9A-C", "1",
            "AEX",
        ] {
            assert_eq!(name.parse::<Alphabet>().unwrap().to_string(), name);
        }
        assert_eq!("0-9a-f".parse(), Ok(Alphabet::default_of(16)));
        for name in
            ["", "9-1", "1-", "-9", "1-9.", "1-91", "0-Z", "1-a", "ä", "1-1", "1-10", "1-16"]
        {
            assert!(name.parse::<Alphabet>().is_err(), "{name}");
        }
    }

    #[test]
    fn defaults_by_side() {
        let name = |side| Alphabet::default_of(side).to_string();
        let names =
            [(1, "1"), (4, "1-4"), (9, "1-9"), (10, "1-9A"), (12, "1-9A-C"), (15, "1-9A-F")];
        let large =
            [(16, "0-9A-F"), (20, "numbers"), (25, "A-Y"), (36, "numbers"), (100, "numbers")];
        for (side, expected) in names.into_iter().chain(large) {
            assert_eq!(name(side), expected);
        }
        assert_eq!(Alphabet::default_unspaced(36).to_string(), "0-9A-Z");
        assert_eq!(Alphabet::default_unspaced(20).to_string(), "1-9A-K");
    }

    #[test]
    fn symbols_and_values_are_inverse() {
        for side in 1..=40 {
            for alphabet in Alphabet::known(side).into_iter().chain([Alphabet::numbers()]) {
                assert!(alphabet.size().is_none_or(|size| size == side));
                for value in 0..side as Value {
                    assert_eq!(alphabet.value(&alphabet.symbol(value)), Some(value));
                    assert_eq!(alphabet.value(&alphabet.symbol(value).to_lowercase()), Some(value));
                }
            }
        }
        let hex = Alphabet::default_of(16);
        assert_eq!((hex.value("0"), hex.value("F")), (Some(0), Some(15)));
        assert_eq!((hex.value("G"), hex.value(""), hex.value("10")), (None, None, None));
        let numbers = Alphabet::numbers();
        assert_eq!(
            (numbers.value("0"), numbers.value("+1"), numbers.value("")),
            (None, None, None)
        );
        assert_eq!(numbers.value("99999999999999"), None);
        assert_eq!(hex.symbol(16), "17");
    }

    #[test]
    fn any_shape_has_its_numbers() {
        let name = |first, n_values| {
            let shape = GridShape::new(9, 9, first, n_values).unwrap();
            let alphabet = Alphabet::of_shape(shape);
            assert_eq!(alphabet.to_string().parse(), Ok(alphabet.clone()));
            for value in 0..n_values as Value {
                let symbol = alphabet.symbol(value);
                assert_eq!(alphabet.value(&symbol), Some(value));
                assert!(n_values > 10 || symbol == shape.number(value).to_string());
            }
            alphabet.to_string()
        };
        let names =
            [(1, 9), (1, 12), (0, 9), (0, 12), (3, 7), (3, 9), (-4, 9)].map(|(f, n)| name(f, n));
        let expected =
            ["1-9", "1-9A-C", "0-8", "0-9A-B", "3-9", "numbers from 3", "numbers from -4"];
        assert_eq!(names, expected);
        assert_eq!(Alphabet::numbers_from(3).value("-1"), None);
    }

    #[test]
    fn a_longer_alphabet_serves_a_smaller_side() {
        let digits: Alphabet = "0-9".parse().unwrap();
        assert_eq!(digits.of_side(4).unwrap().to_string(), "0-3");
        assert_eq!(digits.of_side(11), None);
        assert_eq!(Alphabet::numbers().of_side(99), Some(Alphabet::numbers()));
        assert_eq!((digits.shortage(10), Alphabet::numbers().shortage(99)), (None, None));
        let one: Alphabet = "7".parse().unwrap();
        assert_eq!(
            one.shortage(4).unwrap(),
            "the alphabet 7 has 1 symbol, a grid of side 4 needs 4"
        );
    }
}
