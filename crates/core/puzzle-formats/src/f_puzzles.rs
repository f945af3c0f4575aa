//! f-puzzles: links, bare lz-strings and JSON; and its extensions by other programs.
//!
//! The JSON is an object with a member for each kind of rule; each is `true` or a list of objects that have
//! `cells`, `lines` or a `cell`, and perhaps a `value`. Cells are `R1C1`; those of clues outside the grid are in row or column 0, or one
//! beyond the last.
//!
//! What has been decided where programs differ:
//! - A cell's `value` without `given` is the solver's own entry and no part of the puzzle; so are its
//!   `centerPencilMarks`. `givenPencilMarks` are.
//! - A cell without a region of its own is in its usual block; with `null` or −1 in none.
//! - `nonconsecutive` and the negative `ratio` spare pairs with a dot of either colour; the negative `ratio` forbids every ratio that
//!   occurs, 2 where none does; the negative `xv` forbids 5 and 10.
//! - A clue without a number says nothing; neither does an `xv` without a letter. Both are noted.
//! - The list `cage` is decoration, but for the text `DR5`: a digital root.
//!
//! # References
//! - E. Clontz, f-puzzles.com; D. Clamage, SudokuSolver, for the extensions

mod entry;
mod kinds;
#[cfg(test)]
mod tests;
mod write;

pub use write::write;

use crate::link::{self, Payload};
use crate::{Read, is_empty, json, lz_string, region_letters, shape_of};
use entry::Entry;
use located::Located;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use sudoku_core::{Cell, Given, PuzzleSpec};

/// Members that do not change the solutions.
const COSMETIC: [&str; 17] = [
    "size",
    "author",
    "ruleset",
    "rules",
    "solution",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
    "text",
    "line",
    "circle",
    "rectangle",
    "id",
    "version",
    "_id",
    "msgcorrect",
];
/// Drawings among them, which are noted.
const DRAWN: [&str; 4] = ["text", "line", "circle", "rectangle"];
/// Members of a cell of the grid that do not change the solutions.
const CELL_COSMETIC: [&str; 10] = [
    "c",
    "cArray",
    "highlight",
    "centerPencilMarks",
    "cornerPencilMarks",
    "parity",
    "fixed",
    "outlineC",
    "fontC",
    "sideCandidates",
];

/// Whether a text may be a bare lz-string: every JSON object begins with the same three bytes.
#[must_use]
pub(crate) fn is_bare(text: &str) -> bool {
    text.starts_with("N4Ig") && text.bytes().all(|b| b == b'=' || link::base64_digit(b).is_some())
}

/// Reads a link, a bare lz-string or JSON.
///
/// # Errors
/// What is not an f-puzzle, or has a rule that is not known.
pub fn read(text: &str) -> Result<Read, Located> {
    let value = if text.starts_with('{') {
        json::read(text).map_err(|error| Located::of_json(&error, error.line(), error.column()))?
    } else {
        let payload = match link::payload(text) {
            Some(Payload::Load(load)) => load,
            _ => text.to_owned(),
        };
        // A place in the unpacked text is none in the packed one.
        json::read(&lz_string::decompress(&payload)?).map_err(|error| {
            Located::at_start(format!("the compressed text is not JSON: {error}"))
        })?
    };
    let Value::Object(members) = value else {
        return Err(Located::at_start("an f-puzzle is a JSON object"));
    };
    read_object(&members)
}

fn read_object(members: &Map<String, Value>) -> Result<Read, Located> {
    let grid = members.get("grid").and_then(Value::as_array);
    let grid = grid.ok_or_else(|| Located::at_start("grid: expected a list of rows"))?;
    let mut reader = Reader::new(grid)?;
    reader.spec.title = members.get("title").and_then(Value::as_str).map(str::to_owned);
    let size = members.get("size").filter(|size| !size.is_null());
    if size.is_some_and(|size| size.as_u64() != Some(grid.len() as u64)) {
        return Err(Located::at_start(format!(
            "size: expected {}, the number of rows",
            grid.len()
        )));
    }
    reader.grid(grid)?;
    let mut unknown: Vec<&str> = Vec::new();
    for (name, value) in members {
        if is_empty(value) || name == "grid" || name == "title" {
            continue;
        }
        if DRAWN.contains(&name.as_str()) {
            reader.notes.push(format!("{name}: only drawn, not read as a rule"));
        }
        if !COSMETIC.contains(&name.as_str()) && !reader.kind(name, value)? {
            unknown.push(name);
        }
    }
    if !unknown.is_empty() {
        let names = unknown.join(", ");
        return Err(Located::at_start(format!("unknown rules: {names}")));
    }
    reader.negative(members)?;
    reader.spec.check()?;
    Ok(Read { spec: reader.spec, notes: reader.notes })
}

/// The puzzle as far as it has been read.
struct Reader {
    spec: PuzzleSpec,
    notes: Vec<String>,
}

impl Reader {
    fn new(grid: &[Value]) -> Result<Self, Located> {
        let spec = PuzzleSpec::blank(shape_of(grid, "grid")?);
        Ok(Self { spec, notes: Vec::new() })
    }

    /// Givens, pencil-mark givens and regions.
    fn grid(&mut self, grid: &[Value]) -> Result<(), Located> {
        let usual = self.usual_regions();
        let mut regions = usual.clone();
        for (row, cells) in grid.iter().enumerate() {
            let path = format!("grid[{row}]");
            let cells = cells.as_array().filter(|cells| cells.len() == self.spec.shape.cols());
            let cells = cells.ok_or_else(|| {
                Located::at_start(format!("{path}: expected {} cells", self.spec.shape.cols()))
            })?;
            for (col, value) in cells.iter().enumerate() {
                let cell = Cell { row, col };
                let entry = Entry::new(value, format!("{path}[{col}]"))?;
                self.cell(cell, &entry)?;
                if let Some(region) = entry.members.get("region") {
                    regions[self.spec.shape.index(cell)] = match (region, region.as_i64()) {
                        (Value::Null, _) => None,
                        (_, Some(number)) => Some(number).filter(|number| *number >= 0),
                        _ => return Err(entry.fault("region: expected an integer or null")),
                    };
                }
            }
        }
        if regions != usual {
            self.spec.blocks = None;
            self.spec.regions = letters(&regions)?;
        }
        Ok(())
    }

    /// The number of the usual block of each cell; where a grid has none, of its row.
    fn usual_regions(&self) -> Vec<Option<i64>> {
        let n_cols = self.spec.shape.cols() as i64;
        // Without usual blocks a prime side has its rows.
        let mut regions: Vec<Option<i64>> =
            (0..self.spec.shape.n_cells() as i64).map(|index| Some(index / n_cols)).collect();
        for (number, cells) in self.spec.block_cells().iter().enumerate() {
            for cell in cells {
                regions[self.spec.shape.index(*cell)] = Some(number as i64);
            }
        }
        regions
    }

    fn cell(&mut self, cell: Cell, entry: &Entry<'_>) -> Result<(), Located> {
        let known = ["value", "given", "region", "givenPencilMarks"];
        let is_known = |name: &&String| {
            known.contains(&name.as_str()) || CELL_COSMETIC.contains(&name.as_str())
        };
        let mut names = entry.members.keys();
        if let Some(name) = names.find(|name| !is_known(name) && !is_empty(&entry.members[*name])) {
            return Err(entry.fault(&format!("unknown member {name}")));
        }
        let given = entry.members.get("given").filter(|given| !is_empty(given));
        if given.is_some_and(|given| !given.is_boolean()) {
            return Err(entry.fault("given: expected true or false"));
        }
        if given.is_some() {
            let number =
                entry.number("value")?.ok_or_else(|| entry.fault("a given without a value"))?;
            self.spec.givens.insert(cell, Given::One(number));
        } else if let Some(marks) = entry.members.get("givenPencilMarks").filter(|m| !is_empty(m)) {
            let numbers = marks.as_array().map(|list| list.iter().map(Value::as_i64).collect());
            let numbers: Option<Vec<i64>> = numbers.flatten();
            let numbers =
                numbers.ok_or_else(|| entry.fault("givenPencilMarks that are not numbers"))?;
            self.spec.givens.insert(cell, Given::Several(numbers));
        }
        Ok(())
    }
}

/// A letter for each region.
fn letters(regions: &[Option<i64>]) -> Result<Vec<Option<char>>, Located> {
    let mut letters = region_letters();
    let mut known: BTreeMap<i64, char> = BTreeMap::new();
    for region in regions.iter().flatten() {
        if let std::collections::btree_map::Entry::Vacant(place) = known.entry(*region) {
            let letter = letters.next();
            place.insert(letter.ok_or_else(|| Located::at_start("grid: too many regions"))?);
        }
    }
    Ok(regions.iter().map(|region| region.map(|region| known[&region])).collect())
}
