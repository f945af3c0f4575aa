//! A board as the page holds it: what its modules are asked about.
//!
//! A board is `{"block": [3, 3], "alphabet": "1-9", "cells": [5, 3, 0, …]}` with values from 1 and 0 for a blank. Houses besides
//! rows, columns and blocks are named, and constraints stand in `spec`, an object of our JSON without its givens; so does a grid
//! that is not square, or has another number of values than rows, and its `size` says how many there are of each. Only
//! the module that knows constraints reads that; [`Board::parse`] refuses it, as an answer without it would be wrong.

mod answer;

pub use answer::{Counted, Fault, Found, MAX_BOARDS, Reading};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudoku_core::format::{Layout, ReadOptions, read};
use sudoku_core::{
    Alphabet, Cell, Geometry, Grid, House, HouseKind, Puzzle, Rules, Value, Variant, VariantError,
    Violation,
};

/// The largest side that the page draws.
pub const MAX_SIDE: usize = 25;

/// A result as JSON.
///
/// # Errors
/// None that a result of these crates has.
pub fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// What a tool would print as a text.
///
/// # Errors
/// It is not UTF-8, which no tool prints.
pub fn text(printed: Vec<u8>) -> Result<String, String> {
    String::from_utf8(printed).map_err(|error| error.to_string())
}

/// The blocks that a name such as `2x3`, of two rows and three columns, stands for; none for an empty one.
///
/// # Errors
/// It is not such a name, or there are no such blocks.
pub fn blocks_named(name: &str) -> Result<Option<Geometry>, String> {
    if name.is_empty() {
        return Ok(None);
    }
    let (height, width) = name.split_once('x').ok_or("expected HEIGHTxWIDTH, such as 2x3")?;
    let number = |digits: &str| digits.parse::<usize>().map_err(|error| error.to_string());
    Geometry::new(number(height)?, number(width)?).map(Some).map_err(|error| error.to_string())
}

/// The board of the first puzzle in a text of any layout, as JSON: what the tests of the modules start from.
///
/// # Panics
/// There is none.
#[must_use]
pub fn board_of(layout: &str) -> String {
    let puzzles = read(layout.as_bytes(), &ReadOptions::default()).expect("a grid");
    json(&Board::from(&puzzles[0])).expect("JSON")
}

/// A grid, its shape and its symbols.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Rows and columns of a block; one row of the grid where there are no blocks.
    pub block: [usize; 2],
    /// Rows, columns and values of a grid in which these are not all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[usize; 3]>,
    /// The name of the alphabet.
    pub alphabet: String,
    /// Values from 1, row-major; 0 is a blank.
    pub cells: Vec<Value>,
    /// Houses besides rows, columns and blocks, by the names of `--variant`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The number of the region of each cell, where these stand in the place of the blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<usize>>,
    /// The puzzle's shape, houses and constraints as our JSON, where those above do not say all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
}

impl Board {
    /// Reads a board as it stands.
    ///
    /// # Errors
    /// It is not one in form.
    pub fn from_json(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    /// Reads the puzzle of a board.
    ///
    /// # Errors
    /// It has another shape than it says, values that its side does not have, or constraints.
    pub fn parse(json: &str) -> Result<Puzzle, String> {
        Self::from_json(json)?.puzzle()
    }

    /// The puzzle, which has houses alone.
    ///
    /// # Errors
    /// As for [`Self::parse`].
    pub fn puzzle(&self) -> Result<Puzzle, String> {
        let board = self;
        if board.spec.is_some() || board.size.is_some() {
            return Err("it has constraints, and this knows rows, columns, blocks, regions and diagonals alone".to_owned());
        }
        let [height, width] = board.block;
        let geometry = Geometry::new(height, width).map_err(|error| error.to_string())?;
        let side = geometry.side();
        if side > MAX_SIDE {
            return Err(format!("found side {side}, expected at most {MAX_SIDE}"));
        }
        let is_board = board.cells.len() == geometry.n_cells()
            && board.cells.iter().all(|value| usize::from(*value) <= side);
        if !is_board {
            return Err(format!("the cells are not those of {geometry}"));
        }
        let alphabet: Alphabet = board.alphabet.parse().map_err(|_| "unknown alphabet")?;
        let cells = board.cells.iter().map(|value| value.checked_sub(1)).collect();
        board.with_rules(Puzzle::classic(Grid::new(geometry, cells), alphabet))
    }

    /// The puzzle with the regions and the variants of the board.
    fn with_rules(&self, mut puzzle: Puzzle) -> Result<Puzzle, String> {
        if self.regions.is_none() && self.variants.is_empty() {
            return Ok(puzzle);
        }
        if let Some(regions) = &self.regions {
            puzzle.grid = puzzle.grid.without_blocks();
            let houses = House::lines(puzzle.grid.shape()).chain(region_houses(regions, &puzzle)?);
            puzzle.rules = Rules::new(puzzle.grid.shape(), houses.collect(), Vec::new())
                .map_err(|error| error.to_string())?;
        }
        let mut houses = puzzle.rules.houses().to_vec();
        for name in &self.variants {
            let variant: Variant = name.parse().map_err(|error: VariantError| error.to_string())?;
            let added = variant.houses(&puzzle.grid, &puzzle.rules);
            houses.extend(added.map_err(|error| error.to_string())?);
        }
        puzzle.rules = Rules::new(puzzle.grid.shape(), houses, Vec::new())
            .map_err(|error| error.to_string())?;
        Ok(puzzle)
    }

    /// The board of a grid.
    #[must_use]
    pub fn new(grid: &Grid, alphabet: &Alphabet) -> Self {
        let blocks = grid.blocks();
        Self {
            block: blocks.map_or([1, grid.shape().cols()], |blocks| {
                [blocks.block_height(), blocks.block_width()]
            }),
            size: None,
            alphabet: alphabet.to_string(),
            cells: values(grid),
            variants: Vec::new(),
            regions: None,
            spec: None,
        }
    }
}

/// The regions as houses, in the order of their numbers.
fn region_houses(regions: &[usize], puzzle: &Puzzle) -> Result<Vec<House>, String> {
    let shape = puzzle.grid.shape();
    if regions.len() != shape.n_cells() {
        return Err(format!("the regions are not those of {} cells", shape.n_cells()));
    }
    let mut cells: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for (index, region) in regions.iter().enumerate() {
        cells.entry(*region).or_default().push(shape.cell(index));
    }
    let houses = cells.into_values().enumerate();
    Ok(houses.map(|(index, cells)| House::new(HouseKind::Region, index, cells)).collect())
}

impl From<&Puzzle> for Board {
    fn from(puzzle: &Puzzle) -> Self {
        Self::new(&puzzle.grid, &puzzle.alphabet)
    }
}

/// The values of a grid from 1, 0 for a blank.
#[must_use]
pub fn values(grid: &Grid) -> Vec<Value> {
    grid.cells().iter().map(|value| value.map_or(0, |value| value + 1)).collect()
}

/// What is to be seen on a board.
#[derive(Debug, Serialize)]
pub struct Look {
    /// The symbol of each value.
    symbols: Vec<String>,
    /// All cells in a line.
    line: String,
    clashes: Vec<Clash>,
}

/// Values that break a rule.
#[derive(Debug, Serialize)]
struct Clash {
    cells: Vec<usize>,
    text: String,
}

impl Look {
    /// What is to be seen of a puzzle: its symbols, its line, and what is broken of its houses, then of its constraints.
    #[must_use]
    pub fn of(Puzzle { grid, alphabet, rules, .. }: &Puzzle) -> Self {
        let shape = grid.shape();
        let broken = rules.repetitions(grid).into_iter().chain(rules.broken_constraints(grid));
        let clashes = broken.map(|violation| {
            let cells = match &violation {
                Violation::Repeated { cells, .. } => cells.clone(),
                Violation::Broken(constraint) => constraint.cells(),
                _ => Vec::new(),
            };
            let cells = cells.into_iter().map(|cell| shape.index(cell)).collect();
            Clash { cells, text: violation.describe(alphabet) }
        });
        Self {
            symbols: shape.values().map(|value| alphabet.symbol(value)).collect(),
            line: Layout::Line.write(grid, alphabet).trim_end().to_owned(),
            clashes: clashes.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{board_of as board, *};

    #[test]
    fn a_board_is_what_it_says() {
        let Puzzle { grid, alphabet, .. } =
            Board::parse(&board("12..\n....\n....\n....\n")).unwrap();
        assert_eq!((grid.shape().rows(), alphabet.to_string()), (4, "1-4".to_owned()));
        let cells = |cells: &str, block: &str| {
            Board::parse(&format!(r#"{{"block":{block},"alphabet":"1-4","cells":{cells}}}"#))
        };
        let zeros = |n: usize| format!("{:?}", vec![0; n]);
        assert!(cells(&zeros(16), "[2,2]").is_ok());
        assert!(cells(&zeros(15), "[2,2]").is_err());
        assert!(cells("[5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "[2,2]").is_err());
        assert!(cells(&zeros(0), "[0,2]").is_err());
        assert!(cells(&zeros(36 * 36), "[6,6]").unwrap_err().starts_with("found side 36"));
    }

    #[test]
    fn variants_and_regions_are_houses() {
        let with = |more: &str| {
            let board = board("1...\n....\n....\n...1\n").replace('}', &format!(",{more}}}"));
            Board::parse(&board)
        };
        let clash = with(r#""variants":["diagonals"]"#).unwrap().clash().expect("a clash");
        let words = clash.describe(&Alphabet::default_of(4));
        assert!(words.starts_with("diagonal 1 has two 1s"), "{words}");
        let regions = r#""regions":[0,0,0,1,2,0,1,1,2,2,3,1,2,3,3,3]"#;
        let puzzle = with(regions).unwrap();
        assert_eq!((puzzle.clash(), puzzle.rules.houses().len()), (None, 12));
        assert!(with(r#""regions":[0,0,0]"#).is_err());
        assert!(with(r#""variants":["circles"]"#).unwrap_err().starts_with("unknown variant"));
    }

    #[test]
    fn constraints_are_refused_by_name_or_left_to_who_knows_them() {
        let board = board("1...\n....\n....\n....\n").replace('}', r#","spec":"{}"}"#);
        assert!(Board::parse(&board).unwrap_err().starts_with("it has constraints"));
        assert_eq!(Board::from_json(&board).unwrap().spec.as_deref(), Some("{}"));
    }

    #[test]
    fn clashes_are_named() {
        let puzzle = Board::parse(&board("11..\n....\n....\n....\n")).unwrap();
        let seen = json(&Look::of(&puzzle)).unwrap();
        assert!(seen.contains(r#"{"cells":[0,1],"text":"row 1 has two 1s, columns 1 and 2"}"#));
        assert!(seen.contains(r#""line":"11..............""#), "{seen}");
    }
}
