//! A literal: a variable or its negation, as DIMACS writes it.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Neg;

/// A literal; `var()` is from 1 to `2³¹ − 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal that DIMACS writes as `number`; `None` for 0, which ends a clause, and for
    /// `i32::MIN`, whose variable is out of range.
    #[must_use]
    pub fn new(number: i32) -> Option<Self> {
        if number == i32::MIN { None } else { NonZeroI32::new(number).map(Self) }
    }

    /// Its variable.
    #[must_use]
    pub fn var(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether it is the variable itself, not the negation.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }

    /// The place of the literal in a table of all literals: twice the variable, plus one where it is
    /// negative. The table of the variables up to `n` has `2n + 2` places.
    #[must_use]
    pub fn index(self) -> usize {
        2 * self.var() as usize + usize::from(!self.is_positive())
    }

    /// The number as DIMACS writes it, never 0.
    #[must_use]
    pub fn number(self) -> i32 {
        self.0.get()
    }
}

impl Neg for Lit {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
