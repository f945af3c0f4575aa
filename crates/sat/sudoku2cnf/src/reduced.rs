//! The `reduced` encoding: `extended` after everything that the givens settle has been taken out.
//!
//! A given makes its variable true, and false the other candidates of its cell and the same value
//! in the other cells of its houses. These variables keep their numbers and get unit clauses,
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

use crate::sets::{self, literals};
use crate::{ClauseSink, Group};
use sudoku_core::{Cell, Grid, House, HouseKind, Puzzle, Rules, Value, VarMap};

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
        let shape = self.grid.shape();
        shape
            .all_cells()
            .flat_map(move |cell| sets::of_cell(shape, cell))
            .filter(|(cell, value)| self.excludes(*cell, *value))
    }

    /// The blank cells.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.grid.shape().all_cells().filter(|cell| self.grid.get(*cell).is_none())
    }

    /// The open candidates of a blank cell.
    fn of_cell(&self, cell: Cell) -> impl Iterator<Item = (Cell, Value)> {
        sets::of_cell(self.grid.shape(), cell).filter(|(cell, value)| !self.excludes(*cell, *value))
    }

    /// The values that a house does not hold yet.
    fn values_in_houses(&self, kind: HouseKind) -> impl Iterator<Item = (&House, Value)> {
        let held = |(house, value): (&House, Value)| {
            house.cells.iter().any(|cell| self.grid.get(*cell) == Some(value))
        };
        sets::values_in_houses(self.rules, kind).filter(move |place| !held(*place))
    }

    /// The open places of such a value.
    fn of_value(&self, place: (&House, Value)) -> impl Iterator<Item = (Cell, Value)> {
        sets::of_value(place).filter(|(cell, value)| !self.excludes(*cell, *value))
    }
}

/// Writes the clauses.
pub(crate) fn write<S: ClauseSink>(puzzle: &Puzzle, sink: &mut S) -> Result<(), S::Error> {
    let Puzzle { grid, rules, .. } = puzzle;
    let shape = grid.shape();
    let map = VarMap::new(shape);
    let left = Left::of(puzzle);
    let mut list = Vec::new();

    sink.begin(Group::Givens)?;
    literals(shape, &mut list, grid.givens());
    list.iter().try_for_each(|given| sink.clause(&[*given]))?;
    sink.begin(Group::Excluded)?;
    for (cell, value) in left.excluded() {
        sink.clause(&[-map.var(cell, value).cast_signed()])?;
    }
    sink.begin(Group::CellAtLeastOne)?;
    for cell in left.cells() {
        literals(shape, &mut list, left.of_cell(cell));
        sink.clause(&list)?;
    }
    sink.begin(Group::CellAtMostOne)?;
    for cell in left.cells() {
        literals(shape, &mut list, left.of_cell(cell));
        sink.at_most_one(&list)?;
    }
    for kind in rules.kinds() {
        sink.begin(Group::HouseAtMostOne(kind))?;
        for place in left.values_in_houses(kind) {
            literals(shape, &mut list, left.of_value(place));
            sink.at_most_one(&list)?;
        }
    }
    for kind in rules.kinds() {
        sink.begin(Group::HouseAtLeastOne(kind))?;
        let places = left.values_in_houses(kind);
        for place in places.filter(|(house, _)| sets::holds_all(rules, house)) {
            literals(shape, &mut list, left.of_value(place));
            sink.clause(&list)?;
        }
    }
    Ok(())
}
