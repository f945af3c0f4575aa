//! The engines against each other and against trying everything.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grid_engine::generate::{Recipe, attempts};
use grid_engine::lanes::{self, Outcome};
use grid_engine::single::Solutions;
use grid_engine::{Level, N_CELLS, Puzzle};
use proptest::prelude::*;
use std::path::PathBuf;

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

fn solved(level: Level, puzzles: &[Puzzle], limit: u64) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::NONE; puzzles.len()];
    lanes::solve(level, puzzles, limit, &mut outcomes);
    outcomes
}

/// All solutions with at most `n` of them, by trying each digit in the first blank cell: slow and plain.
fn tried(puzzle: Puzzle, n: usize) -> Vec<[u8; N_CELLS]> {
    fn allowed(cells: &[u8; N_CELLS], cell: usize, value: u8) -> bool {
        (0..N_CELLS).all(|other| {
            let same_block = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            let sees = cell / 9 == other / 9 || cell % 9 == other % 9 || same_block;
            other == cell || !sees || cells[other] != value
        })
    }
    fn go(cells: &mut [u8; N_CELLS], n: usize, found: &mut Vec<[u8; N_CELLS]>) {
        let Some(cell) = cells.iter().position(|value| *value == 0) else {
            found.push(*cells);
            return;
        };
        for value in 1..=9 {
            if found.len() < n && allowed(cells, cell, value) {
                cells[cell] = value;
                go(cells, n, found);
                cells[cell] = 0;
            }
        }
    }
    let mut found = Vec::new();
    let cells = puzzle.cells();
    if (0..N_CELLS).all(|cell| cells[cell] == 0 || allowed(cells, cell, cells[cell])) {
        go(&mut cells.to_owned(), n, &mut found);
    }
    found
}

/// Puzzles near one with a solution: some givens taken away, some changed.
fn puzzles() -> impl Strategy<Value = Vec<Puzzle>> {
    let changes = proptest::collection::vec((0_usize..N_CELLS, 0_u8..10), 0..4);
    proptest::collection::vec((0_u64..1000, 20_usize..40, changes), 1..70).prop_map(|recipes| {
        recipes
            .into_iter()
            .map(|(seed, n_givens, changes)| {
                let recipe = Recipe { seed, n_givens: n_givens..=N_CELLS, ..Recipe::default() };
                let made = attempts(&recipe, Level::best(), 0..1);
                let puzzle = made.into_iter().flatten().next().unwrap_or(Puzzle::BLANK);
                changes.into_iter().fold(puzzle, |puzzle, (cell, value)| puzzle.with(cell, value))
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_levels_say_the_same_word_for_word(puzzles in puzzles(), limit in 1_u64..20) {
        let wanted = solved(Level::Portable, &puzzles, limit);
        for level in levels() {
            prop_assert_eq!(&solved(level, &puzzles, limit), &wanted, "{:?}", level);
        }
        // And a puzzle's neighbours do not matter.
        let alone: Vec<_> =
            puzzles.iter().flat_map(|puzzle| solved(Level::best(), &[*puzzle], limit)).collect();
        prop_assert_eq!(alone, wanted);
    }

    #[test]
    fn both_engines_count_the_same(puzzles in puzzles(), limit in 1_u64..20) {
        for (puzzle, outcome) in puzzles.iter().zip(solved(Level::best(), &puzzles, limit)) {
            let solutions: Vec<_> = Solutions::of(*puzzle).take(limit as usize).collect();
            prop_assert_eq!(solutions.len() as u64, outcome.n_solutions, "{}", puzzle);
            for (index, solution) in solutions.iter().enumerate() {
                prop_assert!(puzzle.is_solved_by(solution));
                prop_assert!(!solutions[..index].contains(solution), "twice: {}", puzzle);
            }
        }
    }

    #[test]
    fn engines_find_what_trying_finds(puzzles in puzzles()) {
        for puzzle in puzzles.into_iter().take(3) {
            let mut wanted = tried(puzzle, 300);
            if wanted.len() < 300 {
                let mut found: Vec<_> = Solutions::of(puzzle).collect();
                wanted.sort_unstable();
                found.sort_unstable();
                prop_assert_eq!(&found, &wanted, "{}", puzzle);
                let outcome = &solved(Level::best(), &[puzzle], 301)[0];
                prop_assert_eq!(outcome.n_solutions, wanted.len() as u64);
                prop_assert!(wanted.is_empty() || wanted.contains(&outcome.first));
            }
        }
    }

    #[test]
    fn puzzles_with_a_clash_have_no_solution(puzzles in puzzles()) {
        for puzzle in puzzles {
            let sees = |a: usize, b: usize| {
                let same_block = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
                a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_block)
            };
            let cells = puzzle.cells();
            let clash = (0..N_CELLS)
                .any(|a| (0..N_CELLS).any(|b| cells[a] != 0 && cells[a] == cells[b] && sees(a, b)));
            prop_assert_eq!(puzzle.has_clash(), clash, "{}", puzzle);
            prop_assert!(!clash || Solutions::of(puzzle).next().is_none(), "{}", puzzle);
        }
    }

    #[test]
    fn a_solution_is_a_solution(cells: Vec<u8>, seed: u64) {
        // Neither arbitrary bytes nor a grid with one cell changed pass for a solution.
        let mut wrong = [0; N_CELLS];
        wrong.iter_mut().zip(&cells).for_each(|(cell, byte)| *cell = *byte);
        prop_assert!(!Puzzle::BLANK.is_solved_by(&wrong));
        let recipe = Recipe { seed, n_givens: N_CELLS..=N_CELLS, ..Recipe::default() };
        let full = attempts(&recipe, Level::best(), 0..1)[0].unwrap();
        prop_assert!(full.is_solved_by(full.cells()));
        let cell = (seed % 81) as usize;
        let changed = full.with(cell, full.cells()[cell] % 9 + 1);
        prop_assert!(!Puzzle::BLANK.is_solved_by(changed.cells()));
        prop_assert!(!full.with(cell, 0).is_solved_by(full.with(cell, 0).cells()));
    }
}

#[test]
fn a_blank_grid_has_many_different_solutions() {
    let solutions: std::collections::BTreeSet<_> =
        Solutions::of(Puzzle::BLANK).take(2000).collect();
    assert_eq!(solutions.len(), 2000);
    assert_eq!(solved(Level::best(), &[Puzzle::BLANK], 2000)[0].n_solutions, 2000);
}

#[test]
fn no_puzzles_no_outcomes() {
    for level in levels() {
        assert_eq!(solved(level, &[], 2), []);
    }
}

/// Folders of puzzle lists that are not part of the project.
fn shared() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared");
    let folder = std::env::var_os("SUDOKU_SHARED").map_or(beside, PathBuf::from).join("data");
    if !folder.is_dir() {
        eprintln!("not run: the puzzle lists are not beside this checkout");
        return None;
    }
    Some(folder)
}

/// A sample of a list.
fn sample(folder: &std::path::Path, name: &str, n: usize) -> Vec<Puzzle> {
    let text = std::fs::read(folder.join(name)).unwrap();
    let lines: Vec<_> =
        text.split(|byte| *byte == b'\n').filter(|line| line.len() >= N_CELLS).collect();
    let puzzles = lines.iter().filter_map(|line| Puzzle::parse(&line[..N_CELLS]).ok());
    puzzles.step_by((lines.len() / n).max(1)).collect()
}

#[test]
fn known_lists_have_the_known_numbers_of_solutions() {
    let Some(folder) = shared() else { return };
    let lists = [
        ("clue17.txt", 1),
        ("hardest_1106.txt", 1),
        ("hardest_1905_11plus.txt", 1),
        ("kaggle_like_50k.txt", 1),
        ("magictour_1465.txt", 1),
        ("multi_solution_10000.txt", 2),
        ("norvig_top95.txt", 1),
        ("random_minimal_50k.txt", 1),
    ];
    for (name, count) in lists {
        let puzzles = sample(&folder, name, 100);
        assert!(puzzles.len() >= 94, "{name}");
        let outcomes = solved(Level::best(), &puzzles, 2);
        assert!(outcomes.iter().all(|outcome| outcome.n_solutions == count), "{name}");
        for level in levels() {
            assert_eq!(solved(level, &puzzles, 2), outcomes, "{name} {level:?}");
        }
        let singles = puzzles.iter().map(|puzzle| Solutions::of(*puzzle).take(2).count() as u64);
        assert!(singles.eq(outcomes.iter().map(|outcome| outcome.n_solutions)), "{name}");
    }
    // None takes long: the branches are good ones. Split by cell, one of these takes 10,677 guesses.
    let outcomes = solved(Level::best(), &sample(&folder, "clue17.txt", usize::MAX), 2);
    assert!(outcomes.len() > 49_000 && outcomes.iter().all(|outcome| outcome.guesses < 500));
}
