//! The two halves into which the places of a digit in a band are split.
//!
//! In a band (three lines by three blocks) a digit stands in one mini of each line and of each block: its
//! *configuration* is a permutation of three. Of its minis, nine bits, some configurations are left; a
//! mini that the fewest of them use splits them: those that use it, and those that do not.
//!
//! ```text
//! mini 3·line + block   yes = ∪ {c : c ⊆ minis, mini ∈ c}    no = ∪ {c : c ⊆ minis, mini ∉ c}
//! ```
//!
//! With two configurations left the halves are these two; with three, one of them and the rest: "this
//! configuration, or not this one".

/// The permutations of three as sets of minis.
pub(crate) const CONFIGURATIONS: [u16; 6] =
    [0b100_010_001, 0b010_001_100, 0b001_100_010, 0b010_100_001, 0b100_001_010, 0b001_010_100];

/// All nine minis of a band.
const ALL_MINIS: u16 = 0x1ff;

/// The minis that share neither line nor block with a mini, and the mini.
const fn beside(mini: usize) -> u16 {
    let line = 0b000_000_111 << (mini / 3 * 3);
    let block = 0b001_001_001 << (mini % 3);
    ALL_MINIS & !(line | block) | 1 << mini
}

/// The minis that are left to a digit which stands in all of some minis.
pub(crate) static IF_HELD: [u16; 512] = {
    let mut left = [ALL_MINIS; 512];
    let mut held = 0;
    while held < 512 {
        let mut mini = 0;
        while mini < 9 {
            if held >> mini & 1 == 1 {
                left[held] &= beside(mini);
            }
            mini += 1;
        }
        held += 1;
    }
    left
};

/// The minis that some open configuration uses: what locked candidates leave of nine bits of minis.
pub(crate) static USED: [u16; 512] = {
    let mut used = [0; 512];
    let mut minis = 0;
    while minis < 512 {
        let mut index = 0;
        while index < CONFIGURATIONS.len() {
            if CONFIGURATIONS[index] & !(minis as u16) == 0 {
                used[minis] |= CONFIGURATIONS[index];
            }
            index += 1;
        }
        minis += 1;
    }
    used
};

/// The minis that stay in either half.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Split {
    pub(crate) yes: u16,
    pub(crate) no: u16,
}

/// By the nine bits of a digit's minis.
pub(crate) static SPLITS: [Split; 512] = {
    let mut splits = [Split { yes: 0, no: 0 }; 512];
    let mut minis = 0;
    while minis < 512 {
        splits[minis as usize] = split(minis);
        minis += 1;
    }
    splits
};

const fn split(minis: u16) -> Split {
    let mut best = Split { yes: 0, no: 0 };
    let mut fewest = u32::MAX;
    let mut mini = 0;
    while mini < 9 {
        let (mut halves, mut uses, mut others) = (Split { yes: 0, no: 0 }, 0, 0);
        let mut index = 0;
        while index < CONFIGURATIONS.len() {
            let configuration = CONFIGURATIONS[index];
            if configuration & !minis == 0 {
                if configuration >> mini & 1 == 1 {
                    halves.yes |= configuration;
                    uses += 1;
                } else {
                    halves.no |= configuration;
                    others += 1;
                }
            }
            index += 1;
        }
        if uses > 0 && others > 0 && uses < fewest {
            best = halves;
            fewest = uses;
        }
        mini += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configurations_in(minis: u16) -> Vec<u16> {
        CONFIGURATIONS.into_iter().filter(|configuration| configuration & !minis == 0).collect()
    }

    #[test]
    fn configurations_use_each_line_and_block_once() {
        for configuration in CONFIGURATIONS {
            for line in 0..3 {
                assert_eq!((configuration >> (3 * line) & 0b111).count_ones(), 1);
                assert_eq!((configuration >> line & 0b1_001_001).count_ones(), 1);
            }
        }
    }

    #[test]
    fn a_split_loses_no_configuration_and_repeats_none() {
        for minis in 0..512 {
            let Split { yes, no } = SPLITS[usize::from(minis)];
            let whole = configurations_in(minis);
            let (yes, no) = (configurations_in(yes), configurations_in(no));
            if whole.len() < 2 {
                assert!(yes.is_empty() && no.is_empty());
                continue;
            }
            assert!(!yes.is_empty() && !no.is_empty(), "{minis:09b}");
            assert_eq!(yes.len() + no.len(), whole.len(), "{minis:09b}");
            assert!(whole.iter().all(|one| yes.contains(one) != no.contains(one)), "{minis:09b}");
        }
    }
}
