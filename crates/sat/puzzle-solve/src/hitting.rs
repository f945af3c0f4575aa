//! Smallest hitting sets: the fewest elements of which each of some sets has one.
//!
//! A SAT solver looks for one with at most k elements, for k from the last answer on: sets are only added, so it never
//! gets smaller. A totalizer counts: a tree whose nodes say of their leaves in unary how many are chosen,
//!
//! ```text
//! aᵢ ∧ bⱼ → oᵢ₊ⱼ        for the children a and b of a node o, with a₀ and b₀ true
//! ```
//!
//! and "at most k" is the assumption ¬oₖ₊₁ at the root.
//!
//! # References
//! - Bailleux, Boufkhad: Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003

use crate::engine::{Cdcl, Engine, Verdict};
use std::io;
use std::time::Instant;

/// Sets of elements from 0 on.
pub(crate) struct HittingSets {
    engine: Cdcl,
    n_elements: usize,
    /// The literal at k says that more than k are chosen.
    more_than: Vec<i32>,
    /// No fewer elements hit all sets.
    bound: usize,
}

impl HittingSets {
    /// No sets of elements below `n_elements`.
    ///
    /// # Errors
    /// The system has no thread for the clock.
    pub(crate) fn new(n_elements: usize, deadline: Option<Instant>) -> io::Result<Self> {
        let mut engine = Cdcl::new(n_elements as u32, deadline)?;
        let leaves: Vec<i32> = (1..=n_elements as i32).collect();
        let more_than = totalizer(&mut engine, &leaves);
        Ok(Self { engine, n_elements, more_than, bound: 0 })
    }

    /// Adds a set that is to be hit.
    pub(crate) fn add(&mut self, set: &[usize]) {
        let literals: Vec<i32> = set.iter().map(|element| *element as i32 + 1).collect();
        self.engine.add_clause(&literals);
    }

    /// A smallest set that hits them all, ascending; `None` if the time is over, or one of them is empty.
    pub(crate) fn smallest(&mut self) -> Option<Vec<usize>> {
        while self.bound <= self.n_elements {
            let assumption = self.more_than.get(self.bound).map(|literal| -literal);
            match self.engine.solve(assumption.as_slice()) {
                Verdict::Sat => {
                    let is_chosen = |element: &usize| self.engine.is_true(*element as i32 + 1);
                    return Some((0..self.n_elements).filter(is_chosen).collect());
                }
                Verdict::Unsat => self.bound += 1,
                Verdict::Unknown => return None,
            }
        }
        None
    }
}

/// For each k below their number a literal that is true if more than k of the leaves are.
fn totalizer(engine: &mut Cdcl, leaves: &[i32]) -> Vec<i32> {
    if leaves.len() < 2 {
        return leaves.to_vec();
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let (left, right) = (totalizer(engine, left), totalizer(engine, right));
    let sums: Vec<i32> = leaves.iter().map(|_| engine.fresh_var()).collect();
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            if i + j == 0 {
                continue;
            }
            let mut clause = vec![sums[i + j - 1]];
            clause.extend(i.checked_sub(1).map(|at| -left[at]));
            clause.extend(j.checked_sub(1).map(|at| -right[at]));
            engine.add_clause(&clause);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all subsets, while sets are added.
    #[test]
    fn no_smaller_set_hits_them_all() {
        let mut state = 7_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for n_elements in [1, 2, 5, 9] {
            let mut sets = HittingSets::new(n_elements, None).unwrap();
            let mut all: Vec<u32> = Vec::new();
            for _ in 0..12 {
                let set = random() % (1 << n_elements);
                if set == 0 {
                    continue;
                }
                all.push(set);
                sets.add(&(0..n_elements).filter(|at| set >> at & 1 == 1).collect::<Vec<_>>());
                let hits = |chosen: &u32| all.iter().all(|set| set & chosen != 0);
                let fewest = (0..1 << n_elements).filter(hits).map(u32::count_ones).min();
                let found = sets.smallest().expect("each set has an element");
                let bits = found.iter().fold(0_u32, |bits, element| bits | 1 << element);
                assert!(hits(&bits), "{all:?} {found:?}");
                assert_eq!(Some(bits.count_ones()), fewest, "{all:?} {found:?}");
            }
        }
        let mut sets = HittingSets::new(3, None).unwrap();
        assert_eq!(sets.smallest(), Some(Vec::new()));
        sets.add(&[]);
        assert_eq!(sets.smallest(), None);
    }
}
