//! The shape of a grid: its side, its blocks, and the cells of its houses.
//!
//! Blocks are `block_height` rows by `block_width` columns and tile the grid, so that
//! `side = block_height · block_width`. Blocks are numbered row-major, as are the cells in a block.

use crate::{Cell, GridShape, House, HouseKind};
use std::fmt;
use thiserror::Error;

/// Why a shape cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// A block without cells.
    #[error("a block needs at least one row and one column")]
    EmptyBlock,
    /// The side is beyond [`Geometry::MAX_SIDE`].
    #[error("side {0} is too large: cell variables are numbered up to {max} = 2^31 - 1, that is up to side {side}", max = i32::MAX, side = Geometry::MAX_SIDE)]
    TooLarge(u128),
    /// Only strips of one row would tile the grid.
    #[error(
        "side {0} is prime, so its only blocks are its rows; name the block shape to have them"
    )]
    PrimeSide(usize),
}

/// Side and block shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Geometry {
    block_height: usize,
    block_width: usize,
}

impl Geometry {
    /// The largest side whose cell variables fit a DIMACS literal: `1290³ ≤ 2³¹ − 1`.
    pub const MAX_SIDE: usize = 1290;

    /// The geometry with blocks of `block_height` rows and `block_width` columns.
    ///
    /// # Errors
    /// [`GeometryError::EmptyBlock`], [`GeometryError::TooLarge`].
    pub fn new(block_height: usize, block_width: usize) -> Result<Self, GeometryError> {
        if block_height == 0 || block_width == 0 {
            return Err(GeometryError::EmptyBlock);
        }
        let side = block_height as u128 * block_width as u128;
        if side > Self::MAX_SIDE as u128 {
            return Err(GeometryError::TooLarge(side));
        }
        Ok(Self { block_height, block_width })
    }

    /// The geometry of `side` with the squarest blocks, not higher than wide: 6 has 2×3, 16 has 4×4.
    ///
    /// # Errors
    /// [`GeometryError::PrimeSide`] where the blocks would be the rows, besides those of [`Self::new`].
    pub fn of_side(side: usize) -> Result<Self, GeometryError> {
        if side > Self::MAX_SIDE {
            return Err(GeometryError::TooLarge(side as u128));
        }
        let height = (1..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height));
        match height {
            None => Err(GeometryError::EmptyBlock),
            Some(1) if side > 1 => Err(GeometryError::PrimeSide(side)),
            Some(height) => Self::new(height, side / height),
        }
    }

    /// Rows, columns, values and blocks: `n`.
    #[must_use]
    pub fn side(self) -> usize {
        self.block_height * self.block_width
    }

    /// The number of cells, `n²`.
    #[must_use]
    pub fn n_cells(self) -> usize {
        self.side() * self.side()
    }

    /// Rows of a block.
    #[must_use]
    pub fn block_height(self) -> usize {
        self.block_height
    }

    /// Columns of a block.
    #[must_use]
    pub fn block_width(self) -> usize {
        self.block_width
    }

    /// The cell at a row-major index `< n²`.
    #[must_use]
    pub fn cell(self, index: usize) -> Cell {
        Cell { row: index / self.side(), col: index % self.side() }
    }

    /// The row-major index of a cell.
    #[must_use]
    pub fn index(self, cell: Cell) -> usize {
        cell.row * self.side() + cell.col
    }

    /// The block that holds a cell.
    #[must_use]
    pub fn block_of(self, cell: Cell) -> usize {
        let blocks_in_a_row = self.side() / self.block_width;
        cell.row / self.block_height * blocks_in_a_row + cell.col / self.block_width
    }

    /// The usual houses: the rows, then the columns, then the blocks; a block's cells row-major.
    pub fn houses(self) -> impl Iterator<Item = House> {
        let side = self.side();
        let block = move |index| (0..side).map(|k| self.block_cell(index, k)).collect();
        let blocks = (0..side).map(move |index| House::new(HouseKind::Block, index, block(index)));
        House::lines(self.into()).chain(blocks)
    }

    /// The `k`-th cell of a block, row-major.
    fn block_cell(self, block: usize, k: usize) -> Cell {
        let blocks_in_a_row = self.side() / self.block_width;
        Cell {
            row: block / blocks_in_a_row * self.block_height + k / self.block_width,
            col: block % blocks_in_a_row * self.block_width + k % self.block_width,
        }
    }
}

impl From<Geometry> for GridShape {
    /// The same grid: `n` rows, columns and values, numbered from 1.
    fn from(geometry: Geometry) -> Self {
        Self::square(geometry.side())
    }
}

impl fmt::Display for Geometry {
    /// `9×9 with 3×3 blocks`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.side();
        write!(f, "{n}×{n} with {}×{} blocks", self.block_height, self.block_width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn each_kind_of_house_partitions_the_cells() {
        for (height, width) in [(1, 1), (2, 2), (2, 3), (3, 2), (2, 5), (3, 4), (1, 7), (5, 5)] {
            let geometry = Geometry::new(height, width).unwrap();
            let mut seen: HashMap<HouseKind, HashSet<Cell>> = HashMap::new();
            for house in geometry.houses() {
                assert_eq!(house.cells.len(), geometry.side());
                for cell in house.cells {
                    let index = match house.name.kind {
                        HouseKind::Row => cell.row,
                        HouseKind::Col => cell.col,
                        _ => geometry.block_of(cell),
                    };
                    assert_eq!(index, house.name.index, "{geometry}: {cell}, {}", house.name);
                    assert!(seen.entry(house.name.kind).or_default().insert(cell));
                }
            }
            assert_eq!(seen.len(), 3);
            assert!(seen.values().all(|cells| cells.len() == geometry.n_cells()));
        }
    }

    #[test]
    fn default_blocks_are_the_squarest() {
        let shape = |side| Geometry::of_side(side).map(|g| (g.block_height(), g.block_width()));
        assert_eq!(shape(1), Ok((1, 1)));
        assert_eq!(shape(6), Ok((2, 3)));
        assert_eq!(shape(8), Ok((2, 4)));
        assert_eq!(shape(12), Ok((3, 4)));
        assert_eq!(shape(36), Ok((6, 6)));
        assert_eq!(shape(0), Err(GeometryError::EmptyBlock));
        assert_eq!(shape(7), Err(GeometryError::PrimeSide(7)));
        assert_eq!(shape(1291), Err(GeometryError::TooLarge(1291)));
        let side = 2 * usize::MAX as u128;
        assert_eq!(Geometry::new(usize::MAX, 2), Err(GeometryError::TooLarge(side)));
    }

    #[test]
    fn the_largest_side_is_the_last_whose_variables_fit() {
        let cube = |side: usize| (side as u64).pow(3);
        assert!(i32::try_from(cube(Geometry::MAX_SIDE)).is_ok());
        assert!(i32::try_from(cube(Geometry::MAX_SIDE + 1)).is_err());
    }
}
