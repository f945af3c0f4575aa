//! Puzzles of several full rank clues: as many solutions as trying every grid finds.

use assert_cmd::Command;
use serde_json::{Value as Json, json};
use sudoku_core::constraint::full_rank::lines;
use sudoku_core::{Cell, Grid, PuzzleSpec, Rules};

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Every grid that has the givens and obeys the houses.
fn completions(rules: &Rules, grid: &Grid) -> Vec<Grid> {
    let mut grids = vec![grid.clone()];
    for cell in rules.shape().cells().filter(|cell| grid.get(*cell).is_none()) {
        let mut next = Vec::new();
        for grid in grids {
            for value in rules.shape().values() {
                if rules.peers(cell).iter().all(|peer| grid.get(*peer) != Some(value)) {
                    let mut grid = grid.clone();
                    grid.set(cell, Some(value));
                    next.push(grid);
                }
            }
        }
        grids = next;
    }
    grids
}

/// A clue for a line of a whole grid, true there.
fn clue(grid: &Grid, line: &[Cell], ties: &str) -> Json {
    let values = |line: &[Cell]| line.iter().map(|cell| grid.get(*cell)).collect::<Vec<_>>();
    let own = values(line);
    let n_smaller = lines(grid.shape()).iter().filter(|line| values(line) < own).count();
    json!({"full-rank": {"cells": line, "rank": n_smaller + 1, "ties": ties}})
}

/// As many solutions of each puzzle as are counted by trying; how many puzzles have several.
fn agree(puzzles: &[(Json, Vec<Grid>)]) -> usize {
    let lines: String = puzzles.iter().map(|(puzzle, _)| puzzle.to_string() + "\n").collect();
    let output = Command::new(env!("CARGO_BIN_EXE_puzzle-solve"))
        .args(["--count", "--limit", "100000"])
        .write_stdin(lines)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), puzzles.len());
    let mut n_several = 0;
    for ((puzzle, grids), answer) in puzzles.iter().zip(text.lines()) {
        let rules = PuzzleSpec::from_json(&puzzle.to_string()).expect("a spec");
        let rules = rules.puzzle().expect("a puzzle").rules;
        let n_solutions =
            grids.iter().filter(|grid| rules.broken_constraints(grid).is_empty()).count();
        let answer: Json = serde_json::from_str(answer).expect("JSON");
        assert_eq!(answer["count"], n_solutions, "{puzzle} {answer}");
        n_several += usize::from(n_solutions > 1);
    }
    n_several
}

/// The puzzle of a side without clues, and its rows above `n_rows` as givens of a solution.
fn puzzle(side: usize, solution: Option<&Grid>, n_rows: usize, clues: &[Json]) -> Json {
    let mut givens = serde_json::Map::new();
    for cell in solution.iter().flat_map(|grid| grid.shape().cells()).filter(|it| it.row < n_rows) {
        let value = solution.and_then(|grid| Some(grid.shape().number(grid.get(cell)?)));
        givens.insert(format!("r{}c{}", cell.row + 1, cell.col + 1), json!(value));
    }
    json!({"rows": side, "cols": side, "givens": givens, "constraints": clues})
}

/// Rules without clues, and the grid of givens.
fn start(puzzle: &Json) -> (Rules, Grid) {
    let puzzle = PuzzleSpec::from_json(&puzzle.to_string()).expect("a spec").puzzle();
    let puzzle = puzzle.expect("a puzzle");
    (puzzle.rules, puzzle.grid)
}

#[test]
fn sets_of_clues_have_the_solutions_among_the_288_grids() {
    let (rules, blank) = start(&puzzle(4, None, 0, &[]));
    let grids = completions(&rules, &blank);
    assert_eq!(grids.len(), 288);
    let all = lines(blank.shape());
    let mut random = Random(4);
    let mut puzzles = Vec::new();
    for n_clues in [1, 2, 3].repeat(20) {
        let grid = &grids[random.below(grids.len())];
        let ties = ["any", "only-unclued"][random.below(2)];
        let clues: Vec<Json> =
            (0..n_clues).map(|_| clue(grid, &all[random.below(all.len())], ties)).collect();
        puzzles.push((puzzle(4, None, 0, &clues), grids.clone()));
    }
    let n_several = agree(&puzzles);
    assert!(n_several > 30, "{n_several}");
}

/// Three rows of six are known, three clues or four are about any lines.
#[test]
fn sets_of_clues_of_side_6_have_the_solutions_that_trying_finds() {
    let (rules, blank) = start(&puzzle(6, None, 0, &[]));
    let all = lines(blank.shape());
    let mut random = Random(6);
    let mut puzzles = Vec::new();
    for n_clues in [3, 4].repeat(6) {
        // The rows of a whole grid, moved within their bands, and its digits renamed.
        let shift = random.below(6);
        let swapped = [random.below(2), random.below(2), random.below(2)];
        let mut known = blank.clone();
        for cell in blank.shape().cells().filter(|cell| cell.row < 3) {
            let band = cell.row / 2;
            let row = 2 * band + (cell.row % 2 + swapped[band]) % 2;
            let value = (cell.col + 3 * (row % 2) + row / 2 + shift) % 6;
            known.set(cell, u16::try_from(value).ok());
        }
        let grids = completions(&rules, &known);
        let grid = &grids[random.below(grids.len())];
        let clues: Vec<Json> =
            (0..n_clues).map(|_| clue(grid, &all[random.below(all.len())], "any")).collect();
        puzzles.push((puzzle(6, Some(&known), 3, &clues), grids.clone()));
    }
    let n_several = agree(&puzzles);
    assert!(n_several > 0, "{n_several}");
}
