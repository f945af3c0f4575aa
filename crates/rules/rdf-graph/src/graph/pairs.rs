//! A set of pairs of numbers.
//!
//! The second numbers are kept in blocks of 32, a bit each: the set maps `(a, b / 32)` to a bitmap. Terms
//! that stand together in a text get numbers that are close, so the objects of one subject fall into few
//! blocks, and a set with millions of pairs stays small enough for the caches of the processor. In the
//! worst case, a block for each pair, it takes 13 bytes a slot where a set of pairs takes 9.
//!
//! # References
//! S. Chambi, D. Lemire, O. Kaser, R. Godin, "Better bitmap performance with Roaring bitmaps", Software:
//! Practice and Experience 46(5), 2016, for bitmaps under a sparse upper level.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::interner::Id;

#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    blocks: HashMap<(u32, u32), u32, BuildHasherDefault<Near>>,
}

/// Keeps near what is near: the blocks of `a` and `a + 1` with the same number lie side by side, so that whoever goes through
/// subjects in their order goes through memory in its order. The upper bits, by which the table tells apart what has met at a
/// place, are mixed.
#[derive(Debug, Clone, Copy, Default)]
struct Near(u64);

impl Hasher for Near {
    fn write_u32(&mut self, number: u32) {
        // The fractional part of the golden ratio, as in Knuth's multiplicative hashing.
        self.0 = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(number));
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.0 & (u64::MAX >> 7)) | (mixed & !(u64::MAX >> 7))
    }
}

/// The block of a pair, its number before the subject, and the pair's bit there.
fn place([a, b]: [Id; 2]) -> ((u32, u32), u32) {
    ((b.0 / 32, a.0), 1 << (b.0 % 32))
}

impl Pairs {
    pub(super) fn contains(&self, pair: [Id; 2]) -> bool {
        let (block, bit) = place(pair);
        self.blocks.get(&block).is_some_and(|bits| bits & bit != 0)
    }

    /// Adds a pair; says whether it is new.
    pub(super) fn insert(&mut self, pair: [Id; 2]) -> bool {
        let (block, bit) = place(pair);
        let bits = self.blocks.entry(block).or_insert(0);
        let new = *bits & bit == 0;
        *bits |= bit;
        new
    }

    pub(super) fn remove(&mut self, pair: [Id; 2]) {
        let (block, bit) = place(pair);
        if let Some(bits) = self.blocks.get_mut(&block) {
            *bits &= !bit;
        }
    }

    /// Takes all pairs of another set, which is empty then.
    pub(super) fn absorb(&mut self, other: &mut Self) {
        for (block, bits) in other.blocks.drain() {
            *self.blocks.entry(block).or_insert(0) |= bits;
        }
    }

    pub(super) fn clear(&mut self) {
        self.blocks.clear();
    }

    /// Whether there was never a pair in it.
    pub(super) fn is_untouched(&self) -> bool {
        self.blocks.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn it_is_a_set(steps in prop::collection::vec((0..3_u8, 0..4_u32, 0..100_u32), 0..200)) {
            let (mut pairs, mut model, mut other) = (Pairs::default(), HashSet::new(), Pairs::default());
            for (step, a, b) in steps {
                let pair = [Id(a), Id(b)];
                match step {
                    0 => prop_assert_eq!(pairs.insert(pair), model.insert(pair)),
                    1 => {
                        pairs.remove(pair);
                        model.remove(&pair);
                    }
                    _ => {
                        other.insert(pair);
                        pairs.absorb(&mut other);
                        model.insert(pair);
                    }
                }
                prop_assert!(other.is_untouched());
                prop_assert_eq!(pairs.contains(pair), model.contains(&pair));
            }
        }
    }
}
