//! The entries of the lists of watched clauses.

use crate::clauses::ClauseRef;
use crate::lit::Lit;

const BINARY: u32 = 1 << 31;

/// One entry of the list of a literal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) blocker: Lit,
    /// The place of the clause, with [`BINARY`] where it has two literals.
    clause: u32,
}

impl Watch {
    pub(crate) fn new(blocker: Lit, clause: ClauseRef, is_binary: bool) -> Self {
        Self { blocker, clause: clause.word() | if is_binary { BINARY } else { 0 } }
    }

    pub(crate) fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef::of_word(self.clause & !BINARY)
    }
}
