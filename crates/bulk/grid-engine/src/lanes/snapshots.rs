//! The lanes as they were before they were split, for the branches that are still open.
//!
//! Lanes are split in the same round as many others, so all of them are copied at once, row by row: that is cheaper than to gather
//! the column of a single lane, and most branches of a puzzle with many solutions are never taken. A copy is
//! used again once none of its branches is open.

use super::board::Candidates;

#[repr(C, align(64))]
struct Snapshot<const W: usize> {
    cells: Candidates<W>,
    n_open: usize,
}

/// The copies.
pub(super) struct Snapshots<const W: usize> {
    all: Vec<Snapshot<W>>,
    free: Vec<usize>,
}

impl<const W: usize> Snapshots<W> {
    pub(super) const fn new() -> Self {
        Self { all: Vec::new(), free: Vec::new() }
    }

    /// Copies all lanes, for so many branches; the number of the copy.
    #[inline(always)]
    pub(super) fn take(&mut self, cells: &Candidates<W>, n_open: usize) -> usize {
        if let Some(number) = self.free.pop() {
            let snapshot = &mut self.all[number];
            snapshot.cells.copy_from_slice(cells);
            snapshot.n_open = n_open;
            return number;
        }
        self.all.push(Snapshot { cells: *cells, n_open });
        self.all.len() - 1
    }

    #[inline(always)]
    pub(super) fn cells(&self, number: usize) -> &Candidates<W> {
        &self.all[number].cells
    }

    /// One of the branches of a copy is not open any more.
    #[inline(always)]
    pub(super) fn close(&mut self, number: usize) {
        let snapshot = &mut self.all[number];
        snapshot.n_open -= 1;
        if snapshot.n_open == 0 {
            self.free.push(number);
        }
    }
}
