//! The search of all lanes: rounds, and between them what is rare in a lane.

use super::Outcome;
use super::board::{ALL, Board, Frame, bits_of, mini_at};
use super::branch::{Choices, choose};
use super::propagate::round;
use super::snapshots::Snapshots;
use crate::split::SPLITS;
use crate::{N_CELLS, Puzzle};
use simd_lanes::{Lanes, Simd};

/// The candidates that a cell's content leaves; without a table, so that many cells are taken at once.
#[inline(always)]
const fn candidates(cell: u8) -> u16 {
    let given = (1_u16 << (cell & 15)) >> 1;
    if given == 0 { ALL } else { given }
}

/// After so many rounds, a few milliseconds, the search asks whether it goes on.
const ROUNDS_UNASKED: u64 = 4096;

/// The puzzle of a lane, and its open branches, the last one to be taken first.
struct Lane {
    puzzle: usize,
    open: Vec<Branch>,
}

/// What a split leaves for later: the lane as it was before, without some minis of a digit in a band or stack.
#[derive(Clone, Copy)]
struct Branch {
    /// The number of the [snapshot](Snapshots).
    snapshot: usize,
    band: usize,
    digit: u16,
    struck: u16,
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
    snapshots: Snapshots<W>,
    /// The puzzles that have to be put into lanes before the next round.
    new: Vec<(usize, Frame)>,
    /// The branches that have to be taken before it.
    taken: Vec<(usize, Branch)>,
    /// The sums of candidates after the last round.
    sums: [u16; W],
    /// Lanes that have a puzzle.
    busy: u32,
    /// Lanes whose board is not what the last round left.
    fresh: u32,
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
            snapshots: Snapshots::new(),
            new: Vec::with_capacity(W),
            taken: Vec::with_capacity(W),
            sums: [0; W],
            busy: 0,
            fresh: 0,
        }
    }

    /// Runs until all puzzles are done, or `goes_on`, asked now and then, says no; whether all are done.
    #[inline(always)]
    pub(super) fn run(mut self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        for lane in 0..W {
            self.take_next(lane);
        }
        let mut n_rounds = 0_u64;
        while self.busy != 0 {
            n_rounds += 1;
            if n_rounds.is_multiple_of(ROUNDS_UNASKED) && !goes_on() {
                return false;
            }
            self.board.insert(self.simd, &self.new);
            self.new.clear();
            self.take_branches();
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
                let n_open = stalled.count_ones() as usize;
                let snapshot = self.snapshots.take(&self.board.cells, n_open);
                for lane in bits_of(stalled) {
                    self.split(lane, snapshot);
                }
            }
        }
        true
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
        let frame = puzzle.cells().map(candidates);
        self.new.push((lane, frame));
        self.fresh |= 1 << lane;
    }

    /// Takes the last open branch of a lane; without one its puzzle is finished.
    #[inline(always)]
    fn back(&mut self, lane: usize) {
        match self.lanes[lane].open.pop() {
            Some(branch) => {
                self.taken.push((lane, branch));
                self.fresh |= 1 << lane;
            }
            None => self.take_next(lane),
        }
    }

    /// Puts the branches that were taken into their lanes.
    #[inline(always)]
    fn take_branches(&mut self) {
        let (fours, rest) = self.taken.as_chunks::<4>();
        for four in fours {
            let before = four.map(|(lane, branch)| (lane, self.snapshots.cells(branch.snapshot)));
            self.board.restore(self.simd, &before);
        }
        for (lane, branch) in rest {
            let before = self.snapshots.cells(branch.snapshot);
            self.board.restore(self.simd, &[(*lane, before)]);
        }
        for (lane, branch) in self.taken.drain(..) {
            let Branch { snapshot, band, digit, struck } = branch;
            self.board.strike(lane, band, digit, struck);
            self.snapshots.close(snapshot);
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
            for branch in self.lanes[lane].open.drain(..) {
                self.snapshots.close(branch.snapshot);
            }
        }
        self.back(lane);
        true
    }

    /// Splits the places of a digit: one half stays in the lane, the other is an open branch.
    #[inline(always)]
    fn split(&mut self, lane: usize, snapshot: usize) {
        let band = usize::from(self.choices.band[lane]);
        let digits = self.choices.digits[lane];
        let digit = digits & digits.wrapping_neg();
        let mut minis = 0_u16;
        for part in 0..9 {
            let open = self.board.minis[mini_at(band, part / 3, part % 3)][lane] & digit != 0;
            minis |= u16::from(open) << part;
        }
        let halves = SPLITS[usize::from(minis)];
        let struck = minis & !halves.no;
        self.lanes[lane].open.push(Branch { snapshot, band, digit, struck });
        self.board.strike(lane, band, digit, minis & !halves.yes);
        self.fresh |= 1 << lane;
        self.outcomes[self.lanes[lane].puzzle].guesses += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_is_its_only_candidate_and_a_blank_has_all() {
        assert_eq!(candidates(0), ALL);
        for digit in 1..=9 {
            assert_eq!(candidates(digit).trailing_zeros(), u32::from(digit) - 1);
            assert_eq!(candidates(digit).count_ones(), 1);
        }
    }
}
