//! What is compiled for each level.

use crate::Simd;

/// A calculation that runs with any instructions.
pub trait Kernel {
    /// What it gives.
    type Output;

    /// Calculates. Mark it `#[inline(always)]`, so that it is compiled anew for each level.
    fn run<const W: usize, S: Simd<W>>(self, simd: S) -> Self::Output;
}
