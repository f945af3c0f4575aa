//! From locked packages to a grid.
//!
//! The first package that is a cell tells the shape of the grid, unless the puzzle does; packages
//! that are not cells are ignored. Each of the `n²` cells must be there with one version, which is
//! its value.

use py_locks::LockedPackage;
use sudoku_core::{Cell, CellFault, Geometry, Grid, Value};
use sudoku_packages::{CellPackages, VersionError};
use thiserror::Error;

/// Why a lock is not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No package is a cell.
    #[error("none of its {0} packages is a cell, such as sudoku-cell11")]
    NoCells(usize),
    /// The cells are those of another grid.
    #[error("found {name}, a cell of {found}, expected those of {expected}")]
    OtherShape {
        /// The package.
        name: String,
        /// The grid it is a cell of.
        found: Geometry,
        /// The grid of the puzzle or of the first cell.
        expected: Geometry,
    },
    /// A cell has a version that stands for no value, or none.
    #[error("{cell}: {}", .error.as_ref().map_or("found no version".to_owned(), ToString::to_string))]
    NoValue {
        /// The cell.
        cell: Cell,
        /// What is wrong with its version.
        error: Option<VersionError>,
    },
    /// A cell has two versions; the first two, in the order of the file.
    #[error(transparent)]
    Cell(CellFault),
    /// Cells are not there.
    #[error("{}", missing(.0))]
    Missing(Vec<Cell>),
}

impl DecodeError {
    /// The message with each value as its symbol; the plain one counts values from 1.
    #[must_use]
    pub fn describe(&self, symbol: impl Fn(Value) -> String) -> String {
        match self {
            Self::Cell(fault) => fault.describe(symbol),
            _ => self.to_string(),
        }
    }
}

/// `row 1, column 2 has no package`, `5 cells have no package: row 1, column 2; …`.
fn missing(cells: &[Cell]) -> String {
    const SHOWN: usize = 4;
    let mut names: Vec<String> = cells.iter().take(SHOWN).map(ToString::to_string).collect();
    if cells.len() > SHOWN {
        names.push("…".to_owned());
    }
    match cells {
        [cell] => format!("{cell} has no package"),
        _ => format!("{} cells have no package: {}", cells.len(), names.join("; ")),
    }
}

/// The packages that are the cells of a lock's grid: those of the puzzle if it is known.
///
/// # Errors
/// No package is a cell.
pub fn packages_of(
    lock: &[LockedPackage],
    known: Option<CellPackages>,
) -> Result<CellPackages, DecodeError> {
    let first = lock.iter().find_map(|locked| CellPackages::of_name(&locked.name));
    let (found, _) = first.ok_or(DecodeError::NoCells(lock.len()))?;
    Ok(known.unwrap_or(found))
}

/// The grid of a lock, of the shape of `blank`, whose cells the packages are.
///
/// # Errors
/// A cell is missing, has two versions or one that is not a value; there are cells of another grid.
pub fn decode(
    lock: &[LockedPackage],
    packages: &CellPackages,
    blank: &Grid,
) -> Result<Grid, DecodeError> {
    let geometry = packages.geometry();
    let mut grid = blank.blank_copy();
    for locked in lock {
        let Some((of, cell)) = CellPackages::of_name(&locked.name) else { continue };
        if of != *packages {
            let (name, found) = (locked.name.clone(), of.geometry());
            return Err(DecodeError::OtherShape { name, found, expected: geometry });
        }
        let version = locked.version.as_deref();
        let version = version.ok_or(DecodeError::NoValue { cell, error: None })?;
        let value = packages
            .value(version)
            .map_err(|error| DecodeError::NoValue { cell, error: Some(error) })?;
        match grid.get(cell) {
            Some(other) if other != value => {
                let fault = CellFault::TwoValues { cell, values: [other, value] };
                return Err(DecodeError::Cell(fault));
            }
            _ => grid.set(cell, Some(value)),
        }
    }
    let cells = (0..geometry.n_cells()).map(|index| geometry.cell(index));
    let missing: Vec<Cell> = cells.filter(|cell| grid.get(*cell).is_none()).collect();
    if missing.is_empty() { Ok(grid) } else { Err(DecodeError::Missing(missing)) }
}
