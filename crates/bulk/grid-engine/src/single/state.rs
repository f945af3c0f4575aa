//! Candidates by digit, deduction, and the split of a digit's places.

use super::bits::{self, BAND, KEPT, Places};
use crate::split::{ALL_MINIS, HELD, IF_HELD, N_CONFIGURATIONS, SPLITS};
use crate::{N_CELLS, Puzzle};

/// A cell or a house has nothing left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contradiction;

/// The places of each digit, and of which digits something changed since the last deduction.
#[derive(Clone)]
pub(super) struct State {
    digits: [Places; 9],
    changed: u16,
}

impl State {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let mut state = Self { digits: [[BAND; 3]; 9], changed: 0x1ff };
        for (cell, value) in puzzle.cells().iter().enumerate() {
            if let Some(digit) = usize::from(*value).checked_sub(1) {
                state.put(digit, cell);
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

    /// Deduces until nothing changes: whether the grid is full.
    pub(super) fn propagate(&mut self) -> Result<bool, Contradiction> {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                self.digits[digit] = settle(self.digits[digit])?;
            }
            if self.strike_placed()? {
                return Ok(true);
            }
            if self.changed == 0 {
                self.place_naked_singles()?;
            }
            if self.changed == 0 {
                self.fill_minis()?;
            }
            if self.changed == 0 {
                return Ok(false);
            }
        }
    }

    /// A cell in which a digit is placed loses its other candidates: whether all cells have a digit.
    fn strike_placed(&mut self) -> Result<bool, Contradiction> {
        let placed = self.digits.map(|places| places.map(bits::alone_in_row));
        let (mut once, mut twice) = ([0; 3], 0);
        for places in &placed {
            for band in 0..3 {
                twice |= once[band] & places[band];
                once[band] |= places[band];
            }
        }
        if twice != 0 {
            return Err(Contradiction);
        }
        for (digit, own) in placed.iter().enumerate() {
            let mut struck = 0;
            for (places, (once, own)) in self.digits[digit].iter_mut().zip(once.iter().zip(own)) {
                let gone = *places & once & !own;
                *places ^= gone;
                struck |= gone;
            }
            self.changed |= u16::from(struck != 0) << digit;
        }
        Ok(once == [BAND; 3])
    }

    /// Cells with one candidate get it.
    fn place_naked_singles(&mut self) -> Result<(), Contradiction> {
        let mut singles = [0; 3];
        for (band, singles) in singles.iter_mut().enumerate() {
            let (mut one, mut two) = (0, 0);
            for places in &self.digits {
                two |= one & places[band];
                one |= places[band];
            }
            if one != BAND {
                return Err(Contradiction);
            }
            *singles = one & !two;
        }
        for digit in 0..9 {
            for (band, singles) in singles.iter().enumerate() {
                let places = self.digits[digit][band];
                let naked = places & singles & !bits::alone_in_row(places);
                for cell in bits::cells_in(naked) {
                    self.put(digit, 27 * band + cell);
                }
            }
        }
        Ok(())
    }

    /// A mini with three digits of its own has no others; three digits that are all of a mini's are its own.
    fn fill_minis(&mut self) -> Result<(), Contradiction> {
        for band in 0..6 {
            let minis = self.minis(band);
            let (mut held, mut open) = (AtLeast::default(), AtLeast::default());
            for minis in minis {
                held.add(HELD[usize::from(minis)]);
                open.add(minis);
            }
            if held.four != 0 || open.three != ALL_MINIS {
                return Err(Contradiction);
            }
            for (digit, minis) in minis.into_iter().enumerate() {
                let others = held.three & minis & !HELD[usize::from(minis)];
                let own = minis & !open.four;
                let left = minis & !others & IF_HELD[usize::from(own)];
                if left != minis {
                    self.keep(band, digit, left);
                }
            }
        }
        Ok(())
    }

    /// The minis of each digit in a band (0 to 2) or stack (3 to 5).
    fn minis(&self, band: usize) -> [u16; 9] {
        if band < 3 {
            self.digits.map(|places| bits::minis(places[band]))
        } else {
            self.digits.map(|places| bits::stack_minis(bits::cols(places), band - 3))
        }
    }

    /// Splits a digit's places in two; the other half is what it returns.
    pub(super) fn split(&mut self) -> Self {
        let (band, digit, minis) = self.choice();
        let halves = SPLITS[usize::from(minis)];
        let mut other = self.clone();
        self.keep(band, digit, halves.yes);
        other.keep(band, digit, halves.no);
        other
    }

    /// Of the bands (0 to 2) and stacks (3 to 5) that are not decided the one with the fewest open
    /// configurations, in it the digit with the fewest, and that digit's minis.
    fn choice(&self) -> (usize, usize, u16) {
        let minis = [0, 1, 2, 3, 4, 5].map(|band| self.minis(band));
        let counts = minis.map(|minis| minis.map(|minis| N_CONFIGURATIONS[usize::from(minis)]));
        let total = |band: &usize| counts[*band].iter().sum::<u8>();
        let band = (0..6).filter(|band| total(band) > 9).min_by_key(total);
        // Were every digit decided in every band and stack, their minis would cross in single cells.
        let band = band.expect("a stalled grid has a band that is not decided");
        let open = |digit: &usize| counts[band][*digit] > 1;
        let digit = (0..9).filter(open).min_by_key(|digit| counts[band][*digit]);
        let digit = digit.expect("a band that is not decided has an open digit");
        (band, digit, minis[band][digit])
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
#[inline]
fn settle(mut places: Places) -> Result<Places, Contradiction> {
    loop {
        let before = places;
        places = bits::used_in_cols(places.map(bits::used_in_rows));
        if places[0] == 0 || places[1] == 0 || places[2] == 0 {
            return Err(Contradiction);
        }
        if places == before {
            return Ok(places);
        }
    }
}
