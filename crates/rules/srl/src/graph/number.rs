//! Numbers with the arithmetic of `XPath`, which SPARQL's operators stand on.
//!
//! Operands of two types meet in the wider one: integer ⊂ decimal ⊂ float ⊂ double. Exact types
//! overflow into an error; floating point into infinity. Integer ÷ integer is a decimal.
//!
//! # References
//! SPARQL 1.2 Query Language, section "Operator Mapping"; `XPath` and `XQuery` Functions and Operators 3.1,
//! section 4.

use std::cmp::Ordering;
use std::fmt;

use oxsdatatypes::{Boolean, Decimal, Double, Float, Integer};

use crate::rule::Arithmetic;

/// A value of a numeric datatype.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    Integer(Integer),
    Decimal(Decimal),
    Float(Float),
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
    pub(crate) fn equals(self, other: Self) -> bool {
        match self.pair(other) {
            Pair::Integer(a, b) => a == b,
            Pair::Decimal(a, b) => a == b,
            Pair::Float(a, b) => a == b,
            Pair::Double(a, b) => a == b,
        }
    }

    /// Order of values; `None` beside NaN.
    pub(crate) fn compare(self, other: Self) -> Option<Ordering> {
        match self.pair(other) {
            Pair::Integer(a, b) => a.partial_cmp(&b),
            Pair::Decimal(a, b) => a.partial_cmp(&b),
            Pair::Float(a, b) => a.partial_cmp(&b),
            Pair::Double(a, b) => a.partial_cmp(&b),
        }
    }

    /// `a op b`; `None` on overflow and on division of exact numbers by zero.
    pub(crate) fn arithmetic(self, op: Arithmetic, other: Self) -> Option<Self> {
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
    pub(crate) fn negate(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a.checked_neg()?),
            Self::Decimal(a) => Self::Decimal(a.checked_neg()?),
            Self::Float(a) => Self::Float(-a),
            Self::Double(a) => Self::Double(-a),
        })
    }

    /// `ABS`
    pub(crate) fn abs(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a.checked_abs()?),
            Self::Decimal(a) => Self::Decimal(a.checked_abs()?),
            Self::Float(a) => Self::Float(a.abs()),
            Self::Double(a) => Self::Double(a.abs()),
        })
    }

    /// `CEIL`
    pub(crate) fn ceil(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a),
            Self::Decimal(a) => Self::Decimal(a.checked_ceil()?),
            Self::Float(a) => Self::Float(a.ceil()),
            Self::Double(a) => Self::Double(a.ceil()),
        })
    }

    /// `FLOOR`
    pub(crate) fn floor(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a),
            Self::Decimal(a) => Self::Decimal(a.checked_floor()?),
            Self::Float(a) => Self::Float(a.floor()),
            Self::Double(a) => Self::Double(a.floor()),
        })
    }

    /// `ROUND`
    pub(crate) fn round(self) -> Option<Self> {
        Some(match self {
            Self::Integer(a) => Self::Integer(a),
            Self::Decimal(a) => Self::Decimal(a.checked_round()?),
            Self::Float(a) => Self::Float(a.round()),
            Self::Double(a) => Self::Double(a.round()),
        })
    }

    /// The effective boolean value: false for zero and NaN.
    pub(crate) fn truth(self) -> bool {
        match self {
            Self::Integer(a) => Boolean::from(a).into(),
            Self::Decimal(a) => Boolean::from(a).into(),
            Self::Float(a) => Boolean::from(a).into(),
            Self::Double(a) => Boolean::from(a).into(),
        }
    }
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
