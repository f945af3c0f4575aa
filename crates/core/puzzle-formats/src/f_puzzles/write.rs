//! A puzzle as the JSON of f-puzzles, as far as that has words for it.

use serde_json::{Map, Value, json};
use sudoku_core::constraint::{Constraint, Line, negative};
use sudoku_core::{Cell, Diagonal, Given, PuzzleSpec};
use thiserror::Error;

/// What f-puzzles has no word for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("f-puzzles has no word for {0}")]
pub struct NoWord(pub String);

/// Writes the JSON; `lz_string::compress` makes a link of it.
///
/// # Errors
/// `NoWord` for the first part of the puzzle that f-puzzles cannot say.
pub fn write(spec: &PuzzleSpec) -> Result<String, NoWord> {
    let shape = spec.shape;
    let side = shape.rows();
    if shape.cols() != side || shape.n_values() != side || shape.first_value() != 1 {
        return Err(NoWord(format!("a grid of {shape}")));
    }
    if shape.n_outside() > 0 {
        return Err(NoWord("cells outside the grid".to_owned()));
    }
    if !spec.rows_and_columns {
        return Err(NoWord("a grid whose rows and columns are not houses".to_owned()));
    }
    if spec.windows {
        return Err(NoWord("windows".to_owned()));
    }
    let mut board = Board::default();
    board.set("size", json!(side));
    if let Some(title) = &spec.title {
        board.set("title", json!(title));
    }
    board.set("grid", grid(spec)?);
    for diagonal in &spec.diagonals {
        let name = if *diagonal == Diagonal::Up { "diagonal+" } else { "diagonal-" };
        board.set(name, json!(true));
    }
    if spec.groups {
        board.set("disjointgroups", json!(true));
    }
    for region in &spec.extra_regions {
        board.push("extraregion", json!({"cells": names(region)}));
    }
    for constraint in &spec.constraints {
        board.constraint(constraint, spec)?;
    }
    Ok(Value::Object(board.members).to_string())
}

/// Givens and regions.
fn grid(spec: &PuzzleSpec) -> Result<Value, NoWord> {
    let shape = spec.shape;
    let usual = PuzzleSpec::blank(shape).blocks;
    if spec.blocks.is_some() && !spec.regions.is_empty() {
        return Err(NoWord("blocks and regions in one grid".to_owned()));
    }
    let houses = if spec.blocks.is_some() { spec.block_cells() } else { spec.region_cells() };
    let cell = |cell: Cell| {
        let mut members = Map::new();
        match spec.givens.get(&cell) {
            Some(Given::One(number)) => {
                members.insert("value".to_owned(), json!(number));
                members.insert("given".to_owned(), json!(true));
            }
            Some(Given::Several(numbers)) => {
                members.insert("givenPencilMarks".to_owned(), json!(numbers));
            }
            None => {}
        }
        if spec.blocks != usual || !spec.regions.is_empty() {
            let region = houses.iter().position(|cells| cells.contains(&cell));
            members.insert("region".to_owned(), json!(region));
        }
        Value::Object(members)
    };
    let row = |row| (0..shape.cols()).map(|col| cell(Cell { row, col })).collect::<Vec<_>>();
    Ok(json!((0..shape.rows()).map(row).collect::<Vec<_>>()))
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| name(*cell)).collect()
}

fn name(cell: Cell) -> String {
    cell.short().to_uppercase()
}

#[derive(Default)]
struct Board {
    members: Map<String, Value>,
}

impl Board {
    fn set(&mut self, name: &str, value: Value) {
        self.members.insert(name.to_owned(), value);
    }

    fn push(&mut self, name: &str, value: Value) {
        let list = self.members.entry(name).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(value);
        }
    }

    fn line(&mut self, name: &str, cells: &[Cell], value: Option<i64>) {
        let lines = [names(cells)];
        self.push(
            name,
            match value {
                Some(value) => json!({"lines": lines, "value": value.to_string()}),
                None => json!({"lines": lines}),
            },
        );
    }

    fn pair(&mut self, name: &str, cells: [Cell; 2], value: &str) {
        self.push(name, json!({"cells": names(&cells), "value": value}));
    }

    fn constraint(&mut self, constraint: &Constraint, spec: &PuzzleSpec) -> Result<(), NoWord> {
        match constraint {
            Constraint::AntiKnight(_) => self.set("antiknight", json!(true)),
            Constraint::AntiKing(_) => self.set("antiking", json!(true)),
            Constraint::AllDifferent(c) => {
                self.push("extraregion", json!({"cells": names(&c.cells)}));
            }
            Constraint::Thermometer(c) => self.line("thermometer", &c.cells, None),
            Constraint::SlowThermometer(c) => self.line("slowthermometer", &c.cells, None),
            Constraint::Palindrome(c) => self.line("palindrome", &c.cells, None),
            Constraint::Renban(c) => self.line("renban", &c.cells, None),
            Constraint::Nabner(c) => self.line("nabner", &c.cells, None),
            Constraint::Between(c) => self.line("betweenline", &c.cells, None),
            Constraint::Entropic(c) => self.line("entropicline", &c.cells, None),
            Constraint::DoubleArrow(c) => self.line("doublearrow", &c.cells, None),
            Constraint::Zipper(c) => self.line("zipperline", &c.cells, None),
            Constraint::Whisper(c) => self.line("whispers", &c.cells, Some(c.difference)),
            Constraint::Modular(c) => self.line("modularline", &c.cells, Some(c.modulus)),
            Constraint::Lockout(c) => self.line("lockout", &c.cells, Some(c.difference)),
            Constraint::Arrow(c) => {
                let lines = [names(&[&c.circle[..1], &c.shaft].concat())];
                self.push("arrow", json!({"lines": lines, "cells": names(&c.circle)}));
            }
            Constraint::Cage(c) => {
                let value = c.total.map(|total| total.to_string());
                self.push("killercage", json!({"cells": names(&c.cells), "value": value}));
            }
            Constraint::DigitalRoot(c) => {
                let value = format!("DR{}", c.root);
                self.push("cage", json!({"cells": names(&c.cells), "value": value}));
            }
            Constraint::Difference(c) => {
                self.pair("difference", c.cells, &c.difference.to_string());
            }
            Constraint::Ratio(c) => self.pair("ratio", c.cells, &c.ratio.to_string()),
            Constraint::Xv(c) if c.sum == 10 => self.pair("xv", c.cells, "X"),
            Constraint::Xv(c) if c.sum == 5 => self.pair("xv", c.cells, "V"),
            Constraint::CloneRegion(c) => {
                let copy = names(&c.copy);
                self.push("clone", json!({"cells": names(&c.cells), "cloneCells": copy}));
            }
            Constraint::Quadruple(c) => {
                self.push("quadruple", json!({"cells": names(&c.cells), "values": c.values}));
            }
            Constraint::Indexing(c) => {
                let member = if c.names == Line::Row { "rowindexer" } else { "columnindexer" };
                self.push(member, json!({"cells": [name(c.cell)]}));
            }
            Constraint::Odd(c) => self.marked("odd", &c.cells),
            Constraint::Even(c) => self.marked("even", &c.cells),
            Constraint::Minimum(c) => self.marked("minimum", &c.cells),
            Constraint::Maximum(c) => self.marked("maximum", &c.cells),
            _ => return self.clue(constraint, spec),
        }
        Ok(())
    }

    fn marked(&mut self, name: &str, cells: &[Cell]) {
        for cell in cells {
            self.push(name, json!({"cell": self::name(*cell)}));
        }
    }

    /// Clues outside the grid, and rules about pairs without a mark.
    fn clue(&mut self, constraint: &Constraint, spec: &PuzzleSpec) -> Result<(), NoWord> {
        let (member, cells, value) = match constraint {
            Constraint::Sandwich(c) => ("sandwichsum", &c.cells, c.sum),
            Constraint::XSum(c) => ("xsum", &c.cells, c.sum),
            Constraint::Skyscraper(c) => ("skyscraper", &c.cells, c.seen),
            Constraint::LittleKiller(c) if c.total != 0 => ("littlekillersum", &c.cells, c.total),
            _ => return self.negative(constraint, spec),
        };
        let no_word = || NoWord(constraint.to_string());
        let (row, col, down, right) = before(cells, spec).ok_or_else(no_word)?;
        let cell = format!("R{row}C{col}");
        let direction = match (down, right) {
            (-1, 1) => "UR",
            (-1, -1) => "UL",
            (1, 1) => "DR",
            (1, -1) => "DL",
            _ => "",
        };
        let value = value.to_string();
        if (member == "littlekillersum") == direction.is_empty() {
            return Err(no_word());
        }
        self.push(
            member,
            if direction.is_empty() {
                json!({"cell": cell, "value": value})
            } else {
                json!({"cell": cell, "value": value, "direction": direction, "cells": names(cells)})
            },
        );
        Ok(())
    }

    fn negative(&mut self, constraint: &Constraint, spec: &PuzzleSpec) -> Result<(), NoWord> {
        let is_dot = |c: &Constraint| matches!(c, Constraint::Difference(_) | Constraint::Ratio(_));
        let is_xv = |c: &Constraint| matches!(c, Constraint::Xv(_));
        let forbidden = |spared: &[[Cell; 2]]| negative::unspared(spec.shape, spared);
        let marked = |is_mark: &dyn Fn(&Constraint) -> bool| {
            let marks = spec.constraints.iter().filter(|c| is_mark(c));
            let pairs = marks.filter_map(|mark| mark.cells().try_into().ok());
            forbidden(&pairs.collect::<Vec<[Cell; 2]>>())
        };
        let mut ratios: Vec<i64> = spec
            .constraints
            .iter()
            .filter_map(|c| if let Constraint::Ratio(dot) = c { Some(dot.ratio) } else { None })
            .collect();
        ratios.sort_unstable();
        ratios.dedup();
        let ratios = if ratios.is_empty() { vec![2] } else { ratios };
        match constraint {
            Constraint::Nonconsecutive(c) if forbidden(&c.spared) == marked(&is_dot) => {
                self.set("nonconsecutive", json!(true));
            }
            Constraint::NegativeRatio(c)
                if c.ratios == ratios && forbidden(&c.spared) == marked(&is_dot) =>
            {
                self.push("negative", json!("ratio"));
            }
            Constraint::NegativeSum(c)
                if c.sums == [5, 10] && forbidden(&c.spared) == marked(&is_xv) =>
            {
                self.push("negative", json!("xv"));
            }
            _ => return Err(NoWord(constraint.to_string())),
        }
        Ok(())
    }
}

/// The place before the first cell of a line that runs from edge to edge, from 1, and its direction.
fn before(cells: &[Cell], spec: &PuzzleSpec) -> Option<(i64, i64, i64, i64)> {
    let shape = spec.shape;
    let place = |cell: &Cell| (cell.row as i64 + 1, cell.col as i64 + 1);
    let inside = |(row, col): (i64, i64)| {
        (1..=shape.rows() as i64).contains(&row) && (1..=shape.cols() as i64).contains(&col)
    };
    let first = place(cells.first()?);
    let step = if let Some(second) = cells.get(1) {
        let second = place(second);
        (second.0 - first.0, second.1 - first.1)
    } else {
        // The corner that a diagonal of one cell cuts off.
        let out = |size: usize, at: i64| {
            if at == 1 {
                1
            } else if at == size as i64 {
                -1
            } else {
                0
            }
        };
        (out(shape.rows(), first.0), out(shape.cols(), first.1))
    };
    let at = |k: i64| (first.0 + k * step.0, first.1 + k * step.1);
    let runs = cells.iter().zip(0..).all(|(cell, k)| place(cell) == at(k));
    let whole = !inside(at(-1)) && !inside(at(cells.len() as i64));
    let is_step = step != (0, 0) && step.0.abs() <= 1 && step.1.abs() <= 1;
    (runs && whole && is_step).then(|| (at(-1).0, at(-1).1, step.0, step.1))
}
