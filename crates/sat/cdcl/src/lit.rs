//! Literals as small numbers: an index into every table by literal.

use std::ops::Not;

/// A literal: twice the variable (from 0), plus one where it is negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The literal of a variable counted from 0.
    pub(crate) fn new(var: usize, is_negated: bool) -> Self {
        Self(2 * var as u32 + u32::from(is_negated))
    }

    /// The literal that DIMACS writes as `number`, which is neither 0 nor `i32::MIN`.
    pub(crate) fn of_number(number: i32) -> Self {
        Self::new(number.unsigned_abs() as usize - 1, number < 0)
    }

    /// The number as DIMACS writes it.
    pub(crate) fn number(self) -> i32 {
        let var = (self.0 / 2) as i32 + 1;
        if self.is_negated() { -var } else { var }
    }

    /// The literal stored as this word of a clause.
    pub(crate) fn of_word(word: u32) -> Self {
        Self(word)
    }

    /// As a word of a clause.
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// The variable, from 0.
    pub(crate) fn var(self) -> usize {
        (self.0 / 2) as usize
    }

    /// The place in a table by literal.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
