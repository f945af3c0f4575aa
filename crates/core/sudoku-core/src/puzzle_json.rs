//! A puzzle of any kind as JSON: shape, houses, givens and constraints.
//!
//! ```text
//! {"rows": 6, "cols": 6, "blocks": [2, 3], "givens": {"r1c1": 4, "r2c2": [1, 2]},
//!  "constraints": [{"cage": {"cells": ["r1c2", "r1c3"], "total": 9}}, {"anti-knight": {}}]}
//! ```
//!
//! | member | what it is | without it |
//! |---|---|---|
//! | `title` | a text that is passed on | |
//! | `rows`, `cols` | the size of the grid | needed |
//! | `first_value`, `n_values` | the numbers that cells hold | 1; the larger of `rows` and `cols` |
//! | `outside` | how many cells there are outside the grid, named `x1`, `x2`, …; solutions that differ in them alone are one | 0 |
//! | `rows_and_columns` | whether the digits of each row and each column differ | true |
//! | `blocks` | height and width of the blocks, or `null` for none | the squarest blocks of a square grid |
//! | `regions` | irregular blocks, a text for each row, a letter or digit for each cell; `.` is in no region | none |
//! | `diagonals` | of `"down"` (from the upper left corner) and `"up"` (from the lower left one), those that are houses | none |
//! | `windows`, `groups` | whether the inner windows, and the disjoint groups, are houses | false |
//! | `extra_regions` | lists of cells whose digits differ | none |
//! | `givens` | for a cell the number, or a list of those that it may hold | none |
//! | `constraints` | objects of one member, the kind: see [`Constraint`] | none |
//!
//! Members and kinds that are not known are refused by name: an unread rule would make a wrong answer.
//! Many puzzles are one object a line.
//!
//! # References
//! - T. Bray (ed.), The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017
//! - `docs/formats/puzzle.schema.json` in the repository is the same as a JSON Schema

mod fault;
mod givens;
mod houses;
mod puzzle;
#[cfg(test)]
mod tests;

pub use fault::{SpecError, SpecPart};

use crate::constraint::Constraint;
use crate::{Cell, Geometry, GridShape};
use located::Located;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A diagonal from corner to corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Diagonal {
    /// From the upper left corner.
    Down,
    /// From the lower left corner.
    Up,
}

/// What a cell may hold from the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or a list of numbers")]
pub enum Given {
    /// A given.
    One(i64),
    /// A pencil-mark given: one of several.
    Several(Vec<i64>),
}

impl Given {
    /// The numbers that the cell may hold.
    #[must_use]
    pub fn numbers(&self) -> &[i64] {
        match self {
            Self::One(number) => std::slice::from_ref(number),
            Self::Several(numbers) => numbers,
        }
    }
}

/// A puzzle as its JSON has it: what all readers of variants make and all writers take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(into = "Members", try_from = "Members")]
pub struct PuzzleSpec {
    /// A text that is passed on.
    pub title: Option<String>,
    /// Rows, columns, numbers, and how many cells there are outside.
    pub shape: GridShape,
    /// Whether the digits of each row and each column differ.
    pub rows_and_columns: bool,
    /// Height and width of the blocks; they tile the grid.
    pub blocks: Option<[usize; 2]>,
    /// The region of each cell, row-major; empty, or one for each cell.
    pub regions: Vec<Option<char>>,
    /// The diagonals that are houses.
    pub diagonals: Vec<Diagonal>,
    /// Whether the inner windows are houses.
    pub windows: bool,
    /// Whether the disjoint groups are houses.
    pub groups: bool,
    /// Further sets of cells whose digits differ.
    pub extra_regions: Vec<Vec<Cell>>,
    /// What cells may hold from the start.
    pub givens: BTreeMap<Cell, Given>,
    /// What else a solution obeys.
    pub constraints: Vec<Constraint>,
}

impl PuzzleSpec {
    /// The most rows or columns: a short text must not claim a large grid.
    pub const MAX_SIDE: usize = 100;
    /// The most cells outside the grid.
    pub const MAX_OUTSIDE: usize = 10_000;

    /// A grid of this shape with the squarest blocks, if it has any, and nothing else.
    #[must_use]
    pub fn blank(shape: GridShape) -> Self {
        Self {
            title: None,
            shape,
            rows_and_columns: true,
            blocks: usual_blocks(shape),
            regions: Vec::new(),
            diagonals: Vec::new(),
            windows: false,
            groups: false,
            extra_regions: Vec::new(),
            givens: BTreeMap::new(),
            constraints: Vec::new(),
        }
    }

    /// Reads one object.
    ///
    /// # Errors
    /// What is not JSON, has an unknown member, or makes no puzzle; the message names the member, and the place is its
    /// own, with the column in characters.
    pub fn from_json(text: &str) -> Result<Self, Located> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let members: Members = serde_path_to_error::deserialize(&mut deserializer)
            .map_err(|error| fault::unreadable(text, error))?;
        deserializer.end().map_err(|error| fault::not_json(text, &error))?;
        Self::try_from(members).map_err(|error| error.in_json(text))
    }

    /// Writes one object, without line breaks.
    ///
    /// # Panics
    /// Never: every part of it has a form in JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("all members are texts, numbers and lists")
    }

    /// Checks that each cell is there, each number can be held and each constraint means something.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&self) -> Result<(), SpecError> {
        self.check_houses()?;
        for (cell, given) in &self.givens {
            let fault = |what: &str| Err(SpecPart::Given(*cell).fault(what));
            if !self.shape.contains(*cell) {
                return fault("there is no such cell");
            }
            let numbers = given.numbers();
            if let Some(number) = numbers.iter().find(|n| self.shape.value(**n).is_none()) {
                return fault(&format!("{number} is not a value of a grid {}", self.shape));
            }
            if numbers.is_empty() {
                return fault("there is no number");
            }
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            if let Some(what) = constraint.fault(self.shape) {
                return Err(SpecPart::Constraint(index).fault(what));
            }
        }
        Ok(())
    }
}

/// The squarest blocks of a square grid with as many values as rows.
fn usual_blocks(shape: GridShape) -> Option<[usize; 2]> {
    let side = shape.rows();
    let geometry = (side == shape.cols()).then(|| Geometry::of_side(side).ok()).flatten()?;
    Some([geometry.block_height(), geometry.block_width()])
}

/// The members of the object as they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::option_option, reason = "a member may be absent, null or a pair")]
struct Members {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    rows: usize,
    cols: usize,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    first_value: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    n_values: Option<usize>,
    #[serde(default, skip_serializing_if = "is_zero")]
    outside: usize,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    rows_and_columns: bool,
    /// `None` is an absent member, `Some(None)` is `null`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    blocks: Option<Option<[usize; 2]>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    regions: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diagonals: Vec<Diagonal>,
    #[serde(default, skip_serializing_if = "is_no")]
    windows: bool,
    #[serde(default, skip_serializing_if = "is_no")]
    groups: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    extra_regions: Vec<Vec<Cell>>,
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "givens::once"
    )]
    givens: BTreeMap<Cell, Given>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<Constraint>,
}

#[expect(clippy::option_option, reason = "a member may be absent, null or a pair")]
fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<[usize; 2]>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn one() -> i64 {
    1
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_one(number: &i64) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_yes(flag: &bool) -> bool {
    *flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_no(flag: &bool) -> bool {
    !*flag
}

impl TryFrom<Members> for PuzzleSpec {
    type Error = SpecError;

    fn try_from(members: Members) -> Result<Self, SpecError> {
        let n_values = members.n_values.unwrap_or(members.rows.max(members.cols));
        for (member, size, max) in [
            ("rows", members.rows, Self::MAX_SIDE),
            ("cols", members.cols, Self::MAX_SIDE),
            ("outside", members.outside, Self::MAX_OUTSIDE),
        ] {
            if size > max {
                return Err(SpecPart::Member(member).fault(format!("{size} is beyond {max}")));
            }
        }
        let shape = GridShape::new(members.rows, members.cols, members.first_value, n_values)
            .and_then(|shape| shape.with_outside(members.outside))
            .map_err(|error| Self::shape_fault(&error, [members.rows, members.cols]))?;
        let usual = if members.regions.is_empty() { usual_blocks(shape) } else { None };
        let spec = Self {
            title: members.title,
            shape,
            rows_and_columns: members.rows_and_columns,
            blocks: members.blocks.unwrap_or(usual),
            regions: houses::letters(&members.regions, shape)?,
            diagonals: members.diagonals,
            windows: members.windows,
            groups: members.groups,
            extra_regions: members.extra_regions,
            givens: members.givens,
            constraints: members.constraints,
        };
        spec.check()?;
        Ok(spec)
    }
}

impl From<PuzzleSpec> for Members {
    fn from(spec: PuzzleSpec) -> Self {
        let shape = spec.shape;
        let usual = if spec.regions.is_empty() { usual_blocks(shape) } else { None };
        let text = |row: &[Option<char>]| row.iter().map(|region| region.unwrap_or('.')).collect();
        Self {
            title: spec.title,
            rows: shape.rows(),
            cols: shape.cols(),
            first_value: shape.first_value(),
            n_values: (shape.n_values() != shape.rows().max(shape.cols()))
                .then_some(shape.n_values()),
            outside: shape.n_outside(),
            rows_and_columns: spec.rows_and_columns,
            blocks: (spec.blocks != usual).then_some(spec.blocks),
            regions: spec.regions.chunks(shape.cols()).map(text).collect(),
            diagonals: spec.diagonals,
            windows: spec.windows,
            groups: spec.groups,
            extra_regions: spec.extra_regions,
            givens: spec.givens,
            constraints: spec.constraints,
        }
    }
}
