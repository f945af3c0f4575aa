//! Which clauses a proof may speak of, and how often the search has each of them.
//!
//! The search starts with clauses that the checker has already, and may have a clause twice; what it
//! says about its own copies must come out right for the checker's, of which one is enough. So
//! additions of a clause that is there are not written, and a deletion only when it is of the last copy.
//!
//! A clause is known by a sum of hashes of its literals, of 64 bits: in whatever order they are, and
//! without a copy of it. Should two clauses ever have the same one, the checker would refuse the proof.
//!
//! It takes memory for the clauses that are there, not for the length of the proof.

use crate::split_mix;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use std::collections::HashMap;

/// The clauses that the checker has.
pub(super) struct Ledger {
    clauses: HashMap<u64, Entry>,
    n_of_formula: u64,
    last_id: u64,
}

struct Entry {
    /// What the checker numbers it, from 1: the clauses of the formula first.
    id: u64,
    /// How many of it the search has.
    n_copies: u32,
}

impl Ledger {
    /// The clauses of a formula, of which the search has none yet.
    pub(super) fn of(cnf: &Cnf) -> Self {
        let entries = (1..).zip(cnf.clauses());
        let clauses: HashMap<u64, Entry> =
            entries.map(|(id, clause)| (fingerprint(clause), Entry { id, n_copies: 0 })).collect();
        let n_of_formula = cnf.clauses().len() as u64;
        Self { clauses, n_of_formula, last_id: n_of_formula }
    }

    /// Notes a clause that the checker gets.
    pub(super) fn added(&mut self, clause: &[Lit]) {
        let id = self.next_id();
        self.clauses.insert(fingerprint(clause), Entry { id, n_copies: 1 });
    }

    /// The number of a step that is not a clause of the search's.
    pub(super) fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// The number of the last step.
    pub(super) fn last_id(&self) -> u64 {
        self.last_id
    }

    /// What the checker numbers a clause, if it has it.
    pub(super) fn id(&self, clause: &[Lit]) -> Option<u64> {
        self.clauses.get(&fingerprint(clause)).map(|entry| entry.id)
    }

    /// Whether the number is that of a clause of the formula.
    pub(super) fn is_of_formula(&self, id: u64) -> bool {
        id <= self.n_of_formula
    }

    /// The search has one more; false if the checker has none.
    pub(super) fn has_one_more(&mut self, clause: &[Lit]) -> bool {
        let entry = self.clauses.get_mut(&fingerprint(clause));
        entry.is_some_and(|entry| {
            entry.n_copies += 1;
            true
        })
    }

    /// The search has one less; if that was the last one, the clause's number, which is forgotten.
    pub(super) fn has_one_less(&mut self, clause: &[Lit]) -> Option<u64> {
        let key = fingerprint(clause);
        let entry = self.clauses.get_mut(&key)?;
        entry.n_copies = entry.n_copies.saturating_sub(1);
        let is_last = entry.n_copies == 0;
        is_last.then(|| self.clauses.remove(&key)).flatten().map(|entry| entry.id)
    }
}

/// The same for all orders of the literals.
fn fingerprint(clause: &[Lit]) -> u64 {
    let hashes = clause.iter().map(|lit| split_mix::number(0, lit.index() as u64));
    hashes.fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::cnf;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
    }

    #[test]
    fn the_last_copy_of_a_clause_is_deleted() {
        let mut ledger = Ledger::of(&cnf(&[vec![1, -2], vec![2, 3, 4]]));
        let first = lits(&[-2, 1]);
        assert_eq!(ledger.id(&first), Some(1));
        assert_eq!(ledger.id(&lits(&[2, -1])), None);
        assert!(ledger.has_one_more(&first) && ledger.has_one_more(&first));
        assert_eq!(ledger.has_one_less(&first), None);
        assert_eq!(ledger.has_one_less(&first), Some(1));
        assert!(!ledger.has_one_more(&first));
        ledger.added(&first);
        assert_eq!((ledger.last_id(), ledger.has_one_less(&first)), (3, Some(3)));
        assert!(ledger.is_of_formula(2) && !ledger.is_of_formula(3));
    }
}
