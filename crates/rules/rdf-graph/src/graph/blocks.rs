//! The pairs of a table by one end, in blocks.
//!
//! For each key, the terms at the other end are a list of bitmaps of 32 terms each, sorted by number. Where lists are dense, a
//! rule can add all that one of them holds and another lacks without a look at every single pair:
//!
//! ```text
//! missing(source, target) = ⋃ᵢ sourceᵢ ∧ ¬targetᵢ
//! ```
//!
//! # References
//! S. Chambi, D. Lemire, O. Kaser, R. Godin, "Better bitmap performance with Roaring bitmaps", Software:
//! Practice and Experience 46(5), 2016.

use rustc_hash::FxHashMap;

use super::interner::Id;

/// Which of the terms from `32 · number` on there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    number: u32,
    bits: u32,
}

/// For each key its blocks.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks {
    places: FxHashMap<Id, u32>,
    lists: Vec<Vec<Block>>,
    count: usize,
}

impl Blocks {
    /// Adds a term to those of a key.
    pub(super) fn push(&mut self, key: Id, term: Id) {
        let next = self.lists.len() as u32;
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.lists.push(Vec::new());
        }
        let list = &mut self.lists[place as usize];
        let (number, bit) = (term.0 / 32, 1 << (term.0 % 32));
        match list.binary_search_by_key(&number, |block| block.number) {
            Ok(at) => list[at].bits |= bit,
            Err(at) => {
                list.insert(at, Block { number, bits: bit });
                self.count += 1;
            }
        }
    }

    /// The blocks of a key.
    pub(super) fn of(&self, key: Id) -> &[Block] {
        self.places.get(&key).map_or(&[], |&place| &self.lists[place as usize])
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }
}

/// A source that is so many times shorter than its target is looked up in it block by block.
const SHORT: usize = 16;

/// Calls `found` with the terms of `source` that `target` does not hold, in their order.
pub fn missing(source: &[Block], mut target: &[Block], mut found: impl FnMut(Id)) {
    let is_short = source.len() < target.len() / SHORT;
    for block in source {
        let is_before = |held: &Block| held.number < block.number;
        let skipped = if is_short {
            target.partition_point(is_before)
        } else {
            target.iter().take_while(|held| is_before(held)).count()
        };
        target = &target[skipped..];
        let held = target.first().filter(|held| held.number == block.number);
        let mut bits = block.bits & !held.map_or(0, |held| held.bits);
        while bits != 0 {
            found(Id(32 * block.number + bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn what_is_missing_is_the_difference(
            source in prop::collection::btree_set(0..2000_u32, 0..60),
            target in prop::collection::btree_set(0..2000_u32, 0..200),
        ) {
            let blocks = |terms: &BTreeSet<u32>| {
                let mut blocks = Blocks::default();
                terms.iter().rev().for_each(|&term| blocks.push(Id(7), Id(term)));
                blocks
            };
            let mut out = Vec::new();
            let (a, b) = (blocks(&source), blocks(&target));
            missing(a.of(Id(7)), b.of(Id(7)), |term| out.push(term));
            let expected: Vec<Id> = source.difference(&target).map(|&term| Id(term)).collect();
            prop_assert_eq!(out, expected);
            let numbers: BTreeSet<u32> = source.iter().map(|term| term / 32).collect();
            prop_assert_eq!(a.len(), numbers.len());
            prop_assert!(a.of(Id(8)).is_empty());
        }
    }
}
