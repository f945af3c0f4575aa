//! A board as the page holds it, and what is to be seen on it.

use crate::json;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudoku_core::format::Layout;
use sudoku_core::{
    Alphabet, Cell, Geometry, Grid, House, HouseKind, Puzzle, Rules, Value, Variant, VariantError,
    Violation,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The largest side that the page draws.
pub const MAX_SIDE: usize = 25;

/// A grid, its shape and its symbols.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Rows and columns of a block.
    pub block: [usize; 2],
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
}

impl Board {
    /// Reads a board and checks that it is one.
    ///
    /// # Errors
    /// It has another shape than it says, or values that its side does not have.
    pub fn parse(json: &str) -> Result<Puzzle, String> {
        let board: Self = serde_json::from_str(json).map_err(|error| error.to_string())?;
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
            alphabet: alphabet.to_string(),
            cells: values(grid),
            variants: Vec::new(),
            regions: None,
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
struct Look {
    /// The symbol of each value.
    symbols: Vec<String>,
    /// All cells in a line.
    line: String,
    clashes: Vec<Clash>,
}

/// Values that stand twice in a house.
#[derive(Debug, Serialize)]
struct Clash {
    cells: Vec<usize>,
    text: String,
}

/// The empty board of a side, as JSON.
///
/// # Errors
/// There is no such board.
#[wasm_bindgen]
pub fn blank(side: usize) -> Result<String, String> {
    let geometry = Geometry::of_side(side).map_err(|error| error.to_string())?;
    json(&Board::new(&Grid::blank(geometry), &Alphabet::default_of(side)))
}

/// The symbols of a board, its line and its clashes, as JSON.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn look(board: &str) -> Result<String, String> {
    let Puzzle { grid, alphabet, rules, .. } = Board::parse(board)?;
    let shape = grid.shape();
    let clashes = rules.repetitions(&grid).into_iter().map(|violation| {
        let cells = match &violation {
            Violation::Repeated { cells, .. } => {
                cells.iter().map(|cell| shape.index(*cell)).collect()
            }
            _ => Vec::new(),
        };
        Clash { cells, text: violation.describe(&alphabet) }
    });
    json(&Look {
        symbols: shape.values().map(|value| alphabet.symbol(value)).collect(),
        line: Layout::Line.write(&grid, &alphabet).trim_end().to_owned(),
        clashes: clashes.collect(),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use sudoku_core::format::{ReadOptions, read};

    /// The board of a text in any layout, as JSON.
    pub(crate) fn board(text: &str) -> String {
        let puzzles = read(text.as_bytes(), &ReadOptions::default()).expect("a grid");
        json(&Board::from(&puzzles[0])).expect("JSON")
    }

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
    fn clashes_are_named() {
        let seen = look(&board("11..\n....\n....\n....\n")).unwrap();
        assert!(seen.contains(r#"{"cells":[0,1],"text":"row 1 has two 1s, columns 1 and 2"}"#));
        assert!(seen.contains(r#""line":"11..............""#), "{seen}");
    }
}
