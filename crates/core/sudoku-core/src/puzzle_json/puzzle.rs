//! From the JSON's members to the puzzle that encoders, checkers and decoders share.

use super::{Given, PuzzleSpec, SpecError, SpecPart};
use crate::constraint::{Candidates, Constraint};
use crate::{Alphabet, Geometry, Grid, House, HouseKind, Puzzle, Rules};

impl PuzzleSpec {
    /// The puzzle: its houses, its givens, its constraints.
    ///
    /// A given of several numbers is a [`Candidates`] constraint, after all others.
    ///
    /// # Errors
    /// What [`Self::check`] finds.
    pub fn puzzle(&self) -> Result<Puzzle, SpecError> {
        self.check()?;
        let shape = self.shape;
        let [rows, cols] = self.lines();
        let houses = [
            (HouseKind::Row, rows),
            (HouseKind::Col, cols),
            (HouseKind::Block, self.block_cells()),
            (HouseKind::Region, self.region_cells()),
            (HouseKind::Diagonal, self.diagonal_cells()),
            (HouseKind::Window, self.window_cells()),
            (HouseKind::Group, self.group_cells()),
            (HouseKind::ExtraRegion, self.extra_regions.clone()),
        ];
        let houses = houses.into_iter().flat_map(|(kind, houses)| {
            let house = move |(index, cells)| House::new(kind, index, cells);
            houses.into_iter().enumerate().map(house)
        });
        let mut cells = vec![None; shape.n_cells() + shape.n_outside()];
        let mut constraints = self.constraints.clone();
        for (cell, given) in &self.givens {
            match given {
                Given::One(number) => cells[shape.index(*cell)] = shape.value(*number),
                Given::Several(values) => {
                    let (cell, values) = (*cell, values.clone());
                    constraints.push(Constraint::from(Candidates { cell, values }));
                }
            }
        }
        let rules = Rules::new(shape, houses.collect(), constraints)
            .map_err(|error| SpecPart::Whole.fault(error.to_string()))?;
        let blocks = self.blocks.and_then(|[height, width]| Geometry::new(height, width).ok());
        let blocks = blocks.filter(|blocks| {
            let side = blocks.side();
            shape.rows() == side && shape.cols() == side && shape.n_values() == side
        });
        let grid = Grid::of_shape(shape, blocks, cells);
        Ok(Puzzle { grid, alphabet: Alphabet::of_numbers(shape), rules, notes: Vec::new() })
    }
}
