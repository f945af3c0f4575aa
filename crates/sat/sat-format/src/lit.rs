//! A literal: a variable or its negation, as DIMACS writes it.

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroI32;
use std::ops::Neg;

/// A literal; `var()` is from 1 to `2³¹ − 1`.
///
/// Literals are ordered by variable, and that of a variable itself is before its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal that DIMACS writes as `number`; `None` for 0, which ends a clause, and for
    /// `i32::MIN`, whose variable is out of range.
    #[must_use]
    pub fn new(number: i32) -> Option<Self> {
        if number == i32::MIN { None } else { NonZeroI32::new(number).map(Self) }
    }

    /// The literal of the variable `var` itself.
    ///
    /// # Panics
    /// `var` is 0 or above `2³¹ − 1`.
    #[must_use]
    pub fn positive(var: u32) -> Self {
        let number = i32::try_from(var).ok().and_then(NonZeroI32::new);
        Self(number.expect("a variable is from 1 to 2³¹ − 1"))
    }

    /// The literal of the variable `var` with the sign of this one.
    ///
    /// # Panics
    /// `var` is 0 or above `2³¹ − 1`.
    #[must_use]
    pub fn with_var(self, var: u32) -> Self {
        let lit = Self::positive(var);
        if self.is_positive() { lit } else { -lit }
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

    /// The literal whose [`Self::index`] is `index`; `None` if there is none.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let var = i32::try_from(index / 2).ok()?;
        Self::new(if index.is_multiple_of(2) { var } else { -var })
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

impl Ord for Lit {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl PartialOrd for Lit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_says_which_literal_it_is_and_orders_them() {
        let lits = [1, -1, 2, -2, i32::MAX, -i32::MAX].map(|number| Lit::new(number).unwrap());
        assert!(lits.is_sorted_by(|a, b| a < b));
        assert_eq!(lits[..4].iter().map(|lit| lit.index()).collect::<Vec<_>>(), [2, 3, 4, 5]);
        for lit in lits {
            assert_eq!(Lit::from_index(lit.index()), Some(lit));
            assert_eq!(lit.with_var(lit.var()), lit);
            assert_eq!(lit.with_var(7).number(), 7 * lit.number().signum());
        }
        assert_eq!([0, 1, 1 << 32].map(Lit::from_index), [None; 3]);
    }
}
