//! The rules of a puzzle as data, and the check of a grid against them.
//!
//! This is the independent check of every answer: it knows cells and values, and neither an encoding
//! nor an engine.

use crate::constraint::{Constraint, Numbers};
use crate::{Cell, Geometry, Grid, GridShape, House, HouseKind, HouseName, Value, Violation};
use std::collections::HashSet;
use thiserror::Error;

/// Rules that mean nothing on their grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A house names a cell that is not in the grid.
    #[error("{house} names {cell}, which is not in the grid")]
    Outside {
        /// The house.
        house: HouseName,
        /// The cell.
        cell: Cell,
    },
    /// A house names a cell twice.
    #[error("{house} names {cell} twice")]
    Twice {
        /// The house.
        house: HouseName,
        /// The cell.
        cell: Cell,
    },
    /// A house has more cells than there are values.
    #[error("{house} has {n_cells} cells, but there are only {n_values} values")]
    TooManyCells {
        /// The house.
        house: HouseName,
        /// Its cells.
        n_cells: usize,
        /// The values.
        n_values: usize,
    },
    /// A constraint has no meaning on the grid.
    #[error("{0}")]
    Constraint(String),
}

/// What a solution obeys: its houses, kind by kind in the order of [`HouseKind::ALL`], and what its
/// variant adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    shape: GridShape,
    houses: Vec<House>,
    constraints: Vec<Constraint>,
    /// Where the houses of each cell begin in `memberships`, and where those of the last one end.
    starts: Vec<u32>,
    /// Indices of houses, cell by cell.
    memberships: Vec<u32>,
}

impl Rules {
    /// Rows, columns and blocks.
    #[must_use]
    pub fn classic(geometry: Geometry) -> Self {
        Self::indexed(geometry.into(), geometry.houses().collect(), Vec::new())
    }

    /// Rows, columns and the blocks of `grid`, if it has such.
    #[must_use]
    pub fn of_grid(grid: &Grid) -> Self {
        let Some(geometry) = grid.blocks() else {
            let lines = House::lines(grid.shape()).collect();
            return Self::indexed(grid.shape(), lines, Vec::new());
        };
        Self::indexed(grid.shape(), geometry.houses().collect(), Vec::new())
    }

    /// These houses and constraints.
    ///
    /// # Errors
    /// Any [`RulesError`].
    pub fn new(
        shape: GridShape,
        houses: Vec<House>,
        constraints: Vec<Constraint>,
    ) -> Result<Self, RulesError> {
        houses.iter().try_for_each(|house| check_house(house, shape))?;
        match constraints.iter().find_map(|constraint| constraint.fault(shape)) {
            Some(fault) => Err(RulesError::Constraint(fault)),
            None => Ok(Self::indexed(shape, houses, constraints)),
        }
    }

    fn indexed(shape: GridShape, mut houses: Vec<House>, constraints: Vec<Constraint>) -> Self {
        houses.sort_by_key(|house| house.name.kind);
        let n_cells = shape.n_all_cells();
        let mut starts = vec![0_u32; n_cells + 1];
        for cell in houses.iter().flat_map(|house| &house.cells) {
            starts[shape.index(*cell) + 1] += 1;
        }
        for index in 0..n_cells {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut memberships = vec![0; starts[n_cells] as usize];
        for (house, index) in houses.iter().zip(0..) {
            for cell in &house.cells {
                let place = &mut next[shape.index(*cell)];
                memberships[*place as usize] = index;
                *place += 1;
            }
        }
        Self { shape, houses, constraints, starts, memberships }
    }

    /// The grids that they are about.
    #[must_use]
    pub fn shape(&self) -> GridShape {
        self.shape
    }

    /// All houses: the rows, then the columns, then the blocks, then what a variant adds.
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// What else a solution obeys.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The kinds of house that there are, in order.
    pub fn kinds(&self) -> impl Iterator<Item = HouseKind> {
        self.houses.chunk_by(|a, b| a.name.kind == b.name.kind).map(|houses| houses[0].name.kind)
    }

    /// The houses of a cell, as ascending indices into [`Self::houses`].
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let index = self.shape.index(cell);
        let range = self.starts[index] as usize..self.starts[index + 1] as usize;
        self.memberships[range].iter().map(|house| *house as usize)
    }

    /// The other cells that share a house with `cell`, row-major.
    #[must_use]
    pub fn peers(&self, cell: Cell) -> Vec<Cell> {
        let mut peers: Vec<Cell> = self
            .houses_of(cell)
            .flat_map(|house| &self.houses[house].cells)
            .copied()
            .filter(|other| *other != cell)
            .collect();
        peers.sort_unstable();
        peers.dedup();
        peers
    }

    /// Values that stand twice in a house, in the order of the houses; values ascending.
    ///
    /// Blanks are not violations, so this checks puzzles as well as solutions. A pair of cells that share
    /// a row and a block is reported for both houses.
    #[must_use]
    pub fn repetitions(&self, grid: &Grid) -> Vec<Violation> {
        self.houses.iter().flat_map(|house| repetitions_in(house, grid)).collect()
    }

    /// Everything that keeps `solution` from being a solution: blanks, then repetitions, then
    /// constraints.
    #[must_use]
    pub fn violations(&self, solution: &Grid) -> Vec<Violation> {
        let blanks = self.shape.all_cells().filter(|cell| solution.get(*cell).is_none());
        let mut violations: Vec<Violation> = blanks.map(Violation::Blank).collect();
        violations.extend(self.repetitions(solution));
        violations.extend(self.broken_constraints(solution));
        violations
    }

    /// The constraints that the values so far break.
    #[must_use]
    pub fn broken_constraints(&self, grid: &Grid) -> Vec<Violation> {
        if self.constraints.is_empty() {
            return Vec::new();
        }
        let number = |value: &Option<Value>| value.map(|value| self.shape.number(value));
        let numbers = Numbers::new(self.shape, grid.cells().iter().map(number).collect());
        let is_broken = |constraint: &&Constraint| constraint.is_satisfied(&numbers) == Some(false);
        let broken = self.constraints.iter().filter(is_broken);
        broken.map(|constraint| Violation::Broken(constraint.clone())).collect()
    }

    /// Whether `solution` obeys them all.
    #[must_use]
    pub fn is_solution(&self, solution: &Grid) -> bool {
        self.violations(solution).is_empty()
    }

    /// A pair of equal givens in one house, or a constraint that givens break, if there is one: such a
    /// puzzle has no solution.
    #[must_use]
    pub fn clash(&self, puzzle: &Grid) -> Option<Violation> {
        let repeated =
            self.houses.iter().find_map(|house| repetitions_in(house, puzzle).into_iter().next());
        repeated.or_else(|| self.broken_constraints(puzzle).into_iter().next())
    }
}

fn check_house(house: &House, shape: GridShape) -> Result<(), RulesError> {
    let (name, n_cells, n_values) = (house.name, house.cells.len(), shape.n_values());
    let mut seen = HashSet::new();
    for cell in &house.cells {
        if !shape.contains(*cell) {
            return Err(RulesError::Outside { house: name, cell: *cell });
        }
        if !seen.insert(*cell) {
            return Err(RulesError::Twice { house: name, cell: *cell });
        }
    }
    if n_cells > n_values {
        return Err(RulesError::TooManyCells { house: name, n_cells, n_values });
    }
    Ok(())
}

/// The values that stand twice in a house.
fn repetitions_in(house: &House, grid: &Grid) -> Vec<Violation> {
    let filled = house.cells.iter().filter_map(|cell| grid.get(*cell).map(|value| (value, *cell)));
    let mut places: Vec<(Value, Cell)> = filled.collect();
    // Stable: the cells of a value stay in the house's order.
    places.sort_by_key(|(value, _)| *value);
    let repeated = places.chunk_by(|(a, _), (b, _)| a == b).filter(|same| same.len() > 1);
    let violation = |same: &[(Value, Cell)]| Violation::Repeated {
        house: house.name,
        value: same[0].0,
        cells: same.iter().map(|(_, cell)| *cell).collect(),
    };
    repeated.map(violation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&str]) -> (Rules, Grid) {
        let cells =
            rows.concat().chars().map(|c| c.to_digit(10).map(|digit| digit as Value - 1)).collect();
        let geometry = Geometry::of_side(rows.len()).unwrap();
        (Rules::classic(geometry), Grid::new(geometry, cells))
    }

    fn repetitions(rows: &[&str]) -> Vec<Violation> {
        let (rules, grid) = grid(rows);
        rules.repetitions(&grid)
    }

    #[test]
    fn a_cell_is_in_its_houses_and_no_other() {
        for (height, width) in [(1, 1), (2, 2), (2, 3), (1, 7), (3, 3)] {
            let rules = Rules::classic(Geometry::new(height, width).unwrap());
            for cell in rules.shape().cells() {
                let holds = |index: &usize| rules.houses()[*index].cells.contains(&cell);
                let expected: Vec<usize> = (0..rules.houses().len()).filter(holds).collect();
                assert_eq!(rules.houses_of(cell).collect::<Vec<_>>(), expected);
                let peers = rules.peers(cell);
                assert!(peers.is_sorted() && !peers.contains(&cell));
                let shared = expected.iter().flat_map(|index| &rules.houses()[*index].cells);
                let shared: HashSet<&Cell> = shared.filter(|other| **other != cell).collect();
                assert_eq!(peers.iter().collect::<HashSet<_>>(), shared);
            }
        }
    }

    #[test]
    fn a_solution_has_no_violation() {
        let (rules, solution) = grid(&["1234", "3412", "2143", "4321"]);
        assert!(rules.is_solution(&solution));
        assert_eq!(rules.kinds().collect::<Vec<_>>(), HouseKind::ALL[..3]);
    }

    #[test]
    fn each_rule_is_named() {
        let (rules, wrong) = grid(&["1234", "3412", "2143", "432."]);
        assert_eq!(rules.violations(&wrong), [Violation::Blank(Cell { row: 3, col: 3 })]);
        let row = repetitions(&["1.1.", "....", "....", "...."]);
        let [Violation::Repeated { house, value: 0, cells }] = &row[..] else { panic!() };
        assert_eq!((house.to_string(), cells.len()), ("row 1".to_owned(), 2));
        let block = repetitions(&["1...", ".1..", "....", "...."]);
        assert!(
            matches!(&block[..], [Violation::Repeated { house, .. }] if house.to_string() == "block 1")
        );
        let (rules, fine) = grid(&["1...", "....", "..1.", "...."]);
        assert_eq!(rules.clash(&fine), None);
    }
}
