//! The steps of a decoder, with its messages.

use crate::decode;
use crate::side::{side_of, side_with_vars};
use anyhow::Context;
use grid_cli::Frame;
use pipe_cli::{Failure, Input};
use sat_format::answer::{self, AnswerError, Contradiction};
use sat_format::{Model, Verdict};
use std::io::Read;
use std::path::Path;
use sudoku_core::{Geometry, Grid, GridShape, VarMap};

/// A model and its grid.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The model as the solver printed it.
    pub model: Model,
    /// The grid that it describes; checked.
    pub grid: Grid,
}

/// Reads an answer from a file or standard input: `None` where it says that there is no solution.
///
/// Its warnings go to standard error.
///
/// # Errors
/// The file cannot be read, is not an answer, the solver gave up, the size of the grid is unknown, or as
/// of [`checked_grid`].
pub fn read_solved(file: Option<&Path>, frame: &Frame) -> anyhow::Result<Option<Solved>> {
    let mut input = Input::open(file)?;
    let mut output = Vec::new();
    let longest = input.by_ref().take(answer::MAX_BYTES + 1).read_to_end(&mut output);
    longest.with_context(|| input.name().to_owned())?;
    let answer = answer::read(&output).map_err(|error| located(&input, &error, frame))?;
    drop(output);
    for warning in &answer.warnings {
        pipe_cli::warning(format!("{}: {warning}", input.name()));
    }
    match answer.verdict {
        Verdict::Unsat => Ok(None),
        Verdict::Unknown => {
            let message = format!("{}: the solver gave no answer", input.name());
            Err(Failure::new(message).help("give it more time, or try another solver").into())
        }
        Verdict::Sat => {
            let grid = blank_of(&answer.model, frame)
                .and_then(|blank| checked_grid(&answer.model, &blank, frame))
                .context(input.name().to_owned())?;
            Ok(Some(Solved { model: answer.model, grid }))
        }
    }
}

/// Decodes a model and checks the grid against the rules and, where it is known, the puzzle.
///
/// # Errors
/// A cell has two values or none, or the grid is not a solution.
pub fn checked_grid(model: &Model, blank: &Grid, frame: &Frame) -> anyhow::Result<Grid> {
    let grid = decode(model, blank).map_err(|error| {
        let error = error.describe(|value| frame.symbol(blank.shape(), value));
        anyhow::anyhow!("the model is not a grid of {}: {error}", blank.shape_in_words())
    })?;
    frame.check(&grid)?;
    Ok(grid)
}

/// What the puzzle or an option says, or else the model itself.
fn blank_of(model: &Model, frame: &Frame) -> anyhow::Result<Grid> {
    if let Some(blank) = frame.blank() {
        return Ok(blank.clone());
    }
    let side = side_of(model).map_err(|error| {
        Failure::new(error)
            .help("name the puzzle with --puzzle FILE, or the shape of its blocks with --block 3x3")
    })?;
    frame.blank_of_side(side)
}

/// The error with its place and, for a contradiction, the cell that the variable is about.
fn located(input: &Input, error: &AnswerError, frame: &Frame) -> anyhow::Error {
    let cell = error.contradiction.and_then(|contradiction| cell_of(contradiction, frame));
    let message = format!("{error}{}", cell.unwrap_or_default());
    match error.position {
        Some(place) => input.error_at(place.line, place.column, message),
        None => anyhow::anyhow!("{}: {message}", input.name()),
    }
}

/// ` (row 1, column 2, value 3)`, if the size of the grid is known.
fn cell_of(contradiction: Contradiction, frame: &Frame) -> Option<String> {
    let of_model =
        || Geometry::of_side(side_with_vars(contradiction.largest_var)?).ok().map(GridShape::from);
    let shape = frame.blank().map(Grid::shape).or_else(of_model)?;
    let (cell, value) = VarMap::new(shape).cell_value(u64::from(contradiction.var)).ok()?;
    Some(format!(" ({cell}, value {})", frame.symbol(shape, value)))
}
