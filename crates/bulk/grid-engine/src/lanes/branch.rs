//! Where a lane that has come to an end of its deductions is split: for all lanes at once.
//!
//! Each band and stack, and each digit, has the configurations (see [`split`](crate::split)) that its
//! minis leave open. Of the bands that are not decided, the one with the fewest in all is taken, and in it a
//! digit with two, failing that with three, or more. If every digit had one configuration in all bands and
//! stacks, its minis would cross in single cells, so a stalled lane always has a choice.
//!
//! To count them, an approximation is enough: digits with two or more, plus digits with three or more.

use super::board::{Board, mini_at};
use simd_lanes::{Lanes, Simd};

/// The minis of the six configurations, block by line.
const BLOCKS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// The choices of all lanes.
#[repr(C, align(64))]
pub(super) struct Choices<const W: usize> {
    /// The band, 0 to 2, or stack, 3 to 5.
    pub(super) band: [u16; W],
    /// Its digits that are worth a split; not empty where the lane is stalled.
    pub(super) digits: [u16; W],
}

impl<const W: usize> Choices<W> {
    pub(super) const NONE: Self = Self { band: [0; W], digits: [0; W] };
}

/// Finds the choices of all lanes, of which only those of stalled lanes mean something.
#[inline(always)]
pub(super) fn choose<const W: usize, S: Simd<W>>(
    simd: S,
    board: &Board<W>,
    choices: &mut Choices<W>,
) {
    let zero = simd.splat(0);
    let (mut band, mut digits, mut least) = (zero, zero, simd.splat(u16::MAX >> 1));
    for index in 0..6 {
        let (score, worth) = rate(simd, board, index);
        band = simd.splat(index as u16).where_less(score, least, band);
        digits = worth.where_less(score, least, digits);
        least = least.min(score);
    }
    simd.store(band, &mut choices.band);
    simd.store(digits, &mut choices.digits);
}

/// How good a band is, the lower the better, and the digits of it that are worth a split.
#[inline(always)]
fn rate<const W: usize, S: Simd<W>>(
    simd: S,
    board: &Board<W>,
    band: usize,
) -> (S::Lanes, S::Lanes) {
    let zero = simd.splat(0);
    let minis = &board.minis[mini_at(band, 0, 0)..][..9];
    // Digits with at least so many configurations.
    let (mut one, mut two, mut three, mut four) = (zero, zero, zero, zero);
    for [first, second, third] in BLOCKS {
        let open = simd
            .load(&minis[first])
            .and(simd.load(&minis[3 + second]))
            .and(simd.load(&minis[6 + third]));
        four = four.or_and(three, open);
        three = three.or_and(two, open);
        two = two.or_and(one, open);
        one = one.or(open);
    }
    let exactly_two = two.and_not(three);
    let exactly_three = three.and_not(four);
    let worth = exactly_two.or_else(exactly_three).or_else(two);
    let open = two.count_ones().add(three.count_ones());
    // A decided band is not a choice.
    (open.add(simd.splat(64).where_equal(worth, zero)), worth)
}
