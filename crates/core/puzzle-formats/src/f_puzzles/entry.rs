//! An object in the JSON of an f-puzzle, with the path to it for messages.

use crate::is_empty;
use located::Located;
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
    pub(super) path: String,
}

impl<'a> Entry<'a> {
    pub(super) fn new(value: &'a Value, path: String) -> Result<Self, Located> {
        match value {
            Value::Object(members) => Ok(Self { members, path }),
            _ => Err(Located::at_start(format!("{path}: expected an object"))),
        }
    }

    /// The objects of a rule's list, which have no other members than the rule's.
    pub(super) fn list(value: &'a Value, rule: &str) -> Result<Vec<Self>, Located> {
        let list = value.as_array();
        let list = list.ok_or_else(|| Located::at_start(format!("{rule}: expected a list")))?;
        let known = known(rule);
        let entry = |(index, value)| {
            let entry = Self::new(value, format!("{rule}[{index}]"))?;
            let is_known = |name: &str| known.contains(&name) || DRAWN.contains(&name);
            let mut members = entry.members.iter();
            match members.find(|(name, value)| !is_known(name) && !is_empty(value)) {
                Some((name, _)) => Err(entry.fault(&format!("unknown member {name}"))),
                None => Ok(entry),
            }
        };
        list.iter().enumerate().map(entry).collect()
    }

    pub(super) fn fault(&self, what: &str) -> Located {
        Located::at_start(format!("{}: {what}", self.path))
    }

    /// The cells of the member `cells`.
    pub(super) fn cells(&self) -> Result<Vec<Cell>, Located> {
        self.cells_of("cells")
    }

    pub(super) fn cells_of(&self, name: &str) -> Result<Vec<Cell>, Located> {
        let list = self.members.get(name);
        let list = list.ok_or_else(|| self.fault(&format!("no {name}")))?;
        self.cell_list(list, name)
    }

    /// The lines of the member `lines`, each a list of cells.
    pub(super) fn lines(&self) -> Result<Vec<Vec<Cell>>, Located> {
        let lines = self.members.get("lines").and_then(Value::as_array);
        let lines = lines.ok_or_else(|| self.fault("no lines"))?;
        let line = |(index, line)| self.cell_list(line, &format!("lines[{index}]"));
        lines.iter().enumerate().map(line).collect()
    }

    fn cell_list(&self, list: &Value, name: &str) -> Result<Vec<Cell>, Located> {
        let list = list.as_array();
        let list = list.ok_or_else(|| self.fault(&format!("{name}: expected a list of cells")))?;
        let cell = |value: &Value| {
            value.as_str().and_then(Cell::from_short).ok_or_else(|| {
                self.fault(&format!("{name}: expected cells as R1C1, found {}", short(value)))
            })
        };
        list.iter().map(cell).collect()
    }

    /// The two cells of a mark between two.
    pub(super) fn pair(&self) -> Result<[Cell; 2], Located> {
        let cells = self.cells()?;
        let found = cells.len();
        cells.try_into().map_err(|_| self.fault(&format!("expected 2 cells, found {found}")))
    }

    /// The cell of the member `cell`, as row and column from 0, that may lie outside the grid.
    pub(super) fn place(&self) -> Result<(i64, i64), Located> {
        let text = self.members.get("cell").and_then(Value::as_str);
        let text = text.ok_or_else(|| self.fault("no cell"))?;
        let parts = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
        let number = |digits: &str| digits.parse::<u16>().ok().map(i64::from);
        let place = parts.and_then(|(row, col)| Some((number(row)? - 1, number(col)? - 1)));
        place.ok_or_else(|| self.fault(&format!("expected a cell as R1C1, found '{text}'")))
    }

    /// The cell of the member `cell`, inside the grid.
    pub(super) fn inner_cell(&self, shape: GridShape) -> Result<Cell, Located> {
        let (row, col) = self.place()?;
        let cell = usize::try_from(row).ok().zip(usize::try_from(col).ok());
        let cell = cell.map(|(row, col)| Cell { row, col }).filter(|cell| shape.contains(*cell));
        cell.ok_or_else(|| self.fault("the cell is not in the grid"))
    }

    /// The text of a member that is a text or a number; `None` if it is absent, null or blank.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Located> {
        match self.members.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => {
                Err(self.fault(&format!("{name}: expected a text, found {}", short(other))))
            }
        }
    }

    /// The number of a member; `None` if it is absent or blank.
    pub(super) fn number(&self, name: &str) -> Result<Option<i64>, Located> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let number = text.parse::<i64>().ok();
        let number = number.filter(|number| number.abs() <= GridShape::MAX_NUMBER);
        let what = format!("{name}: expected an integer, found '{}'", text.escape_debug());
        number.map(Some).ok_or_else(|| self.fault(&what))
    }

    /// The member `value` as a number.
    pub(super) fn value(&self) -> Result<Option<i64>, Located> {
        self.number("value")
    }
}

/// The start of a value for a message.
fn short(value: &Value) -> String {
    value.to_string().chars().take(30).collect()
}
