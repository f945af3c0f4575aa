//! New 9×9 puzzles with one solution, by the generator of `grid-gen`.

use crate::hint::houses;
use grid_engine::generate::{Recipe, attempts};
use grid_engine::{Level, N_CELLS, Puzzle as Plain};
use grid_search::rate;
use page_board::{Board, json};
use serde::Deserialize;
use sudoku_core::{Alphabet, Geometry, Grid, Puzzle, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// Attempts at a time.
const BATCH: u64 = 32;
/// After so many there is none to hope for.
const MAX_ATTEMPTS: u64 = 20_000;
/// What the puzzle should be like.
#[derive(Debug, Deserialize)]
struct Wish {
    /// Where the random numbers start.
    seed: u32,
    /// How many givens; 0 leaves it to the technique.
    givens: usize,
    /// The pattern of the givens, by the names of `grid-gen`.
    symmetry: String,
    /// The hardest technique that it needs; empty is any.
    technique: String,
}

/// A puzzle as a board, as JSON.
///
/// # Errors
/// The wish has a name that is unknown, or no such puzzle was found.
#[wasm_bindgen]
pub fn generate(wish: &str) -> Result<String, String> {
    let wish: Wish = serde_json::from_str(wish).map_err(|error| error.to_string())?;
    let is_easy = matches!(wish.technique.as_str(), "" | "naked-single" | "hidden-single");
    let n_givens = Some(wish.givens).filter(|n_givens| *n_givens > 0);
    let mut recipe = Recipe::new(wish.seed.into(), n_givens, false, wish.symmetry.parse()?)?;
    if n_givens.is_none() && !is_easy {
        // Puzzles that need more than singles have fewer givens than usual.
        recipe.n_givens = 0..=N_CELLS;
    }
    for start in (0..MAX_ATTEMPTS).step_by(BATCH as usize) {
        let made = attempts(&recipe, Level::best(), start..start + BATCH);
        for puzzle in made.iter().flatten().map(puzzle) {
            let puzzle = puzzle?;
            let is_wished = || -> Result<bool, String> {
                Ok(rate(&houses(&puzzle)?, &puzzle.grid).technique.to_string() == wish.technique)
            };
            if wish.technique.is_empty() || is_wished()? {
                return json(&Board::from(&puzzle));
            }
        }
    }
    Err("no such puzzle was found: other givens, another pattern or another step may do".to_owned())
}

fn puzzle(plain: &Plain) -> Result<Puzzle, String> {
    let geometry = Geometry::new(3, 3).map_err(|error| error.to_string())?;
    let cells = plain.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
    Ok(Puzzle::classic(Grid::new(geometry, cells.collect()), Alphabet::default_of(9)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(givens: usize, symmetry: &str, technique: &str) -> Puzzle {
        let wish = format!(
            r#"{{"seed":7,"givens":{givens},"symmetry":"{symmetry}","technique":"{technique}"}}"#
        );
        Board::parse(&generate(&wish).unwrap()).unwrap()
    }

    #[test]
    fn a_puzzle_is_what_was_wished_for() {
        let filled = |puzzle: &Puzzle| puzzle.grid.givens().count();
        assert_eq!(filled(&made(36, "none", "")), 36);
        let turned = made(0, "half-turn", "");
        let cells = turned.grid.cells();
        assert!((0..81).all(|cell| cells[cell].is_some() == cells[80 - cell].is_some()));
        for technique in ["naked-single", "hidden-single", "locked-candidate", "subset", "search"] {
            let puzzle = made(0, "none", technique);
            let houses = houses(&puzzle).unwrap();
            assert_eq!(rate(&houses, &puzzle.grid).technique.to_string(), technique);
            assert_eq!(grid_search::Solutions::of(&houses, &puzzle.grid).take(2).count(), 1);
        }
    }

    #[test]
    fn names_are_known_ones() {
        let wish = r#"{"seed":7,"givens":0,"symmetry":"circle","technique":""}"#;
        let error = generate(wish).unwrap_err();
        assert!(
            error.starts_with("unknown symmetry 'circle', expected one of none, half-turn"),
            "{error}"
        );
    }
}
