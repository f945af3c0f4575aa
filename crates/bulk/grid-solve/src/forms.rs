//! Canonical forms as the keys of tables, and how many of them memory has room for.

use grid_engine::{N_CELLS, Puzzle, canonical};

/// The canonical form of a puzzle or a grid, two cells a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Form(pub(crate) [u8; Form::SIZE]);

impl Form {
    /// In bytes.
    pub(crate) const SIZE: usize = N_CELLS.div_ceil(2);

    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let mut form = [0; Self::SIZE];
        let form_of = canonical(puzzle);
        for (byte, cells) in form.iter_mut().zip(form_of.cells().chunks(2)) {
            *byte = cells.iter().fold(0, |byte, cell| byte << 4 | cell);
        }
        Self(form)
    }

    /// The form of a solution.
    pub(crate) fn of_grid(grid: &[u8; N_CELLS]) -> Self {
        Self::of(&Puzzle::new(*grid).expect("a solution has values 1 to 9"))
    }
}

/// How many entries a hash table may have that takes no more than `memory` bytes: it has room for a power of two of them,
/// with a byte more for each, and is full at seven eighths.
pub(crate) fn n_entries<T>(memory: u64) -> usize {
    let most = memory / (size_of::<T>() as u64 + 1);
    let n_places = most.checked_ilog2().map_or(8, |log| 1 << log);
    usize::try_from(n_places / 8 * 7).unwrap_or(usize::MAX).max(7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_table_of_so_many_entries_has_room_in_memory() {
        for memory in [1 << 10, 1 << 20, 3 << 20, 1 << 30] {
            let n = n_entries::<(Form, u32)>(memory);
            let table = HashMap::<Form, u32>::with_capacity(n);
            assert!(n >= 7 && table.capacity() / 7 * 8 * 49 <= memory as usize, "{memory}: {n}");
        }
    }

    #[test]
    fn forms_are_equal_if_puzzles_are_equivalent() {
        let puzzle = Puzzle::BLANK.with(3, 1).with(80, 2);
        let other = Puzzle::BLANK.with(27, 8).with(80, 4);
        assert_eq!(Form::of(&puzzle), Form::of(&other));
        assert_ne!(Form::of(&puzzle), Form::of(&puzzle.with(40, 1)));
    }
}
