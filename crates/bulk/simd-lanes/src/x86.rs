//! Lanes in the registers of x86-64: 16 with AVX2, 32 with AVX-512.
//!
//! # References
//! - Intel, Intrinsics Guide: the meaning of each `_mm256_…` and `_mm512_…`. The constants of
//!   `ternarylogic` are truth tables: bit `4a + 2b + c` is the result for the bits a, b and c.

use crate::{Kernel, Lanes, Simd};
#[allow(clippy::wildcard_imports, reason = "forty names that all start with _mm")]
use std::arch::x86_64::*;

/// The machine has AVX2: made by [`Avx2::detect`] only.
#[derive(Debug, Clone, Copy)]
pub struct Avx2(());

/// 16 lanes, where there is AVX2.
#[derive(Debug, Clone, Copy)]
pub struct Vector256(__m256i);

/// The machine has AVX-512 F, BW, VL and BITALG: made by [`Avx512::detect`] only.
#[derive(Debug, Clone, Copy)]
pub struct Avx512(());

/// 32 lanes, where there is AVX-512.
#[derive(Debug, Clone, Copy)]
pub struct Vector512(__m512i);

impl Avx2 {
    /// The token, if the machine has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        there.then_some(Self(()))
    }

    /// Runs a kernel that is compiled for these instructions.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<K: Kernel>(simd: Avx2, kernel: K) -> K::Output {
            kernel.run(simd)
        }
        // SAFETY: there is a token, so the instructions were detected.
        unsafe { compiled(self, kernel) }
    }
}

impl Avx512 {
    /// The token, if the machine has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let there = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        there.then_some(Self(()))
    }

    /// Runs a kernel that is compiled for these instructions.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<K: Kernel>(simd: Avx512, kernel: K) -> K::Output {
            kernel.run(simd)
        }
        // SAFETY: there is a token, so the instructions were detected.
        unsafe { compiled(self, kernel) }
    }
}

impl Simd<16> for Avx2 {
    type Lanes = Vector256;

    #[inline(always)]
    fn splat(self, value: u16) -> Vector256 {
        // SAFETY: the token proves AVX2.
        Vector256(unsafe { _mm256_set1_epi16(value.cast_signed()) })
    }

    #[inline(always)]
    fn load(self, row: &[u16; 16]) -> Vector256 {
        // SAFETY: the token proves AVX2; a row is the 32 bytes that are read, at any alignment.
        Vector256(unsafe { _mm256_loadu_si256(row.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, lanes: Vector256, row: &mut [u16; 16]) {
        // SAFETY: the token proves AVX2; a row is the 32 bytes that are written, at any alignment.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), lanes.0) }
    }
}

impl Simd<32> for Avx512 {
    type Lanes = Vector512;

    #[inline(always)]
    fn splat(self, value: u16) -> Vector512 {
        // SAFETY: the token proves AVX-512.
        Vector512(unsafe { _mm512_set1_epi16(value.cast_signed()) })
    }

    #[inline(always)]
    fn load(self, row: &[u16; 32]) -> Vector512 {
        // SAFETY: the token proves AVX-512; a row is the 64 bytes that are read, at any alignment.
        Vector512(unsafe { _mm512_loadu_si512(row.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, lanes: Vector512, row: &mut [u16; 32]) {
        // SAFETY: the token proves AVX-512; a row is the 64 bytes that are written, at any alignment.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), lanes.0) }
    }
}

impl Lanes for Vector256 {
    on_registers! { Vector256:
        or(b) = |x| _mm256_or_si256(x, b);
        and(b) = |x| _mm256_and_si256(x, b);
        or3(b, c) = |x| _mm256_or_si256(_mm256_or_si256(x, b), c);
        majority(b, c) = |x| _mm256_or_si256(
            _mm256_and_si256(x, b),
            _mm256_and_si256(_mm256_or_si256(x, b), c),
        );
        and_not(b) = |x| _mm256_andnot_si256(b, x);
        and_not2(b, c) = |x| _mm256_andnot_si256(_mm256_or_si256(b, c), x);
        or_and(b, c) = |x| _mm256_or_si256(x, _mm256_and_si256(b, c));
        and_not_or(b, c) = |x| _mm256_or_si256(_mm256_andnot_si256(b, x), c);
        add(b) = |x| _mm256_add_epi16(x, b);
        min(b) = |x| _mm256_min_epu16(x, b);
        and_nonzero(b) = |x| _mm256_min_epu16(x, b);
        count_ones() = |x| count_ones_256(x);
        single() = |x| {
            let rest = without_lowest_256(x);
            _mm256_and_si256(x, _mm256_cmpeq_epi16(rest, _mm256_setzero_si256()))
        };
        where_up_to_three(b) = |x| {
            let fourth = without_lowest_256(without_lowest_256(without_lowest_256(b)));
            _mm256_and_si256(x, _mm256_cmpeq_epi16(fourth, _mm256_setzero_si256()))
        };
        where_three_or_more(b) = |x| {
            let third = without_lowest_256(without_lowest_256(b));
            _mm256_andnot_si256(_mm256_cmpeq_epi16(third, _mm256_setzero_si256()), x)
        };
        or_else(b) = |x| {
            let empty = _mm256_cmpeq_epi16(x, _mm256_setzero_si256());
            _mm256_or_si256(x, _mm256_and_si256(b, empty))
        };
        where_equal(a, b) = |x| _mm256_and_si256(x, _mm256_cmpeq_epi16(a, b));
        where_less(a, b, other) = |x| _mm256_blendv_epi8(other, x, _mm256_cmpgt_epi16(b, a));
        with(mask, b) = |x| _mm256_blendv_epi8(x, b, mask);
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        // SAFETY: a vector is made by a token, which proves AVX2.
        unsafe {
            let lanes = _mm256_cmpeq_epi16(self.0, b.0);
            let (low, high) = (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
            _mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned()
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn without_lowest_256(x: __m256i) -> __m256i {
    _mm256_and_si256(x, _mm256_add_epi16(x, _mm256_set1_epi16(-1)))
}

/// By a table of the sixteen half bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn count_ones_256(x: __m256i) -> __m256i {
    let table =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let half = _mm256_set1_epi8(0x0f);
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(x, half));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(x), half));
    // The sum of the bytes of each pair: they are below 128.
    _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
}

impl Lanes for Vector512 {
    on_registers! { Vector512:
        or(b) = |x| _mm512_or_si512(x, b);
        and(b) = |x| _mm512_and_si512(x, b);
        or3(b, c) = |x| _mm512_ternarylogic_epi32::<0b1111_1110>(x, b, c);
        majority(b, c) = |x| _mm512_ternarylogic_epi32::<0b1110_1000>(x, b, c);
        and_not(b) = |x| _mm512_andnot_si512(b, x);
        and_not2(b, c) = |x| _mm512_ternarylogic_epi32::<0b0001_0000>(x, b, c);
        or_and(b, c) = |x| _mm512_ternarylogic_epi32::<0b1111_1000>(x, b, c);
        and_not_or(b, c) = |x| _mm512_ternarylogic_epi32::<0b1011_1010>(x, b, c);
        add(b) = |x| _mm512_add_epi16(x, b);
        min(b) = |x| _mm512_min_epu16(x, b);
        and_nonzero(b) = |x| _mm512_min_epu16(x, b);
        count_ones() = |x| _mm512_popcnt_epi16(x);
        single() = |x| {
            let without_lowest = _mm512_add_epi16(x, _mm512_set1_epi16(-1));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, without_lowest), x)
        };
        where_up_to_three(b) = |x| {
            let count = _mm512_popcnt_epi16(b);
            _mm512_maskz_mov_epi16(_mm512_cmple_epu16_mask(count, _mm512_set1_epi16(3)), x)
        };
        where_three_or_more(b) = |x| {
            let count = _mm512_popcnt_epi16(b);
            _mm512_maskz_mov_epi16(_mm512_cmpge_epu16_mask(count, _mm512_set1_epi16(3)), x)
        };
        or_else(b) = |x| _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(x, x), x);
        where_equal(a, b) = |x| _mm512_maskz_mov_epi16(_mm512_cmpeq_epi16_mask(a, b), x);
        where_less(a, b, other) = |x| {
            _mm512_mask_mov_epi16(other, _mm512_cmplt_epi16_mask(a, b), x)
        };
        // The table of `mask ? b : x` for the order x, mask, b.
        with(mask, b) = |x| _mm512_ternarylogic_epi32::<0b1011_1000>(x, mask, b);
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        // SAFETY: a vector is made by a token, which proves AVX-512.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, b.0) }
    }
}
