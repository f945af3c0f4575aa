//! The generator splitmix64, each number of which can be had by its place.
//!
//! # References
//! - Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014

/// The number at a place, from 1, of the sequence of a seed.
pub(crate) fn number(seed: u64, place: u64) -> u64 {
    let mut mixed = seed.wrapping_add(place.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sequence_is_that_of_the_paper() {
        // The first numbers of the authors' program for the seed 0.
        let first = [1, 2, 3].map(|place| super::number(0, place));
        assert_eq!(first, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    }
}
