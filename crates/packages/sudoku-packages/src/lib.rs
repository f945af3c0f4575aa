//! The packages that stand for the cells of a Sudoku: their names and versions, and back.
//!
//! A cell is a package, a value is a version of it: to install `sudoku-cell25` 3.0.0 is to write a 3
//! into row 2, column 5. The name says of which shape the grid is, because the version's requirements
//! depend on it and indexes of several shapes may be published to one place:
//!
//! ```text
//! name     prefix "-cell" row column      row and column from 1, zero-padded to the digits of the side
//! prefix   "sudoku"                       9×9 with 3×3 blocks
//!          "sudoku" side                  other sides with square blocks
//!          "sudoku" side "-" HxW          blocks of H rows and W columns
//! version  value ".0.0"                   value from 1
//! ```
//!
//! So `sudoku-cell25`, `sudoku16-cell0312` and `sudoku6-2x3-cell11`. Names are made of integers only.
//!
//! # References
//! - PEP 503: normalised names; PEP 440: versions

pub mod project;

use sudoku_core::{Cell, Geometry, Grid, Value};
use thiserror::Error;

/// The packages of the cells of one shape of grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPackages {
    geometry: Geometry,
    /// The name up to the numbers of the cell.
    stem: String,
    /// How many digits a row and a column have.
    n_digits: usize,
}

impl CellPackages {
    /// The packages of this shape.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let (side, height, width) =
            (geometry.side(), geometry.block_height(), geometry.block_width());
        let prefix = match (height, width) {
            (3, 3) => "sudoku".to_owned(),
            _ if height == width => format!("sudoku{side}"),
            _ => format!("sudoku{side}-{height}x{width}"),
        };
        Self { geometry, stem: format!("{prefix}-cell"), n_digits: side.to_string().len() }
    }

    /// The packages of a grid: those of its blocks, or of the usual ones of its side where it has none.
    ///
    /// # Errors
    /// It has other values than 1 to its side, or is not a square.
    pub fn of_grid(grid: &Grid) -> Result<Self, NoPackages> {
        let shape = grid.shape();
        let side = shape.rows();
        let of_side = || Geometry::of_side(side).or_else(|_| Geometry::new(1, side));
        match grid.blocks().map_or_else(of_side, Ok) {
            Ok(geometry) if shape == geometry.into() => Ok(Self::new(geometry)),
            _ => Err(NoPackages(grid.shape_in_words())),
        }
    }

    /// The shape of the grid.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The name of a cell's package; it is normalised.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let width = self.n_digits;
        format!("{}{:0width$}{:0width$}", self.stem, cell.row + 1, cell.col + 1)
    }

    /// The cell whose package has this name, in any spelling of it: the inverse of [`Self::name`].
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let name = normalised(name);
        let digits = name.strip_prefix(&self.stem)?;
        if digits.len() != 2 * self.n_digits || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (row, col) = digits.split_at(self.n_digits);
        let coordinate =
            |digits: &str| digits.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let cell = Cell { row: coordinate(row)?, col: coordinate(col)? };
        (cell.row.max(cell.col) < self.geometry.side()).then_some(cell)
    }

    /// The packages of which the named one is one, and its cell, whatever the shape of their grid.
    #[must_use]
    pub fn of_name(name: &str) -> Option<(Self, Cell)> {
        let name = normalised(name);
        let (shape, _) = name.strip_prefix("sudoku")?.rsplit_once("-cell")?;
        let packages = Self::new(geometry_of(shape)?);
        let cell = packages.cell(&name)?;
        Some((packages, cell))
    }

    /// The value that a version stands for.
    ///
    /// # Errors
    /// It is not one from 1.0.0 to that of the side.
    pub fn value(&self, version: &str) -> Result<Value, VersionError> {
        let side = self.geometry.side();
        let error = || VersionError { version: version.to_owned(), side };
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| text.parse::<usize>().ok().filter(|_| is_digits(text));
        let mut release = version.split('.').map(number);
        let major = release.next().flatten().ok_or_else(error)?;
        let is_value = (1..=side).contains(&major) && release.all(|number| number == Some(0));
        if is_value { Ok(major as Value - 1) } else { Err(error()) }
    }
}

/// A grid whose cells are not packages: a version says a value from 1 to the side.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found a grid of {0}, expected a square one with the values 1 to its side")]
pub struct NoPackages(String);

/// A version that stands for no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found version {version}, expected one from 1.0.0 to {side}.0.0")]
pub struct VersionError {
    /// The version.
    pub version: String,
    /// The side of the grid.
    pub side: usize,
}

/// The version that stands for a value: the inverse of [`CellPackages::value`].
#[must_use]
pub fn version(value: Value) -> String {
    format!("{}.0.0", u32::from(value) + 1)
}

/// A project's name in lower case, with `-` for each run of `-`, `_` and `.` (PEP 503).
#[must_use]
pub fn normalised(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '-' | '_' | '.' if normal.ends_with('-') => {}
            '-' | '_' | '.' => normal.push('-'),
            _ => normal.push(c.to_ascii_lowercase()),
        }
    }
    normal
}

/// The shape that stands between `sudoku` and `-cell`: nothing, `16` or `6-2x3`.
fn geometry_of(shape: &str) -> Option<Geometry> {
    let number = |digits: &str| digits.parse::<usize>().ok();
    let geometry = match shape.split_once('-') {
        None if shape.is_empty() => Geometry::new(3, 3).ok()?,
        None => {
            let root = number(shape)?.isqrt();
            Geometry::new(root, root).ok()?
        }
        Some((_, block)) => {
            let (height, width) = block.split_once('x')?;
            Geometry::new(number(height)?, number(width)?).ok()?
        }
    };
    // One spelling a shape: not `sudoku9`, `sudoku7` or `sudoku4-2x2`.
    let stem = CellPackages::new(geometry).stem;
    (stem == format!("sudoku{shape}-cell")).then_some(geometry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn packages(height: usize, width: usize) -> CellPackages {
        CellPackages::new(Geometry::new(height, width).unwrap())
    }

    #[test]
    fn names_of_known_shapes() {
        let first = |height, width, row, col| packages(height, width).name(Cell { row, col });
        assert_eq!(first(3, 3, 1, 4), "sudoku-cell25");
        assert_eq!(first(4, 4, 2, 11), "sudoku16-cell0312");
        assert_eq!(first(2, 2, 0, 0), "sudoku4-cell11");
        assert_eq!(first(2, 3, 0, 0), "sudoku6-2x3-cell11");
        assert_eq!(first(3, 2, 0, 0), "sudoku6-3x2-cell11");
        assert_eq!(first(1, 9, 8, 8), "sudoku9-1x9-cell99");
        assert_eq!(first(5, 5, 24, 0), "sudoku25-cell2501");
    }

    #[test]
    fn what_is_no_cell_has_none() {
        for name in [
            "",
            "sudoku-problem",
            "sudoku-cell",
            "sudoku-cell1",
            "sudoku-cell10",
            "sudoku-cell01",
            "sudoku-cell111",
            "sudoku-cell1x",
            "sudoku-cell+1",
            "sudoku9-cell11",
            "sudoku4-cell15",
            "sudoku16-cell11",
            "sudoku7-cell11",
            "sudoku4-2x2-cell11",
            "sudoku6-2x4-cell11",
            "sudoku-cell１１",
            "sudoku99999999999999999999-cell11",
            "sudoku0-cell11",
            "my-cell11",
        ] {
            assert_eq!(CellPackages::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn names_come_in_any_spelling() {
        let cell = Some(Cell { row: 0, col: 1 });
        for name in ["sudoku_cell12", "Sudoku.Cell12", "SUDOKU-_-cell12"] {
            assert_eq!(packages(3, 3).cell(name), cell, "{name}");
        }
    }

    #[test]
    fn versions_stand_for_values() {
        let nine = packages(3, 3);
        assert_eq!(version(2), "3.0.0");
        for text in ["3.0.0", "3", "3.0"] {
            assert_eq!(nine.value(text), Ok(2), "{text}");
        }
        for text in [
            "",
            "0.0.0",
            "10.0.0",
            "3.1.0",
            "3.0.1",
            "3.0.0rc1",
            "v3",
            "-3",
            "+3",
            "9999999999999999999999",
        ] {
            assert!(nine.value(text).is_err(), "{text}");
        }
        assert_eq!(packages(4, 4).value("10.0.0"), Ok(9));
        assert_eq!(
            nine.value("10.0.0").unwrap_err().to_string(),
            "found version 10.0.0, expected one from 1.0.0 to 9.0.0"
        );
    }

    proptest! {
        /// A name tells shape and cell; a version tells the value.
        #[test]
        fn names_and_versions_have_inverses(
            (height, width, row, col, value) in (1_usize..12, 1_usize..12, 0_usize..999, 0_usize..999, 0_usize..999)
        ) {
            let packages = packages(height, width);
            let side = height * width;
            let cell = Cell { row: row % side, col: col % side };
            let name = packages.name(cell);
            prop_assert_eq!(normalised(&name), name.clone());
            prop_assert_eq!(CellPackages::of_name(&name), Some((packages.clone(), cell)));
            let value = (value % side) as Value;
            prop_assert_eq!(packages.value(&version(value)), Ok(value));
        }
    }

    #[test]
    fn no_two_cells_of_any_shapes_share_a_name() {
        let mut names = HashSet::new();
        for (height, width) in (1..6).flat_map(|height| (1..6).map(move |width| (height, width))) {
            let packages = packages(height, width);
            let geometry = packages.geometry();
            for index in 0..geometry.n_cells() {
                assert!(names.insert(packages.name(geometry.cell(index))));
            }
        }
    }
}
