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

pub use drawn::{LineMeaning, LineRule, UnknownLine};

use crate::link::{self, Payload};
use crate::{
    Options, Read, f_puzzles, is_empty, list, loose_json, lz_string, region_letters, shape_of,
};
use located::Located;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use sudoku_core::constraint::{AntiKing, AntiKnight, Cage};
use sudoku_core::{Cell, Diagonal, Given, GridShape, PuzzleSpec};

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
pub fn read(text: &str, options: &Options) -> Result<Read, Located> {
    let payload = match link::payload(text) {
        Some(Payload::Path(path)) => path,
        _ => text.to_owned(),
    };
    if payload.starts_with('{') {
        return object(&payload, options);
    }
    for start in ["fpuzzles", "fpuz"] {
        if let Some(packed) = payload.strip_prefix(start) {
            return f_puzzles::read(packed);
        }
    }
    if let Some(packed) = payload.strip_prefix("ctc") {
        return object(&lz_string::decompress(packed)?, options);
    }
    if let Some(symbols) = payload.strip_prefix("scf") {
        return plain::read(symbols);
    }
    if payload.starts_with("scl") {
        return Err(Located::at_start("the packed form scl is not known"));
    }
    let id: String = payload.chars().take(40).collect();
    Err(Located::at_start(format!(
        "'{}' is a short id; the puzzle itself is on the page's server: expected ctc…, fpuzzles… or scf…",
        id.escape_debug()
    )))
}

fn object(text: &str, options: &Options) -> Result<Read, Located> {
    let value = loose_json::read(text)?;
    let Value::Object(members) = value else {
        return Err(Located::at_start("expected an object"));
    };
    let cells = members.get("cells").and_then(Value::as_array);
    let cells = cells.ok_or_else(|| Located::at_start("cells: expected a list of rows"))?;
    let mut reader = Reader::new(cells)?;
    reader.givens(cells)?;
    reader.regions(&members)?;
    reader.cages(&members)?;
    let metadata = members.get("metadata").and_then(|metadata| metadata.get("title"));
    let title = members.get("title").or(metadata).and_then(Value::as_str);
    if let Some(title) = title {
        reader.spec.title = Some(title.to_owned());
    }
    reader.others(&members, options)?;
    reader.spec.check()?;
    Ok(Read { spec: reader.spec, notes: reader.notes })
}

struct Reader {
    spec: PuzzleSpec,
    notes: Vec<String>,
}

impl Reader {
    fn new(cells: &[Value]) -> Result<Self, Located> {
        let shape = shape_of(cells, "cells")?;
        let spec = PuzzleSpec { blocks: None, ..PuzzleSpec::blank(shape) };
        Ok(Self { spec, notes: Vec::new() })
    }

    fn givens(&mut self, cells: &[Value]) -> Result<(), Located> {
        let cols = self.spec.shape.cols();
        for (row, values) in cells.iter().enumerate() {
            let fault =
                |col: usize, what: &str| Located::at_start(format!("cells[{row}][{col}]: {what}"));
            let values = values.as_array().filter(|values| values.len() == cols);
            let values = values.ok_or_else(|| fault(0, &format!("expected {cols} cells")))?;
            for (col, value) in values.iter().enumerate() {
                let Some(value) = value.get("value").filter(|value| !value.is_null()) else {
                    continue;
                };
                let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
                let blank = value.as_str().is_some_and(|text| text.trim().is_empty());
                if let Some(number) = number {
                    self.spec.givens.insert(Cell { row, col }, Given::One(number));
                } else if !blank {
                    return Err(fault(col, "a given that is not a number"));
                }
            }
        }
        Ok(())
    }

    fn regions(&mut self, members: &Map<String, Value>) -> Result<(), Located> {
        let shape = self.spec.shape;
        let mut letters = vec![None; shape.n_cells()];
        for (index, region) in list(members, "regions")?.iter().enumerate() {
            let path = format!("regions[{index}]");
            let cells = self.places(region, &path)?;
            if cells.is_empty() {
                continue;
            }
            let letter = region_letters().nth(index);
            let letter = letter.ok_or_else(|| Located::at_start("regions: too many"))?;
            for cell in cells {
                if letters[shape.index(cell)].replace(letter).is_some() {
                    let what = format!("{path}: {} is in two regions", cell.short());
                    return Err(Located::at_start(what));
                }
            }
        }
        if letters.iter().any(Option::is_some) {
            self.spec.regions = letters;
        }
        Ok(())
    }

    /// Cages with a number, or without any text; others carry what their texts say.
    fn cages(&mut self, members: &Map<String, Value>) -> Result<(), Located> {
        for (index, cage) in list(members, "cages")?.iter().enumerate() {
            let path = format!("cages[{index}]");
            let cells = match cage.get("cells") {
                Some(cells) => self.places(cells, &path)?,
                None => Vec::new(),
            };
            let text = match cage.get("sum").or_else(|| cage.get("value")) {
                Some(Value::String(text)) => text.trim().to_owned(),
                Some(Value::Number(number)) => number.to_string(),
                _ => String::new(),
            };
            if cells.is_empty() {
                if let Some(title) = text.strip_prefix("title:") {
                    self.spec.title = Some(title.trim().to_owned());
                }
                continue;
            }
            let total =
                text.parse::<i64>().ok().filter(|total| total.abs() <= GridShape::MAX_NUMBER);
            if total.is_none() && !text.is_empty() {
                let what = format!("{path}: '{}' is not a total of a cage", text.escape_debug());
                return Err(Located::at_start(what));
            }
            self.spec.constraints.push(Cage { cells, total: total.filter(|t| *t != 0) }.into());
        }
        Ok(())
    }

    /// A list of pairs: row and column, from 0.
    fn places(&self, value: &Value, path: &str) -> Result<Vec<Cell>, Located> {
        let place = |value: &Value| {
            let [row, col] = value.as_array()?.as_slice() else { return None };
            let index = |value: &Value| usize::try_from(value.as_i64()?).ok();
            let cell = Cell { row: index(row)?, col: index(col)? };
            self.spec.shape.contains(cell).then_some(cell)
        };
        let cells: Option<Vec<Cell>> =
            value.as_array().and_then(|list| list.iter().map(place).collect());
        cells.ok_or_else(|| {
            Located::at_start(format!("{path}: expected cells of the grid as [row, column]"))
        })
    }

    fn others(&mut self, members: &Map<String, Value>, options: &Options) -> Result<(), Located> {
        let mut unknown = Vec::new();
        for (name, value) in members {
            match name.as_str() {
                _ if is_empty(value) || COSMETIC.contains(&name.as_str()) => {}
                "cells" | "regions" | "cages" => {}
                "lines" => self.lines(list(members, name)?, options)?,
                "global" => self.global(list(members, name)?, &mut unknown),
                "antiknight" => self.spec.constraints.push(AntiKnight {}.into()),
                "antiking" => self.spec.constraints.push(AntiKing {}.into()),
                name if DRAWN.contains(&name) => self.drawing(name, options)?,
                name => unknown.push(name.to_owned()),
            }
        }
        if unknown.is_empty() {
            Ok(())
        } else {
            let names = unknown.join(", ");
            Err(Located::at_start(format!("unknown rules: {names}")))
        }
    }

    fn global(&mut self, names: &[Value], unknown: &mut Vec<String>) {
        for name in names {
            match name.as_str() {
                Some("antiknight") => self.spec.constraints.push(AntiKnight {}.into()),
                Some("antiking") => self.spec.constraints.push(AntiKing {}.into()),
                Some("diagonal+") => self.spec.diagonals.push(Diagonal::Up),
                Some("diagonal-") => self.spec.diagonals.push(Diagonal::Down),
                _ => unknown.push(name.to_string()),
            }
        }
    }

    fn drawing(&mut self, name: &str, options: &Options) -> Result<(), Located> {
        if !options.ignore_drawings {
            let what = format!("{name}: drawings may be rules, and what they mean is not said");
            return Err(Located::at_start(what));
        }
        self.notes.push(format!("{name}: only drawn, not read as a rule"));
        Ok(())
    }

    fn lines(&mut self, lines: &[Value], options: &Options) -> Result<(), Located> {
        let mut missing: BTreeMap<String, usize> = BTreeMap::new();
        for (index, line) in lines.iter().enumerate() {
            let colour = line.get("color").and_then(Value::as_str).unwrap_or("none");
            let Some(rule) = options.lines.iter().find(|rule| rule.is_of(colour)) else {
                *missing.entry(colour.to_owned()).or_default() += 1;
                continue;
            };
            let path = format!("lines[{index}]");
            let cells = drawn::cells(line, self.spec.shape, &path)?;
            let half = self.spec.shape.n_values().div_ceil(2) as i64;
            match rule.meaning.constraint(cells, half, &self.spec) {
                Some(constraint) => self.spec.constraints.push(constraint),
                None => self.notes.push(format!("{path}: only drawn, not read as a rule")),
            }
        }
        if missing.is_empty() || options.ignore_drawings {
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
        Err(Located::at_start(format!(
            "lines: what drawn lines mean is not said; name it for each colour: {colours}"
        )))
    }
}
