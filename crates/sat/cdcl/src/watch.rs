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

/// Watches the first two literals of a clause.
pub(crate) fn watch(watches: &mut [Vec<Watch>], words: &[u32], at: ClauseRef) {
    let (a, b) = (Lit::of_word(words[0]), Lit::of_word(words[1]));
    let is_binary = words.len() == 2;
    watches[a.index()].push(Watch::new(b, at, is_binary));
    watches[b.index()].push(Watch::new(a, at, is_binary));
}
