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

/// Any machine will do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Portable;

/// How many lanes a word has.
const W: usize = 4;

/// The lanes of [`Portable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word(u64);

/// 1 in each lane.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The top bit of each lane.
const TOP: u64 = 0x8000 * ONES;

/// All bits but the top one of the lanes whose top bit is set in `top`, which has no others.
#[inline(always)]
fn fill(top: u64) -> u64 {
    top - (top >> 15)
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

/// Each lane, being below 2¹⁵, without its lowest bit.
#[inline(always)]
fn without_lowest(x: u64) -> u64 {
    x & ((x | TOP) - ONES)
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
    type Lanes = Word;

    #[inline(always)]
    fn splat(self, value: u16) -> Word {
        Word(u64::from(value) * ONES)
    }

    #[inline(always)]
    fn load(self, row: &[u16; W]) -> Word {
        let lane = |i: usize| u64::from(row[i]) << (16 * i);
        Word(lane(0) | lane(1) | lane(2) | lane(3))
    }

    #[inline(always)]
    fn store(self, lanes: Word, row: &mut [u16; W]) {
        for (i, value) in row.iter_mut().enumerate() {
            *value = (lanes.0 >> (16 * i) & 0xffff) as u16;
        }
    }
}

/// Defines operations by what they do with a word: `name(arguments) = value`.
macro_rules! on_words {
    ($($name:ident($($argument:ident),*) = |$x:ident| $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self),*) -> Self {
            let $x = self.0;
            $(let $argument = $argument.0;)*
            Self($value)
        }
    )*};
}

impl Lanes for Word {
    on_words! {
        or(b) = |x| x | b;
        and(b) = |x| x & b;
        or3(b, c) = |x| x | b | c;
        majority(b, c) = |x| (x & b) | ((x | b) & c);
        and_not(b) = |x| x & !b;
        and_not2(b, c) = |x| x & !(b | c);
        or_and(b, c) = |x| x | (b & c);
        and_not_or(b, c) = |x| (x & !b) | c;
        add(b) = |x| x.wrapping_add(b);
        min(b) = |x| choose(fill(at_least(x, b)), b, x);
        // The top bit of the sum, moved to the place of the 1.
        and_nonzero(b) = |x| x & ((b + !TOP) >> 15);
        count_ones() = |x| count_ones(x);
        single() = |x| x & !fill(nonzero(without_lowest(x)));
        where_up_to_three(b) = |x| {
            x & !fill(nonzero(without_lowest(without_lowest(without_lowest(b)))))
        };
        where_three_or_more(b) = |x| x & fill(nonzero(without_lowest(without_lowest(b))));
        or_else(b) = |x| x | (b & !fill(nonzero(x)));
        where_equal(a, b) = |x| x & !fill(nonzero(a ^ b));
        where_less(a, b, other) = |x| choose(fill(at_least(a, b)), other, x);
        with(mask, b) = |x| choose(mask, b, x);
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        let differs = self.0 ^ b.0;
        let top = (differs | ((differs & !TOP) + !TOP)) & TOP;
        let same = |lane: u32| u32::from(top >> (16 * lane + 15) & 1 == 0) << lane;
        same(0) | same(1) | same(2) | same(3)
    }
}
