//! A puzzle as clauses, and a model of them as a grid: lists of integers, as SAT solvers for Python take and give them.

use crate::rating::full;
use grid_engine::{N_CELLS, Puzzle, SIDE};
use sudoku_core::{Geometry, VarMap};
use sudoku2cnf::Encoding;

/// The clauses of a puzzle in the encoding of this name.
///
/// # Errors
/// There is no such encoding.
pub(crate) fn clauses(puzzle: &Puzzle, encoding: &str) -> Result<Vec<Vec<i32>>, String> {
    let found = Encoding::ALL.into_iter().find(|known| known.name() == encoding);
    let encoding = found.ok_or_else(|| {
        let names = Encoding::ALL.map(Encoding::name).join(", ");
        format!("found encoding {encoding:?}, expected one of {names}")
    })?;
    let clauses = encoding.clauses(&full(puzzle)).map_err(|error| error.to_string())?;
    Ok(clauses.iter().map(<[i32]>::to_vec).collect())
}

/// The grid that a model says; its literals may come in any order, and those above the cells' variables do not matter.
///
/// # Errors
/// A literal is 0 or contradicts another one, a cell has no value or two, or the grid breaks a rule.
pub(crate) fn grid(model: &[i64]) -> Result<[u8; N_CELLS], String> {
    let geometry = Geometry::of_side(SIDE).map_err(|error| error.to_string())?;
    let vars = VarMap::new(geometry);
    let mut cells = [0; N_CELLS];
    let n_vars = i64::from(vars.n_vars());
    for literal in model.iter().filter(|literal| (1..=n_vars).contains(*literal)) {
        let (cell, value) =
            vars.cell_value(literal.unsigned_abs()).map_err(|error| error.to_string())?;
        let place = &mut cells[SIDE * cell.row + cell.col];
        if *place != 0 && *place != value as u8 + 1 {
            let (row, col) = (cell.row + 1, cell.col + 1);
            return Err(format!("row {row}, column {col} has both {place} and {}", value + 1));
        }
        *place = value as u8 + 1;
    }
    if model.contains(&0) {
        return Err("found literal 0, expected variables and their negations".to_owned());
    }
    for literal in model.iter().filter(|literal| (-n_vars..0).contains(*literal)) {
        let (cell, value) =
            vars.cell_value(literal.unsigned_abs()).map_err(|error| error.to_string())?;
        if cells[SIDE * cell.row + cell.col] == value as u8 + 1 {
            return Err(format!("found both {} and {literal}", literal.unsigned_abs()));
        }
    }
    if let Some(cell) = cells.iter().position(|value| *value == 0) {
        let (row, col) = (cell / SIDE + 1, cell % SIDE + 1);
        return Err(format!("row {row}, column {col} has no value"));
    }
    if !Puzzle::BLANK.is_solved_by(&cells) {
        return Err("the model breaks a rule of the grid".to_owned());
    }
    Ok(cells)
}
