//! All solutions of a grid of any side up to [`MAX_SIDE`](crate::MAX_SIDE), one after the other.
//!
//! The candidates of a cell are bits. A cell with one candidate takes it from its peers, and a value with one
//! place in a house is put there, until nothing changes. Then the cell with the fewest candidates, or the value
//! with the fewest places in a house if these are fewer, is split: one choice first, all others later. No
//! recursion and no clock; what is left to do is on a stack.
//!
//! # References
//! - H. Simonis: *Sudoku as a Constraint Problem*, 2005: these deductions
//! - R. Haralick, G. Elliott: *Increasing Tree Search Efficiency for Constraint Satisfaction Problems*, 1980:
//!   fail first

use crate::Houses;
use sudoku_core::{Grid, Value, changed_givens};

/// A cell or a house has nothing left.
struct Contradiction;

/// The solutions of a grid.
#[derive(Debug)]
pub struct Solutions<'a> {
    puzzle: &'a Grid,
    houses: &'a Houses,
    /// Boards that are to be looked at, as candidates of each cell.
    open: Vec<Vec<u64>>,
}

impl<'a> Solutions<'a> {
    /// The solutions of `puzzle`, which has the shape of `houses`; nothing is calculated yet.
    #[must_use]
    pub fn of(houses: &'a Houses, puzzle: &'a Grid) -> Self {
        let all = houses.all();
        let candidates = puzzle.cells().iter().map(|value| value.map_or(all, |value| 1 << value));
        Self { puzzle, houses, open: vec![candidates.collect()] }
    }

    /// Deduces until nothing changes.
    fn propagate(&self, cells: &mut [u64]) -> Result<(), Contradiction> {
        loop {
            let mut changed = false;
            for house in 0..self.houses.len() {
                let cells_of_house = self.houses.cells(house);
                let is_complete = cells_of_house.len() == self.houses.n_values();
                changed |= settle(cells_of_house, is_complete, cells)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The cells of a choice with their candidates in it; nothing where all is decided.
    fn choice(&self, cells: &[u64]) -> Option<Vec<(usize, u64)>> {
        let open = |cell: &usize| !cells[*cell].is_power_of_two();
        let cell = (0..cells.len()).filter(open).min_by_key(|cell| cells[*cell].count_ones())?;
        let n_candidates = cells[cell].count_ones() as usize;
        if n_candidates > 2 {
            let places = |house: usize, bit: u64| -> Vec<(usize, u64)> {
                let here = self.houses.cells(house).iter().filter(|cell| cells[**cell] & bit != 0);
                here.map(|cell| (*cell, bit)).collect()
            };
            let bits = (0..self.houses.n_values()).map(|value| 1_u64 << value);
            let all = bits
                .flat_map(|bit| self.houses.holding_every_value().map(move |house| (house, bit)));
            let choices = all.map(|(house, bit)| places(house, bit));
            let fewest = choices.filter(|places| places.len() > 1).min_by_key(Vec::len);
            if let Some(fewest) = fewest.filter(|places| places.len() < n_candidates) {
                return Some(fewest);
            }
        }
        let bits = (0..u64::BITS).map(|value| 1 << value).filter(|bit| cells[cell] & bit != 0);
        Some(bits.map(|bit| (cell, bit)).collect())
    }
}

/// Singles of one house, which holds every value if `is_complete`: whether anything changed.
fn settle(house: &[usize], is_complete: bool, cells: &mut [u64]) -> Result<bool, Contradiction> {
    let (mut once, mut twice, mut decided) = (0, 0, 0);
    for &cell in house {
        let candidates = cells[cell];
        twice |= once & candidates;
        once |= candidates;
        if candidates.is_power_of_two() {
            if decided & candidates != 0 {
                return Err(Contradiction);
            }
            decided |= candidates;
        }
    }
    if (once.count_ones() as usize) < house.len() {
        return Err(Contradiction);
    }
    let alone = if is_complete { once & !twice } else { 0 };
    let mut changed = false;
    for &cell in house {
        let before = cells[cell];
        if before.is_power_of_two() {
            continue;
        }
        let hidden = before & alone & !decided;
        let after = match hidden.count_ones() {
            0 => before & !decided,
            1 => hidden,
            _ => return Err(Contradiction),
        };
        if after == 0 {
            return Err(Contradiction);
        }
        cells[cell] = after;
        changed |= after != before;
    }
    Ok(changed)
}

impl Iterator for Solutions<'_> {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while let Some(mut cells) = self.open.pop() {
            if self.propagate(&mut cells).is_err() {
                continue;
            }
            let Some(choices) = self.choice(&cells) else {
                let value = |candidates: &u64| Some(candidates.trailing_zeros() as Value);
                let solution = Grid::new(self.puzzle.geometry(), cells.iter().map(value).collect());
                let keeps = changed_givens(self.puzzle, &solution).is_empty();
                let is_right = keeps && self.houses.rules().is_solution(&solution);
                assert!(is_right, "internal error: the search found no solution");
                return Some(solution);
            };
            for (cell, bit) in choices.into_iter().rev() {
                let mut next = cells.clone();
                next[cell] = bit;
                self.open.push(next);
            }
        }
        None
    }
}
