#![doc = include_str!("../README.md")]
//!
//! # How instructions are chosen
//!
//! A [`Simd`] is a token: a value of its type proves that the machine has the instructions, for only
//! their detection makes one. Tokens make vectors ([`Simd::load`], [`Simd::splat`]); whoever holds a
//! vector may therefore calculate with it, so that all methods of [`Lanes`] are safe.
//!
//! ```text
//! Level::best() ──► level.run(kernel) ──► kernel.run(Avx512 token) ──► vectors
//! ```
//!
//! Instructions are chosen for a whole [`Kernel`], not for a single operation: the kernel is compiled
//! once for each level, and what it calls has to be inlined into it (`#[inline(always)]`), or its
//! vectors would travel through memory.
//!
//! [`Portable`] has the same operations, four lanes in a 64-bit word, for any machine and without a line of
//! unsafe code; on x86-64, where every machine has SSE2, [`Sse2`] stands for it.

#![expect(
    clippy::inline_always,
    reason = "a vector is only in a register where the operation is inlined into the kernel"
)]

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod registers;

mod kernel;
mod level;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use kernel::Kernel;
pub use level::Level;
pub use portable::{Portable, Word};
#[cfg(target_arch = "x86_64")]
pub use sse2::{Sse2, Vector128};
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512, Vector256, Vector512};

/// The instructions that a kernel runs with, as a proof that they are there; rows have `W` lanes.
pub trait Simd<const W: usize>: Copy {
    /// `W` lanes in registers.
    type Lanes: Lanes;

    /// The same value in each lane.
    fn splat(self, value: u16) -> Self::Lanes;

    /// The lanes of a row.
    fn load(self, row: &[u16; W]) -> Self::Lanes;

    /// Writes lanes to a row.
    fn store(self, lanes: Self::Lanes, row: &mut [u16; W]);
}

/// Calculations lane by lane. Where the name speaks of conditions, each lane has its own; all that takes part in
/// a calculation with a condition is below 2¹⁵.
pub trait Lanes: Copy {
    /// `self | b`
    #[must_use]
    fn or(self, b: Self) -> Self;
    /// `self & b`
    #[must_use]
    fn and(self, b: Self) -> Self;
    /// `self | b | c`
    #[must_use]
    fn or3(self, b: Self, c: Self) -> Self;
    /// The bits that are set in two of the three or in all.
    #[must_use]
    fn majority(self, b: Self, c: Self) -> Self;
    /// `self & !b`
    #[must_use]
    fn and_not(self, b: Self) -> Self;
    /// `self & !(b | c)`
    #[must_use]
    fn and_not2(self, b: Self, c: Self) -> Self;
    /// `self | (b & c)`
    #[must_use]
    fn or_and(self, b: Self, c: Self) -> Self;
    /// `(self & !b) | c`
    #[must_use]
    fn and_not_or(self, b: Self, c: Self) -> Self;
    /// `self + b`, modulo 2¹⁶.
    #[must_use]
    fn add(self, b: Self) -> Self;
    /// The smaller of the two.
    #[must_use]
    fn min(self, b: Self) -> Self;
    /// `self`, which is 0 or 1, where `b` is not 0, else 0: over many `b`, whether any is 0.
    #[must_use]
    fn and_nonzero(self, b: Self) -> Self;
    /// How many bits are set.
    #[must_use]
    fn count_ones(self) -> Self;
    /// `self` where no more than one bit is set, else 0.
    #[must_use]
    fn single(self) -> Self;
    /// `self` where no more than three bits of `b` are set, else 0.
    #[must_use]
    fn where_up_to_three(self, b: Self) -> Self;
    /// `self` where three bits of `b` are set or more, else 0.
    #[must_use]
    fn where_three_or_more(self, b: Self) -> Self;
    /// `self`, but `b` where `self` is 0.
    #[must_use]
    fn or_else(self, b: Self) -> Self;
    /// `self` where `a == b`, else 0.
    #[must_use]
    fn where_equal(self, a: Self, b: Self) -> Self;
    /// `self` where `a < b`, else `other`.
    #[must_use]
    fn where_less(self, a: Self, b: Self, other: Self) -> Self;
    /// `b` where all bits of `mask` are set, `self` where none is.
    #[must_use]
    fn with(self, mask: Self, b: Self) -> Self;
    /// Bit `l` says whether lane `l` is equal in both.
    #[must_use]
    fn equal(self, b: Self) -> u32;
}
