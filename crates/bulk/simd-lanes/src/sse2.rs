//! Lanes in the registers that every x86-64 machine has: eight with SSE2.
//!
//! # References
//! - Intel, Intrinsics Guide: the meaning of each `_mm_…`.

use crate::{Lanes, Simd};
#[allow(clippy::wildcard_imports, reason = "twenty names that all start with _mm")]
use std::arch::x86_64::*;

/// SSE2, which is part of x86-64.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sse2;

/// Eight lanes.
#[derive(Debug, Clone, Copy)]
pub struct Vector128(__m128i);

impl Simd<8> for Sse2 {
    type Lanes = Vector128;

    #[inline(always)]
    fn splat(self, value: u16) -> Vector128 {
        // SAFETY: x86-64 has SSE2.
        Vector128(unsafe { _mm_set1_epi16(value.cast_signed()) })
    }

    #[inline(always)]
    fn load(self, row: &[u16; 8]) -> Vector128 {
        // SAFETY: x86-64 has SSE2; a row is the 16 bytes that are read, at any alignment.
        Vector128(unsafe { _mm_loadu_si128(row.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, lanes: Vector128, row: &mut [u16; 8]) {
        // SAFETY: x86-64 has SSE2; a row is the 16 bytes that are written, at any alignment.
        unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), lanes.0) }
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn is_zero(x: __m128i) -> __m128i {
    _mm_cmpeq_epi16(x, _mm_setzero_si128())
}

#[target_feature(enable = "sse2")]
#[inline]
fn without_lowest(x: __m128i) -> __m128i {
    _mm_and_si128(x, _mm_add_epi16(x, _mm_set1_epi16(-1)))
}

/// `if_set` where `mask` is set, `if_clear` elsewhere.
#[target_feature(enable = "sse2")]
#[inline]
fn choose(mask: __m128i, if_set: __m128i, if_clear: __m128i) -> __m128i {
    _mm_or_si128(_mm_and_si128(mask, if_set), _mm_andnot_si128(mask, if_clear))
}

#[target_feature(enable = "sse2")]
#[inline]
fn masked(x: __m128i, mask: i16) -> __m128i {
    _mm_and_si128(x, _mm_set1_epi16(mask))
}

/// By sums of pairs, fours, eights and sixteens of bits.
#[target_feature(enable = "sse2")]
#[inline]
fn count_ones(x: __m128i) -> __m128i {
    let pairs = _mm_sub_epi16(x, masked(_mm_srli_epi16::<1>(x), 0x5555));
    let fours = _mm_add_epi16(masked(pairs, 0x3333), masked(_mm_srli_epi16::<2>(pairs), 0x3333));
    let eights = masked(_mm_add_epi16(fours, _mm_srli_epi16::<4>(fours)), 0x0f0f);
    masked(_mm_add_epi16(eights, _mm_srli_epi16::<8>(eights)), 0x00ff)
}

impl Lanes for Vector128 {
    on_registers! { Vector128:
        or(b) = |x| _mm_or_si128(x, b);
        and(b) = |x| _mm_and_si128(x, b);
        or3(b, c) = |x| _mm_or_si128(_mm_or_si128(x, b), c);
        majority(b, c) = |x| _mm_or_si128(
            _mm_and_si128(x, b),
            _mm_and_si128(_mm_or_si128(x, b), c),
        );
        and_not(b) = |x| _mm_andnot_si128(b, x);
        and_not2(b, c) = |x| _mm_andnot_si128(_mm_or_si128(b, c), x);
        or_and(b, c) = |x| _mm_or_si128(x, _mm_and_si128(b, c));
        and_not_or(b, c) = |x| _mm_or_si128(_mm_andnot_si128(b, x), c);
        add(b) = |x| _mm_add_epi16(x, b);
        // As signed numbers: both are below 2¹⁵.
        min(b) = |x| _mm_min_epi16(x, b);
        and_nonzero(b) = |x| _mm_min_epi16(x, b);
        count_ones() = |x| count_ones(x);
        single() = |x| _mm_and_si128(x, is_zero(without_lowest(x)));
        where_up_to_three(b) = |x| {
            _mm_and_si128(x, is_zero(without_lowest(without_lowest(without_lowest(b)))))
        };
        where_three_or_more(b) = |x| {
            _mm_andnot_si128(is_zero(without_lowest(without_lowest(b))), x)
        };
        or_else(b) = |x| _mm_or_si128(x, _mm_and_si128(b, is_zero(x)));
        where_equal(a, b) = |x| _mm_and_si128(x, _mm_cmpeq_epi16(a, b));
        where_less(a, b, other) = |x| choose(_mm_cmplt_epi16(a, b), x, other);
        with(mask, b) = |x| choose(mask, b, x);
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        // SAFETY: x86-64 has SSE2.
        unsafe {
            let lanes = _mm_cmpeq_epi16(self.0, b.0);
            let bytes = _mm_packs_epi16(lanes, _mm_setzero_si128());
            _mm_movemask_epi8(bytes).cast_unsigned()
        }
    }
}
