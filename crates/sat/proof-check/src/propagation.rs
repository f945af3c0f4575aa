//! Clauses, and whether another one follows from them by unit propagation.
//!
//! A clause follows (RUP, reverse unit propagation) if a contradiction comes up when all of its literals
//! are made false and each clause with one literal left makes that one true. So a clause that follows
//! is true in every model of the clauses.
//!
//! What follows from no assumption at all is found once, when a clause is added, and stays: the *root*.
//! Each clause of two literals or more watches two of them, such that, whenever propagation is at its end
//! without a contradiction, a watched literal that is false has beside it a true literal that became so
//! not later than under the same assumptions. A clause need be looked at only when a watched literal
//! becomes false.
//!
//! # References
//! - Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: Engineering an Efficient SAT Solver, DAC 2001

use sat_format::Lit;
use std::ops::Range;

/// The name of a clause that is there.
pub(crate) type Handle = u32;

/// No clause.
const NONE: Handle = u32::MAX;

/// Literals of deleted clauses for which it is worth moving the others together.
const MUCH: usize = 1 << 16;

/// Clauses, over literals whose variables have small numbers.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    /// The literals of all clauses; the first two of each are watched.
    lits: Vec<Lit>,
    /// Where each clause lies; empty for one that was deleted.
    ranges: Vec<Range<usize>>,
    free: Vec<Handle>,
    n_wasted: usize,
    /// By [`Lit::index`]: the clauses that watch it, each with another of its literals.
    watchers: Vec<Vec<(Handle, Lit)>>,
    /// By [`Lit::index`].
    values: Vec<Option<bool>>,
    /// By variable, for a true literal of the root: the clause that made it true.
    reasons: Vec<Handle>,
    /// The true literals; those up to `next` are propagated.
    trail: Vec<Lit>,
    next: usize,
    /// Whether the root contradicts itself.
    contradiction: bool,
}

impl Clauses {
    /// Whether the clauses contradict each other by unit propagation alone.
    pub(crate) fn contradict(&self) -> bool {
        self.contradiction
    }

    /// Adds a clause without repeated literals, and all that follows from it.
    pub(crate) fn add(&mut self, clause: &[Lit]) -> Handle {
        self.make_room(clause);
        let start = self.lits.len();
        self.lits.extend_from_slice(clause);
        let range = start..self.lits.len();
        let handle = self.name(range.clone());
        // Literals that are not false come first, as those are to be watched.
        let lits = &mut self.lits[range];
        lits.sort_by_key(|lit| self.values[lit.index()] == Some(false));
        let n_open = lits.iter().filter(|lit| self.values[lit.index()] != Some(false)).count();
        if let [a, b, ..] = *lits {
            self.watchers[a.index()].push((handle, b));
            self.watchers[b.index()].push((handle, a));
        }
        let first = lits.first().copied();
        match (n_open, first) {
            (0, _) | (_, None) => self.contradiction = true,
            (1, Some(lit)) if self.value(lit).is_none() => {
                self.reasons[lit.var() as usize] = handle;
                self.set(lit);
                self.contradiction |= !self.propagate(true);
            }
            _ => {}
        }
        handle
    }

    /// Deletes a clause, unless the root rests on it; false then.
    pub(crate) fn delete(&mut self, handle: Handle) -> bool {
        let range = self.ranges[handle as usize].clone();
        let clause = &self.lits[range.clone()];
        if clause.iter().any(|lit| self.reasons[lit.var() as usize] == handle) {
            return false;
        }
        if let [a, b, ..] = *clause {
            for lit in [a, b] {
                self.watchers[lit.index()].retain(|(other, _)| *other != handle);
            }
        }
        self.n_wasted += range.len();
        self.ranges[handle as usize] = 0..0;
        self.free.push(handle);
        if self.n_wasted > MUCH.max(self.lits.len() / 2) {
            self.move_together();
        }
        true
    }

    /// The literals of a clause, in any order.
    pub(crate) fn lits(&self, handle: Handle) -> &[Lit] {
        &self.lits[self.ranges[handle as usize].clone()]
    }

    /// The clauses that are there.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[Lit]> {
        let ranges = self.ranges.iter().filter(|range| !range.is_empty());
        ranges.map(|range| &self.lits[range.clone()])
    }

    /// Whether a clause follows by unit propagation.
    pub(crate) fn imply(&mut self, clause: &[Lit]) -> bool {
        if self.contradiction {
            return true;
        }
        self.make_room(clause);
        let start = self.trail.len();
        let mut is_true = false;
        for lit in clause {
            match self.value(*lit) {
                // True at the root, or beside its own negation.
                Some(true) => is_true = true,
                Some(false) => {}
                None => self.set(-*lit),
            }
        }
        let follows = is_true || !self.propagate(false);
        for lit in self.trail.drain(start..) {
            self.values[lit.index()] = None;
            self.values[(-lit).index()] = None;
        }
        self.next = start;
        follows
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()]
    }

    fn set(&mut self, lit: Lit) {
        self.values[lit.index()] = Some(true);
        self.values[(-lit).index()] = Some(false);
        self.trail.push(lit);
    }

    /// Makes true what follows; false if that is a contradiction.
    fn propagate(&mut self, at_root: bool) -> bool {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let mut watchers = std::mem::take(&mut self.watchers[(-lit).index()]);
            let mut agrees = true;
            watchers.retain(|&(handle, other)| {
                if !agrees || self.value(other) == Some(true) {
                    return true;
                }
                match self.look_at(handle, -lit) {
                    Look::Moved => false,
                    Look::Stays => true,
                    Look::Implies(lit) => {
                        if at_root {
                            self.reasons[lit.var() as usize] = handle;
                        }
                        self.set(lit);
                        true
                    }
                    Look::Contradicts => {
                        agrees = false;
                        true
                    }
                }
            });
            self.watchers[(-lit).index()] = watchers;
            if !agrees {
                return false;
            }
        }
        true
    }

    /// Looks at a clause whose watched literal `lit` became false.
    fn look_at(&mut self, handle: Handle, lit: Lit) -> Look {
        let clause = &mut self.lits[self.ranges[handle as usize].clone()];
        if clause[0] == lit {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.values[other.index()] == Some(true) {
            return Look::Stays;
        }
        let next = clause[2..].iter().position(|next| self.values[next.index()] != Some(false));
        if let Some(at) = next {
            clause.swap(1, at + 2);
            self.watchers[clause[1].index()].push((handle, other));
            return Look::Moved;
        }
        match self.values[other.index()] {
            None => Look::Implies(other),
            Some(_) => Look::Contradicts,
        }
    }

    /// Lets the tables reach to the largest variable.
    fn make_room(&mut self, clause: &[Lit]) {
        let n_vars = clause.iter().map(|lit| lit.var() as usize + 1).max().unwrap_or(0);
        if n_vars > self.reasons.len() {
            self.reasons.resize(n_vars, NONE);
            self.values.resize(2 * n_vars, None);
            self.watchers.resize(2 * n_vars, Vec::new());
        }
    }

    fn name(&mut self, range: Range<usize>) -> Handle {
        if let Some(handle) = self.free.pop() {
            self.ranges[handle as usize] = range;
            return handle;
        }
        self.ranges.push(range);
        (self.ranges.len() - 1) as Handle
    }

    /// Frees the room of the deleted clauses.
    fn move_together(&mut self) {
        let mut lits = Vec::with_capacity(self.lits.len() - self.n_wasted);
        for range in &mut self.ranges {
            let start = lits.len();
            lits.extend_from_slice(&self.lits[range.clone()]);
            *range = start..lits.len();
        }
        self.lits = lits;
        self.n_wasted = 0;
    }
}

/// What a look at a clause shows.
enum Look {
    /// It goes on watching the literal.
    Stays,
    /// It watches another one instead.
    Moved,
    /// Only this literal of it is not false.
    Implies(Lit),
    /// All of its literals are false.
    Contradicts,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
    }

    fn clauses(all: &[&[i32]]) -> Clauses {
        let mut clauses = Clauses::default();
        for clause in all {
            clauses.add(&lits(clause));
        }
        clauses
    }

    #[test]
    fn clauses_follow_by_propagation_alone() {
        let mut some = clauses(&[&[1, 2], &[-1, 2], &[-2, 3, 4], &[-3, 5]]);
        for (clause, follows) in [
            (&[2][..], true),
            (&[1, 2], true),
            (&[3, 4], true),
            (&[5, 4], true),
            (&[3], false),
            (&[7, -7], true),
            (&[], false),
        ] {
            assert_eq!(some.imply(&lits(clause)), follows, "{clause:?}");
        }
        // True in every model, but only by cases.
        let mut cases = clauses(&[&[1, 2], &[1, -2], &[-1, 3], &[-1, 4], &[-3, -4, 5], &[1, 6]]);
        assert!(!cases.imply(&lits(&[5])) && cases.imply(&lits(&[1])));
        assert!(!clauses(&[&[1, 2, 3], &[1, 2, -3], &[1, -2, 3], &[1, -2, -3]]).imply(&lits(&[1])));
    }

    #[test]
    fn what_the_root_rests_on_is_not_deleted() {
        let mut some = Clauses::default();
        let pair = some.add(&lits(&[-1, 2]));
        let wide = some.add(&lits(&[-2, 3, 4]));
        some.add(&lits(&[1]));
        assert!(!some.delete(pair) && some.delete(wide));
        assert!(some.imply(&lits(&[2])) && !some.imply(&lits(&[3, 4])));
        assert_eq!(some.all().count(), 2);
    }

    proptest! {
        /// Against the definition, over and over: no watches, no root.
        #[test]
        fn watches_miss_nothing(
            steps in prop::collection::vec((prop::collection::btree_set(1..7_i32, 0..4), 0..64_u32, 0..4), 1..40),
        ) {
            let mut clauses = Clauses::default();
            let mut plain: Vec<(Handle, Vec<Lit>)> = Vec::new();
            for (vars, signs, kind) in steps {
                // It stays so, whatever is deleted.
                if clauses.contradict() {
                    break;
                }
                let numbers: Vec<i32> =
                    vars.iter().map(|var| if signs >> var & 1 == 1 { *var } else { -var }).collect();
                let clause = lits(&numbers);
                if kind == 0 && !plain.is_empty() {
                    let at = signs as usize % plain.len();
                    if clauses.delete(plain[at].0) {
                        plain.swap_remove(at);
                    }
                } else if kind == 1 && !clause.is_empty() {
                    plain.push((clauses.add(&clause), clause));
                } else {
                    let all: Vec<&[Lit]> = plain.iter().map(|(_, lits)| &lits[..]).collect();
                    prop_assert_eq!(clauses.imply(&clause), follows(&all, &clause));
                }
            }
        }
    }

    fn follows(clauses: &[&[Lit]], clause: &[Lit]) -> bool {
        let mut trues: Vec<Lit> = clause.iter().map(|lit| -*lit).collect();
        loop {
            if trues.iter().any(|lit| trues.contains(&-*lit)) {
                return true;
            }
            let unit = clauses.iter().find_map(|clause| {
                let open: Vec<&Lit> =
                    clause.iter().filter(|lit| !trues.contains(&-**lit)).collect();
                match open[..] {
                    [] => Some(None),
                    [lit] if !trues.contains(lit) => Some(Some(*lit)),
                    _ => None,
                }
            });
            match unit {
                None => return false,
                Some(None) => return true,
                Some(Some(lit)) => trues.push(lit),
            }
        }
    }
}
