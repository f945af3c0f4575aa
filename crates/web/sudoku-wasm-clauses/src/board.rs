//! Boards with constraints: from a puzzle of any kind to what the page holds, and back.
//!
//! What rows, columns, blocks or regions, and the named variants say all of is a plain board, which every engine of the page
//! takes. All else stands in `spec`.

use page_board::{Board, Look, MAX_SIDE, json};
use sudoku_core::constraint::Constraint;
use sudoku_core::{
    Alphabet, Cell, Diagonal, Geometry, Given, GridShape, Puzzle, PuzzleSpec, Value, Variant,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The board of a puzzle of any kind.
///
/// # Errors
/// The page does not show such a grid.
pub(crate) fn board(spec: &PuzzleSpec) -> Result<Board, String> {
    let shape = spec.shape;
    if shape.n_outside() > 0 {
        return Err(outside(spec));
    }
    let size = [shape.rows(), shape.cols(), shape.n_values()];
    if size.iter().any(|part| *part > MAX_SIDE) {
        return Err(format!(
            "found a grid of {shape}, expected at most {MAX_SIDE} rows, columns and values"
        ));
    }
    let is_square = size.iter().all(|part| *part == size[0]);
    let cells = shape.cells().map(|cell| match spec.givens.get(&cell) {
        Some(Given::One(number)) => shape.value(*number).map_or(0, |value| value + 1),
        _ => 0,
    });
    let mut variants = Vec::new();
    let is_both = spec.diagonals.len() == 2 && spec.diagonals[0] != spec.diagonals[1];
    let named = [is_both, spec.windows, spec.groups];
    for (variant, is_named) in Variant::ALL.into_iter().zip(named) {
        if is_named {
            variants.push(variant.name().to_owned());
        }
    }
    let is_whole = spec.regions.iter().all(Option::is_some);
    let has_blocks = spec.blocks.is_some() == spec.regions.is_empty() && is_whole;
    let is_plain = is_square
        && spec.constraints.is_empty()
        && spec.extra_regions.is_empty()
        && spec.rows_and_columns
        && shape.first_value() == 1
        && has_blocks
        && (is_both || spec.diagonals.is_empty())
        && !spec.givens.values().any(|given| matches!(given, Given::Several(_)));
    // A prime side has no blocks but its rows, and a grid that is not square none.
    let rows = [1, shape.cols()];
    let usual = || {
        Geometry::of_side(shape.rows())
            .map_or(rows, |usual| [usual.block_height(), usual.block_width()])
    };
    let block = if is_square { spec.blocks.unwrap_or_else(usual) } else { rows };
    // Without blocks and regions all cells are drawn as one.
    let has_regions = spec.blocks.is_none() || !spec.regions.is_empty() || !is_square;
    let regions = has_regions.then(|| numbers(spec));
    Ok(Board {
        block,
        size: (!is_square).then_some(size),
        alphabet: Alphabet::of_numbers(shape).to_string(),
        cells: cells.collect(),
        variants: if is_plain { variants } else { Vec::new() },
        regions,
        spec: (!is_plain).then(|| without_values(spec).to_json()),
    })
}

/// Why a puzzle with cells outside the grid is refused: the first rule that speaks of one, and that cell.
fn outside(spec: &PuzzleSpec) -> String {
    let is_outside = |cell: &Cell| cell.outside_index().is_some();
    let named = |rule: &Constraint| Some((rule.kind(), rule.cells().into_iter().find(is_outside)?));
    let why = "outside the grid, where the page has no cells; puzzle-solve reads such a puzzle";
    match spec.constraints.iter().find_map(named) {
        Some((kind, cell)) => format!("{kind}: {} lies {why}", cell.short()),
        None => format!("found cells {why}"),
    }
}

/// The number of the region or block of each cell; all have the same where there are neither.
fn numbers(spec: &PuzzleSpec) -> Vec<usize> {
    if let (Some([height, width]), true) = (spec.blocks, spec.regions.is_empty()) {
        let in_a_row = spec.shape.cols() / width;
        let of = |cell: Cell| cell.row / height * in_a_row + cell.col / width;
        return spec.shape.cells().map(of).collect();
    }
    let houses = spec.region_cells();
    let of = |cell| houses.iter().position(|cells| cells.contains(&cell)).unwrap_or(houses.len());
    spec.shape.cells().map(of).collect()
}

fn without_values(spec: &PuzzleSpec) -> PuzzleSpec {
    let mut spec = spec.clone();
    spec.givens.retain(|_, given| matches!(given, Given::Several(_)));
    spec
}

/// The puzzle of a board as our JSON has it, with its givens.
///
/// # Errors
/// It is not a board.
pub(crate) fn spec_of(board: &Board) -> Result<PuzzleSpec, String> {
    let mut spec = if let Some(spec) = &board.spec {
        PuzzleSpec::from_json(spec).map_err(|error| error.to_string())?
    } else {
        let [height, width] = board.block;
        let side = Geometry::new(height, width).map_err(|error| error.to_string())?.side();
        let shape = GridShape::new(side, side, 1, side).map_err(|error| error.to_string())?;
        plain(board, PuzzleSpec::blank(shape))?
    };
    let shape = spec.shape;
    if board.cells.len() != shape.n_cells() {
        return Err(format!("the cells are not those of {shape}"));
    }
    for (cell, value) in shape.cells().zip(&board.cells) {
        if let Some(value) = value.checked_sub(1) {
            if usize::from(value) >= shape.n_values() {
                return Err(format!("the cells are not those of {shape}"));
            }
            spec.givens.insert(cell, Given::One(shape.number(value)));
        }
    }
    Ok(spec)
}

/// The houses of a board without `spec`.
fn plain(board: &Board, mut spec: PuzzleSpec) -> Result<PuzzleSpec, String> {
    spec.blocks = Some(board.block);
    if let Some(regions) = &board.regions {
        let letters: Vec<char> = ('1'..='9').chain('A'..='Z').collect();
        let letter = |region: &usize| letters.get(*region).copied();
        spec.regions = regions.iter().map(letter).collect();
        if spec.regions.iter().any(Option::is_none) {
            return Err("there are too many regions".to_owned());
        }
        spec.blocks = None;
    }
    for name in &board.variants {
        match name.parse().map_err(|error: sudoku_core::VariantError| error.to_string())? {
            Variant::Diagonals => spec.diagonals = vec![Diagonal::Down, Diagonal::Up],
            Variant::Windows => spec.windows = true,
            Variant::DisjointGroups => spec.groups = true,
            other => return Err(format!("{} is not known here", other.name())),
        }
    }
    Ok(spec)
}

/// The puzzle of a board, with its constraints if it has any.
///
/// # Errors
/// It is not a board.
pub(crate) fn puzzle(board: &str) -> Result<Puzzle, String> {
    let board = Board::from_json(board)?;
    if board.spec.is_none() {
        return board.puzzle();
    }
    spec_of(&board)?.puzzle().map_err(|error| error.to_string())
}

/// The symbols of a board, its line, and what is broken of its rules, as JSON.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn look(board: &str) -> Result<String, String> {
    json(&Look::of(&puzzle(board)?))
}

/// What the constraints of a board say, in words, as JSON: `["cage of 15 at r1c1 r1c2", …]`.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn constraints(board: &str) -> Result<String, String> {
    let puzzle = puzzle(board)?;
    let words = puzzle.rules.constraints().iter().map(ToString::to_string);
    json(&words.collect::<Vec<_>>())
}

/// The values of each cell that its houses and the pencil marks of its givens allow, as bits, that of 1 the lowest; 0 in
/// filled cells. Sums and lines are not looked at.
///
/// # Errors
/// It is not a board.
#[wasm_bindgen]
pub fn candidates(board: &str) -> Result<Vec<u32>, String> {
    let spec = spec_of(&Board::from_json(board)?)?;
    let puzzle = spec.puzzle().map_err(|error| error.to_string())?;
    let shape = puzzle.grid.shape();
    Ok(shape
        .cells()
        .map(|cell| {
            if puzzle.grid.get(cell).is_some() {
                return 0;
            }
            let seen =
                puzzle.rules.peers(cell).into_iter().filter_map(|peer| puzzle.grid.get(peer));
            let seen: Vec<Value> = seen.collect();
            let is_marked = |value: &Value| {
                spec.givens
                    .get(&cell)
                    .is_none_or(|given| given.numbers().contains(&shape.number(*value)))
            };
            let open = shape.values().filter(|value| !seen.contains(value) && is_marked(value));
            open.fold(0, |bits, value| bits | 1 << value)
        })
        .collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The board of our JSON, as JSON.
    pub(crate) fn of_spec(text: &str) -> String {
        json(&super::board(&PuzzleSpec::from_json(text).expect("a puzzle")).expect("a board"))
            .expect("JSON")
    }

    #[test]
    fn what_houses_say_is_a_plain_board() {
        let text = r#"{"rows":4,"cols":4,"diagonals":["down","up"],"givens":{"r1c1":4}}"#;
        let plain = of_spec(text);
        assert!(
            plain.contains(r#""variants":["diagonals"]"#) && !plain.contains("spec"),
            "{plain}"
        );
        let back = spec_of(&Board::from_json(&plain).unwrap()).unwrap();
        assert_eq!(back, PuzzleSpec::from_json(text).unwrap());
        assert_eq!(puzzle(&plain).unwrap().rules.houses().len(), 14);
        let regions =
            r#"{"rows":4,"cols":4,"blocks":null,"regions":["aaab","cabb","ccdb","cddd"]}"#;
        let board = of_spec(regions);
        assert!(!board.contains("spec"), "{board}");
        let back = spec_of(&Board::from_json(&board).unwrap()).unwrap();
        assert_eq!(back.region_cells(), PuzzleSpec::from_json(regions).unwrap().region_cells());
        let five = r#"{"rows":5,"cols":5,"blocks":null,"regions":["aabbb","aaabb","ccddd","cccdd","eeeee"]}"#;
        assert!(of_spec(five).contains(r#""block":[1,5]"#));
        assert_eq!(puzzle(&of_spec(five)).unwrap().rules.houses().len(), 15);
    }

    #[test]
    fn all_else_is_kept_and_comes_back() {
        for text in [
            r#"{"rows":4,"cols":4,"givens":{"r1c1":4,"r2c2":[1,2]}}"#,
            r#"{"rows":4,"cols":4,"diagonals":["up"]}"#,
            r#"{"rows":4,"cols":4,"first_value":0,"givens":{"r1c1":0}}"#,
            r#"{"rows":4,"cols":4,"blocks":null}"#,
            r#"{"rows":4,"cols":4,"givens":{"r3c3":1},"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":5}}]}"#,
        ] {
            let spec = PuzzleSpec::from_json(text).unwrap();
            let board = of_spec(text);
            assert!(board.contains(r#""spec":"#), "{board}");
            assert_eq!(spec_of(&Board::from_json(&board).unwrap()).unwrap(), spec);
            assert_eq!(puzzle(&board).unwrap(), spec.puzzle().unwrap());
        }
    }

    #[test]
    fn grids_that_the_page_does_not_show_are_refused() {
        for text in [
            r#"{"rows":4,"cols":4,"outside":2}"#,
            r#"{"rows":36,"cols":36}"#,
            r#"{"rows":4,"cols":4,"n_values":26,"blocks":null}"#,
        ] {
            assert!(super::board(&PuzzleSpec::from_json(text).unwrap()).is_err(), "{text}");
        }
        let text =
            r#"{"rows":4,"cols":4,"outside":2,"constraints":[{"renban":{"cells":["r1c1","x2"]}}]}"#;
        let refusal = super::board(&PuzzleSpec::from_json(text).unwrap()).unwrap_err();
        assert!(refusal.starts_with("renban: x2 lies outside the grid, "), "{refusal}");
    }

    #[test]
    fn grids_that_are_not_square_have_a_size_and_come_back() {
        for (text, size) in [
            (r#"{"rows":2,"cols":3,"n_values":3,"blocks":null,"givens":{"r2c3":3}}"#, "[2,3,3]"),
            (r#"{"rows":4,"cols":4,"n_values":9,"blocks":null}"#, "[4,4,9]"),
            (r#"{"rows":6,"cols":4,"n_values":6,"blocks":[3,2]}"#, "[6,4,6]"),
            (
                r#"{"rows":1,"cols":5,"first_value":0,"n_values":4,"rows_and_columns":false}"#,
                "[1,5,4]",
            ),
        ] {
            let spec = PuzzleSpec::from_json(text).unwrap();
            let board = of_spec(text);
            assert!(board.contains(&format!(r#""size":{size}"#)), "{board}");
            assert_eq!(spec_of(&Board::from_json(&board).unwrap()).unwrap(), spec);
            assert_eq!(puzzle(&board).unwrap(), spec.puzzle().unwrap());
            // The engines of plain grids refuse it.
            assert!(Board::parse(&board).is_err());
        }
        assert!(
            of_spec(r#"{"rows":6,"cols":4,"n_values":6,"blocks":[3,2]}"#)
                .contains(r#""regions":[0,0,1,1,0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3,2,2,3,3]"#)
        );
    }

    #[test]
    fn broken_constraints_and_candidates_are_seen() {
        let cage = r#"{"rows":4,"cols":4,"givens":{"r1c1":4,"r1c2":2,"r2c3":[1,2]},"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":5}}]}"#;
        let seen = look(&of_spec(cage)).unwrap();
        assert!(seen.contains(r#""cells":[0,1],"text":"cage of 5 at r1c1 r1c2"#), "{seen}");
        let candidates = candidates(&of_spec(cage)).unwrap();
        // r2c3 has the marks 1 and 2; r1c3 sees 4 and 2.
        assert_eq!((candidates[0], candidates[6], candidates[2]), (0, 0b11, 0b101));
        assert!(constraints(&of_spec(cage)).unwrap().starts_with(r#"["cage of 5 at r1c1 r1c2","#));
    }
}
