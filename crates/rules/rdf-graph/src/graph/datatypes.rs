//! The datatypes that hold numbers, and what their literals are worth.
//!
//! # References
//! XML Schema 1.1, part 2, sections 3.3 and 3.4.

use std::ops::RangeInclusive;

use super::exact::Exact;
use super::number::Number;
use crate::term::vocab;

/// The datatypes whose numbers are fixed: they are the first terms of every interner. Those that hold numbers come first,
/// floating point after the exact ones.
pub(super) const DATATYPES: [&str; 19] = [
    vocab::XSD_INTEGER,
    "http://www.w3.org/2001/XMLSchema#byte",
    "http://www.w3.org/2001/XMLSchema#short",
    "http://www.w3.org/2001/XMLSchema#int",
    "http://www.w3.org/2001/XMLSchema#long",
    "http://www.w3.org/2001/XMLSchema#unsignedByte",
    "http://www.w3.org/2001/XMLSchema#unsignedShort",
    "http://www.w3.org/2001/XMLSchema#unsignedInt",
    "http://www.w3.org/2001/XMLSchema#unsignedLong",
    "http://www.w3.org/2001/XMLSchema#positiveInteger",
    "http://www.w3.org/2001/XMLSchema#negativeInteger",
    "http://www.w3.org/2001/XMLSchema#nonPositiveInteger",
    "http://www.w3.org/2001/XMLSchema#nonNegativeInteger",
    vocab::XSD_DECIMAL,
    vocab::XSD_FLOAT,
    vocab::XSD_DOUBLE,
    vocab::XSD_STRING,
    vocab::XSD_BOOLEAN,
    vocab::XSD_DATE_TIME,
];
/// The values of the datatypes that are derived from `xsd:integer`, itself the first, as far as 64 bits go.
const RANGES: [RangeInclusive<i64>; DECIMAL as usize] = [
    i64::MIN..=i64::MAX,
    -0x80..=0x7f,
    -0x8000..=0x7fff,
    -0x8000_0000..=0x7fff_ffff,
    i64::MIN..=i64::MAX,
    0..=0xff,
    0..=0xffff,
    0..=0xffff_ffff,
    0..=i64::MAX,
    1..=i64::MAX,
    i64::MIN..=-1,
    i64::MIN..=0,
    0..=i64::MAX,
];
const INTEGER: u32 = 0;
const UNSIGNED_LONG: u32 = 8;
const UNSIGNED_LONG_MAX: &str = "18446744073709551615";
const POSITIVE: u32 = 9;
const NEGATIVE: u32 = 10;
const NON_POSITIVE: u32 = 11;
const NON_NEGATIVE: u32 = 12;
const DECIMAL: u32 = 13;
const FLOAT: u32 = 14;
pub(super) const DOUBLE: u32 = 15;

/// The value of a literal of a numeric datatype, unless its form is wrong.
pub(super) fn decode(text: &str, datatype: u32) -> Option<Number> {
    match datatype {
        INTEGER..DECIMAL => Number::parse_integer(text).filter(|number| {
            let range = &RANGES[datatype as usize];
            matches!(number, Number::Integer(value) if range.contains(&i64::from(*value)))
        }),
        DECIMAL => Number::parse_decimal(text),
        FLOAT => Number::parse_float(text),
        DOUBLE => Number::parse_double(text),
        _ => None,
    }
}

/// The value of a literal of an exact datatype that [`decode`] cannot hold, unless its form is wrong.
pub(super) fn beyond(text: &str, datatype: u32) -> Option<Exact<'_>> {
    let exact = Exact::parse(text)?;
    let fits = |held: Option<Number>| held.is_some();
    if datatype == DECIMAL {
        return (!fits(Number::parse_decimal(text))).then_some(exact);
    }
    let is_negative = text.starts_with('-');
    let is_within = match datatype {
        INTEGER => true,
        POSITIVE | NON_NEGATIVE => !is_negative,
        NEGATIVE | NON_POSITIVE => is_negative,
        UNSIGNED_LONG => {
            !is_negative && Exact::parse(UNSIGNED_LONG_MAX).is_some_and(|most| exact <= most)
        }
        _ => false,
    };
    (is_within && !text.contains('.') && !fits(Number::parse_integer(text))).then_some(exact)
}

/// The values of a datatype that is derived from `xsd:integer`, as far as 64 bits go; `None` for others.
#[must_use]
pub fn range(datatype: &str) -> Option<RangeInclusive<i64>> {
    let place = DATATYPES[..DECIMAL as usize].iter().position(|known| *known == datatype)?;
    Some(RANGES[place].clone())
}

/// The datatype of a number.
pub(super) fn of(number: Number) -> u32 {
    match number {
        Number::Integer(_) => INTEGER,
        Number::Decimal(_) => DECIMAL,
        Number::Float(_) => FLOAT,
        Number::Double(_) => DOUBLE,
    }
}
