//! Which instructions there are, and running a kernel with them.

use crate::kernel::Kernel;
#[cfg(not(target_arch = "x86_64"))]
use crate::portable::Portable as Baseline;
#[cfg(target_arch = "x86_64")]
use crate::sse2::Sse2 as Baseline;

/// The instructions that are used, from those that every machine has upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What every machine of its kind has: 8 lanes with SSE2 on x86-64, elsewhere 4 in plain integers.
    Portable,
    /// 16 lanes with AVX2.
    Avx2,
    /// 32 lanes with AVX-512 F, BW, VL and BITALG.
    Avx512,
}

impl Level {
    /// All levels, those that this machine lacks as well.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The highest level of this machine.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|level| level.is_available());
        available.unwrap_or(Self::Portable)
    }

    /// Whether this machine has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => crate::Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => crate::Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Runs a kernel with the instructions of this level, with portable ones if the machine lacks them.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let (Self::Avx512, Some(simd)) = (self, crate::Avx512::detect()) {
                return simd.run(kernel);
            }
            if let (Self::Avx2, Some(simd)) = (self, crate::Avx2::detect()) {
                return simd.run(kernel);
            }
        }
        kernel.run(Baseline)
    }
}
