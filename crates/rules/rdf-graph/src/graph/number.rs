//! Numbers with the arithmetic of `XPath`, which SPARQL's operators stand on.
//!
//! Operands of two types meet in the wider one: integer ⊂ decimal ⊂ float ⊂ double. Exact types
//! overflow into an error; floating point into infinity. Integer ÷ integer is a decimal.
//!
//! A floating point number is m · 2^e, so a cast to a decimal of 18 digits needs no rounding but one:
//!
//! ```text
//! m · 2^e · 10¹⁸  =  (m · 5¹⁸) · 2^(e + 18)      m · 5¹⁸ < 2⁹⁵
//! ```
//!
//! # References
//! SPARQL 1.2 Query Language, section "Operator Mapping"; `XPath` and `XQuery` Functions and Operators 3.1,
//! sections 4 and 19.1; XML Schema 1.1, part 2, sections 3.3.3 to 3.3.5.

use std::cmp::Ordering;
use std::fmt;

use oxsdatatypes::{Boolean, Decimal, Double, Float, Integer};

/// The arithmetic operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
}

/// A value of a numeric datatype.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// `xsd:integer` and what is derived from it.
    Integer(Integer),
    /// `xsd:decimal`
    Decimal(Decimal),
    /// `xsd:float`
    Float(Float),
    /// `xsd:double`
    Double(Double),
}

/// Two numbers in one type.
enum Pair {
    Integer(Integer, Integer),
    Decimal(Decimal, Decimal),
    Float(Float, Float),
    Double(Double, Double),
}

impl Number {
    /// The `xsd:integer` that a text is the form of, if 64 bits hold it.
    #[must_use]
    pub fn parse_integer(text: &str) -> Option<Self> {
        text.parse().map(Self::Integer).ok()
    }

    /// The `xsd:decimal` that a text is the form of.
    #[must_use]
    pub fn parse_decimal(text: &str) -> Option<Self> {
        text.parse().map(Self::Decimal).ok()
    }

    /// The `xsd:float` that a text is the form of.
    #[must_use]
    pub fn parse_float(text: &str) -> Option<Self> {
        is_floating(text).then(|| text.parse().map(Self::Float).ok())?
    }

    /// The `xsd:double` that a text is the form of.
    #[must_use]
    pub fn parse_double(text: &str) -> Option<Self> {
        is_floating(text).then(|| text.parse().map(Self::Double).ok())?
    }

    /// The number of floating point as an `f64`; `None` for the exact types.
    fn floating(self) -> Option<f64> {
        match self {
            Self::Float(a) => Some(f32::from(a).into()),
            Self::Double(a) => Some(a.into()),
            Self::Integer(_) | Self::Decimal(_) => None,
        }
    }

    /// A number of floating point cast to `xsd:integer`: what follows the point is dropped.
    #[must_use]
    pub fn truncated(self) -> Option<Self> {
        let whole = self.floating()?.trunc();
        // -2⁶³ is a double, and so is 2⁶³, but 2⁶³ - 1 is not.
        #[expect(clippy::cast_precision_loss, reason = "a power of two is exact")]
        let fits = (i64::MIN as f64..-(i64::MIN as f64)).contains(&whole);
        #[expect(clippy::cast_possible_truncation, reason = "it fits")]
        fits.then(|| Self::Integer((whole as i64).into()))
    }

    /// A number of floating point cast to `xsd:decimal`: the nearest, of two the one closer to zero.
    #[must_use]
    pub fn to_decimal(self) -> Option<Self> {
        let value = self.floating().filter(|value| value.is_finite())?;
        let bits = value.to_bits();
        let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52) & 0x7ff);
        let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let shift = exponent.max(1).cast_signed() - 1075 + 18;
        let scaled = u128::from(mantissa) * 5_u128.pow(18);
        let size = u32::try_from(shift.unsigned_abs()).unwrap_or(u32::MAX);
        let rounded = if shift >= 0 {
            scaled.checked_mul(1_u128.checked_shl(size)?)?
        } else {
            let down = scaled.checked_shr(size).unwrap_or(0);
            let half = 1_u128.checked_shl(size - 1).unwrap_or(u128::MAX);
            let rest = scaled - down.checked_shl(size).unwrap_or(0);
            down + u128::from(rest > half)
        };
        let size = i128::try_from(rounded).ok()?;
        let signed = if value.is_sign_negative() { -size } else { size };
        Some(Self::Decimal(Decimal::from_be_bytes(signed.to_be_bytes())))
    }

    fn pair(self, other: Self) -> Pair {
        use Number as N;
        match (self, other) {
            (N::Integer(a), N::Integer(b)) => Pair::Integer(a, b),
            (N::Integer(a), N::Decimal(b)) => Pair::Decimal(a.into(), b),
            (N::Decimal(a), N::Integer(b)) => Pair::Decimal(a, b.into()),
            (N::Decimal(a), N::Decimal(b)) => Pair::Decimal(a, b),
            (N::Double(a), b) => Pair::Double(a, b.double()),
            (a, N::Double(b)) => Pair::Double(a.double(), b),
            (N::Float(a), b) => Pair::Float(a, b.float()),
            (a, N::Float(b)) => Pair::Float(a.float(), b),
        }
    }

    fn float(self) -> Float {
        match self {
            Self::Integer(a) => a.into(),
            Self::Decimal(a) => a.into(),
            Self::Float(a) => a,
            Self::Double(a) => a.into(),
        }
    }

    fn double(self) -> Double {
        match self {
            Self::Integer(a) => a.into(),
            Self::Decimal(a) => a.into(),
            Self::Float(a) => a.into(),
            Self::Double(a) => a,
        }
    }

    /// Equality of values; NaN equals nothing.
    #[must_use]
    pub fn equals(self, other: Self) -> bool {
        match self.pair(other) {
            Pair::Integer(a, b) => a == b,
            Pair::Decimal(a, b) => a == b,
            Pair::Float(a, b) => a == b,
            Pair::Double(a, b) => a == b,
        }
    }

    /// Order of values; `None` beside NaN.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match self.pair(other) {
            Pair::Integer(a, b) => a.partial_cmp(&b),
            Pair::Decimal(a, b) => a.partial_cmp(&b),
            Pair::Float(a, b) => a.partial_cmp(&b),
            Pair::Double(a, b) => a.partial_cmp(&b),
        }
    }

    /// `a op b`; `None` on overflow and on division of exact numbers by zero.
    #[must_use]
    pub fn arithmetic(self, op: Arithmetic, other: Self) -> Option<Self> {
        use Arithmetic as Op;
        Some(match self.pair(other) {
            Pair::Integer(a, b) => match op {
                Op::Add => Self::Integer(a.checked_add(b)?),
                Op::Subtract => Self::Integer(a.checked_sub(b)?),
                Op::Multiply => Self::Integer(a.checked_mul(b)?),
                Op::Divide => Self::Decimal(Decimal::from(a).checked_div(b)?),
            },
            Pair::Decimal(a, b) => Self::Decimal(match op {
                Op::Add => a.checked_add(b)?,
                Op::Subtract => a.checked_sub(b)?,
                Op::Multiply => a.checked_mul(b)?,
                Op::Divide => a.checked_div(b)?,
            }),
            Pair::Float(a, b) => Self::Float(match op {
                Op::Add => a + b,
                Op::Subtract => a - b,
                Op::Multiply => a * b,
                Op::Divide => a / b,
            }),
            Pair::Double(a, b) => Self::Double(match op {
                Op::Add => a + b,
                Op::Subtract => a - b,
                Op::Multiply => a * b,
                Op::Divide => a / b,
            }),
        })
    }

    /// `- a`
    #[must_use]
    pub fn negate(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a.checked_neg()?),
            Self::Decimal(a) => Self::Decimal(a.checked_neg()?),
            Self::Float(a) => Self::Float(-a),
            Self::Double(a) => Self::Double(-a),
        })
    }

    /// `ABS`
    #[must_use]
    pub fn abs(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a.checked_abs()?),
            Self::Decimal(a) => Self::Decimal(a.checked_abs()?),
            Self::Float(a) => Self::Float(a.abs()),
            Self::Double(a) => Self::Double(a.abs()),
        })
    }

    /// `CEIL`
    #[must_use]
    pub fn ceil(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a),
            Self::Decimal(a) => Self::Decimal(a.checked_ceil()?),
            Self::Float(a) => Self::Float(a.ceil()),
            Self::Double(a) => Self::Double(a.ceil()),
        })
    }

    /// `FLOOR`
    #[must_use]
    pub fn floor(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a),
            Self::Decimal(a) => Self::Decimal(a.checked_floor()?),
            Self::Float(a) => Self::Float(a.floor()),
            Self::Double(a) => Self::Double(a.floor()),
        })
    }

    /// `ROUND`
    #[must_use]
    pub fn round(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a),
            Self::Decimal(a) => Self::Decimal(a.checked_round()?),
            Self::Float(a) => Self::Float(a.round()),
            Self::Double(a) => Self::Double(a.round()),
        })
    }

    /// The effective boolean value: false for zero and NaN.
    #[must_use]
    pub fn truth(self) -> bool {
        match self {
            Self::Integer(a) => Boolean::from(a).into(),
            Self::Decimal(a) => Boolean::from(a).into(),
            Self::Float(a) => Boolean::from(a).into(),
            Self::Double(a) => Boolean::from(a).into(),
        }
    }
}

/// Whether XML Schema may know the form of a number of floating point; Rust knows some more of infinity.
fn is_floating(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() && !matches!(byte, b'e' | b'E');
    !text.bytes().any(is_letter) || matches!(text, "INF" | "+INF" | "-INF" | "NaN")
}

impl fmt::Display for Number {
    /// The canonical lexical form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(a) => a.fmt(f),
            Self::Decimal(a) => a.fmt(f),
            Self::Float(a) => a.fmt(f),
            Self::Double(a) => a.fmt(f),
        }
    }
}
