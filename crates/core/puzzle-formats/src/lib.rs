//! Other people's formats of variant puzzles, read into a [`PuzzleSpec`] and written from one.
//!
//! | format | how it is recognised | read by | written by |
//! |---|---|---|---|
//! | our JSON | `{` and a member `rows` | [`PuzzleSpec::from_json`] | [`PuzzleSpec::to_json`] |
//! | f-puzzles | a link with `?load=`, a bare lz-string, or `{` and a member `grid` | [`read`] | [`f_puzzles::write`] |
//! | Interactive Sudoku Solver | a link with `?q=`, or a text that begins with `.Name` or `.~` | [`read`] | |
//! | SudokuPad | a link, or a text that begins with `ctc`, `scf`, `fpuzzles` or `fpuz` | [`read`] | |
//!
//! A rule that is not known is an error that names it, as an answer without it would be wrong. What is
//! only drawn, or only steers the other program, passes with a note.
//!
//! Nothing here reads a file or the net; texts are hostile until they are read: what they unpack to is bounded.

pub mod f_puzzles;
mod iss;
pub mod lz_string;
mod sudoku_pad;

mod fault;
mod json;
mod link;
mod loose_json;
mod pieces;

pub use pieces::{Piece, Pieces};
pub use sudoku_pad::{Drawn, LineMeaning, LineRule, UnknownLine};

use fault::Fault;
use located::{Located, Path};
use serde_json::{Map, Value};
use sudoku_core::{GridShape, PuzzleSpec};

/// A puzzle that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The puzzle.
    pub spec: PuzzleSpec,
    /// What was passed over and a person should know.
    pub notes: Vec<String>,
    /// What of that is drawn, in SudokuPad, and may be rules.
    pub drawn: Drawn,
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
            // An f-puzzle without its grid: its reader says what is missing.
            if has_member(text, "size") && !has_member(text, "cells") {
                return Some(PuzzleFormat::FPuzzles);
            }
            let is_shortened = ["{ce:", ",ce:"].iter().any(|name| text.contains(name));
            (is_shortened || has_member(text, "cells")).then_some(PuzzleFormat::SudokuPad)
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
        Some(payload) => Some(match payload.page {
            link::Page::FPuzzles => PuzzleFormat::FPuzzles,
            link::Page::Iss => PuzzleFormat::Iss,
            link::Page::SudokuPad => PuzzleFormat::SudokuPad,
        }),
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
pub(crate) fn list<'a>(members: &'a Map<String, Value>, name: &str) -> Result<&'a [Value], Fault> {
    match members.get(name) {
        Some(Value::Array(list)) => Ok(list),
        Some(other) if !is_empty(other) => {
            Err(Fault::of(&Path::default().member(name), "expected a list"))
        }
        _ => Ok(&[]),
    }
}

/// The start of a value for a message.
pub(crate) fn short(value: &Value) -> String {
    value.to_string().chars().take(30).collect()
}

/// The text of a member; nothing where the member is absent or says nothing.
pub(crate) fn text_of(members: &Map<String, Value>, name: &str) -> Result<Option<String>, Fault> {
    match members.get(name).filter(|value| !is_empty(value)) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(Fault::of(&Path::default().member(name), "expected a text")),
    }
}

/// The letters that name regions, one after the other.
pub(crate) fn region_letters() -> impl Iterator<Item = char> {
    ('1'..='9').chain('A'..='Z').chain('a'..='z')
}

/// The shape of a grid with these rows, and as many values as its larger side has cells.
pub(crate) fn shape_of(rows: &[Value], member: &str) -> Result<GridShape, Fault> {
    let path = Path::default().member(member);
    let cols = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    let rows = rows.len();
    if rows > PuzzleSpec::MAX_SIDE || cols > PuzzleSpec::MAX_SIDE {
        return Err(Fault::of(&path, format_args!("{rows}×{cols} cells are too many")));
    }
    GridShape::new(rows, cols, 1, rows.max(cols)).map_err(|error| Fault::of(&path, error))
}

/// The cells of a row, from 0, of a grid of this shape.
pub(crate) fn row_of<'a>(
    row: &'a Value,
    path: &Path,
    index: usize,
    shape: GridShape,
) -> Result<&'a [Value], Fault> {
    let cells = row.as_array().filter(|cells| cells.len() == shape.cols());
    let name = format_args!("row {}", index + 1);
    let what = format_args!("expected {} cells", shape.cols());
    cells.map(Vec::as_slice).ok_or_else(|| Fault::named(path, name, what))
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
/// The format is not known, the text is broken, or it has a rule that is not known. The place is that of the member or
/// the item that is wrong, in characters; where that is packed, it is where the packed text begins.
pub fn read(text: &str, options: &Options) -> Result<Read, Located> {
    let (start, inner) = (text.len() - text.trim_start().len(), text.trim());
    let read = match detect(text) {
        Some(PuzzleFormat::Json) => {
            let spec = PuzzleSpec::from_json(text.trim_end())?;
            return Ok(Read { spec, notes: Vec::new(), drawn: Drawn::default() });
        }
        Some(PuzzleFormat::FPuzzles) => f_puzzles::read(inner),
        Some(PuzzleFormat::Iss) => iss::read(inner),
        Some(PuzzleFormat::SudokuPad) => sudoku_pad::read(inner, options),
        None => Err(Fault::at_start(
            "no known format of a puzzle: expected our JSON, f-puzzles, a constraint string or SudokuPad",
        )),
    };
    read.map_err(|fault| fault.moved(|offset| start + offset).located(text))
}
