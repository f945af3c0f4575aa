//! An object in the JSON of an f-puzzle, with the path to it for messages.

use crate::fault::Fault;
use crate::{is_empty, short};
use located::Path;
use serde_json::{Map, Value};
use sudoku_core::{Cell, GridShape};

/// Members of a rule's object that say how it is drawn.
const DRAWN: [&str; 12] = [
    "angle",
    "baseC",
    "fontC",
    "fontSize",
    "fromConstraint",
    "fromRangskSolver",
    "height",
    "isNewConstraint",
    "opacity",
    "outlineC",
    "size",
    "width",
];

/// The members of a rule's object that are read.
fn known(rule: &str) -> &'static [&'static str] {
    match rule {
        "extraregion" | "rowindexer" | "columnindexer" => &["cells"],
        "killercage" | "cage" | "difference" | "ratio" | "xv" => &["cells", "value"],
        "odd" | "even" | "minimum" | "maximum" => &["cell"],
        "arrow" => &["cells", "lines"],
        "clone" => &["cells", "cloneCells"],
        "quadruple" => &["cells", "values"],
        "littlekillersum" => &["cell", "cells", "direction", "value"],
        "sandwichsum" | "xsum" | "skyscraper" => &["cell", "value"],
        "whispers" | "modularline" | "lockout" => &["lines", "value"],
        _ => &["lines"],
    }
}

/// One object of a rule's list.
pub(super) struct Entry<'a> {
    pub(super) members: &'a Map<String, Value>,
    pub(super) path: Path,
    /// What messages call it.
    pub(super) name: String,
}

impl<'a> Entry<'a> {
    pub(super) fn new(value: &'a Value, path: Path, name: String) -> Result<Self, Fault> {
        match value {
            Value::Object(members) => Ok(Self { members, path, name }),
            _ => Err(Fault::named(&path, name, "expected an object")),
        }
    }

    /// The objects of a rule's list, which have no other members than the rule's.
    pub(super) fn list(value: &'a Value, rule: &str) -> Result<Vec<Self>, Fault> {
        let path = Path::default().member(rule);
        let list = value.as_array().ok_or_else(|| Fault::of(&path, "expected a list"))?;
        let known = known(rule);
        let entry = |(index, value)| {
            let path = path.item(index);
            let name = path.to_string();
            let entry = Self::new(value, path, name)?;
            let is_known = |name: &str| known.contains(&name) || DRAWN.contains(&name);
            let mut members = entry.members.iter();
            match members.find(|(name, value)| !is_known(name) && !is_empty(value)) {
                Some((name, _)) => Err(entry.unknown(name)),
                None => Ok(entry),
            }
        };
        list.iter().enumerate().map(entry).collect()
    }

    pub(super) fn fault(&self, what: &str) -> Fault {
        Fault::named(&self.path, &self.name, what)
    }

    /// What is wrong with one of its members.
    pub(super) fn fault_of(&self, member: &str, what: &str) -> Fault {
        Fault::named(&self.path.member(member), &self.name, format_args!("{member}: {what}"))
    }

    pub(super) fn unknown(&self, member: &str) -> Fault {
        let what = format_args!("unknown member {member}");
        Fault::named(&self.path.member(member), &self.name, what)
    }

    /// The cells of the member `cells`.
    pub(super) fn cells(&self) -> Result<Vec<Cell>, Fault> {
        self.cells_of("cells")
    }

    pub(super) fn cells_of(&self, name: &str) -> Result<Vec<Cell>, Fault> {
        let list = self.members.get(name);
        let list = list.ok_or_else(|| self.fault(&format!("no {name}")))?;
        self.cell_list(list, &self.path.member(name), name)
    }

    /// The lines of the member `lines`, each a list of cells.
    pub(super) fn lines(&self) -> Result<Vec<Vec<Cell>>, Fault> {
        let lines = self.members.get("lines").ok_or_else(|| self.fault("no lines"))?;
        let path = self.path.member("lines");
        let fault = || self.fault_of("lines", "expected a list of lines");
        let lines = lines.as_array().ok_or_else(fault)?;
        let line = |(index, line)| {
            let name = format!("line {}", index + 1);
            self.cell_list(line, &path.item(index), &name)
        };
        lines.iter().enumerate().map(line).collect()
    }

    fn cell_list(&self, list: &Value, path: &Path, part: &str) -> Result<Vec<Cell>, Fault> {
        let fault = |path: &Path, what: &str| {
            Fault::named(path, &self.name, format_args!("{part}: {what}"))
        };
        let list = list.as_array().ok_or_else(|| fault(path, "expected a list of cells"))?;
        let cell = |(index, value): (usize, &Value)| {
            value.as_str().and_then(Cell::from_short).ok_or_else(|| {
                let what = format!("expected cells as R1C1, found {}", short(value));
                fault(&path.item(index), &what)
            })
        };
        list.iter().enumerate().map(cell).collect()
    }

    /// The two cells of a mark between two.
    pub(super) fn pair(&self) -> Result<[Cell; 2], Fault> {
        let cells = self.cells()?;
        let found = cells.len();
        cells.try_into().map_err(|_| self.fault_of("cells", &format!("expected 2, found {found}")))
    }

    /// The cell of the member `cell`, as row and column from 0, that may lie outside the grid.
    pub(super) fn place(&self) -> Result<(i64, i64), Fault> {
        let text = self.members.get("cell").and_then(Value::as_str);
        let text = text.ok_or_else(|| self.fault("no cell"))?;
        let parts = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
        let number = |digits: &str| digits.parse::<u16>().ok().map(i64::from);
        let place = parts.and_then(|(row, col)| Some((number(row)? - 1, number(col)? - 1)));
        let found = text.escape_debug();
        place.ok_or_else(|| self.fault_of("cell", &format!("expected R1C1, found '{found}'")))
    }

    /// The cell of the member `cell`, inside the grid.
    pub(super) fn inner_cell(&self, shape: GridShape) -> Result<Cell, Fault> {
        let (row, col) = self.place()?;
        let cell = usize::try_from(row).ok().zip(usize::try_from(col).ok());
        let cell = cell.map(|(row, col)| Cell { row, col }).filter(|cell| shape.contains(*cell));
        cell.ok_or_else(|| self.fault_of("cell", "it is not in the grid"))
    }

    /// The text of a member that is a text or a number; `None` if it is absent, null or blank.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        match self.members.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => {
                Err(self.fault_of(name, &format!("expected a text, found {}", short(other))))
            }
        }
    }

    /// The number of a member; `None` if it is absent or blank.
    pub(super) fn number(&self, name: &str) -> Result<Option<i64>, Fault> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let number = text.parse::<i64>().ok();
        let number = number.filter(|number| number.abs() <= GridShape::MAX_NUMBER);
        let what = format!("expected an integer, found '{}'", text.escape_debug());
        number.map(Some).ok_or_else(|| self.fault_of(name, &what))
    }

    /// The member `value` as a number.
    pub(super) fn value(&self) -> Result<Option<i64>, Fault> {
        self.number("value")
    }
}
