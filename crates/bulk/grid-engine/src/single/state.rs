//! Candidates by digit, deduction, and the split of a digit's places.

use super::bits::{self, ALL_CELLS, ALL_MINIS, KEPT, Minis, NO_CELLS, Places, zip};
use crate::split::{IF_HELD, SPLITS, Split};
use crate::{N_CELLS, Puzzle};

/// A cell or a house has nothing left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contradiction;

/// What deduction comes to where it finds no contradiction.
pub(super) enum Settled {
    /// Each cell has a digit.
    Full,
    /// Nothing changes any more.
    Open,
}

/// The two halves of a digit's minis in a band (0 to 2) or stack (3 to 5).
pub(super) struct Choice {
    pub(super) band: usize,
    pub(super) digit: usize,
    pub(super) halves: Split,
}

/// The places of each digit, and of which digits something changed since the last deduction.
#[derive(Clone)]
pub(super) struct State {
    digits: [Places; 9],
    /// The minis of each digit when it was settled last.
    minis: [Minis; 9],
    /// The cells that hold a digit which is alone in its row there; the others are struck out of them.
    filled: Places,
    changed: u16,
}

impl State {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let digits = [ALL_CELLS; 9];
        let mut state = Self { digits, minis: [0; 9], filled: NO_CELLS, changed: 0x1ff };
        // Gathered without a branch on each cell, for nobody could predict it.
        let (mut given_cells, mut n_givens) = ([0_u8; N_CELLS], 0);
        for (cell, value) in puzzle.cells().iter().enumerate() {
            given_cells[n_givens] = cell as u8;
            n_givens += usize::from(*value != 0);
        }
        let mut given = [NO_CELLS; 9];
        for cell in given_cells.into_iter().take(n_givens).map(usize::from) {
            let digit = usize::from(puzzle.cells()[cell]) - 1;
            state.put(digit, cell);
            given[digit][cell / 27] |= bits::bit(cell);
            state.filled[cell / 27] |= bits::bit(cell);
        }
        // All givens at once, for there are many.
        let open = state.filled.map(|filled| !filled);
        for (places, own) in state.digits.iter_mut().zip(given) {
            *places = zip(*places, zip(own, open, |own, open| own | open), |a, b| a & b);
        }
        state
    }

    /// Puts a digit into a cell, where it may have been struck out already.
    fn put(&mut self, digit: usize, cell: usize) {
        let places = &mut self.digits[digit];
        *places = zip(*places, KEPT[cell], |places, kept| places & kept);
        self.changed |= 1 << digit;
    }

    /// Deduces until nothing changes.
    pub(super) fn propagate(&mut self) -> Result<Settled, Contradiction> {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                let (places, minis) = bits::settle(self.digits[digit]).ok_or(Contradiction)?;
                self.minis[digit] = minis;
                self.fill(digit, places);
                self.digits[digit] = places;
            }
            if self.filled == ALL_CELLS {
                return Ok(Settled::Full);
            }
            self.place_naked_singles()?;
            if self.changed == 0 {
                self.fill_minis()?;
                if self.changed == 0 {
                    return Ok(Settled::Open);
                }
            }
        }
    }

    /// A cell in which a digit is alone in its row loses its other candidates.
    fn fill(&mut self, digit: usize, places: Places) {
        let new = zip(bits::alone_in_row(places), self.filled, |alone, filled| alone & !filled);
        if new == NO_CELLS {
            return;
        }
        self.filled = zip(self.filled, new, |filled, new| filled | new);
        let mut changed = 0;
        for (other, places) in self.digits.iter_mut().enumerate() {
            let struck = zip(*places, new, |places, new| places & new);
            changed |= u16::from(struck != NO_CELLS) << other;
            *places = zip(*places, struck, |places, struck| places ^ struck);
        }
        self.changed |= changed & !(1 << digit);
    }

    /// Cells with one candidate get it.
    fn place_naked_singles(&mut self) -> Result<(), Contradiction> {
        let (mut one, mut two) = (NO_CELLS, NO_CELLS);
        for places in self.digits {
            two = zip(two, zip(one, places, |one, places| one & places), |a, b| a | b);
            one = zip(one, places, |one, places| one | places);
        }
        if one != ALL_CELLS {
            return Err(Contradiction);
        }
        let several = zip(two, self.filled, |two, filled| two | filled);
        let naked = zip(one, several, |one, several| one & !several);
        if naked == NO_CELLS {
            return Ok(());
        }
        for digit in 0..9 {
            for (band, cells) in
                zip(self.digits[digit], naked, |a, b| a & b).into_iter().enumerate()
            {
                for cell in bits::cells_in(cells) {
                    self.put(digit, 27 * band + cell);
                }
            }
        }
        Ok(())
    }

    /// A mini with three digits of its own has no others; three digits that are all of a mini's are its own.
    fn fill_minis(&mut self) -> Result<(), Contradiction> {
        let (mut held, mut open) = (AtLeast::default(), AtLeast::default());
        for minis in self.minis {
            held.add(bits::held(minis));
            open.add(minis);
        }
        if held.four != 0 || open.three != ALL_MINIS {
            return Err(Contradiction);
        }
        if held.three == ALL_MINIS & !open.four {
            // Whichever has three is filled already.
            return Ok(());
        }
        for (digit, minis) in self.minis.into_iter().enumerate() {
            let is_held = bits::held(minis);
            let others = held.three & minis & !is_held;
            let own = minis & !open.four;
            let new = others | own & !is_held;
            for band in (0..6).filter(|band| bits::of_band(new, *band) != 0) {
                let left =
                    IF_HELD[bits::of_band(own, band)] & bits::of_band(minis & !others, band) as u16;
                self.keep(band, digit, left);
            }
        }
        Ok(())
    }

    /// Where a digit's places are to be split in two.
    pub(super) fn choice(&self) -> Choice {
        let (band, digit) = choice(&self.minis);
        let minis = bits::of_band(self.minis[digit], band) as u16;
        let halves = if band < 3 {
            let Split { yes, no } = SPLITS[usize::from(bits::transposed(minis))];
            Split { yes: bits::transposed(yes), no: bits::transposed(no) }
        } else {
            SPLITS[usize::from(minis)]
        };
        Choice { band, digit, halves }
    }

    /// Leaves a digit only some minis of a band or stack.
    pub(super) fn keep(&mut self, band: usize, digit: usize, minis: u16) {
        let places = &mut self.digits[digit];
        if band < 3 {
            places[band] &= bits::cells_of(minis);
        } else {
            let kept = bits::cells_beside(band - 3, minis);
            *places = zip(*places, kept, |places, kept| places & kept);
        }
        self.changed |= 1 << digit;
    }

    /// The values 1 to 9 of a full grid.
    pub(super) fn values(&self) -> [u8; N_CELLS] {
        let mut values = [0; N_CELLS];
        for (digit, places) in self.digits.iter().enumerate() {
            for row in 0..9 {
                values[9 * row + bits::first_in_row(places, row)] = digit as u8 + 1;
            }
        }
        values
    }
}

/// Of the bands (0 to 2) and stacks (3 to 5) that are not decided the one with the fewest open configurations, and in it the
/// digit with the fewest.
fn choice(minis: &[Minis; 9]) -> (usize, usize) {
    let n_open = minis.map(bits::n_configurations);
    let totals: u64 = n_open.into_iter().sum();
    // What is decided, with one for each digit or for itself, wraps around and comes last. Were every digit decided in every band
    // and stack, their minis would cross in single cells, so a stalled grid has a choice.
    let of_bands = std::array::from_fn(|band| bits::of_band(totals, band).wrapping_sub(10));
    let band = place_of_least::<6>(of_bands);
    assert!(of_bands[band] < 54, "a stalled grid has a band that is not decided");
    let of_digits = n_open.map(|n_open| bits::of_band(n_open, band).wrapping_sub(2));
    (band, place_of_least(of_digits))
}

/// Where the least of some numbers is, the first of equal ones; without branches, for nobody could predict them.
fn place_of_least<const N: usize>(numbers: [usize; N]) -> usize {
    let keys: [u32; N] = std::array::from_fn(|i| (numbers[i] as u32) << 4 | i as u32);
    keys.into_iter().fold(u32::MAX, u32::min) as usize & 15
}

/// Minis that at least so many digits have.
#[derive(Default)]
struct AtLeast {
    one: Minis,
    two: Minis,
    three: Minis,
    four: Minis,
}

impl AtLeast {
    #[inline]
    fn add(&mut self, minis: Minis) {
        self.four |= self.three & minis;
        self.three |= self.two & minis;
        self.two |= self.one & minis;
        self.one |= minis;
    }
}
