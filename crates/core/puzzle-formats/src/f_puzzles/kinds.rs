//! The members of an f-puzzle that are rules, a line each.

use super::{Entry, Reader};
use crate::fault::Fault;
use crate::{is_empty, list};
use located::Path;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use sudoku_core::constraint::{
    AntiKing, AntiKnight, Arrow, Between, Cage, CloneRegion, Constraint, Difference, DigitalRoot,
    DoubleArrow, Entropic, EqualSums, Even, Indexing, Line, LittleKiller, Lockout, Maximum,
    Minimum, Modular, Nabner, NegativeRatio, NegativeSum, Nonconsecutive, Odd, Palindrome,
    Quadruple, Ratio, Renban, Sandwich, Skyscraper, SlowThermometer, Thermometer, Whisper, XSum,
    Xv, Zipper,
};
use sudoku_core::{Cell, Diagonal};

impl Reader {
    /// Reads a member; says whether it is known.
    pub(super) fn kind(&mut self, name: &str, value: &Value) -> Result<bool, Fault> {
        let half = self.spec.shape.n_values().div_ceil(2) as i64;
        let member = Path::default().member(name);
        match name {
            "diagonal+" | "diagonal-" | "disjointgroups" | "antiknight" | "antiking"
            | "nonconsecutive"
                if !value.is_boolean() =>
            {
                return Err(Fault::of(&member, "expected true or false"));
            }
            "diagonal+" => self.spec.diagonals.push(Diagonal::Up),
            "diagonal-" => self.spec.diagonals.push(Diagonal::Down),
            "disjointgroups" => self.spec.groups = true,
            "antiknight" => self.add(&member, AntiKnight {}),
            "antiking" => self.add(&member, AntiKing {}),
            // Read by `negative`, when all marks are known.
            "nonconsecutive" | "negative" => {}
            "extraregion" => {
                for entry in Entry::list(value, name)? {
                    self.spec.extra_regions.push(entry.cells()?);
                    self.extra_regions.push(entry.path);
                }
            }
            "odd" | "even" | "minimum" | "maximum" => self.marked_cells(name, value)?,
            "thermometer" => self.lines(name, value, |cells, _| Thermometer { cells }.into())?,
            "slowthermometer" => {
                self.lines(name, value, |cells, _| SlowThermometer { cells }.into())?;
            }
            "palindrome" => self.lines(name, value, |cells, _| Palindrome { cells }.into())?,
            "renban" => self.lines(name, value, |cells, _| Renban { cells }.into())?,
            "nabner" => self.lines(name, value, |cells, _| Nabner { cells }.into())?,
            "betweenline" => self.lines(name, value, |cells, _| Between { cells }.into())?,
            "entropicline" => self.lines(name, value, |cells, _| Entropic { cells }.into())?,
            "doublearrow" => self.lines(name, value, |cells, _| DoubleArrow { cells }.into())?,
            "zipperline" => self.lines(name, value, |cells, _| Zipper { cells }.into())?,
            "whispers" => self.lines(name, value, |cells, difference| {
                Whisper { cells, difference: difference.unwrap_or(half) }.into()
            })?,
            "modularline" => self.lines(name, value, |cells, modulus| {
                Modular { cells, modulus: modulus.unwrap_or(3) }.into()
            })?,
            "lockout" => self.lines(name, value, |cells, difference| {
                Lockout { cells, difference: difference.unwrap_or(4) }.into()
            })?,
            "regionsumline" => self.region_sum_lines(name, value)?,
            "arrow" => self.arrows(name, value)?,
            "killercage" | "cage" => self.cages(name, value)?,
            "difference" => self.pairs(name, value, |cells, difference| {
                Difference { cells, difference: difference.unwrap_or(1) }.into()
            })?,
            "ratio" => self.pairs(name, value, |cells, ratio| {
                Ratio { cells, ratio: ratio.unwrap_or(2) }.into()
            })?,
            "xv" => self.xv(name, value)?,
            "clone" => {
                for entry in Entry::list(value, name)? {
                    let copy = entry.cells_of("cloneCells")?;
                    self.add(&entry.path, CloneRegion { cells: entry.cells()?, copy });
                }
            }
            "quadruple" => self.quadruples(name, value)?,
            "rowindexer" | "columnindexer" => {
                let names = if name == "rowindexer" { Line::Row } else { Line::Column };
                for entry in Entry::list(value, name)? {
                    for cell in entry.cells()? {
                        self.add(&entry.path, Indexing { cell, names });
                    }
                }
            }
            "littlekillersum" => self.little_killers(name, value)?,
            "sandwichsum" => {
                self.outside(name, value, |cells, sum| Sandwich { cells, sum }.into())?;
            }
            "xsum" => self.outside(name, value, |cells, sum| XSum { cells, sum }.into())?,
            "skyscraper" => {
                self.outside(name, value, |cells, seen| Skyscraper { cells, seen }.into())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Adds what the JSON says at this path.
    fn add(&mut self, path: &Path, constraint: impl Into<Constraint>) {
        self.spec.constraints.push(constraint.into());
        self.constraints.push(path.clone());
    }

    fn note_empty(&mut self, entry: &Entry<'_>) {
        self.notes.push(format!("{}: a clue without a value says nothing", entry.name));
    }

    fn lines(
        &mut self,
        name: &str,
        value: &Value,
        make: impl Fn(Vec<Cell>, Option<i64>) -> Constraint,
    ) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            let number = entry.value()?;
            let lines = entry.lines()?;
            if lines.iter().all(|cells| cells.len() < 2) {
                self.notes
                    .push(format!("{}: a line of less than 2 cells says nothing", entry.name));
            }
            for cells in lines.into_iter().filter(|cells| cells.len() > 1) {
                self.add(&entry.path, make(cells, number));
            }
        }
        Ok(())
    }

    fn pairs(
        &mut self,
        name: &str,
        value: &Value,
        make: impl Fn([Cell; 2], Option<i64>) -> Constraint,
    ) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            self.add(&entry.path, make(entry.pair()?, entry.value()?));
        }
        Ok(())
    }

    fn marked_cells(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        let entries = Entry::list(value, name)?;
        let cells: Result<Vec<Cell>, _> =
            entries.iter().map(|entry| entry.inner_cell(self.spec.shape)).collect();
        let cells = cells?;
        let member = Path::default().member(name);
        match name {
            "minimum" => self.add(&member, Minimum { cells }),
            "maximum" => self.add(&member, Maximum { cells }),
            _ => {
                for (entry, cell) in entries.iter().zip(cells) {
                    match name {
                        "odd" => self.add(&entry.path, Odd { cells: vec![cell] }),
                        _ => self.add(&entry.path, Even { cells: vec![cell] }),
                    }
                }
            }
        }
        Ok(())
    }

    fn region_sum_lines(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            for line in entry.lines()? {
                self.check_cells(&entry, &line)?;
                self.add(&entry.path, EqualSums { segments: self.spec.cut_by_regions(&line) });
            }
        }
        Ok(())
    }

    fn check_cells(&self, entry: &Entry<'_>, cells: &[Cell]) -> Result<(), Fault> {
        match cells.iter().find(|cell| !self.spec.shape.contains(**cell)) {
            Some(cell) => Err(entry.fault(&format!("{} is not in the grid", cell.short()))),
            None => Ok(()),
        }
    }

    /// Each line is a shaft; its first cell is the one of the circle that it begins in.
    fn arrows(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            let mut circle = entry.cells()?;
            circle.sort_unstable();
            for line in entry.lines()? {
                match line.split_first() {
                    Some((_, shaft)) if !shaft.is_empty() => {
                        self.add(
                            &entry.path,
                            Arrow { circle: circle.clone(), shaft: shaft.to_vec() },
                        );
                    }
                    _ => self
                        .notes
                        .push(format!("{}: an arrow without a shaft says nothing", entry.name)),
                }
            }
        }
        Ok(())
    }

    fn cages(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            if name == "killercage" {
                let total = entry.value()?.filter(|total| *total != 0);
                let cells = entry.cells()?;
                if cells.is_empty() {
                    return Err(entry.fault_of("cells", "a cage without cells"));
                }
                self.add(&entry.path, Cage { cells, total });
                continue;
            }
            let text = entry.text("value")?;
            match text.as_deref().and_then(|text| text.strip_prefix("DR")) {
                Some(root) => {
                    let number = root.parse().ok().filter(|root| (1..=9).contains(root));
                    let root = number
                        .ok_or_else(|| entry.fault_of("value", "a digital root is 1 to 9"))?;
                    self.add(&entry.path, DigitalRoot { cells: entry.cells()?, root });
                }
                None => self.notes.push(format!("{}: only drawn, not read as a rule", entry.name)),
            }
        }
        Ok(())
    }

    fn xv(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            let sum = match entry.text("value")?.as_deref() {
                Some("X" | "x") => 10,
                Some("V" | "v") => 5,
                None => {
                    self.note_empty(&entry);
                    continue;
                }
                Some(other) => {
                    return Err(entry.fault_of(
                        "value",
                        &format!("expected X or V, found '{}'", other.escape_debug()),
                    ));
                }
            };
            self.add(&entry.path, Xv { cells: entry.pair()?, sum });
        }
        Ok(())
    }

    fn quadruples(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            let values = entry.members.get("values").and_then(Value::as_array);
            let number = |value: &Value| value.as_i64().or_else(|| value.as_str()?.parse().ok());
            let values: Option<Vec<i64>> =
                values.map(|list| list.iter().map(number).collect()).unwrap_or_default();
            let values = values.ok_or_else(|| entry.fault_of("values", "expected numbers"))?;
            if values.is_empty() {
                self.note_empty(&entry);
                continue;
            }
            self.add(&entry.path, Quadruple { cells: entry.cells()?, values });
        }
        Ok(())
    }

    /// A clue stands outside the grid and runs along a diagonal.
    fn little_killers(&mut self, name: &str, value: &Value) -> Result<(), Fault> {
        for entry in Entry::list(value, name)? {
            let Some(total) = entry.value()?.filter(|total| *total != 0) else {
                self.note_empty(&entry);
                continue;
            };
            let (down, right) = match entry.text("direction")?.as_deref() {
                Some("UR") => (-1, 1),
                Some("UL") => (-1, -1),
                Some("DR") => (1, 1),
                Some("DL") => (1, -1),
                _ => return Err(entry.fault_of("direction", "expected UR, UL, DR or DL")),
            };
            let place = entry.place()?;
            let (rows, cols) = (self.spec.shape.rows() as i64, self.spec.shape.cols() as i64);
            if (0..rows).contains(&place.0) && (0..cols).contains(&place.1) {
                return Err(entry.fault_of("cell", "the clue is not outside the grid"));
            }
            let cells = self.run(place, (down, right));
            if cells.is_empty() {
                return Err(entry.fault_of("cell", "the diagonal does not cross the grid"));
            }
            let named = entry.members.get("cells").filter(|named| !is_empty(named));
            let named: BTreeSet<Cell> = match named {
                Some(_) => entry.cells()?.into_iter().collect(),
                None => cells.iter().copied().collect(),
            };
            if named != cells.iter().copied().collect() {
                return Err(entry.fault_of("cells", "they are not those of the diagonal"));
            }
            self.add(&entry.path, LittleKiller { cells, total });
        }
        Ok(())
    }

    /// The cells from a place outside the grid on, in steps of rows and columns.
    fn run(&self, start: (i64, i64), step: (i64, i64)) -> Vec<Cell> {
        let places = (1..).map(|k| (start.0 + k * step.0, start.1 + k * step.1));
        let cells = places.map_while(|(row, col)| {
            let cell = Cell { row: usize::try_from(row).ok()?, col: usize::try_from(col).ok()? };
            self.spec.shape.contains(cell).then_some(cell)
        });
        cells.collect()
    }

    /// Clues at the end of a row or column.
    fn outside(
        &mut self,
        name: &str,
        value: &Value,
        make: impl Fn(Vec<Cell>, i64) -> Constraint,
    ) -> Result<(), Fault> {
        let (rows, cols) = (self.spec.shape.rows() as i64, self.spec.shape.cols() as i64);
        for entry in Entry::list(value, name)? {
            let (row, col) = entry.place()?;
            let step = match (row, col) {
                (-1, _) => (1, 0),
                (_, -1) => (0, 1),
                (row, _) if row == rows => (-1, 0),
                (_, col) if col == cols => (0, -1),
                _ => return Err(entry.fault_of("cell", "the clue is not outside the grid")),
            };
            let Some(number) = entry.value()? else {
                self.note_empty(&entry);
                continue;
            };
            let cells = self.run((row, col), step);
            if cells.is_empty() {
                return Err(entry.fault_of("cell", "the line does not cross the grid"));
            }
            self.add(&entry.path, make(cells, number));
        }
        Ok(())
    }

    /// The rules about pairs without a mark, when all marks are known.
    pub(super) fn negative(&mut self, members: &Map<String, Value>) -> Result<(), Fault> {
        let (mut dots, mut xvs, mut ratios) = (Vec::new(), Vec::new(), BTreeSet::new());
        for constraint in &self.spec.constraints {
            match constraint {
                Constraint::Difference(dot) => dots.push(dot.cells),
                Constraint::Ratio(dot) => {
                    dots.push(dot.cells);
                    ratios.insert(dot.ratio);
                }
                Constraint::Xv(mark) => xvs.push(mark.cells),
                _ => {}
            }
        }
        if members.get("nonconsecutive").is_some_and(|value| !is_empty(value)) {
            self.add(
                &Path::default().member("nonconsecutive"),
                Nonconsecutive { spared: dots.clone() },
            );
        }
        for (index, name) in list(members, "negative")?.iter().enumerate() {
            let path = Path::default().member("negative").item(index);
            match name.as_str() {
                Some("ratio") => {
                    let ratios =
                        if ratios.is_empty() { vec![2] } else { ratios.iter().copied().collect() };
                    self.add(&path, NegativeRatio { ratios, spared: dots.clone() });
                }
                Some("xv") => {
                    self.add(&path, NegativeSum { sums: vec![5, 10], spared: xvs.clone() });
                }
                _ => {
                    return Err(Fault::of(&path, format_args!("unknown rule {name}")));
                }
            }
        }
        Ok(())
    }
}
