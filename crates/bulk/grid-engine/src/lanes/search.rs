//! The search of all lanes: rounds, and between them what is rare in a lane.

use super::Outcome;
use super::board::{ALL, Board, Frame, cells_of, minis_of};
use super::branch::{Choices, choose};
use super::propagate::round;
use crate::split::{ALL_MINIS, SPLITS};
use crate::{N_CELLS, Puzzle};
use simd_lanes::{Lanes, Simd};

/// The candidates that a cell's content leaves.
const CANDIDATES: [u16; 16] = {
    let mut table = [ALL; 16];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// The puzzle of a lane, and its open branches, the last one to be taken first.
struct Lane {
    puzzle: usize,
    open: Vec<Branch>,
}

/// What a split leaves for later: in a band or stack a digit keeps some of its minis. The frame is still the one
/// before the split, for most branches of a puzzle with many solutions are never taken.
struct Branch {
    frame: Frame,
    band: usize,
    digit: u16,
    kept: u16,
}

/// The lanes and their puzzles.
pub(super) struct Search<'a, const W: usize, S> {
    simd: S,
    puzzles: &'a [Puzzle],
    limit: u64,
    outcomes: &'a mut [Outcome],
    /// The first puzzle that no lane has taken yet.
    next: usize,
    board: Box<Board<W>>,
    choices: Choices<W>,
    lanes: [Lane; W],
    /// What has to be put into lanes before the next round.
    new: Vec<(usize, Frame)>,
    /// The sums of candidates after the last round.
    sums: [u16; W],
    /// Lanes that have a puzzle.
    busy: u32,
    /// Lanes whose board is not what the last round left.
    fresh: u32,
}

/// The bits of a mask that are set: lanes, or minis.
fn bits_of(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(bit as usize)
    })
}

impl<'a, const W: usize, S: Simd<W>> Search<'a, W, S> {
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        puzzles: &'a [Puzzle],
        limit: u64,
        outcomes: &'a mut [Outcome],
    ) -> Self {
        Self {
            simd,
            puzzles,
            limit,
            outcomes,
            next: 0,
            board: Box::new(Board::BLANK),
            choices: Choices::NONE,
            lanes: std::array::from_fn(|_| Lane { puzzle: 0, open: Vec::new() }),
            new: Vec::with_capacity(W),
            sums: [0; W],
            busy: 0,
            fresh: 0,
        }
    }

    #[inline(always)]
    pub(super) fn run(mut self) {
        for lane in 0..W {
            self.take_next(lane);
        }
        while self.busy != 0 {
            self.board.insert(self.simd, &self.new);
            self.new.clear();
            let report = round(self.simd, &mut self.board);
            let same = report.sum.equal(self.simd.load(&self.sums));
            self.simd.store(report.sum, &mut self.sums);
            let broken = report.broken & self.busy;
            let complete = report.complete & self.busy & !broken;
            let stalled = same & self.busy & !broken & !self.fresh;
            self.fresh = 0;
            for lane in bits_of(broken) {
                self.back(lane);
            }
            let mut solved = 0;
            for lane in bits_of(complete) {
                solved |= u32::from(self.solved(lane)) << lane;
            }
            let stalled = stalled & !solved;
            if stalled != 0 {
                choose(self.simd, &self.board, &mut self.choices);
                for lane in bits_of(stalled) {
                    self.split(lane);
                }
            }
        }
    }

    /// Gives a lane the next puzzle, if there is one.
    #[inline(always)]
    fn take_next(&mut self, lane: usize) {
        let Some(puzzle) = self.puzzles.get(self.next) else {
            self.busy &= !(1 << lane);
            return;
        };
        self.outcomes[self.next] = Outcome::NONE;
        self.lanes[lane].puzzle = self.next;
        self.next += 1;
        self.busy |= 1 << lane;
        let frame = puzzle.cells().map(|cell| CANDIDATES[usize::from(cell & 15)]);
        self.insert(lane, frame);
    }

    #[inline(always)]
    fn insert(&mut self, lane: usize, frame: Frame) {
        self.new.push((lane, frame));
        self.fresh |= 1 << lane;
    }

    /// Takes the last open branch of a lane; without one its puzzle is finished.
    #[inline(always)]
    fn back(&mut self, lane: usize) {
        match self.lanes[lane].open.pop() {
            Some(Branch { mut frame, band, digit, kept }) => {
                for part in bits_of(u32::from(ALL_MINIS & !kept)) {
                    for cell in cells_of(band, part) {
                        frame[cell] &= !digit;
                    }
                }
                self.insert(lane, frame);
            }
            None => self.take_next(lane),
        }
    }

    /// Counts the solution in a lane, if it is one, and goes on to the next.
    #[inline(always)]
    fn solved(&mut self, lane: usize) -> bool {
        let mut solution = [0; N_CELLS];
        for (value, row) in solution.iter_mut().zip(&self.board.cells) {
            *value = 1 + row[lane].trailing_zeros() as u8;
        }
        let index = self.lanes[lane].puzzle;
        if !self.puzzles[index].is_solved_by(&solution) {
            return false;
        }
        let outcome = &mut self.outcomes[index];
        if outcome.n_solutions == 0 {
            outcome.first = solution;
        }
        outcome.n_solutions += 1;
        if outcome.n_solutions == self.limit {
            self.lanes[lane].open.clear();
        }
        self.back(lane);
        true
    }

    /// Splits the places of a digit: one half stays in the lane, the other is an open branch.
    #[inline(always)]
    fn split(&mut self, lane: usize) {
        let band = usize::from(self.choices.band[lane]);
        let digits = self.choices.digits[lane];
        let digit = digits & digits.wrapping_neg();
        let mut minis = 0_u16;
        for part in 0..9 {
            let open = self.board.minis[minis_of(band) + part][lane] & digit != 0;
            minis |= u16::from(open) << part;
        }
        let halves = SPLITS[usize::from(minis)];
        let frame = self.board.extract(lane);
        self.lanes[lane].open.push(Branch { frame, band, digit, kept: halves.no });
        for part in bits_of(u32::from(minis & !halves.yes)) {
            for cell in cells_of(band, part) {
                self.board.cells[cell][lane] &= !digit;
            }
        }
        self.fresh |= 1 << lane;
        self.outcomes[self.lanes[lane].puzzle].guesses += 1;
    }
}
