//! A derivation that is checked while it is made: what a search says that follows, step by step.
//!
//! Unlike a proof in a file it may have more clauses of the formula at any time, and it need not end in a
//! contradiction. So a step may be RUP only: RAT would hold for the clauses so far, not for later ones.

use crate::drat::State;
use sat_format::Lit;
use std::fmt;

/// The clauses of a formula and what was derived from them.
///
/// ```
/// use proof_check::Derivation;
/// use sat_format::Lit;
///
/// let [a, b] = [1, 2].map(Lit::positive);
/// let mut derivation = Derivation::default();
/// derivation.assert(&[a, b]);
/// derivation.assert(&[a, -b]);
/// assert!(derivation.derive(&[a]) && !derivation.derive(&[b]));
/// ```
pub struct Derivation(State);

impl Default for Derivation {
    fn default() -> Self {
        Self(State::new(&[]))
    }
}

impl fmt::Debug for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Derivation").finish_non_exhaustive()
    }
}

impl Derivation {
    /// Adds a clause of the formula.
    pub fn assert(&mut self, clause: &[Lit]) {
        self.0.assert(clause);
    }

    /// Adds a clause if it follows by unit propagation from what is there; false if it does not.
    pub fn derive(&mut self, clause: &[Lit]) -> bool {
        self.0.derive(clause)
    }

    /// Deletes a clause; one that is not there, or that what is known rests on, is left alone.
    pub fn delete(&mut self, clause: &[Lit]) {
        self.0.delete(clause);
    }
}
