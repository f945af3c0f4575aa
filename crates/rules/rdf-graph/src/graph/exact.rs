//! Exact numbers of any length, compared digit by digit.
//!
//! [`Number`](super::number::Number) holds integers of 64 bits and decimals of 18 places. A literal that needs more is
//! still a number: it can be compared with all others, although arithmetic on it is an error.
//!
//! # References
//! XML Schema 1.1, part 2, sections 3.3.3 and 3.4.13: the value spaces of `xsd:decimal` and `xsd:integer` have no bounds.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number by its digits, without leading and trailing zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exact<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
}

impl<'a> Exact<'a> {
    /// The value of a lexical form of `xsd:decimal`.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_lawful = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !is_lawful(whole) || !is_lawful(fraction) {
            return None;
        }
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let is_zero = whole.is_empty() && fraction.is_empty();
        Some(Self { negative: text.starts_with('-') && !is_zero, whole, fraction })
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// Whether nothing follows the point.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.fraction.is_empty()
    }

    /// The nearest number of floating point.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "digits with a point are a number")]
    pub fn to_f64(self) -> f64 {
        self.to_string().parse().expect("digits with a point are a number")
    }

    /// The nearest number of floating point, single precision.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "digits with a point are a number")]
    pub fn to_f32(self) -> f32 {
        self.to_string().parse().expect("digits with a point are a number")
    }
}

impl Ord for Exact<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        fn size<'a>(number: &Exact<'a>) -> (usize, &'a str, &'a str) {
            (number.whole.len(), number.whole, number.fraction)
        }
        let sizes = size(self).cmp(&size(other));
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => sizes,
            (true, true) => sizes.reverse(),
        }
    }
}

impl PartialOrd for Exact<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Exact<'_> {
    /// The canonical form: of `xsd:integer` if it is whole, else of `xsd:decimal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = if self.whole.is_empty() { "0" } else { self.whole };
        let (sign, point) =
            (if self.negative { "-" } else { "" }, if self.fraction.is_empty() { "" } else { "." });
        write!(f, "{sign}{whole}{point}{}", self.fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::Exact;
    use proptest::prelude::*;

    #[test]
    fn forms() {
        for (text, shown) in
            [("-007.50", "-7.5"), ("+0", "0"), ("-0.0", "0"), (".5", "0.5"), ("12.", "12")]
        {
            assert_eq!(Exact::parse(text).map(|exact| exact.to_string()).as_deref(), Some(shown));
        }
        for text in ["", ".", "+", "1e5", "1.2.3", "--1", " 1", "１"] {
            assert_eq!(Exact::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_order_is_that_of_numbers(a in -9999_i64..9999, b in -9999_i64..9999, scale in 0_usize..4) {
            let shown = |value: i64| {
                let digits = format!("{:05}", value.unsigned_abs());
                let (whole, fraction) = digits.split_at(5 - scale);
                format!("{}{whole}.{fraction}", if value < 0 { "-" } else { "+" })
            };
            let (x, y) = (shown(a), shown(b));
            prop_assert_eq!(Exact::parse(&x).unwrap().cmp(&Exact::parse(&y).unwrap()), a.cmp(&b));
        }
    }
}
