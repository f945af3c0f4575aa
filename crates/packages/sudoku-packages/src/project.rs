//! A puzzle as a project: the text of its `pyproject.toml`.
//!
//! It requires the package of every cell, a given's pinned to the given's version. The index to take
//! them from is a part of the project, because without one a resolver would ask the public index for
//! packages of these names.
//!
//! ```text
//! given v  ->  "sudoku-cell11==v.0.0"        blank  ->  "sudoku-cell12"
//! ```
//!
//! # References
//! - PEP 621: the table `project`; PEP 508, PEP 440: requirements and versions
//! - Poetry, *The pyproject.toml file*; uv, *Package indexes*

use crate::{CellPackages, NoPackages, version};
use std::fmt::Write as _;
use sudoku_core::{Grid, House, Puzzle};

/// The project's name.
pub const NAME: &str = "sudoku-problem";

/// The index that a project names where nobody says another: where `sudoku2pkg serve` serves one.
pub const DEFAULT_INDEX: &str = "http://127.0.0.1:8090/simple/";

/// The project as Poetry 2 and uv read it.
///
/// # Errors
/// The cells of the grid are not packages.
pub fn project(grid: &Grid, index: &str) -> Result<String, NoPackages> {
    let mut text = format!(
        "# A Sudoku puzzle: package = cell, version = value. A lock of this project is a solution.\n\n\
         [project]\nname = \"{NAME}\"\nversion = \"1.0.0\"\nrequires-python = \">=3.8,<4\"\ndependencies = [\n"
    );
    for (name, pinned) in requirements(grid)? {
        let pin = pinned.map(|version| format!("=={version}")).unwrap_or_default();
        let _ = writeln!(text, "    \"{name}{pin}\",");
    }
    let index = quoted(index);
    let _ = write!(
        text,
        "]\n\n[tool.poetry]\npackage-mode = false\n\n\
         [[tool.poetry.source]]\nname = \"cells\"\nurl = {index}\npriority = \"primary\"\n\n\
         [tool.uv]\npackage = false\n\n\
         [[tool.uv.index]]\nname = \"cells\"\nurl = {index}\ndefault = true\n"
    );
    Ok(text)
}

/// The project as Poetry 1 reads it: the form of the original encoding.
///
/// # Errors
/// The cells of the grid are not packages.
pub fn poetry1(grid: &Grid, index: &str) -> Result<String, NoPackages> {
    let mut text = format!(
        "[tool.poetry]\nname = \"{NAME}\"\nversion = \"1.0.0\"\ndescription = \"A Sudoku puzzle\"\nauthors = []\n\n\
         [tool.poetry.dependencies]\npython = \"^3.6\"\n"
    );
    for (name, pinned) in requirements(grid)? {
        let _ = writeln!(text, "{name} = \"{}\"", pinned.as_deref().unwrap_or("*"));
    }
    let _ = write!(
        text,
        "\n[[tool.poetry.source]]\nname = \"cells\"\nurl = {}\ndefault = true\n\n\
         [build-system]\nrequires = [\"poetry-core>=1.0.0\"]\nbuild-backend = \"poetry.core.masonry.api\"\n",
        quoted(index)
    );
    Ok(text)
}

/// Whether a project has [`hints`] where nobody says otherwise; at other sides they would be long for those who do
/// not read them.
#[must_use]
pub fn has_hints(puzzle: &Puzzle) -> bool {
    puzzle.rules.shape().n_values() == 9
}

/// For each house and value that is not a given of it: one of the house's cells has it.
///
/// # Errors
/// The cells of the grid are not packages.
pub fn hints(puzzle: &Puzzle) -> Result<String, NoPackages> {
    let Puzzle { grid, rules, .. } = puzzle;
    let packages = CellPackages::of_grid(grid)?;
    let mut text = "\n# Each value stands somewhere in each row, column and block.\n".to_owned();
    // In a house of fewer cells than values, some values do not stand.
    let is_full = |house: &&House| house.cells.len() == rules.shape().n_values();
    for house in rules.houses().iter().filter(is_full) {
        for value in rules.shape().values() {
            let is_there = house.cells.iter().any(|cell| grid.get(*cell) == Some(value));
            // Nowhere to stand is no requirement that can be written; the cells exclude each other anyway.
            let has_room = house.cells.iter().any(|cell| grid.get(*cell).is_none());
            if is_there || !has_room {
                continue;
            }
            let pin = version(value);
            let _ = write!(
                text,
                "\n[[tool.pkg-lock.any-of]]\nname = \"{} needs a {}\"\nrequirements = [\n",
                house.name,
                value + 1
            );
            for cell in house.cells.iter().filter(|cell| grid.get(**cell).is_none()) {
                let _ = writeln!(text, "    \"{}=={pin}\",", packages.name(*cell));
            }
            text.push_str("]\n");
        }
    }
    Ok(text)
}

/// Each cell's package, row-major, with the version of a given.
fn requirements(grid: &Grid) -> Result<impl Iterator<Item = (String, Option<String>)>, NoPackages> {
    let packages = CellPackages::of_grid(grid)?;
    Ok(grid.cells().iter().enumerate().map(move |(index, value)| {
        (packages.name(packages.geometry().cell(index)), value.map(version))
    }))
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
