//! f-puzzles: links, bare lz-strings and JSON; and its extensions by other programs.
//!
//! The JSON is an object with a member for each kind of rule; each is `true` or a list of objects that have
//! `cells`, `lines` or a `cell`, and perhaps a `value`. Cells are `R1C1`; those of clues outside the grid are in row or column 0, or one
//! beyond the last.
//!
//! What has been decided where programs differ:
//! - A cell's `value` without `given` is the solver's own entry and no part of the puzzle; so are its
//!   `centerPencilMarks`. `givenPencilMarks` are; beside a given they say no more than it, or contradict it and are refused.
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

use crate::fault::Fault;
use crate::{
    Drawn, Read, is_empty, json, link, lz_string, region_letters, row_of, shape_of, text_of,
};
use entry::Entry;
use located::Path;
use serde_json::Value;
use std::collections::BTreeMap;
use sudoku_core::{Cell, Given, HouseKind, HouseName, PuzzleSpec, SpecError, SpecPart};

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
pub(crate) fn read(text: &str) -> Result<Read, Fault> {
    if text.starts_with('{') {
        return object(&json::read(text)?)
            .map_err(|fault| fault.in_json(text, |found, name| found == name));
    }
    match link::payload(text) {
        Some(payload) => payload.read(packed),
        None => packed(text),
    }
}

/// Reads what is packed; a place in the unpacked text is none in the packed one.
pub(crate) fn packed(text: &str) -> Result<Read, Fault> {
    let unpacked = lz_string::unpacked(text)?;
    let value = json::read(&unpacked).map_err(|fault| {
        let error = fault.located(&unpacked);
        let (line, column) = (error.line, error.column);
        let what = "the compressed text is not JSON";
        Fault::at_start(format!("{what}: {error} at line {line} column {column}"))
    })?;
    object(&value).map_err(Fault::packed)
}

fn object(value: &Value) -> Result<Read, Fault> {
    let Value::Object(members) = value else {
        return Err(Fault::at_start("an f-puzzle is a JSON object"));
    };
    let member = |name| Path::default().member(name);
    let grid = members.get("grid").and_then(Value::as_array);
    let grid = grid.ok_or_else(|| Fault::of(&member("grid"), "expected a list of rows"))?;
    let mut reader = Reader::new(grid)?;
    reader.spec.title = text_of(members, "title")?;
    let size = members.get("size").filter(|size| !size.is_null());
    if size.is_some_and(|size| size.as_u64() != Some(grid.len() as u64)) {
        let what = format_args!("expected {}, the number of rows", grid.len());
        return Err(Fault::of(&member("size"), what));
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
        return Err(Fault::unknown_rules(&unknown));
    }
    reader.negative(members)?;
    reader.spec.check().map_err(|error| reader.fault(&error))?;
    Ok(Read { spec: reader.spec, notes: reader.notes, drawn: Drawn::default() })
}

/// The puzzle as far as it has been read.
struct Reader {
    spec: PuzzleSpec,
    notes: Vec<String>,
    /// Where each constraint, and each extra region, stands in the JSON.
    constraints: Vec<Path>,
    extra_regions: Vec<Path>,
}

impl Reader {
    fn new(grid: &[Value]) -> Result<Self, Fault> {
        Ok(Self {
            spec: PuzzleSpec::blank(shape_of(grid, "grid")?),
            notes: Vec::new(),
            constraints: Vec::new(),
            extra_regions: Vec::new(),
        })
    }

    /// What is wrong with the puzzle as a whole, at the member that makes it so.
    fn fault(&self, error: &SpecError) -> Fault {
        let path = match error.part {
            SpecPart::Given(Cell { row, col }) => {
                Path::default().member("grid").item(row).item(col)
            }
            SpecPart::Constraint(index) => {
                return Fault::of(&self.constraints[index], &error.message);
            }
            SpecPart::House(HouseName { kind: HouseKind::ExtraRegion, index }) => {
                return Fault::of(&self.extra_regions[index], &error.message);
            }
            SpecPart::House(HouseName { kind: HouseKind::Group, .. }) => {
                Path::default().member("disjointgroups")
            }
            SpecPart::Member("diagonals") => Path::default().member("diagonal+"),
            SpecPart::Member("groups") => Path::default().member("disjointgroups"),
            _ => Path::default().member("grid"),
        };
        Fault::named(&path, error.part, &error.message)
    }

    /// Givens, pencil-mark givens and regions.
    fn grid(&mut self, grid: &[Value]) -> Result<(), Fault> {
        let usual = self.usual_regions();
        let mut regions = usual.clone();
        for (row, cells) in grid.iter().enumerate() {
            let path = Path::default().member("grid").item(row);
            let cells = row_of(cells, &path, row, self.spec.shape)?;
            for (col, value) in cells.iter().enumerate() {
                let cell = Cell { row, col };
                let entry = Entry::new(value, path.item(col), cell.short())?;
                self.cell(cell, &entry)?;
                if let Some(region) = entry.members.get("region") {
                    regions[self.spec.shape.index(cell)] = match (region, region.as_i64()) {
                        (Value::Null, _) => None,
                        (_, Some(number)) => Some(number).filter(|number| *number >= 0),
                        _ => return Err(entry.fault_of("region", "expected an integer or null")),
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

    fn cell(&mut self, cell: Cell, entry: &Entry<'_>) -> Result<(), Fault> {
        let known = ["value", "given", "region", "givenPencilMarks"];
        let is_known = |name: &&String| {
            known.contains(&name.as_str()) || CELL_COSMETIC.contains(&name.as_str())
        };
        let mut names = entry.members.keys();
        if let Some(name) = names.find(|name| !is_known(name) && !is_empty(&entry.members[*name])) {
            return Err(entry.unknown(name));
        }
        let given = entry.members.get("given").filter(|given| !is_empty(given));
        if given.is_some_and(|given| !given.is_boolean()) {
            return Err(entry.fault_of("given", "expected true or false"));
        }
        let marks = entry.members.get("givenPencilMarks").filter(|marks| !is_empty(marks));
        let marks = match marks {
            Some(marks) => {
                let numbers = marks.as_array().map(|list| list.iter().map(Value::as_i64).collect());
                let numbers: Option<Vec<i64>> = numbers.flatten();
                let fault = || entry.fault_of("givenPencilMarks", "expected integers");
                Some(numbers.ok_or_else(fault)?)
            }
            None => None,
        };
        let is_given = given.is_some_and(|given| given.as_bool() == Some(true));
        let number = if is_given { entry.number("value")? } else { None };
        let is_value = |mark: &i64| self.spec.shape.value(*mark).is_some();
        let given = match (is_given, number, marks) {
            (true, None, _) => return Err(entry.fault("a given without a value")),
            (true, Some(number), Some(marks)) if !marks.contains(&number) => {
                let what = format!("they leave out the given {number}");
                return Err(entry.fault_of("givenPencilMarks", &what));
            }
            (true, Some(_), Some(marks)) if !marks.iter().all(is_value) => {
                return Err(entry.fault_of("givenPencilMarks", "one is not a value of the grid"));
            }
            (_, Some(number), _) => Given::One(number),
            (_, None, Some(marks)) => Given::Several(marks),
            (_, None, None) => return Ok(()),
        };
        self.spec.givens.insert(cell, given);
        Ok(())
    }
}

/// A letter for each region.
fn letters(regions: &[Option<i64>]) -> Result<Vec<Option<char>>, Fault> {
    let mut letters = region_letters();
    let mut known: BTreeMap<i64, char> = BTreeMap::new();
    for region in regions.iter().flatten() {
        if let std::collections::btree_map::Entry::Vacant(place) = known.entry(*region) {
            let letter = letters.next();
            place.insert(
                letter.ok_or_else(|| {
                    Fault::of(&Path::default().member("grid"), "too many regions")
                })?,
            );
        }
    }
    Ok(regions.iter().map(|region| region.map(|region| known[&region])).collect())
}
