//! Adds up numbers with each level of this machine, and prints the levels and their sums.
//!
//! ```text
//! cargo run -p simd-lanes --example levels
//! ```

#![expect(clippy::print_stdout, reason = "it is a program")]

use simd_lanes::{Kernel, Lanes, Level, Simd};

/// The sum of numbers, modulo 2¹⁶.
struct Sum<'a>(&'a [u16]);

impl Kernel for Sum<'_> {
    type Output = u16;

    #[expect(clippy::inline_always, reason = "it is compiled for each level")]
    #[inline(always)]
    fn run<const W: usize, S: Simd<W>>(self, simd: S) -> u16 {
        let (rows, rest) = self.0.as_chunks::<W>();
        let mut sums = [0; W];
        let sum = rows.iter().fold(simd.splat(0), |sum, row| sum.add(simd.load(row)));
        simd.store(sum, &mut sums);
        sums.iter().chain(rest).fold(0, |sum, number| sum.wrapping_add(*number))
    }
}

fn main() {
    let numbers: Vec<u16> = (1..=100).collect();
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        println!("{level:?}: {}", level.run(Sum(&numbers)));
    }
}
