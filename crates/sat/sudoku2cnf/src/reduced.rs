//! The `reduced` encoding: `extended` after everything that the givens settle has been taken out.
//!
//! A given makes its variable true, and false the other candidates of its cell and the same value
//! in the other cells of its three houses. These variables keep their numbers and get unit clauses,
//! positive for the givens, negative for what they exclude, so that a model is still complete and
//! every decoder works. Of the other clauses only this remains:
//!
//! ```text
//! at least one   over the open candidates of each blank cell, and of each value in each house
//!                that does not hold it yet
//! at most one    over the same sets
//! ```
//!
//! A set without a candidate gives the empty clause: the puzzle has no solution. Where two givens
//! clash, each excludes the other, so the units contradict each other. A pair of cells that shares a
//! row and a block has its clause twice, as in `natural`.
//!
//! On puzzles with many givens this leaves a few per cent of the clauses.
//!
//! # References
//! Gihwon Kwon and Himanshu Jain, "Optimized CNF encoding for Sudoku puzzles", Proceedings of the
//! 13th International Conference on Logic for Programming, Artificial Intelligence and Reasoning
//! (LPAR), short papers, 2006. There the settled variables are taken out altogether; here they stay
//! as units.

use crate::clause_writer::{ClauseWriter, Group};
use crate::constraints::{self, literals};
use std::io::{self, Write};
use sudoku_core::{Cell, ClauseCounts, Grid, House, HouseKind, Puzzle, Rules, Value, VarMap};

/// What the givens leave open.
struct Left<'a> {
    grid: &'a Grid,
    rules: &'a Rules,
    /// How many givens of a value a house has, at index `house·n + value`; 2 is "several".
    given: Vec<u8>,
}

impl<'a> Left<'a> {
    fn of(Puzzle { grid, rules, .. }: &'a Puzzle) -> Self {
        let n_counts = rules.houses().len() * rules.shape().n_values();
        let mut left = Self { grid, rules, given: vec![0; n_counts] };
        for (cell, value) in grid.givens() {
            for house in rules.houses_of(cell) {
                let index = left.index(house, value);
                left.given[index] = 2.min(left.given[index] + 1);
            }
        }
        left
    }

    fn index(&self, house: usize, value: Value) -> usize {
        house * self.rules.shape().n_values() + usize::from(value)
    }

    /// Whether a given of this cell or of a peer makes the candidate false.
    fn excludes(&self, cell: Cell, value: Value) -> bool {
        let given = self.grid.get(cell);
        let own = u8::from(given == Some(value));
        let mut houses = self.rules.houses_of(cell);
        given.is_some_and(|given| given != value)
            || houses.any(|house| self.given[self.index(house, value)] > own)
    }

    /// The candidates that the givens exclude: cells row-major, values ascending.
    fn excluded(&self) -> impl Iterator<Item = (Cell, Value)> {
        let geometry = self.grid.geometry();
        constraints::cells(geometry)
            .flat_map(move |cell| constraints::of_cell(geometry, cell))
            .filter(|(cell, value)| self.excludes(*cell, *value))
    }

    /// The blank cells.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        constraints::cells(self.grid.geometry()).filter(|cell| self.grid.get(*cell).is_none())
    }

    /// The open candidates of a blank cell.
    fn of_cell(&self, cell: Cell) -> impl Iterator<Item = (Cell, Value)> {
        constraints::of_cell(self.grid.geometry(), cell)
            .filter(|(cell, value)| !self.excludes(*cell, *value))
    }

    /// The values that a house does not hold yet.
    fn values_in_houses(&self, kind: HouseKind) -> impl Iterator<Item = (&House, Value)> {
        let held = |(house, value): (&House, Value)| {
            house.cells.iter().any(|cell| self.grid.get(*cell) == Some(value))
        };
        constraints::values_in_houses(self.rules, kind).filter(move |place| !held(*place))
    }

    /// The open places of such a value.
    fn of_value(&self, place: (&House, Value)) -> impl Iterator<Item = (Cell, Value)> {
        constraints::of_value(place).filter(|(cell, value)| !self.excludes(*cell, *value))
    }
}

/// How many clauses [`write`] will write.
pub(crate) fn counts(puzzle: &Puzzle) -> ClauseCounts {
    let (left, grid) = (Left::of(puzzle), &puzzle.grid);
    let mut counts = ClauseCounts {
        units: (grid.givens().count() + left.excluded().count()) as u64,
        ..ClauseCounts::default()
    };
    for cell in left.cells() {
        counts.cell_at_least_one += 1;
        counts.cell_at_most_one += ClauseCounts::pairs(left.of_cell(cell).count() as u64);
    }
    for (k, kind) in puzzle.rules.kinds().enumerate() {
        for place in left.values_in_houses(kind) {
            counts.house_at_least_one[k] += 1;
            counts.house_at_most_one[k] += ClauseCounts::pairs(left.of_value(place).count() as u64);
        }
    }
    counts
}

/// Writes the clauses.
pub(crate) fn write(puzzle: &Puzzle, cnf: &mut ClauseWriter<'_, impl Write>) -> io::Result<()> {
    let Puzzle { grid, rules, .. } = puzzle;
    let geometry = grid.geometry();
    let map = VarMap::new(geometry);
    let left = Left::of(puzzle);
    let of_cell = |cell| literals(geometry, left.of_cell(cell));
    let of_value = |place| literals(geometry, left.of_value(place));

    cnf.begin(Group::Givens);
    literals(geometry, grid.givens()).into_iter().try_for_each(|given| cnf.unit(given))?;
    cnf.begin(Group::Excluded);
    left.excluded().try_for_each(|(cell, value)| cnf.unit(-map.var(cell, value).cast_signed()))?;
    cnf.begin(Group::CellAtLeastOne);
    left.cells().try_for_each(|cell| cnf.clause(&of_cell(cell)))?;
    cnf.begin(Group::CellAtMostOne);
    left.cells().try_for_each(|cell| cnf.at_most_one(&of_cell(cell)))?;
    for kind in rules.kinds() {
        cnf.begin(Group::HouseAtMostOne(kind));
        left.values_in_houses(kind).try_for_each(|place| cnf.at_most_one(&of_value(place)))?;
    }
    for kind in rules.kinds() {
        cnf.begin(Group::HouseAtLeastOne(kind));
        left.values_in_houses(kind).try_for_each(|place| cnf.clause(&of_value(place)))?;
    }
    Ok(())
}
