//! Other people's formats of variant puzzles, read into a [`PuzzleSpec`] and written from one.
//!
//! | format | how it is recognised | read by | written by |
//! |---|---|---|---|
//! | our JSON | `{` and a member `rows` | [`PuzzleSpec::from_json`] | [`PuzzleSpec::to_json`] |
//! | f-puzzles | a link with `?load=`, a bare lz-string, or `{` and a member `grid` | [`f_puzzles`] | [`f_puzzles::write`] |
//! | Interactive Sudoku Solver | a link with `?q=`, or a text that begins with `.Name` or `.~` | [`iss`] | |
//! | SudokuPad | a link, or a text that begins with `ctc`, `scf`, `fpuzzles` or `fpuz` | [`sudoku_pad`] | |
//!
//! A rule that is not known is an error that names it, as an answer without it would be wrong. What is
//! only drawn, or only steers the other program, passes with a note.
//!
//! Nothing here reads a file or the net; texts are hostile until they are read: what they unpack to is bounded.

pub mod f_puzzles;
pub mod iss;
pub mod lz_string;
pub mod sudoku_pad;

mod json;
mod link;
mod loose_json;

pub use sudoku_pad::{LineMeaning, LineRule};

use located::Located;
use serde_json::{Map, Value};
use sudoku_core::{GridShape, PuzzleSpec};

/// A puzzle that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The puzzle.
    pub spec: PuzzleSpec,
    /// What was passed over and a person should know.
    pub notes: Vec<String>,
}

/// What the caller says because the text does not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// What drawn lines of a colour mean.
    pub lines: Vec<LineRule>,
    /// Whether drawings that may be rules are passed over with a note.
    pub ignore_drawings: bool,
}

/// Which format a text is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleFormat {
    /// One object of our JSON.
    Json,
    /// f-puzzles.
    FPuzzles,
    /// A constraint string of the Interactive Sudoku Solver.
    Iss,
    /// SudokuPad.
    SudokuPad,
}

/// The format of a text, if it is a variant's; a plain grid of symbols is not.
#[must_use]
pub fn detect(text: &str) -> Option<PuzzleFormat> {
    let text = text.trim();
    if text.starts_with('{') {
        let has_size = has_member(text, "rows") && has_member(text, "cols");
        return if has_size || has_member(text, "constraints") {
            Some(PuzzleFormat::Json)
        } else if has_member(text, "grid") {
            Some(PuzzleFormat::FPuzzles)
        } else {
            has_member(text, "cells").then_some(PuzzleFormat::SudokuPad)
        };
    }
    if text.contains(char::is_whitespace) && !text.starts_with('.') {
        return None;
    }
    if iss::is_constraint_string(text) {
        return Some(PuzzleFormat::Iss);
    }
    if sudoku_pad::is_payload(text) {
        return Some(PuzzleFormat::SudokuPad);
    }
    match link::payload(text) {
        Some(link::Payload::Load(_)) => Some(PuzzleFormat::FPuzzles),
        Some(link::Payload::Query(_)) => Some(PuzzleFormat::Iss),
        Some(link::Payload::Path(_)) => Some(PuzzleFormat::SudokuPad),
        None => f_puzzles::is_bare(text).then_some(PuzzleFormat::FPuzzles),
    }
}

/// Whether a member of an object says nothing: `false`, `null`, an empty list or text.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Number(_) => false,
    }
}

/// The list of a member; empty where the member is absent or says nothing.
pub(crate) fn list<'a>(
    members: &'a Map<String, Value>,
    name: &str,
) -> Result<&'a [Value], Located> {
    match members.get(name) {
        Some(Value::Array(list)) => Ok(list),
        Some(other) if !is_empty(other) => {
            Err(Located::at_start(format!("{name}: expected a list")))
        }
        _ => Ok(&[]),
    }
}

/// The letters that name regions, one after the other.
pub(crate) fn region_letters() -> impl Iterator<Item = char> {
    ('1'..='9').chain('A'..='Z').chain('a'..='z')
}

/// The shape of a grid with these rows, and as many values as its larger side has cells.
pub(crate) fn shape_of(rows: &[Value], member: &str) -> Result<GridShape, Located> {
    let cols = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    let rows = rows.len();
    if rows > PuzzleSpec::MAX_SIDE || cols > PuzzleSpec::MAX_SIDE {
        return Err(Located::at_start(format!("{member}: {rows}×{cols} cells are too many")));
    }
    GridShape::new(rows, cols, 1, rows.max(cols))
        .map_err(|error| Located::at_start(format!("{member}: {error}")))
}

/// Whether the text has a member of this name at any depth: enough to tell formats apart.
fn has_member(text: &str, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    let mut places = text.match_indices(&quoted);
    places.any(|(place, found)| text[place + found.len()..].trim_start().starts_with(':'))
}

/// Reads one puzzle of any of the formats.
///
/// # Errors
/// The format is not known, the text is broken, or it has a rule that is not known.
pub fn read(text: &str, options: &Options) -> Result<Read, Located> {
    let text = text.trim_end();
    match detect(text) {
        Some(PuzzleFormat::Json) => {
            Ok(Read { spec: PuzzleSpec::from_json(text)?, notes: Vec::new() })
        }
        Some(PuzzleFormat::FPuzzles) => f_puzzles::read(text.trim()),
        Some(PuzzleFormat::Iss) => iss::read(text.trim()),
        Some(PuzzleFormat::SudokuPad) => sudoku_pad::read(text.trim(), options),
        None => Err(Located::at_start(
            "no known format of a puzzle: expected our JSON, f-puzzles, a constraint string or SudokuPad",
        )),
    }
}
