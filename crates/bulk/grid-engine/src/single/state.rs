//! Candidates by digit, deduction, and the split of a digit's places.

use super::bits::{self, BAND, KEPT, Places};
use crate::split::{ALL_MINIS, HELD, IF_HELD, N_CONFIGURATIONS, SPLITS};
use crate::{N_CELLS, Puzzle};

/// A cell or a house has nothing left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contradiction;

/// The minis of each digit in each band (0 to 2) and stack (3 to 5).
pub(super) type Minis = [[u16; 9]; 6];

/// What deduction comes to where it finds no contradiction.
pub(super) enum Settled {
    /// Each cell has a digit.
    Full,
    /// Nothing changes any more, with these minis.
    Open(Minis),
}

/// The places of each digit, and of which digits something changed since the last deduction.
#[derive(Clone)]
pub(super) struct State {
    digits: [Places; 9],
    /// The cells that hold a digit which is alone in its row there; the others are struck out of them.
    filled: Places,
    changed: u16,
}

impl State {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let mut state = Self { digits: [[BAND; 3]; 9], filled: [0; 3], changed: 0x1ff };
        let mut given = [[0; 3]; 9];
        for (cell, value) in puzzle.cells().iter().enumerate() {
            if let Some(digit) = usize::from(*value).checked_sub(1) {
                state.put(digit, cell);
                given[digit][cell / 27] |= bits::bit(cell);
                state.filled[cell / 27] |= bits::bit(cell);
            }
        }
        // All givens at once, for there are many.
        for (places, own) in state.digits.iter_mut().zip(given) {
            for band in 0..3 {
                places[band] &= own[band] | !state.filled[band];
            }
        }
        state
    }

    /// Puts a digit into a cell, where it may have been struck out already.
    fn put(&mut self, digit: usize, cell: usize) {
        for (places, kept) in self.digits[digit].iter_mut().zip(KEPT[cell]) {
            *places &= kept;
        }
        self.changed |= 1 << digit;
    }

    /// Deduces until nothing changes.
    pub(super) fn propagate(&mut self) -> Result<Settled, Contradiction> {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                let places = settle(self.digits[digit])?;
                self.digits[digit] = places;
                self.fill(digit, places);
            }
            if self.filled == [BAND; 3] {
                return Ok(Settled::Full);
            }
            self.place_naked_singles()?;
            if self.changed == 0 {
                let minis = self.minis();
                self.fill_minis(&minis)?;
                if self.changed == 0 {
                    return Ok(Settled::Open(minis));
                }
            }
        }
    }

    /// A cell in which a digit is alone in its row loses its other candidates.
    fn fill(&mut self, digit: usize, places: Places) {
        let new = [0, 1, 2].map(|band| bits::alone_in_row(places[band]) & !self.filled[band]);
        if new == [0; 3] {
            return;
        }
        for (filled, new) in self.filled.iter_mut().zip(new) {
            *filled |= new;
        }
        let mut changed = 0;
        for (other, places) in self.digits.iter_mut().enumerate() {
            let struck = [0, 1, 2].map(|band| places[band] & new[band]);
            changed |= u16::from(struck != [0; 3]) << other;
            *places = [0, 1, 2].map(|band| places[band] ^ struck[band]);
        }
        self.digits[digit] = places;
        self.changed |= changed & !(1 << digit);
    }

    /// Cells with one candidate get it.
    fn place_naked_singles(&mut self) -> Result<(), Contradiction> {
        let (mut one, mut two) = ([0; 3], [0; 3]);
        for places in &self.digits {
            for band in 0..3 {
                two[band] |= one[band] & places[band];
                one[band] |= places[band];
            }
        }
        if one != [BAND; 3] {
            return Err(Contradiction);
        }
        for band in 0..3 {
            let naked = one[band] & !two[band] & !self.filled[band];
            if naked == 0 {
                continue;
            }
            for digit in 0..9 {
                for cell in bits::cells_in(self.digits[digit][band] & naked) {
                    self.put(digit, 27 * band + cell);
                }
            }
        }
        Ok(())
    }

    /// A mini with three digits of its own has no others; three digits that are all of a mini's are its own.
    fn fill_minis(&mut self, minis: &Minis) -> Result<(), Contradiction> {
        for (band, minis) in minis.iter().enumerate() {
            let (mut held, mut open) = (AtLeast::default(), AtLeast::default());
            for minis in minis {
                held.add(HELD[usize::from(*minis)]);
                open.add(*minis);
            }
            if held.four != 0 || open.three != ALL_MINIS {
                return Err(Contradiction);
            }
            if held.three == !open.four & ALL_MINIS {
                // Whichever has three is filled already.
                continue;
            }
            for (digit, minis) in minis.iter().enumerate() {
                let others = held.three & minis & !HELD[usize::from(*minis)];
                let own = minis & !open.four;
                let left = minis & !others & IF_HELD[usize::from(own)];
                if left != *minis {
                    self.keep(band, digit, left);
                }
            }
        }
        Ok(())
    }

    fn minis(&self) -> Minis {
        let mut minis = [[0; 9]; 6];
        for (digit, places) in self.digits.iter().enumerate() {
            let cols = bits::cols(*places);
            for part in 0..3 {
                minis[part][digit] = bits::minis(places[part]);
                minis[3 + part][digit] = bits::stack_minis(cols, part);
            }
        }
        minis
    }

    /// Splits a digit's places in two; the other half is what it returns.
    pub(super) fn split(&mut self, minis: &Minis) -> Self {
        let (band, digit) = choice(minis);
        let halves = SPLITS[usize::from(minis[band][digit])];
        let mut other = self.clone();
        self.keep(band, digit, halves.yes);
        other.keep(band, digit, halves.no);
        other
    }

    /// Leaves a digit only some minis of a band or stack.
    fn keep(&mut self, band: usize, digit: usize, minis: u16) {
        let places = &mut self.digits[digit];
        if band < 3 {
            places[band] &= bits::cells_of(minis);
        } else {
            let stack = band - 3;
            let elsewhere = 0x1ff & !(7 << (3 * stack));
            for (places, cols) in places.iter_mut().zip(bits::cols_of(minis, stack)) {
                *places &= bits::in_cols(cols | elsewhere);
            }
        }
        self.changed |= 1 << digit;
    }

    /// The values 1 to 9 of a full grid.
    pub(super) fn values(&self) -> [u8; N_CELLS] {
        let mut values = [0; N_CELLS];
        for (digit, places) in self.digits.iter().enumerate() {
            for (band, places) in places.iter().enumerate() {
                for cell in bits::cells_in(*places) {
                    values[27 * band + cell] = digit as u8 + 1;
                }
            }
        }
        values
    }
}

/// Of the bands (0 to 2) and stacks (3 to 5) that are not decided the one with the fewest open configurations, and in it the
/// digit with the fewest.
fn choice(minis: &Minis) -> (usize, usize) {
    let n_open = |minis: &u16| N_CONFIGURATIONS[usize::from(*minis)];
    let totals = minis.map(|minis| minis.iter().map(n_open).sum::<u8>());
    let band = (0..6).filter(|band| totals[*band] > 9).min_by_key(|band| totals[*band]);
    // Were every digit decided in every band and stack, their minis would cross in single cells.
    let band = band.expect("a stalled grid has a band that is not decided");
    let open = (0..9).map(|digit| (n_open(&minis[band][digit]), digit));
    let digit = open.filter(|(n_open, _)| *n_open > 1).min();
    let (_, digit) = digit.expect("a band that is not decided has an open digit");
    (band, digit)
}

/// Minis that at least so many digits have.
#[derive(Default)]
struct AtLeast {
    one: u16,
    two: u16,
    three: u16,
    four: u16,
}

impl AtLeast {
    #[inline]
    fn add(&mut self, minis: u16) {
        self.four |= self.three & minis;
        self.three |= self.two & minis;
        self.two |= self.one & minis;
        self.one |= minis;
    }
}

/// Locked candidates of a digit, in rows and columns, until nothing changes.
///
/// Either is done with once it changed nothing after the other.
#[inline]
fn settle(mut places: Places) -> Result<Places, Contradiction> {
    loop {
        let in_rows = places.map(bits::used_in_rows);
        places = bits::used_in_cols(in_rows);
        if places[0] == 0 || places[1] == 0 || places[2] == 0 {
            return Err(Contradiction);
        }
        if places == in_rows {
            return Ok(places);
        }
    }
}
