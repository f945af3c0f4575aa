//! All solutions of a grid of any side up to 32, one after the other.
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

use sudoku_core::{Cell, Grid, Puzzle, Value};

/// A cell or a house has nothing left.
struct Contradiction;

/// A house for the search.
#[derive(Debug)]
struct House {
    /// Its cells, as indices.
    cells: Vec<usize>,
    /// Whether each value stands in it: it has as many cells as there are values.
    holds_all: bool,
}

/// The solutions of a puzzle.
#[derive(Debug)]
pub struct Solutions {
    puzzle: Puzzle,
    houses: Vec<House>,
    /// Boards that are to be looked at, as candidates of each cell.
    open: Vec<Vec<u32>>,
}

impl Solutions {
    /// The solutions of `puzzle`, whose side is at most 32; nothing is calculated yet.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let shape = puzzle.grid.shape();
        let all = u32::MAX >> (32 - shape.n_values().min(32));
        let candidates =
            puzzle.grid.cells().iter().map(|value| value.map_or(all, |value| 1 << value));
        let index = |cell: &Cell| shape.index(*cell);
        let house = |house: &sudoku_core::House| House {
            cells: house.cells.iter().map(index).collect(),
            holds_all: house.cells.len() == shape.n_values(),
        };
        let houses = puzzle.rules.houses().iter();
        Self {
            puzzle: puzzle.clone(),
            houses: houses.map(house).collect(),
            open: vec![candidates.collect()],
        }
    }

    fn n_values(&self) -> usize {
        self.puzzle.grid.shape().n_values()
    }

    /// Deduces until nothing changes.
    fn propagate(&self, cells: &mut [u32]) -> Result<(), Contradiction> {
        loop {
            let mut changed = false;
            for house in &self.houses {
                changed |= settle(house, cells)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The cells of a choice with their candidates in it; nothing where all is decided.
    fn choice(&self, cells: &[u32]) -> Option<Vec<(usize, u32)>> {
        let open = |cell: &usize| !cells[*cell].is_power_of_two();
        let cell = (0..cells.len()).filter(open).min_by_key(|cell| cells[*cell].count_ones())?;
        let n_candidates = cells[cell].count_ones() as usize;
        if n_candidates > 2 {
            let places = |house: &House, bit: u32| -> Vec<(usize, u32)> {
                let here = house.cells.iter().filter(|cell| cells[**cell] & bit != 0);
                here.map(|cell| (*cell, bit)).collect()
            };
            let bits = (0..self.n_values()).map(|value| 1_u32 << value);
            let all = bits.flat_map(|bit| {
                let full = self.houses.iter().filter(|house| house.holds_all);
                full.map(move |house| (house, bit))
            });
            let choices = all.map(|(house, bit)| places(house, bit));
            let fewest = choices.filter(|places| places.len() > 1).min_by_key(Vec::len);
            if let Some(fewest) = fewest.filter(|places| places.len() < n_candidates) {
                return Some(fewest);
            }
        }
        let bits = (0..32).map(|value| 1 << value).filter(|bit| cells[cell] & bit != 0);
        Some(bits.map(|bit| (cell, bit)).collect())
    }
}

/// Singles of one house: whether anything changed.
fn settle(
    House { cells: house, holds_all }: &House,
    cells: &mut [u32],
) -> Result<bool, Contradiction> {
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
    let alone = if *holds_all { once & !twice } else { 0 };
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

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while let Some(mut cells) = self.open.pop() {
            if self.propagate(&mut cells).is_err() {
                continue;
            }
            let Some(choices) = self.choice(&cells) else {
                let value = |candidates: &u32| Some(candidates.trailing_zeros() as Value);
                let grid = &self.puzzle.grid;
                let values = cells.iter().map(value).collect();
                let solution = Grid::of_shape(grid.shape(), grid.blocks(), values);
                if self.puzzle.is_solution(&solution) {
                    return Some(solution);
                }
                continue;
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

#[cfg(test)]
mod tests {
    use super::*;
    use grid_engine::single;
    use proptest::prelude::*;
    use sudoku_core::{Alphabet, Geometry};

    fn classic(grid: Grid) -> Puzzle {
        let alphabet = Alphabet::default_of(grid.shape().rows());
        Puzzle::classic(grid, alphabet)
    }

    fn n_solutions(text: &str) -> usize {
        let puzzles = sudoku_core::format::read(
            text.as_bytes(),
            &sudoku_core::format::ReadOptions::default(),
        )
        .unwrap();
        Solutions::of(&puzzles[0]).count()
    }

    #[test]
    fn small_boards_are_counted() {
        assert_eq!(n_solutions(&".".repeat(16)), 288);
        assert_eq!(n_solutions("1234\n3412\n2143\n432.\n"), 1);
        assert_eq!(n_solutions("11..\n....\n....\n....\n"), 0);
        assert_eq!(Solutions::of(&classic(Grid::blank(Geometry::new(1, 3).unwrap()))).count(), 12);
    }

    #[test]
    fn large_boards_are_solved() {
        for (height, width) in [(2, 3), (3, 2), (3, 4), (4, 4), (5, 5)] {
            let puzzle = classic(Grid::blank(Geometry::new(height, width).unwrap()));
            let found = Solutions::of(&puzzle).next();
            assert!(found.is_some_and(|found| puzzle.is_solution(&found)));
        }
    }

    proptest! {
        /// Two searches that share nothing agree.
        #[test]
        fn the_engine_for_side_9_finds_the_same(givens in proptest::collection::vec((0_usize..81, 1_u8..10), 18..26)) {
            let puzzle = givens.iter().fold(grid_engine::Puzzle::BLANK, |puzzle, (cell, value)| puzzle.with(*cell, *value));
            let cells = puzzle.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
            let grid = Grid::new(Geometry::new(3, 3).unwrap(), cells.collect());
            let ours = Solutions::of(&classic(grid)).take(50).count();
            prop_assert_eq!(ours, single::Solutions::of(puzzle).take(50).count());
        }
    }
}
