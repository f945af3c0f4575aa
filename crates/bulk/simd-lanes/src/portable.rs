//! Lanes in plain arrays: safe, for every machine, and the definition of what each operation means.

use crate::{Lanes, Simd};
use std::array::from_fn;

/// Any machine will do; `W` is at most 32.
#[derive(Debug, Clone, Copy, Default)]
pub struct Portable<const W: usize>;

/// The lanes of [`Portable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Array<const W: usize>([u16; W]);

impl<const W: usize> Simd<W> for Portable<W> {
    type Lanes = Array<W>;

    #[inline(always)]
    fn splat(self, value: u16) -> Array<W> {
        Array([value; W])
    }

    #[inline(always)]
    fn load(self, row: &[u16; W]) -> Array<W> {
        Array(*row)
    }

    #[inline(always)]
    fn store(self, lanes: Array<W>, row: &mut [u16; W]) {
        *row = lanes.0;
    }
}

/// Defines operations by what they do in a lane: `name(arguments) = value`.
macro_rules! lane_by_lane {
    ($($name:ident($($argument:ident),*) = |$x:ident| $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self),*) -> Self {
            Array(from_fn(|lane| {
                let $x = self.0[lane];
                $(let $argument = $argument.0[lane];)*
                $value
            }))
        }
    )*};
}

impl<const W: usize> Lanes for Array<W> {
    lane_by_lane! {
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
        min(b) = |x| x.min(b);
        count_ones() = |x| count_ones(x);
        single() = |x| if x & x.wrapping_sub(1) == 0 { x } else { 0 };
        or_else(b) = |x| if x == 0 { b } else { x };
        where_equal(a, b) = |x| if a == b { x } else { 0 };
        // As the instructions do, signed: where both are below 2¹⁵ it is the same.
        where_less(a, b, other) = |x| if a.cast_signed() < b.cast_signed() { x } else { other };
        with(mask, b) = |x| (x & !mask) | (b & mask);
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        (0..W).fold(0, |mask, lane| mask | u32::from(self.0[lane] == b.0[lane]) << lane)
    }
}

/// By sums of pairs, fours and eights of bits: the compiler turns this into vectors, `u16::count_ones`
/// it does not on machines without such an instruction.
#[inline(always)]
fn count_ones(x: u16) -> u16 {
    let pairs = x - ((x >> 1) & 0x5555);
    let fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f;
    (eights + (eights >> 8)) & 0x1f
}
