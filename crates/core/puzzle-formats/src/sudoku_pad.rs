//! SudokuPad: texts that begin with `ctc`, `scf`, `fpuzzles` or `fpuz`, and links with one.
//!
//! - `fpuzzles` and `fpuz` are followed by an f-puzzle: see [`crate::f_puzzles`].
//! - `scf` is followed by the givens of a plain grid, a symbol for each run of a digit and the blanks after it.
//! - `ctc` is followed by a packed object: cells, regions, cages, and drawings.
//!
//! That object names no rules but these. What a line means is said by its setter in words only; such lines
//! are refused, unless [`LineRule`]s say what lines of a colour mean. Other drawings are refused as well, unless they are to be passed over.
//! A short id is refused: the puzzle itself is on the page's server.
//!
//! # References
//! - S. Neumann, SudokuPad and its published tools

mod drawn;
mod plain;
#[cfg(test)]
mod tests;

pub use drawn::{Drawn, LineMeaning, LineRule, UnknownLine};

use crate::fault::Fault;
use crate::{
    Options, Read, f_puzzles, is_empty, link, list, loose_json, lz_string, region_letters, row_of,
    shape_of, short, text_of,
};
use located::Path;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use sudoku_core::constraint::{AntiKing, AntiKnight, Cage, Constraint, Sum};
use sudoku_core::{Cell, Diagonal, Given, GridShape, PuzzleSpec, SpecError, SpecPart};

/// Members that are not rules.
const COSMETIC: [&str; 14] = [
    "id",
    "cellSize",
    "metadata",
    "settings",
    "title",
    "author",
    "rules",
    "version",
    "videos",
    "duration",
    "triggereffect",
    "foglight",
    "feature",
    "text",
];
/// Members of a cell that only colour it.
const CELL_DRAWN: [&str; 6] = ["c", "color", "colors", "colour", "colours", "highlight"];
/// Members of a cage that are read, and those that say how it is drawn.
const CAGE_MEMBERS: [&str; 12] = [
    "cells",
    "sum",
    "value",
    "unique",
    "borderColor",
    "backgroundColor",
    "color",
    "fontC",
    "fontSize",
    "hidden",
    "outlineC",
    "style",
];
/// What the text of a cage without cells begins with, besides names of members.
const CAGE_TEXTS: [&str; 3] = ["msgcorrect", "solution", "subtitle"];
/// Members that are drawings, and may say rules.
const DRAWN: [&str; 3] = ["underlays", "overlays", "arrows"];

/// Whether a text begins as one of these does.
#[must_use]
pub(crate) fn is_payload(text: &str) -> bool {
    let is_token = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=-_~ %".contains(&b));
    is_token && ["ctc", "scf", "scl", "fpuz"].iter().any(|start| text.starts_with(start))
}

/// Reads a text, a link with one, or the object itself.
///
/// # Errors
/// What is not such text, a short id, or a drawing that may be a rule.
pub(crate) fn read(text: &str, options: &Options) -> Result<Read, Fault> {
    match link::payload(text) {
        Some(payload) => payload.read(|text| token(text, options)),
        None => link::Payload::bare(text).read(|text| token(text, options)),
    }
}

fn token(payload: &str, options: &Options) -> Result<Read, Fault> {
    if payload.starts_with('{') {
        return object(payload, options)
            .map_err(|fault| fault.in_json(payload, loose_json::is_same));
    }
    let behind = |start: &'static str| move |fault: Fault| fault.moved(|k| start.len() + k);
    for start in ["fpuzzles", "fpuz"] {
        if let Some(packed) = payload.strip_prefix(start) {
            return f_puzzles::packed(packed).map_err(behind(start));
        }
    }
    if let Some(packed) = payload.strip_prefix("ctc") {
        let unpacked = lz_string::unpacked(packed).map_err(behind("ctc"))?;
        return object(&unpacked, options).map_err(|fault| behind("ctc")(fault.packed()));
    }
    if let Some(symbols) = payload.strip_prefix("scf") {
        return plain::read(symbols).map_err(behind("scf"));
    }
    if payload.starts_with("scl") {
        return Err(Fault::at_start("the packed form scl is not known"));
    }
    let id: String = payload.chars().take(40).collect();
    Err(Fault::at_start(format!(
        "'{}' is a short id; the puzzle itself is on the page's server: expected ctc…, fpuzzles… or scf…",
        id.escape_debug()
    )))
}

fn object(text: &str, options: &Options) -> Result<Read, Fault> {
    let value = loose_json::read(text)?;
    let Value::Object(members) = value else {
        return Err(Fault::at_start("expected an object"));
    };
    let cells = members.get("cells").and_then(Value::as_array);
    let fault = || Fault::of(&Path::default().member("cells"), "expected a list of rows");
    let cells = cells.ok_or_else(fault)?;
    let mut reader = Reader::new(cells)?;
    reader.givens(cells, options)?;
    reader.regions(&members)?;
    reader.cages(&members)?;
    let metadata = members.get("metadata").and_then(|metadata| metadata.get("title"));
    let metadata = metadata.and_then(Value::as_str).map(str::to_owned);
    if let Some(title) = text_of(&members, "title")?.or(metadata) {
        reader.spec.title = Some(title);
    }
    reader.others(&members, options)?;
    reader.spec.check().map_err(|error| reader.fault(&error))?;
    Ok(Read { spec: reader.spec, notes: reader.notes, drawn: reader.drawn })
}

struct Reader {
    spec: PuzzleSpec,
    notes: Vec<String>,
    drawn: Drawn,
    /// Where each constraint stands in the object.
    constraints: Vec<Path>,
}

impl Reader {
    fn new(cells: &[Value]) -> Result<Self, Fault> {
        let shape = shape_of(cells, "cells")?;
        let spec = PuzzleSpec { blocks: None, ..PuzzleSpec::blank(shape) };
        Ok(Self { spec, notes: Vec::new(), drawn: Drawn::default(), constraints: Vec::new() })
    }

    /// What is wrong with the puzzle as a whole, at the member that makes it so.
    fn fault(&self, error: &SpecError) -> Fault {
        let member = |name: &str| Path::default().member(name);
        let path = match error.part {
            SpecPart::Given(Cell { row, col }) => member("cells").item(row).item(col),
            SpecPart::Constraint(index) => {
                return Fault::of(&self.constraints[index], &error.message);
            }
            SpecPart::House(_) => member("regions"),
            SpecPart::Member("diagonals") => member("global"),
            _ => member("cells"),
        };
        Fault::named(&path, error.part, &error.message)
    }

    /// Adds what the object says at this path.
    fn add(&mut self, path: Path, constraint: impl Into<Constraint>) {
        self.spec.constraints.push(constraint.into());
        self.constraints.push(path);
    }

    fn givens(&mut self, cells: &[Value], options: &Options) -> Result<(), Fault> {
        for (row, values) in cells.iter().enumerate() {
            let path = Path::default().member("cells").item(row);
            let values = row_of(values, &path, row, self.spec.shape)?;
            for (col, value) in values.iter().enumerate() {
                let cell = Cell { row, col };
                let path = path.item(col);
                self.check_cell(value, &path, cell, options)?;
                let Some(value) = value.get("value").filter(|value| !value.is_null()) else {
                    continue;
                };
                let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
                let blank = value.as_str().is_some_and(|text| text.trim().is_empty());
                if let Some(number) = number {
                    self.spec.givens.insert(cell, Given::One(number));
                } else if !blank {
                    let what = format_args!("expected a number, found {}", short(value));
                    return Err(Fault::named(&path.member("value"), cell.short(), what));
                }
            }
        }
        Ok(())
    }

    /// Whether a cell is an object in which nothing may be a rule but its value.
    fn check_cell(
        &mut self,
        value: &Value,
        path: &Path,
        cell: Cell,
        options: &Options,
    ) -> Result<(), Fault> {
        if value.is_null() {
            return Ok(());
        }
        let members = value.as_object();
        let members = members.ok_or_else(|| {
            Fault::named(
                path,
                cell.short(),
                format_args!("expected an object, found {}", short(value)),
            )
        })?;
        for (name, value) in members {
            let is_drawn = CELL_DRAWN.contains(&name.as_str());
            if name == "value" || is_drawn || is_empty(value) {
                continue;
            }
            if !options.ignore_drawings {
                let what = format_args!("unknown member {name}");
                return Err(Fault::named(&path.member(name), cell.short(), what));
            }
            self.drawn.others.insert(name.clone());
            self.notes.push(format!("{}: {name}: only drawn, not read as a rule", cell.short()));
        }
        Ok(())
    }

    fn regions(&mut self, members: &Map<String, Value>) -> Result<(), Fault> {
        let shape = self.spec.shape;
        let mut letters = vec![None; shape.n_cells()];
        for (index, region) in list(members, "regions")?.iter().enumerate() {
            let path = Path::default().member("regions").item(index);
            let cells = self.places(region, &path, &path)?;
            if cells.is_empty() {
                continue;
            }
            let letter = region_letters().nth(index);
            let letter = letter.ok_or_else(|| Fault::of(&path, "there are too many"))?;
            for (k, cell) in cells.into_iter().enumerate() {
                if letters[shape.index(cell)].replace(letter).is_some() {
                    let what = format_args!("{} is in a region already", cell.short());
                    return Err(Fault::named(&path.item(k), &path, what));
                }
            }
        }
        if letters.iter().any(Option::is_some) {
            self.spec.regions = letters;
        }
        Ok(())
    }

    /// Cages with a number, or without any text; others carry what their texts say.
    fn cages(&mut self, members: &Map<String, Value>) -> Result<(), Fault> {
        for (index, cage) in list(members, "cages")?.iter().enumerate() {
            let path = Path::default().member("cages").item(index);
            let cells = match cage.get("cells") {
                Some(cells) => self.places(cells, &path.member("cells"), &path)?,
                None => Vec::new(),
            };
            let members = cage.as_object().ok_or_else(|| Fault::of(&path, "expected an object"))?;
            let is_known = |name: &str| CAGE_MEMBERS.contains(&name);
            if let Some((name, _)) =
                members.iter().find(|(name, value)| !is_known(name) && !is_empty(value))
            {
                let what = format_args!("unknown member {name}");
                return Err(Fault::named(&path.member(name), &path, what));
            }
            let differ = match cage.get("unique") {
                None | Some(Value::Null | Value::Bool(true)) => true,
                Some(Value::Bool(false)) => false,
                Some(_) => return Err(Fault::of(&path.member("unique"), "expected true or false")),
            };
            let member = if cage.get("sum").is_some() { "sum" } else { "value" };
            let text = match cage.get(member) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => text.trim().to_owned(),
                Some(Value::Number(number)) => number.to_string(),
                Some(other) => {
                    let what = format_args!("expected a text or a number, found {}", short(other));
                    return Err(Fault::of(&path.member(member), what));
                }
            };
            if cells.is_empty() {
                match text.split_once(':') {
                    Some(("title", title)) => self.spec.title = Some(title.trim().to_owned()),
                    Some((name, _)) if COSMETIC.contains(&name) || CAGE_TEXTS.contains(&name) => {}
                    _ if text.is_empty() => {}
                    _ => {
                        let what =
                            format_args!("'{}' without cells is not known", text.escape_debug());
                        return Err(Fault::named(&path.member(member), &path, what));
                    }
                }
                continue;
            }
            let total =
                text.parse::<i64>().ok().filter(|total| total.abs() <= GridShape::MAX_NUMBER);
            if total.is_none() && !text.is_empty() {
                let what = format_args!("'{}' is not a total of a cage", text.escape_debug());
                return Err(Fault::named(&path.member(member), &path, what));
            }
            match total.filter(|total| *total != 0) {
                total if differ => self.add(path, Cage { cells, total }),
                Some(total) => self.add(path, Sum { cells, coefficients: Vec::new(), total }),
                None => self.notes.push(format!("{path}: only drawn, not read as a rule")),
            }
        }
        Ok(())
    }

    /// A list of pairs: row and column, from 0.
    fn places(&self, value: &Value, path: &Path, name: &Path) -> Result<Vec<Cell>, Fault> {
        let fault =
            |path: &Path| Fault::named(path, name, "expected cells of the grid as [row, column]");
        let place = |value: &Value| {
            let [row, col] = value.as_array()?.as_slice() else { return None };
            let index = |value: &Value| usize::try_from(value.as_i64()?).ok();
            let cell = Cell { row: index(row)?, col: index(col)? };
            self.spec.shape.contains(cell).then_some(cell)
        };
        let list = value.as_array().ok_or_else(|| fault(path))?;
        let cell = |(k, value)| place(value).ok_or_else(|| fault(&path.item(k)));
        list.iter().enumerate().map(cell).collect()
    }

    fn others(&mut self, members: &Map<String, Value>, options: &Options) -> Result<(), Fault> {
        let mut unknown: Vec<&str> = Vec::new();
        for (name, value) in members {
            let path = Path::default().member(name);
            match name.as_str() {
                _ if is_empty(value) || COSMETIC.contains(&name.as_str()) => {}
                "cells" | "regions" | "cages" => {}
                "lines" => self.lines(list(members, name)?, options)?,
                "global" => self.global(list(members, name)?)?,
                "antiknight" | "antiking" if !value.is_boolean() => {
                    return Err(Fault::of(&path, "expected true or false"));
                }
                "antiknight" => self.add(path, AntiKnight {}),
                "antiking" => self.add(path, AntiKing {}),
                name if DRAWN.contains(&name) => self.drawing(name, &path, options)?,
                name => unknown.push(name),
            }
        }
        if unknown.is_empty() { Ok(()) } else { Err(Fault::unknown_rules(&unknown)) }
    }

    fn global(&mut self, names: &[Value]) -> Result<(), Fault> {
        for (index, name) in names.iter().enumerate() {
            let path = Path::default().member("global").item(index);
            match name.as_str() {
                Some("antiknight") => self.add(path, AntiKnight {}),
                Some("antiking") => self.add(path, AntiKing {}),
                Some("diagonal+") => self.spec.diagonals.push(Diagonal::Up),
                Some("diagonal-") => self.spec.diagonals.push(Diagonal::Down),
                _ => return Err(Fault::of(&path, format_args!("unknown rule {}", short(name)))),
            }
        }
        Ok(())
    }

    fn drawing(&mut self, name: &str, path: &Path, options: &Options) -> Result<(), Fault> {
        if !options.ignore_drawings {
            let what = "drawings may be rules, and what they mean is not said";
            return Err(Fault::of(path, what));
        }
        self.drawn.others.insert(name.to_owned());
        self.notes.push(format!("{name}: only drawn, not read as a rule"));
        Ok(())
    }

    fn lines(&mut self, lines: &[Value], options: &Options) -> Result<(), Fault> {
        let mut missing: BTreeMap<String, usize> = BTreeMap::new();
        let mut first = None;
        for (index, line) in lines.iter().enumerate() {
            let colour = line.get("color").and_then(Value::as_str).unwrap_or("none");
            let Some(rule) = options.lines.iter().find(|rule| rule.is_of(colour)) else {
                *missing.entry(colour.to_owned()).or_default() += 1;
                first.get_or_insert(index);
                continue;
            };
            let path = Path::default().member("lines").item(index);
            let cells = drawn::cells(line, self.spec.shape, &path)?;
            let half = self.spec.shape.n_values().div_ceil(2) as i64;
            match rule.meaning.constraint(cells, half, &self.spec) {
                Some(constraint) => self.add(path, constraint),
                None => self.notes.push(format!("{path}: only drawn, not read as a rule")),
            }
        }
        if missing.is_empty() || options.ignore_drawings {
            for (colour, n) in &missing {
                *self.drawn.lines.entry(drawn::plain(colour)).or_default() += n;
            }
            self.notes.extend(
                missing.keys().map(|colour| {
                    format!("lines of colour {colour}: only drawn, not read as a rule")
                }),
            );
            return Ok(());
        }
        let colours: Vec<String> =
            missing.iter().map(|(colour, n)| format!("{colour} ({n})")).collect();
        let colours = colours.join(", ");
        let path = Path::default().member("lines").item(first.unwrap_or(0));
        let what = "what drawn lines mean is not said; name it for each colour";
        Err(Fault::named(&path, "lines", format_args!("{what}: {colours}")))
    }
}
