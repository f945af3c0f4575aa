//! The next step of a person, with the reason in words.
//!
//! Techniques, the easiest first:
//!
//! 1. naked single: a cell has one candidate;
//! 2. hidden single: a value has one place in a house;
//! 3. locked candidate: all places of a value in a house are in a second one, so that it is nowhere else there.
//!
//! The first two place a value. The third strikes candidates, which the page keeps and hands over with the
//! next question.
//!
//! # References
//! - Sudopedia: *Naked Single*, *Hidden Single*, *Locked Candidates*

use crate::board::Board;
use crate::json;
use serde::Serialize;
use sudoku_core::{Alphabet, Cell, Grid, GridShape, House, HouseKind, Puzzle, Rules, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// A step; what it does not do is left out.
#[derive(Debug, Default, Serialize)]
struct Hint {
    text: String,
    /// The technique: `naked-single`, `hidden-single`, `locked-candidate`; none where there is no step.
    technique: Option<&'static str>,
    /// The cell to fill, and its value from 1.
    place: Option<(usize, Value)>,
    /// Candidates to strike: cell, value from 1.
    strike: Vec<(usize, Value)>,
    /// The cells that the reason is about.
    because: Vec<usize>,
}

/// The candidates of a board.
struct Pencil<'a> {
    shape: GridShape,
    alphabet: &'a Alphabet,
    grid: &'a Grid,
    rules: &'a Rules,
    cells: Vec<u32>,
}

/// The next step on a board, without the candidates that were struck before: of each cell the values as bits,
/// that of 1 the lowest; all of them where the list is empty.
///
/// # Errors
/// It is no board.
#[wasm_bindgen]
pub fn hint(board: &str, struck: &[u32]) -> Result<String, String> {
    let puzzle = Board::parse(board)?;
    if let Some(clash) = puzzle.clash() {
        let text = format!("{}: mend that first", clash.describe(&puzzle.alphabet));
        return json(&Hint { text, ..Hint::default() });
    }
    if puzzle.grid.is_full() {
        return json(&Hint { text: "the grid is full".to_owned(), ..Hint::default() });
    }
    let pencil = Pencil::new(&puzzle, struck);
    let step = pencil
        .dead_end()
        .or_else(|| pencil.naked_single())
        .or_else(|| pencil.hidden_single())
        .or_else(|| pencil.locked_candidate());
    json(&step.unwrap_or_else(|| {
        Hint {
            text: "there is no single and no locked candidate: it takes harder steps, or a search"
                .to_owned(),
            ..Hint::default()
        }
    }))
}

/// The candidates of each cell as bits, that of 1 the lowest; 0 in filled cells.
///
/// # Errors
/// It is no board.
#[wasm_bindgen]
pub fn candidates(board: &str) -> Result<Vec<u32>, String> {
    Ok(Pencil::new(&Board::parse(board)?, &[]).cells)
}

impl<'a> Pencil<'a> {
    fn new(puzzle: &'a Puzzle, struck: &[u32]) -> Self {
        let Puzzle { grid, alphabet, rules, .. } = puzzle;
        let shape = grid.shape();
        let all = u32::MAX >> (32 - shape.n_values());
        let used = |house: usize| {
            let cells = &rules.houses()[house].cells;
            let values = cells.iter().filter_map(|cell| grid.get(*cell));
            values.fold(0, |used, value| used | 1_u32 << value)
        };
        let cells = (0..shape.n_cells()).map(|index| {
            let cell = shape.cell(index);
            if grid.get(cell).is_some() {
                return 0;
            }
            let seen = rules.houses_of(cell).fold(0, |seen, house| seen | used(house));
            all & !seen & !struck.get(index).copied().unwrap_or(0)
        });
        Self { shape, alphabet, grid, rules, cells: cells.collect() }
    }

    fn candidates(&self, cell: Cell) -> u32 {
        self.cells[self.shape.index(cell)]
    }

    /// The open cells of a house that have a candidate.
    fn places(&self, house: &House, value: Value) -> Vec<Cell> {
        let has = |cell: &Cell| self.candidates(*cell) >> value & 1 == 1;
        house.cells.iter().copied().filter(has).collect()
    }

    fn indices(&self, cells: &[Cell]) -> Vec<usize> {
        cells.iter().map(|cell| self.shape.index(*cell)).collect()
    }

    fn values(&self) -> impl Iterator<Item = Value> + use<> {
        self.shape.values()
    }

    /// A cell or a value that has nothing left.
    fn dead_end(&self) -> Option<Hint> {
        let blank = |index: &usize| self.grid.cells()[*index].is_none();
        let dead = (0..self.cells.len()).filter(blank).find(|index| self.cells[*index] == 0)?;
        let cell = self.shape.cell(dead);
        let text = format!("{cell} can hold no value, so the grid has no solution");
        Some(Hint { text, because: vec![dead], ..Hint::default() })
    }

    fn naked_single(&self) -> Option<Hint> {
        let index = self.cells.iter().position(|candidates| candidates.is_power_of_two())?;
        let value = self.cells[index].trailing_zeros() as Value;
        let cell = self.shape.cell(index);
        let symbol = self.alphabet.symbol(value);
        Some(Hint {
            text: format!(
                "{cell} can only be {symbol}: no other value is left for it by its row, column and block"
            ),
            technique: Some("naked-single"),
            place: Some((index, value + 1)),
            ..Hint::default()
        })
    }

    fn hidden_single(&self) -> Option<Hint> {
        // Blocks are easier to see than lines.
        let is_line = |house: &&House| matches!(house.name.kind, HouseKind::Row | HouseKind::Col);
        let (lines, others): (Vec<_>, Vec<_>) = self.rules.houses().iter().partition(is_line);
        let houses = others.into_iter().chain(lines);
        houses.flat_map(|house| self.values().map(move |value| (house, value))).find_map(
            |(house, value)| {
                let [cell] = self.places(house, value)[..] else { return None };
                let symbol = self.alphabet.symbol(value);
                Some(Hint {
                    text: format!("{symbol} has one place left in {}: {cell}", house.name),
                    technique: Some("hidden-single"),
                    place: Some((self.shape.index(cell), value + 1)),
                    because: self.indices(&house.cells),
                    ..Hint::default()
                })
            },
        )
    }

    fn locked_candidate(&self) -> Option<Hint> {
        let houses = self.rules.houses().iter();
        houses.flat_map(|house| self.values().map(move |value| (house, value))).find_map(
            |(house, value)| {
                let places = self.places(house, value);
                let first = *places.first()?;
                // A value that is locked is in the two houses of its first place.
                let others = self.rules.houses_of(first).map(|index| &self.rules.houses()[index]);
                others.filter(|other| *other != house).find_map(|other| {
                    if !places.iter().all(|cell| other.cells.contains(cell)) {
                        return None;
                    }
                    self.strike_outside(house, other, value, &places)
                })
            },
        )
    }

    /// The step where a value of `house` is in `other` only, if there is anything to strike.
    fn strike_outside(
        &self,
        house: &House,
        other: &House,
        value: Value,
        places: &[Cell],
    ) -> Option<Hint> {
        let elsewhere = self.places(other, value);
        let gone: Vec<Cell> = elsewhere.into_iter().filter(|cell| !places.contains(cell)).collect();
        if gone.is_empty() {
            return None;
        }
        let symbol = self.alphabet.symbol(value);
        Some(Hint {
            text: format!(
                "in {}, {symbol} can only stand in {other}; so it stands nowhere else in {other}",
                house.name,
                other = other.name
            ),
            technique: Some("locked-candidate"),
            strike: self.indices(&gone).into_iter().map(|cell| (cell, value + 1)).collect(),
            because: self.indices(places),
            ..Hint::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;
    use serde_json::Value as Json;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn step(board: &str, struck: &[u32]) -> Json {
        serde_json::from_str(&hint(board, struck).unwrap()).unwrap()
    }

    #[test]
    fn steps_lead_to_the_solution() {
        let mut text: Vec<char> = EXAMPLE.chars().collect();
        while let Some(place) =
            step(&board(&text.iter().collect::<String>()), &[])["place"].as_array()
        {
            let index = place[0].as_u64().unwrap() as usize;
            assert_eq!(text[index], '.');
            text[index] = char::from_digit(place[1].as_u64().unwrap() as u32, 10).unwrap();
        }
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(text.into_iter().collect::<String>(), solved);
    }

    #[test]
    fn reasons_are_in_words() {
        let naked = step(&board("123.\n....\n....\n....\n"), &[]);
        let text = naked["text"].as_str().unwrap();
        assert!(text.starts_with("row 1, column 4 can only be 4: "), "{text}");
        let hidden = step(&board("1...\n....\n..1.\n....\n"), &[]);
        assert_eq!(hidden["text"], "1 has one place left in block 2: row 2, column 4");
        assert_eq!(hidden["place"], serde_json::json!([7, 1]));
        let clash = step(&board("11..\n....\n....\n....\n"), &[]);
        assert_eq!(clash["text"], "row 1 has two 1s, columns 1 and 2: mend that first");
    }

    #[test]
    fn a_locked_candidate_is_struck_once() {
        let rows = [".........", "234......", "567......"];
        let board = board(&(rows.join("\n") + "\n.........".repeat(6).as_str()));
        let first = step(&board, &[]);
        let text = "in block 1, 1 can only stand in row 1; so it stands nowhere else in row 1";
        assert_eq!(
            (&first["text"], &first["because"]),
            (&text.into(), &serde_json::json!([0, 1, 2]))
        );
        let mut struck = vec![0; 81];
        for pair in first["strike"].as_array().unwrap() {
            let [cell, value] = [0, 1].map(|at| pair[at].as_u64().unwrap());
            assert!((3..9).contains(&cell) && value == 1);
            struck[cell as usize] |= 1 << (value - 1);
        }
        let text = "in block 1, 8 can only stand in row 1; so it stands nowhere else in row 1";
        assert_eq!(step(&board, &struck)["text"], text);
    }
}
