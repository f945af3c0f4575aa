//! The places of a digit as bits, and the tables over them.
//!
//! A band is 30 bits: three rows of nine cells, each with a spare bit above it, so that arithmetic on a row
//! does not reach the next one.
//!
//! ```text
//! bit 10 · row + col          minis, 9 bits: 3 · row + block
//! ```

use crate::split::USED;

/// The places of a digit, by band.
pub(super) type Places = [u32; 3];

/// How far apart the rows of a band are.
const ROW: usize = 10;
/// The first cell of each row.
const FIRSTS: u32 = 1 | 1 << ROW | 1 << (2 * ROW);
/// The spare bits.
const SPARE: u32 = FIRSTS << 9;
/// All cells of a band.
pub(super) const BAND: u32 = FIRSTS * 0x1ff;

/// The bit of a cell in its band.
pub(super) const fn bit(cell: usize) -> u32 {
    1 << (cell / 9 % 3 * ROW + cell % 9)
}

/// The cells of a band's bits, 0 to 26.
#[inline]
pub(super) fn cells_in(mut band: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = band.trailing_zeros() as usize;
        band &= band.checked_sub(1)?;
        Some(place / ROW * 9 + place % ROW)
    })
}

/// Which threes of a row's cells are not empty.
static THREES: [u8; 512] = {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let threes = [cells & 7 != 0, cells >> 3 & 7 != 0, cells >> 6 != 0];
        table[cells] = threes[0] as u8 | (threes[1] as u8) << 1 | (threes[2] as u8) << 2;
        cells += 1;
    }
    table
};

/// The cells of a band's minis.
static CELLS: [u32; 512] = {
    let mut table = [0; 512];
    let mut minis = 0;
    while minis < 512 {
        table[minis] = cells(minis as u16);
        minis += 1;
    }
    table
};

/// The cells of the minis that some configuration uses, by the minis that are not empty.
static USED_CELLS: [u32; 512] = {
    let mut table = [0; 512];
    let mut minis = 0;
    while minis < 512 {
        table[minis] = cells(USED[minis]);
        minis += 1;
    }
    table
};

/// The cells of a band's minis.
#[inline]
pub(super) fn cells_of(minis: u16) -> u32 {
    CELLS[usize::from(minis)]
}

const fn cells(minis: u16) -> u32 {
    let (mut cells, mut mini) = (0, 0);
    while mini < 9 {
        if minis >> mini & 1 == 1 {
            cells |= 7 << (mini / 3 * ROW + mini % 3 * 3);
        }
        mini += 1;
    }
    cells
}

/// The minis of a band that are not empty.
#[inline]
pub(super) fn minis(band: u32) -> u16 {
    let threes = |row: usize| u16::from(THREES[(band >> (ROW * row) & 0x1ff) as usize]);
    threes(0) | threes(1) << 3 | threes(2) << 6
}

/// What locked candidates of the rows leave of a band.
#[inline]
pub(super) fn used_in_rows(band: u32) -> u32 {
    band & USED_CELLS[usize::from(minis(band))]
}

/// The columns of each band that are not empty.
#[inline]
pub(super) fn cols(places: Places) -> [u32; 3] {
    places.map(|band| (band | band >> ROW | band >> (2 * ROW)) & 0x1ff)
}

/// The minis of a stack that are not empty, column by band as elsewhere row by block, but transposed: bit
/// `3 · band + column`. To be a permutation is the same either way.
#[inline]
pub(super) fn stack_minis(cols: [u32; 3], stack: usize) -> u16 {
    let three = |band: usize| (cols[band] >> (3 * stack) & 7) as u16;
    three(0) | three(1) << 3 | three(2) << 6
}

/// The columns of each band that the minis of a stack allow.
#[inline]
pub(super) fn cols_of(minis: u16, stack: usize) -> [u32; 3] {
    [0, 1, 2].map(|band| u32::from(minis >> (3 * band) & 7) << (3 * stack))
}

/// The cells of a band in some of its columns.
#[inline]
pub(super) fn in_cols(cols: u32) -> u32 {
    cols * FIRSTS
}

/// What locked candidates of the columns leave.
#[inline]
pub(super) fn used_in_cols(places: Places) -> Places {
    let cols = cols(places);
    let mut used = [0; 3];
    for stack in 0..3 {
        let minis = USED[usize::from(stack_minis(cols, stack))];
        for (used, cols) in used.iter_mut().zip(cols_of(minis, stack)) {
            *used |= cols;
        }
    }
    [0, 1, 2].map(|band| places[band] & in_cols(used[band]))
}

/// The places that are the only one in their row. No row is empty.
#[inline]
pub(super) fn alone_in_row(band: u32) -> u32 {
    let rest = band & band.wrapping_sub(FIRSTS);
    // A spare bit for each row without rest, then all bits of that row.
    let without = !(rest + (SPARE - FIRSTS)) & SPARE;
    band & (without - (without >> 9))
}

/// What a digit keeps when it is put into a cell: the cell, and all that the cell does not see.
pub(super) static KEPT: [Places; 81] = {
    let mut table = [[BAND; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let same_block = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            let sees = cell / 9 == other / 9 || cell % 9 == other % 9 || same_block;
            if sees && cell != other {
                table[cell][other / 27] &= !bit(other);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};
