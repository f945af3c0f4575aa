//! What a project pins: the givens of the puzzle that was locked.

use anyhow::{Context, ensure};
use py_locks::requirements::{exact_pin, name_of};
use py_locks::{ReadError, parse_toml, text};
use sudoku_core::{Geometry, Grid};
use sudoku_packages::CellPackages;
use toml::{Table, Value};

/// A package and the version to which it is pinned.
pub(crate) type Pin = (String, String);

/// The exact pins of a project, of the table `project` or of Poetry's.
pub(crate) fn pins(bytes: &[u8]) -> Result<Vec<Pin>, ReadError> {
    let table = parse_toml(text(bytes)?)?;
    let standard = table.get("project").and_then(|project| project.get("dependencies"));
    let poetry = table
        .get("tool")
        .and_then(|tool| tool.get("poetry"))
        .and_then(|poetry| poetry.get("dependencies"));
    let mut pins = Vec::new();
    for requirement in standard.and_then(Value::as_array).into_iter().flatten() {
        let pin = requirement.as_str().and_then(|text| Some((name_of(text)?, exact_pin(text)?)));
        pins.extend(pin.map(|(name, version)| (name.to_owned(), version.to_owned())));
    }
    let no_table = Table::new();
    for (name, constraint) in poetry.and_then(Value::as_table).unwrap_or(&no_table) {
        let constraint = constraint.get("version").unwrap_or(constraint).as_str();
        // To Poetry a bare version is an exact one.
        let version = constraint.map(|text| text.trim().trim_start_matches('=').trim_start());
        let is_exact =
            |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        pins.extend(version.filter(is_exact).map(|version| (name.clone(), version.to_owned())));
    }
    Ok(pins)
}

/// The pinned cells as a puzzle of this geometry.
pub(crate) fn givens(pins: &[Pin], geometry: Geometry) -> anyhow::Result<Grid> {
    let packages = CellPackages::new(geometry);
    let mut grid = Grid::blank(geometry);
    for (name, version) in pins {
        let Some((of, cell)) = CellPackages::of_name(name) else { continue };
        let found = of.geometry();
        ensure!(of == packages, "found {name}, a cell of {found}, expected those of {geometry}");
        let value = packages.value(version).with_context(|| cell.to_string())?;
        grid.set(cell, Some(value));
    }
    Ok(grid)
}
