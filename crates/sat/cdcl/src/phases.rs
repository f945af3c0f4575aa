//! The phases of the variables: what each was assigned, in three memories.

use crate::lit::Lit;

/// What a variable is tried as first: true.
pub(crate) const FIRST: i8 = 1;

/// What each variable was assigned: 1 true, −1 false, 0 unknown.
#[derive(Debug, Default)]
pub(crate) struct Phases {
    pub(crate) saved: Vec<i8>,
    pub(crate) target: Vec<i8>,
    pub(crate) best: Vec<i8>,
    /// Literals of the target and of the best assignment.
    pub(crate) n_target: usize,
    pub(crate) n_best: usize,
    pub(crate) n_resets: u64,
}

impl Phases {
    pub(crate) fn push(&mut self) {
        self.saved.push(FIRST);
        self.target.push(0);
        self.best.push(0);
    }

    pub(crate) fn save(&mut self, lit: Lit) {
        self.saved[lit.var()] = sign(lit);
    }
}

/// The phase in which a literal is true.
pub(crate) fn sign(lit: Lit) -> i8 {
    if lit.is_negated() { -1 } else { 1 }
}
