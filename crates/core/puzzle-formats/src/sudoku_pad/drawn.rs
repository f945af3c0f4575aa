//! What drawn lines mean, as the user says, and the cells that they run through.

use crate::fault::Fault;
use located::Path;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use sudoku_core::constraint::{
    Between, Constraint, Entropic, EqualSums, Lockout, Modular, Nabner, Palindrome, Renban,
    SlowThermometer, SumLine, Thermometer, Whisper, Zipper,
};
use sudoku_core::{Cell, GridShape, PuzzleSpec};
use thiserror::Error;

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineMeaning {
    /// Nothing: it is only drawn.
    Nothing,
    /// See [`Between`].
    Between,
    /// See [`Entropic`].
    Entropic,
    /// See [`Lockout`].
    Lockout,
    /// See [`Modular`], with 3.
    Modular,
    /// See [`Nabner`].
    Nabner,
    /// See [`Palindrome`].
    Palindrome,
    /// See [`EqualSums`].
    RegionSum,
    /// See [`Renban`].
    Renban,
    /// See [`SlowThermometer`].
    SlowThermometer,
    /// See [`SumLine`], with 10.
    TenLine,
    /// See [`Thermometer`].
    Thermometer,
    /// See [`Whisper`], with half of the values.
    Whisper,
    /// See [`Zipper`].
    Zipper,
}

const MEANINGS: [(&str, LineMeaning); 14] = [
    ("none", LineMeaning::Nothing),
    ("between", LineMeaning::Between),
    ("entropic", LineMeaning::Entropic),
    ("lockout", LineMeaning::Lockout),
    ("modular", LineMeaning::Modular),
    ("nabner", LineMeaning::Nabner),
    ("palindrome", LineMeaning::Palindrome),
    ("region-sum", LineMeaning::RegionSum),
    ("renban", LineMeaning::Renban),
    ("slow-thermometer", LineMeaning::SlowThermometer),
    ("ten", LineMeaning::TenLine),
    ("thermometer", LineMeaning::Thermometer),
    ("whisper", LineMeaning::Whisper),
    ("zipper", LineMeaning::Zipper),
];

impl LineMeaning {
    /// The names, as [`LineRule`] reads them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MEANINGS.into_iter().map(|(name, _)| name)
    }
}

/// What is drawn in a puzzle and was passed over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawn {
    /// How many lines there are of each colour, which is written as in a [`LineRule`].
    pub lines: BTreeMap<String, usize>,
    /// Other drawings, by the names of their members.
    pub others: BTreeSet<String>,
}

/// What lines of one colour mean; written `COLOUR=whisper`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRule {
    /// The colour as the puzzle has it, with or without its `#`.
    pub colour: String,
    /// What they say.
    pub meaning: LineMeaning,
}

/// Why a text is no [`LineRule`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected COLOUR=KIND with one of {}", MEANINGS.map(|(name, _)| name).join(", "))]
pub struct UnknownLine;

impl FromStr for LineRule {
    type Err = UnknownLine;

    fn from_str(text: &str) -> Result<Self, UnknownLine> {
        let (colour, name) = text.split_once('=').ok_or(UnknownLine)?;
        let meaning = MEANINGS.iter().find(|(known, _)| *known == name).ok_or(UnknownLine)?.1;
        if colour.is_empty() {
            return Err(UnknownLine);
        }
        Ok(Self { colour: colour.to_owned(), meaning })
    }
}

impl fmt::Display for LineRule {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = MEANINGS.iter().find(|(_, meaning)| *meaning == self.meaning);
        let (name, _) = name.expect("each meaning has a name");
        write!(f, "{}={name}", self.colour)
    }
}

impl LineRule {
    /// Whether it is about lines of this colour; their opacity makes no difference.
    pub(super) fn is_of(&self, colour: &str) -> bool {
        plain(&self.colour) == plain(colour)
    }
}

/// A colour without its `#` and its opacity.
pub(super) fn plain(colour: &str) -> String {
    let digits = colour.trim_start_matches('#').to_ascii_lowercase();
    let has_opacity = digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if colour.starts_with('#') && has_opacity { digits[..6].to_owned() } else { digits }
}

impl LineMeaning {
    /// The rule on these cells; `half` is the default of whispers.
    pub(super) fn constraint(
        self,
        cells: Vec<Cell>,
        half: i64,
        spec: &PuzzleSpec,
    ) -> Option<Constraint> {
        Some(match self {
            Self::Nothing => return None,
            Self::Between => Between { cells }.into(),
            Self::Entropic => Entropic { cells }.into(),
            Self::Lockout => Lockout { cells, difference: 4 }.into(),
            Self::Modular => Modular { cells, modulus: 3 }.into(),
            Self::Nabner => Nabner { cells }.into(),
            Self::Palindrome => Palindrome { cells }.into(),
            Self::RegionSum => EqualSums { segments: spec.cut_by_regions(&cells) }.into(),
            Self::Renban => Renban { cells }.into(),
            Self::SlowThermometer => SlowThermometer { cells }.into(),
            Self::TenLine => SumLine { cells, sum: 10, is_loop: false }.into(),
            Self::Thermometer => Thermometer { cells }.into(),
            Self::Whisper => Whisper { cells, difference: half }.into(),
            Self::Zipper => Zipper { cells }.into(),
        })
    }
}

/// The cells that a line runs through from way point to way point: straight or diagonally.
pub(super) fn cells(line: &Value, shape: GridShape, path: &Path) -> Result<Vec<Cell>, Fault> {
    let fault = |what: &str| Fault::of(path, what);
    let points = line.get("wayPoints").and_then(Value::as_array);
    let points = points.ok_or_else(|| fault("no wayPoints"))?;
    let mut cells: Vec<Cell> = Vec::new();
    for point in points {
        let cell = place(point).filter(|cell| shape.contains(*cell));
        let cell = cell.ok_or_else(|| fault("a way point that is not in the grid"))?;
        let Some(last) = cells.last().copied() else {
            cells.push(cell);
            continue;
        };
        let (down, right) =
            (cell.row as isize - last.row as isize, cell.col as isize - last.col as isize);
        let steps = down.unsigned_abs().max(right.unsigned_abs());
        if down != 0 && right != 0 && down.abs() != right.abs() {
            return Err(fault("a line that is neither straight nor diagonal"));
        }
        let next =
            |k: usize| shape.offset(last, down.signum() * k as isize, right.signum() * k as isize);
        cells.extend((1..=steps).filter_map(next));
    }
    // A loop is drawn back to its first cell, which it has once.
    if cells.len() > 2 && cells.first() == cells.last() {
        return Err(fault("a loop, whose meaning as a line is not known"));
    }
    if cells.is_empty() { Err(fault("a line without cells")) } else { Ok(cells) }
}

/// The cell of a way point: row and column, in cells, its middle at a half.
fn place(point: &Value) -> Option<Cell> {
    let [row, col] = point.as_array()?.as_slice() else { return None };
    let index = |value: &Value| {
        let number = value.as_f64()?;
        (0.0..1e6).contains(&number).then_some(number.floor() as usize)
    };
    Some(Cell { row: index(row)?, col: index(col)? })
}
