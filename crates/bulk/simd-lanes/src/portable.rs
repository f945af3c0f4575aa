//! Lanes in plain integers: safe, for every machine.
//!
//! Four lanes lie in a 64-bit word, lane 0 lowest. Bitwise operations are those of the word. A comparison
//! leaves its answer in the top bit of each lane (`TOP`), and [`fill`] makes a mask of it:
//!
//! ```text
//! x ≠ 0    (x + 0x7fff) & 0x8000            for x < 2¹⁵: nothing is carried into the next lane
//! a ≥ b    ((a | 0x8000) − b) & 0x8000      for a, b < 2¹⁵: nothing is borrowed from it
//! ```
//!
//! # References
//! - L. Lamport, *Multiple Byte Processing with Full-Word Instructions*, CACM 18(8), 1975.

use crate::{Lanes, Simd};
use std::array::from_fn;

/// Any machine will do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Portable;

/// How many words there are.
const N: usize = 1;
/// How many lanes.
pub(crate) const W: usize = 4 * N;

/// The lanes of [`Portable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words([u64; N]);

/// 1 in each lane.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The top bit of each lane.
const TOP: u64 = 0x8000 * ONES;

/// All bits of the lanes whose top bit is set in `top`, which has no others.
#[inline(always)]
fn fill(top: u64) -> u64 {
    (top - (top >> 15)) | top
}

/// The top bit of lanes that are not 0, all being below 2¹⁵.
#[inline(always)]
fn nonzero(x: u64) -> u64 {
    (x + !TOP) & TOP
}

/// The top bit of lanes where `a ≥ b`, all being below 2¹⁵.
#[inline(always)]
fn at_least(a: u64, b: u64) -> u64 {
    ((a | TOP) - b) & TOP
}

/// `if_set` where `mask` is set, `if_clear` elsewhere.
#[inline(always)]
fn choose(mask: u64, if_set: u64, if_clear: u64) -> u64 {
    if_clear ^ (mask & (if_set ^ if_clear))
}

/// By sums of pairs, fours and eights of bits.
#[inline(always)]
fn count_ones(x: u64) -> u64 {
    let pairs = x - ((x >> 1) & (0x5555 * ONES));
    let fours = (pairs & (0x3333 * ONES)) + ((pairs >> 2) & (0x3333 * ONES));
    let eights = (fours + (fours >> 4)) & (0x0f0f * ONES);
    (eights + (eights >> 8)) & (0x00ff * ONES)
}

impl Simd<W> for Portable {
    type Lanes = Words;

    #[inline(always)]
    fn splat(self, value: u16) -> Words {
        Words([u64::from(value) * ONES; N])
    }

    #[inline(always)]
    fn load(self, row: &[u16; W]) -> Words {
        Words(from_fn(|word| {
            let lane = |i: usize| u64::from(row[4 * word + i]) << (16 * i);
            lane(0) | lane(1) | lane(2) | lane(3)
        }))
    }

    #[inline(always)]
    fn store(self, lanes: Words, row: &mut [u16; W]) {
        for (lane, value) in row.iter_mut().enumerate() {
            *value = (lanes.0[lane / 4] >> (16 * (lane % 4)) & 0xffff) as u16;
        }
    }
}

/// Defines operations by what they do with a word: `name(arguments) = value`.
macro_rules! word_by_word {
    ($($name:ident($($argument:ident),*) = |$x:ident| $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self),*) -> Self {
            Words(from_fn(|word| {
                let $x = self.0[word];
                $(let $argument = $argument.0[word];)*
                $value
            }))
        }
    )*};
}

impl Lanes for Words {
    word_by_word! {
        or(b) = |x| x | b;
        and(b) = |x| x & b;
        or3(b, c) = |x| x | b | c;
        majority(b, c) = |x| (x & b) | ((x | b) & c);
        and_not(b) = |x| x & !b;
        and_not2(b, c) = |x| x & !(b | c);
        and_or(b, c) = |x| x & (b | c);
        or_and(b, c) = |x| x | (b & c);
        and_not_or(b, c) = |x| (x & !b) | c;
        add(b) = |x| x.wrapping_add(b);
        min(b) = |x| choose(fill(at_least(x, b)), b, x);
        // The top bit of the sum, moved to the place of the 1.
        and_nonzero(b) = |x| x & ((b + !TOP) >> 15);
        count_ones() = |x| count_ones(x);
        single() = |x| x & !fill(nonzero(x & ((x | TOP) - ONES)));
        or_else(b) = |x| x | (b & !fill(nonzero(x)));
        where_equal(a, b) = |x| x & !fill(nonzero(a ^ b));
        where_less(a, b, other) = |x| choose(fill(at_least(a, b)), other, x);
        with(mask, b) = |x| choose(mask, b, x);
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        let mut equal = 0;
        for (word, (a, b)) in self.0.into_iter().zip(b.0).enumerate() {
            let differs = a ^ b;
            let top = (differs | ((differs & !TOP) + !TOP)) & TOP;
            for lane in 0..4 {
                let same = top >> (16 * lane + 15) & 1 == 0;
                equal |= u32::from(same) << (4 * word + lane);
            }
        }
        equal
    }
}
