//! The steps of a person, with their reasons in words: those of `grid_search`.

use crate::rating::{HOUSES, full};
use grid_engine::Puzzle;
use grid_search::{Next, Pencil, next_step};
use sudoku_core::Value;

/// A step: its words; its technique, empty where no step is possible; the cell that it fills with its value from 1;
/// the candidates that it strikes, as cells and values from 1; the cells that the reason is about.
pub(crate) type Hint = (String, String, Option<(usize, Value)>, Vec<(usize, Value)>, Vec<usize>);

/// All steps, until the grid is full or no technique goes on; what stops them last, if it is not that the grid is full.
pub(crate) fn of(puzzle: &Puzzle) -> Vec<Hint> {
    let puzzle = full(puzzle);
    if let Some(clash) = puzzle.clash() {
        return vec![nothing(clash.describe(&puzzle.alphabet))];
    }
    let (mut pencil, mut steps) = (Pencil::new(&HOUSES, &puzzle.grid), Vec::new());
    loop {
        let next = next_step(&pencil);
        let words = next.describe(&pencil, &puzzle.alphabet);
        match next {
            Next::Step(step) => {
                let values = |struck: u64| (0..9).filter(move |value| struck >> value & 1 == 1);
                let strikes = step.strikes.iter().flat_map(|(cell, struck)| {
                    values(*struck).map(move |value: Value| (*cell, value + 1))
                });
                steps.push((
                    words,
                    step.technique.to_string(),
                    step.place.map(|(cell, value)| (cell, value + 1)),
                    strikes.collect(),
                    step.because.clone(),
                ));
                pencil.take(&step);
            }
            Next::Full => return steps,
            Next::NoValue(_) | Next::NoPlace(..) | Next::Stuck => {
                steps.push(nothing(words));
                return steps;
            }
        }
    }
}

/// Words where no step is possible.
fn nothing(words: String) -> Hint {
    (words, String::new(), None, Vec::new(), Vec::new())
}
