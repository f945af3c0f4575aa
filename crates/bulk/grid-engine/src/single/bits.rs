//! The places of a digit as bits, and the tables over them.
//!
//! A band is 30 bits: three rows of nine cells, each with a spare bit above it, so that arithmetic on a row
//! does not reach the next one.
//!
//! ```text
//! cells of a band        bit 10 · row + col
//! minis of a band        bit 3 · block + row        9 bits
//! minis of a stack       bit 3 · band  + col        9 bits
//! ```
//!
//! To be a permutation is the same for a set of minis and for its transpose, so one table serves both.

use crate::split::USED;

/// The places of a digit, by band. A fourth word, always 0, makes it a vector register.
pub(super) type Places = [u32; 4];

/// The minis of a digit: nine bits for each band, then for each stack, 54 in all.
pub(super) type Minis = u64;

/// All of them.
pub(super) const ALL_MINIS: Minis = (1 << 54) - 1;

/// How far apart the rows of a band are.
const ROW: usize = 10;
/// The first cell of each row.
const FIRSTS: u32 = 1 | 1 << ROW | 1 << (2 * ROW);
/// The spare bits.
const SPARE: u32 = FIRSTS << 9;
/// The first cell of each mini of a band.
const MINIS: u32 = FIRSTS * 0b1_001_001;
/// All cells of a band.
const BAND: u32 = FIRSTS * 0x1ff;
/// All cells.
pub(super) const ALL_CELLS: Places = [BAND, BAND, BAND, 0];
/// No cell.
pub(super) const NO_CELLS: Places = [0; 4];

/// Combines places word by word.
#[inline]
pub(super) fn zip(a: Places, b: Places, of: impl Fn(u32, u32) -> u32) -> Places {
    [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2]), of(a[3], b[3])]
}

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

/// The column of the first cell in a row, the last one if there is none.
#[inline]
pub(super) fn first_in_row(places: &Places, row: usize) -> usize {
    let row = places[row / 3] >> (row % 3 * ROW);
    (row | 1 << 8).trailing_zeros() as usize
}

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

/// The columns of the first stack that some configuration uses, by the minis that are not empty; bit `9 · band + col`.
static USED_COLS: [u32; 512] = {
    let mut table = [0; 512];
    let mut minis = 0;
    while minis < 512 {
        table[minis] = cols_of(USED[minis]);
        minis += 1;
    }
    table
};

const fn cells(minis: u16) -> u32 {
    let (mut cells, mut mini) = (0, 0);
    while mini < 9 {
        if minis >> mini & 1 == 1 {
            cells |= 7 << (mini % 3 * ROW + mini / 3 * 3);
        }
        mini += 1;
    }
    cells
}

/// The columns of each band that minis of the first stack allow; bit `9 · band + col`.
const fn cols_of(minis: u16) -> u32 {
    let minis = minis as u32;
    minis & 7 | (minis >> 3 & 7) << 9 | (minis >> 6 & 7) << 18
}

/// The cells of a band's minis.
#[inline]
pub(super) fn cells_of(minis: u16) -> u32 {
    CELLS[usize::from(minis)]
}

/// The cells outside a stack, and those of its minis.
#[inline]
pub(super) fn cells_beside(stack: usize, minis: u16) -> Places {
    let elsewhere = 0x1ff & !(7 << (3 * stack));
    in_cols((cols_of(minis) << (3 * stack)) | (elsewhere * (1 | 1 << 9 | 1 << 18)))
}

/// The minis of a band that are not empty.
#[inline]
fn minis(band: u32) -> usize {
    let first = (band | band >> 1 | band >> 2) & MINIS;
    ((first | first >> (ROW - 1) | first >> (2 * (ROW - 1))) & 0x1ff) as usize
}

/// The columns of each band that are not empty; bit `9 · band + col`.
#[inline]
fn cols([a, b, c, _]: Places) -> u32 {
    let of_band = |band: u32| (band | band >> ROW | band >> (2 * ROW)) & 0x1ff;
    of_band(a) | of_band(b) << 9 | of_band(c) << 18
}

/// The minis of a stack that are not empty, of such columns.
#[inline]
fn stack_minis(cols: u32, stack: usize) -> usize {
    let cols = cols >> (3 * stack) & (7 | 7 << 9 | 7 << 18);
    ((cols | cols >> 6 | cols >> 12) & 0x1ff) as usize
}

/// The cells in such columns.
#[inline]
fn in_cols(cols: u32) -> Places {
    let of_band = |band: usize| (cols >> (9 * band) & 0x1ff) * FIRSTS;
    [of_band(0), of_band(1), of_band(2), 0]
}

/// Locked candidates of a digit, in rows and columns, until nothing changes: what is left, and its minis. `None` if
/// a house has no place left.
#[inline]
pub(super) fn settle(mut places: Places) -> Option<(Places, Minis)> {
    loop {
        let [a, b, c, _] = places;
        let rows = [minis(a), minis(b), minis(c)];
        places = zip(
            places,
            [USED_CELLS[rows[0]], USED_CELLS[rows[1]], USED_CELLS[rows[2]], 0],
            |a, b| a & b,
        );
        if places[0] == 0 || places[1] == 0 || places[2] == 0 {
            return None;
        }
        let all = cols(places);
        let stacks = [0, 1, 2].map(|stack| stack_minis(all, stack));
        let [a, b, c] = stacks.map(|minis| USED_COLS[minis]);
        if a == 0 || b == 0 || c == 0 {
            return None;
        }
        let used = a | b << 3 | c << 6;
        if all & !used == 0 {
            let rows = rows.map(|minis| usize::from(USED[minis]));
            let packed = |parts: [usize; 3]| (parts[0] | parts[1] << 9 | parts[2] << 18) as u64;
            return Some((places, packed(rows) | packed(stacks) << 27));
        }
        places = zip(places, in_cols(used), |a, b| a & b);
    }
}

/// The places that are the only one in their row. No row is empty.
#[inline]
pub(super) fn alone_in_row(places: Places) -> Places {
    let alone = |band: u32| {
        let rest = band & band.wrapping_sub(FIRSTS);
        // A spare bit for each row without rest, then all bits of that row.
        let without = !(rest + (SPARE - FIRSTS)) & SPARE;
        band & (without - (without >> 9))
    };
    places.map(alone)
}

/// The nine bits of a digit's minis in a band (0 to 2) or stack (3 to 5).
#[inline]
pub(super) fn of_band(minis: Minis, band: usize) -> usize {
    (minis >> (9 * band) & 0x1ff) as usize
}

/// How many configurations the minis leave open in each band and stack: six numbers of nine bits.
#[inline]
pub(super) fn n_configurations(minis: Minis) -> u64 {
    const FIRST: Minis = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45;
    let is_open = |[a, b, c]: [u32; 3]| minis >> a & minis >> b & minis >> c & FIRST;
    let all = [[0, 4, 8], [2, 3, 7], [1, 5, 6], [0, 5, 7], [1, 3, 8], [2, 4, 6]];
    all.into_iter().map(is_open).sum()
}

/// The minis that are the only ones in their row; of a stack, in their column.
#[inline]
pub(super) fn held(minis: Minis) -> Minis {
    // Three bits side by side are those of a block; once candidates are locked, to be alone there is the same.
    const FIRST: Minis = 0o111_111_111_111_111_111;
    let (a, b, c) = (minis & FIRST, minis >> 1 & FIRST, minis >> 2 & FIRST);
    let several = a & b | (a | b) & c;
    minis & !(several * 7)
}

/// The minis of a band by block and row as those by row and block, and back.
pub(super) const fn transposed(minis: u16) -> u16 {
    minis & 0b100_010_001
        | (minis & 0b000_100_010) << 2
        | (minis & 0b010_001_000) >> 2
        | (minis & 0b000_000_100) << 4
        | (minis & 0b001_000_000) >> 4
}

/// What a digit keeps when it is put into a cell: the cell, and all that the cell does not see.
pub(super) static KEPT: [Places; 81] = {
    let mut table = [ALL_CELLS; 81];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::CONFIGURATIONS;

    #[test]
    fn minis_transpose_to_block_by_row() {
        for row in 0..3 {
            for block in 0..3 {
                assert_eq!(transposed(1 << (3 * row + block)), 1 << (3 * block + row));
            }
        }
        for configuration in CONFIGURATIONS {
            assert!(CONFIGURATIONS.contains(&transposed(configuration)), "{configuration:09b}");
        }
    }

    #[test]
    fn a_cell_is_in_one_mini_of_its_band_and_one_of_its_stack() {
        for cell in 0..81 {
            let (row, col, band, stack) = (cell / 9, cell % 9, cell / 27, cell % 9 / 3);
            let (in_band, in_stack) = (3 * stack + row % 3, 3 * band + col % 3);
            assert_eq!(minis(bit(cell)), 1 << in_band);
            assert_eq!(cells_of(1 << in_band) & bit(cell), bit(cell));
            let mut places = NO_CELLS;
            places[band] = bit(cell);
            assert_eq!(stack_minis(cols(places), stack), 1 << in_stack);
            let without = cells_beside(stack, 0x1ff & !(1 << in_stack));
            assert_eq!(without[band] & bit(cell), 0);
            assert_eq!(without.map(u32::count_ones).into_iter().sum::<u32>(), 81 - 3);
        }
    }

    #[test]
    fn configurations_are_counted_and_held_minis_found_in_each_band() {
        for (minis, used) in USED.into_iter().enumerate() {
            let open = || CONFIGURATIONS.iter().filter(|it| usize::from(**it) & !minis == 0);
            let in_all = open().fold(0x1ff, |all, it| all & it);
            for band in 0..6 {
                let here = |minis: u16| Minis::from(minis) << (9 * band);
                let counts = n_configurations((minis as Minis) << (9 * band));
                for other in 0..6 {
                    let expected = if other == band { open().count() } else { 0 };
                    assert_eq!(of_band(counts, other), expected, "{minis:09b}");
                }
                if open().next().is_some() {
                    assert_eq!(held(here(used)), here(in_all), "{minis:09b}");
                }
            }
        }
    }
}
