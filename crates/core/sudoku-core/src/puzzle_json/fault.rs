//! What is wrong with a puzzle, and where its JSON says so.

use super::PuzzleSpec;
use crate::{Cell, HouseKind, HouseName};
use located::{Located, Path, Position};
use serde_path_to_error::Segment;
use std::fmt;
use thiserror::Error;

/// Why members that can be read do not make a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{part}{}{message}", if *.part == SpecPart::Whole { "" } else { ": " })]
pub struct SpecError {
    /// The part that is wrong.
    pub part: SpecPart,
    /// What is wrong with it.
    pub message: String,
}

/// A part of a [`PuzzleSpec`]; indices count from 0, in words from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecPart {
    /// None in particular.
    Whole,
    /// The member of this name.
    Member(&'static str),
    /// A row of `regions`.
    RegionRow(usize),
    /// A house that a member makes.
    House(HouseName),
    /// The given of a cell.
    Given(Cell),
    /// One of the constraints.
    Constraint(usize),
}

impl fmt::Display for SpecPart {
    /// As a setter would name it: `constraint 3`, `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Member(name) => f.write_str(name),
            Self::RegionRow(row) => write!(f, "regions, row {}", row + 1),
            Self::House(name) => write!(f, "{name}"),
            Self::Given(cell) => f.write_str(&cell.short()),
            Self::Constraint(index) => write!(f, "constraint {}", index + 1),
        }
    }
}

impl SpecPart {
    pub(super) fn fault(self, message: impl Into<String>) -> SpecError {
        SpecError { part: self, message: message.into() }
    }

    /// Where our JSON says it.
    fn path(self) -> Path {
        let member = |name: &str| Path::default().member(name);
        match self {
            Self::Whole => Path::default(),
            Self::Member(name) => member(name),
            Self::RegionRow(row) => member("regions").item(row),
            Self::House(HouseName { kind, index }) => match kind {
                // Rows and columns are long enough only if the values are few.
                HouseKind::Row | HouseKind::Col => member("n_values"),
                HouseKind::Block => member("blocks"),
                HouseKind::Region => member("regions"),
                HouseKind::Diagonal => member("diagonals"),
                HouseKind::Window => member("windows"),
                HouseKind::Group => member("groups"),
                HouseKind::ExtraRegion => member("extra_regions").item(index),
            },
            Self::Given(cell) => member("givens").member(cell.short()),
            Self::Constraint(index) => member("constraints").item(index),
        }
    }
}

impl SpecError {
    /// The error at the place of its part in a text of our JSON.
    pub(super) fn in_json(&self, text: &str) -> Located {
        Located::new(place(text, &self.part.path()), self.to_string())
    }
}

/// What serde found wrong in a text of our JSON.
pub(super) fn unreadable(
    text: &str,
    error: serde_path_to_error::Error<serde_json::Error>,
) -> Located {
    let path = error.path().iter().fold(Path::default(), |path, segment| match segment {
        Segment::Seq { index } => path.item(*index),
        Segment::Map { key } => path.member(key),
        Segment::Enum { variant } => path.member(variant),
        Segment::Unknown => path,
    });
    let error = error.into_inner();
    let second = error.to_string();
    let second = second.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`'));
    let path = second.map_or_else(|| path.clone(), |(name, _)| path.member(name));
    let mut located = not_json(text, &error);
    // Serde's own place is behind the value.
    if error.is_data() {
        located = Located::new(place(text, &path), located.message);
    }
    let message = located.message.replace("expected i64", "expected an integer");
    let message = message.replace("expected usize", "expected an integer from 0");
    let message = message.replace("a sequence", "a list");
    let words = path.to_string();
    let message = clearer(&message, &words).map_or(message, str::to_owned);
    let colon = if words.is_empty() { "" } else { ": " };
    Located { message: format!("{words}{colon}{message}"), ..located }
}

/// What a message of serde says of a value that is JSON, but not of this kind.
fn clearer(message: &str, words: &str) -> Option<&'static str> {
    let one_kind = r#"expected an object of one kind, such as {"anti-knight": {}}"#;
    let is_constraint = words.starts_with("constraint ") && !words.contains(',');
    match message {
        "invalid type: unit variant, expected newtype variant" => Some(one_kind),
        "expected value" if is_constraint => Some(one_kind),
        "trailing characters" if !words.is_empty() => Some("the list has more items than it may"),
        _ => None,
    }
}

/// What is no JSON, at its place in characters.
pub(super) fn not_json(text: &str, error: &serde_json::Error) -> Located {
    let located = Located::of_json(error, error.line(), error.column());
    let offset = located.position().byte(text);
    Located::new(Position::of_char(text, offset), located.message)
}

/// The place of a path; the name of a cell may be written in several ways.
fn place(text: &str, path: &Path) -> Position {
    let is_same = |found: &str, name: &str| {
        let cell = Cell::from_short(name);
        found == name || (cell.is_some() && Cell::from_short(found) == cell)
    };
    Position::of_char(text, path.offset(text, is_same))
}

impl PuzzleSpec {
    /// The error of a shape, with the member that makes it.
    pub(super) fn shape_fault(error: &crate::ShapeError, members: [usize; 2]) -> SpecError {
        let part = match (error, members) {
            (crate::ShapeError::FirstValue(_), _) => SpecPart::Member("first_value"),
            (crate::ShapeError::Empty, [0, _]) => SpecPart::Member("rows"),
            (crate::ShapeError::Empty, [_, 0]) => SpecPart::Member("cols"),
            _ => SpecPart::Member("n_values"),
        };
        part.fault(error.to_string())
    }
}
