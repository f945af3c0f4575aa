//! The candidates of `W` puzzles side by side.

use crate::N_CELLS;
use simd_lanes::{Lanes, Simd};

/// All nine digits of a cell: digit `d` is bit `d − 1`.
pub(super) const ALL: u16 = 0x1ff;

/// The candidates of the cells of one puzzle.
pub(super) type Frame = [u16; N_CELLS];

/// Row `i` holds the candidates of cell `i` in each of the lanes.
pub(super) type Candidates<const W: usize> = [[u16; W]; N_CELLS];

/// What a round reads and writes.
#[repr(C, align(64))]
pub(super) struct Board<const W: usize> {
    pub(super) cells: Candidates<W>,
    /// The candidates of the three cells where a line crosses a block, as the last round left them: first
    /// those of the rows, band by band, then those of the columns, stack by stack.
    /// See [`mini_at`].
    pub(super) minis: [[u16; W]; 54],
}

/// The index in [`Board::minis`] of that where a line of a band (0 to 2) or stack (3 to 5) crosses the band's first, second or third block.
pub(super) const fn mini_at(band: usize, line: usize, block: usize) -> usize {
    9 * band + 3 * line + block
}

/// The three cells of part `part` (0 to 8, line by line) of a band or stack.
pub(super) const fn cells_of(band: usize, part: usize) -> [usize; 3] {
    let (line, across) = (band % 3 * 3 + part / 3, part % 3 * 3);
    if band < 3 {
        let first = 9 * line + across;
        [first, first + 1, first + 2]
    } else {
        let first = 9 * across + line;
        [first, first + 9, first + 18]
    }
}

/// The cells of a block, row by row.
pub(super) fn block_of(band: usize, stack: usize) -> [usize; 9] {
    let first = 27 * band + 3 * stack;
    [0, 1, 2, 9, 10, 11, 18, 19, 20].map(|i| first + i)
}

impl<const W: usize> Board<W> {
    /// Every digit in every cell.
    pub(super) const BLANK: Self = Self { cells: [[ALL; W]; N_CELLS], minis: [[0; W]; 54] };

    /// In row `l` only lane `l` is set.
    const LANE: [[u16; W]; W] = {
        let mut masks = [[0; W]; W];
        let mut lane = 0;
        while lane < W {
            masks[lane][lane] = u16::MAX;
            lane += 1;
        }
        masks
    };

    /// Puts puzzles' candidates into lanes.
    ///
    /// Whole rows are read and written: the next round reads rows, and would have to wait for writes of
    /// two bytes.
    #[inline(always)]
    pub(super) fn insert<S: Simd<W>>(&mut self, simd: S, frames: &[(usize, Frame)]) {
        let (pairs, rest) = frames.as_chunks::<2>();
        for pair in pairs {
            self.insert_some(simd, pair);
        }
        for one in rest {
            self.insert_some(simd, std::array::from_ref(one));
        }
    }

    #[inline(always)]
    fn insert_some<const K: usize, S: Simd<W>>(&mut self, simd: S, frames: &[(usize, Frame); K]) {
        let masks = frames.map(|(lane, _)| simd.load(&Self::LANE[lane]));
        for (cell, row) in self.cells.iter_mut().enumerate() {
            let mut lanes = simd.load(row);
            for (mask, (_, frame)) in masks.iter().zip(frames) {
                lanes = lanes.with(*mask, simd.splat(frame[cell]));
            }
            simd.store(lanes, row);
        }
    }

    /// Puts lanes back to what they were.
    #[inline(always)]
    pub(super) fn restore<const K: usize, S: Simd<W>>(
        &mut self,
        simd: S,
        lanes: &[(usize, &Candidates<W>); K],
    ) {
        let masks = lanes.map(|(lane, _)| simd.load(&Self::LANE[lane]));
        for (cell, row) in self.cells.iter_mut().enumerate() {
            let mut restored = simd.load(row);
            for (mask, (_, before)) in masks.iter().zip(lanes) {
                restored = restored.with(*mask, simd.load(&before[cell]));
            }
            simd.store(restored, row);
        }
    }
    /// Strikes a digit out of some minis of a band or stack.
    #[inline(always)]
    pub(super) fn strike(&mut self, lane: usize, band: usize, digit: u16, minis: u16) {
        for part in bits_of(u32::from(minis)) {
            for cell in cells_of(band, part) {
                self.cells[cell][lane] &= !digit;
            }
        }
    }
}

/// The bits of a mask that are set: lanes, or minis.
pub(super) fn bits_of(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(bit as usize)
    })
}
