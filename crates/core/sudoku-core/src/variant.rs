//! Variants that are a few more houses: diagonals, windows, disjoint groups.
//!
//! ```text
//! diagonals         the two from corner to corner                              X-Sudoku
//! windows           blocks with one row and column between them and the edge   windoku, Hyper-Sudoku
//! disjoint groups   the k-th cells, in reading order, of all blocks or regions
//! ```
//!
//! # References
//! - Sudopedia: *Sudoku-X*, *Windoku*, *Disjoint Groups Sudoku*

use crate::{Cell, Grid, House, HouseKind, Rules, house};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A variant by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Both diagonals are houses.
    Diagonals,
    /// The windows are houses.
    Windows,
    /// The disjoint groups are houses.
    DisjointGroups,
}

/// A variant that a grid cannot have, or none of that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariantError {
    /// No variant has this name.
    #[error("unknown variant '{0}', expected diagonals, windows or disjoint-groups")]
    Unknown(String),
    /// Diagonals need a square.
    #[error("diagonals need a square grid, found {rows}×{cols}")]
    NotSquare {
        /// The rows.
        rows: usize,
        /// The columns.
        cols: usize,
    },
    /// Windows are as large as a block.
    #[error("windows need blocks of the same shape, and the grid has irregular regions or none")]
    NoBlocks,
    /// A window with its margin is larger than the grid.
    #[error("no window of {height}×{width} fits into the grid")]
    NoRoom {
        /// The height of a block.
        height: usize,
        /// The width of a block.
        width: usize,
    },
    /// Disjoint groups need blocks or regions of one size.
    #[error("disjoint groups need blocks or regions of one size")]
    UnequalRegions,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Diagonals, Self::Windows, Self::DisjointGroups];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Diagonals => "diagonals",
            Self::Windows => "windows",
            Self::DisjointGroups => "disjoint-groups",
        }
    }

    /// The houses that it adds to a grid with these rules.
    ///
    /// # Errors
    /// The grid cannot have it.
    pub fn houses(self, grid: &Grid, rules: &Rules) -> Result<Vec<House>, VariantError> {
        match self {
            Self::Diagonals => diagonals(grid),
            Self::Windows => windows(grid),
            Self::DisjointGroups => disjoint_groups(rules),
        }
    }
}

fn diagonals(grid: &Grid) -> Result<Vec<House>, VariantError> {
    let (rows, cols) = (grid.shape().rows(), grid.shape().cols());
    if rows != cols {
        return Err(VariantError::NotSquare { rows, cols });
    }
    let down = (0..rows).map(|k| Cell { row: k, col: k }).collect();
    let up = (0..rows).map(|k| Cell { row: k, col: rows - 1 - k }).collect();
    Ok(vec![House::new(HouseKind::Diagonal, 0, down), House::new(HouseKind::Diagonal, 1, up)])
}

fn windows(grid: &Grid) -> Result<Vec<House>, VariantError> {
    let blocks = grid.blocks().ok_or(VariantError::NoBlocks)?;
    let (height, width) = (blocks.block_height(), blocks.block_width());
    let houses: Vec<House> = house::windows(grid.shape(), [height, width])
        .into_iter()
        .enumerate()
        .map(|(index, cells)| House::new(HouseKind::Window, index, cells))
        .collect();
    if houses.is_empty() { Err(VariantError::NoRoom { height, width }) } else { Ok(houses) }
}

fn disjoint_groups(rules: &Rules) -> Result<Vec<House>, VariantError> {
    let is_region =
        |house: &&House| matches!(house.name.kind, HouseKind::Block | HouseKind::Region);
    let regions: Vec<&[Cell]> =
        rules.houses().iter().filter(is_region).map(|house| house.cells.as_slice()).collect();
    let size = regions.first().ok_or(VariantError::UnequalRegions)?.len();
    if regions.iter().any(|region| region.len() != size) {
        return Err(VariantError::UnequalRegions);
    }
    let group = |k: usize| regions.iter().map(|region| region[k]).collect();
    Ok((0..size).map(|k| House::new(HouseKind::Group, k, group(k))).collect())
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Self, VariantError> {
        let variant = Self::ALL.into_iter().find(|variant| variant.name() == name);
        variant.ok_or_else(|| VariantError::Unknown(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    fn houses(variant: Variant, height: usize, width: usize) -> Result<Vec<House>, VariantError> {
        let grid = Grid::blank(Geometry::new(height, width).unwrap());
        variant.houses(&grid, &Rules::of_grid(&grid))
    }

    fn names(houses: &[House]) -> Vec<String> {
        let cells = |house: &House| house.cells.iter().map(|cell| cell.short()).collect::<String>();
        houses.iter().map(cells).collect()
    }

    #[test]
    fn diagonals_run_from_corner_to_corner() {
        let diagonals = houses(Variant::Diagonals, 2, 2).unwrap();
        assert_eq!(names(&diagonals), ["r1c1r2c2r3c3r4c4", "r1c4r2c3r3c2r4c1"]);
        assert_eq!(diagonals[1].name.to_string(), "diagonal 2");
    }

    #[test]
    fn windows_have_a_margin() {
        let windows = houses(Variant::Windows, 3, 3).unwrap();
        assert_eq!(windows.len(), 4);
        assert_eq!(
            (windows[0].cells[0].short(), windows[3].cells[8].short()),
            ("r2c2".to_owned(), "r8c8".to_owned())
        );
        assert_eq!(houses(Variant::Windows, 4, 4).unwrap().len(), 9);
        assert_eq!(names(&houses(Variant::Windows, 2, 2).unwrap()), ["r2c2r2c3r3c2r3c3"]);
        assert_eq!(
            houses(Variant::Windows, 1, 5),
            Err(VariantError::NoRoom { height: 1, width: 5 })
        );
    }

    #[test]
    fn groups_take_one_cell_of_each_block() {
        let groups = houses(Variant::DisjointGroups, 2, 2).unwrap();
        assert_eq!(names(&groups)[0], "r1c1r1c3r3c1r3c3");
        assert_eq!(groups.len(), 4);
    }

    #[test]
    fn names_are_read_again() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert!("x".parse::<Variant>().unwrap_err().to_string().starts_with("unknown variant 'x'"));
    }
}
