//! The candidates of each cell, as a person pencils them in.

use crate::Houses;
use crate::step::Step;
use sudoku_core::{Grid, Value};

/// A grid and the candidates of its open cells.
#[derive(Debug, Clone)]
pub struct Pencil<'a> {
    houses: &'a Houses,
    values: Vec<Option<Value>>,
    /// Bit `value` of each open cell; 0 where the cell is filled.
    cells: Vec<u64>,
}

impl<'a> Pencil<'a> {
    /// The candidates that the values of `grid` leave; `grid` has the shape of `houses`.
    #[must_use]
    pub fn new(houses: &'a Houses, grid: &Grid) -> Self {
        let values = grid.cells().to_vec();
        let candidates = |cell: usize| match values[cell] {
            Some(_) => 0,
            None => houses.peers(cell).iter().fold(houses.all(), |left, peer| {
                values[*peer].map_or(left, |value| left & !(1 << value))
            }),
        };
        let cells = (0..values.len()).map(candidates).collect();
        Self { houses, values, cells }
    }

    /// The houses it is about.
    #[must_use]
    pub fn houses(&self) -> &'a Houses {
        self.houses
    }

    /// The value of each cell, row-major; `None` is an open cell.
    #[must_use]
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    /// The candidates of each cell, bit `value` for each; 0 where the cell is filled.
    #[must_use]
    pub fn candidates(&self) -> &[u64] {
        &self.cells
    }

    /// Whether no cell is open.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.values.iter().all(Option::is_some)
    }

    /// Fills a cell and strikes the value out of its peers.
    pub fn place(&mut self, cell: usize, value: Value) {
        self.values[cell] = Some(value);
        self.cells[cell] = 0;
        for peer in self.houses.peers(cell) {
            self.cells[*peer] &= !(1 << value);
        }
    }

    /// Strikes candidates, as bits, out of a cell.
    pub fn strike(&mut self, cell: usize, candidates: u64) {
        self.cells[cell] &= !candidates;
    }

    /// Does what a step says.
    pub fn take(&mut self, step: &Step) {
        if let Some((cell, value)) = step.place {
            self.place(cell, value);
        }
        for (cell, candidates) in &step.strikes {
            self.strike(*cell, *candidates);
        }
    }

    /// The open cells of a house that have a candidate.
    pub(crate) fn places(&self, house: usize, value: Value) -> impl Iterator<Item = usize> {
        let cells = self.houses.cells(house).iter().copied();
        cells.filter(move |cell| self.cells[*cell] >> value & 1 == 1)
    }

    /// The candidates that stand in exactly one of these cells.
    pub(crate) fn once(&self, cells: &[usize]) -> u64 {
        let (once, twice) = cells.iter().fold((0, 0), |(once, twice), cell| {
            (once | self.cells[*cell], twice | once & self.cells[*cell])
        });
        once & !twice
    }

    /// The candidates of these cells together.
    pub(crate) fn union(&self, cells: &[usize]) -> u64 {
        cells.iter().fold(0, |all, cell| all | self.cells[*cell])
    }

    /// What striking `candidates` out of `cells` would change.
    pub(crate) fn strikes(&self, cells: &[usize], candidates: u64) -> Vec<(usize, u64)> {
        let struck = cells.iter().map(|cell| (*cell, self.cells[*cell] & candidates));
        struck.filter(|(_, struck)| *struck != 0).collect()
    }
}
