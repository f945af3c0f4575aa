//! Steps are true, have their reason in words, and add up to the difficulty.

use grid_engine::generate::{Recipe, attempts};
use grid_search::{Houses, Next, Pencil, Solutions, Technique, next_step, rate};
use sudoku_core::format::{ReadOptions, read};
use sudoku_core::{Alphabet, Geometry, Grid, Rules, Value};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn houses(grid: &Grid) -> Houses {
    Houses::of(&Rules::of_grid(grid)).expect("a side that can be searched")
}

fn grid(text: &str) -> Grid {
    read(text.as_bytes(), &ReadOptions::default()).expect("a grid").remove(0).grid
}

/// What comes first in a grid, in words.
fn first_words(text: &str) -> String {
    let grid = grid(text);
    let houses = houses(&grid);
    let pencil = Pencil::new(&houses, &grid);
    next_step(&pencil).describe(&pencil, &Alphabet::default_of(houses.n_values()))
}

/// Minimal puzzles with one solution, of all difficulties.
fn puzzles() -> Vec<Grid> {
    let recipe = Recipe { seed: 5, minimal: true, ..Recipe::default() };
    let puzzles = attempts(&recipe, grid_engine::Level::best(), 0..300);
    let grid = |puzzle: &grid_engine::Puzzle| {
        let cells = puzzle.cells().iter().map(|value| value.checked_sub(1).map(Value::from));
        Grid::new(Geometry::new(3, 3).expect("a shape"), cells.collect())
    };
    puzzles.iter().flatten().map(grid).collect()
}

#[test]
fn reasons_are_in_words() {
    let naked = "row 5, column 5 can only be 9: no other value is left for it";
    let rows = ["....3....", "...51....", ".64....7.", "...8.....", ".........", "....2...."];
    let rows = [&[".........", "........."], &rows[..], &["........."]].concat();
    assert_eq!(first_words(&(rows.join("\n") + "\n")), naked);
    let hidden = "1 has one place left in block 2: row 2, column 4";
    assert_eq!(first_words("1...\n....\n..1.\n....\n"), hidden);
    let locked = ".........\n234......\n567......\n".to_owned() + &".........\n".repeat(6);
    let words = "in block 1, 1 can only stand in row 1; so it stands nowhere else in row 1";
    assert_eq!(first_words(&locked), words);
    // 7, 8 and 9 have no other cells in row 1 than the last three, so these hold no other value in block 3.
    let subset = "123456...\n".to_owned() + &".........\n".repeat(8);
    let words = "in row 1, 7 can only stand in block 3; so it stands nowhere else in block 3";
    assert_eq!(first_words(&subset), words);
}

#[test]
fn a_dead_end_is_said() {
    assert_eq!(
        first_words("123.\n...4\n....\n....\n"),
        "row 1, column 4 can hold no value, so the grid has no solution"
    );
    assert_eq!(
        first_words("12..\n..3.\n....\n...3\n"),
        "3 has no place left in block 1, so the grid has no solution"
    );
}

#[test]
fn every_step_is_true_in_the_only_solution() {
    let mut used = [0; 4];
    for puzzle in puzzles() {
        let houses = houses(&puzzle);
        let solution = Solutions::of(&houses, &puzzle).next().expect("a solution");
        let mut pencil = Pencil::new(&houses, &puzzle);
        while let Next::Step(step) = next_step(&pencil) {
            used[step.technique as usize] += 1;
            if let Some((cell, value)) = step.place {
                assert_eq!(solution.cells()[cell], Some(value), "{step:?}");
            }
            for (cell, struck) in &step.strikes {
                let value = solution.cells()[*cell].expect("a full grid");
                assert_eq!(struck >> value & 1, 0, "{step:?}");
            }
            assert!(!step.describe(&pencil, &Alphabet::default_of(9)).is_empty());
            pencil.take(&step);
        }
    }
    assert!(used.iter().all(|n_steps| *n_steps > 0), "{used:?}");
}

#[test]
fn ratings() {
    let rated = |text: &str| {
        let grid = grid(text);
        rate(&houses(&grid), &grid).technique
    };
    assert_eq!(rated(EASY), Technique::HiddenSingle);
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(rated(full), Technique::HiddenSingle);
    assert_eq!(rated(&full.replacen("53", "35", 1)), Technique::Search);
    assert_eq!(rated(&".".repeat(81)), Technique::Search);
    assert_eq!(rated(&format!("11{}", ".".repeat(79))), Technique::Search);
    assert_eq!(rated("1...\n....\n..1.\n....\n"), Technique::Search);
}

#[test]
fn all_techniques_are_the_hardest_of_some_puzzle() {
    let ratings: Vec<Technique> =
        puzzles().iter().map(|puzzle| rate(&houses(puzzle), puzzle).technique).collect();
    for technique in Technique::ALL {
        assert!(ratings.contains(&technique), "{technique}");
    }
}

/// Hidden singles are easier than naked ones, so a step is a naked single only where no hidden one is left.
#[test]
fn steps_are_counted_by_technique() {
    for puzzle in puzzles() {
        let houses = houses(&puzzle);
        let rating = rate(&houses, &puzzle);
        let hardest = rating.steps.iter().rposition(|n_steps| *n_steps > 0).expect("a step");
        if rating.technique != Technique::Search {
            assert_eq!(Technique::ALL[hardest], rating.technique);
            let n_open = puzzle.cells().iter().filter(|cell| cell.is_none()).count();
            assert_eq!((rating.steps[0] + rating.steps[1]) as usize, n_open);
        }
    }
    let singles = rate(&houses(&grid(EASY)), &grid(EASY));
    assert_eq!(singles.steps, [51, 0, 0, 0]);
}
