//! Puzzles that setters have published, where they are at hand beside the workspace.

use puzzle_formats::{Options, PuzzleFormat, Read, detect, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use sudoku_core::constraint::Numbers;
use sudoku_core::{Cell, PuzzleSpec};

fn cases() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let cases = root.join("../shared/cases/variants");
    if cases.is_dir() {
        return Some(cases);
    }
    eprintln!("not run: there are no published puzzles beside the workspace");
    None
}

/// Identifier, number of solutions, grid, text.
fn rows(path: &Path) -> Vec<[String; 4]> {
    let text = std::fs::read_to_string(path).expect("the cases can be read");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let fields = |line: &str| line.splitn(4, '\t').map(str::to_owned).collect::<Vec<_>>();
    rows.map(|line| fields(line).try_into().expect("four fields")).collect()
}

fn houses(spec: &PuzzleSpec) -> Vec<Vec<Cell>> {
    let [rows, cols] = spec.lines();
    let others = [
        spec.block_cells(),
        spec.region_cells(),
        spec.diagonal_cells(),
        spec.window_cells(),
        spec.group_cells(),
        spec.extra_regions.clone(),
    ];
    [rows, cols].into_iter().chain(others).flatten().collect()
}

/// What a filled grid breaks; cells outside the grid are not known.
fn broken(spec: &PuzzleSpec, numbers: &[i64]) -> Vec<String> {
    let shape = spec.shape;
    let numbers = Numbers::new(shape, numbers.iter().map(|number| Some(*number)).collect());
    let mut broken = Vec::new();
    for house in houses(spec) {
        let known: Vec<i64> = house.iter().filter_map(|cell| numbers.get(*cell)).collect();
        if known.iter().collect::<BTreeSet<_>>().len() < known.len() {
            broken.push(format!("house at {}", house[0].short()));
        }
    }
    for (cell, given) in &spec.givens {
        if numbers.get(*cell).is_some_and(|number| !given.numbers().contains(&number)) {
            broken.push(format!("given at {}", cell.short()));
        }
    }
    let wrong = spec.constraints.iter().filter(|c| c.is_satisfied(&numbers) == Some(false));
    broken.extend(wrong.map(ToString::to_string));
    broken
}

/// The numbers of a published grid: digits, letters from A = 10, or A = 1 on large grids.
fn numbers(spec: &PuzzleSpec, grid: &str) -> Option<Vec<i64>> {
    let all_letters = grid.chars().all(|c| c.is_ascii_alphabetic());
    let number = |c: char| {
        let number = i64::from(c.to_digit(36)?);
        Some(if all_letters { number - 9 } else { number })
    };
    let numbers: Option<Vec<i64>> = grid.chars().map(number).collect();
    numbers.filter(|numbers| numbers.len() == spec.shape.n_cells())
}

#[test]
fn published_grids_satisfy_what_is_read() {
    let Some(cases) = cases() else { return };
    let mut refused = BTreeMap::new();
    let (mut n_read, mut n_judged) = (0, 0);
    for file in ["fpuzzles.tsv", "iss.tsv"] {
        for [id, _, grid, text] in rows(&cases.join(file)) {
            let Read { spec, .. } = match read(&text, &Options::default()) {
                Ok(read) => read,
                Err(error) => {
                    refused.insert(id, error.message);
                    continue;
                }
            };
            n_read += 1;
            let again = PuzzleSpec::from_json(&spec.to_json()).expect(&id);
            assert_eq!(again, spec, "{id}: our JSON");
            if let Some(numbers) = numbers(&spec, &grid) {
                n_judged += 1;
                assert_eq!(broken(&spec, &numbers), Vec::<String>::new(), "{id}");
            }
        }
    }
    for (id, message) in &refused {
        eprintln!("{id}: {message}");
        assert!(message.starts_with("unknown rules: "), "{id}: {message}");
    }
    eprintln!("{n_read} read, {n_judged} published grids judged, {} refused", refused.len());
}

#[test]
fn what_a_prototype_could_not_say_is_refused_by_name() {
    let Some(cases) = cases() else { return };
    let neutral = std::fs::read_to_string(cases.join("neutral.jsonl")).expect("it can be read");
    let unsupported: BTreeSet<String> = neutral
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|puzzle| puzzle["unsup"].as_array().is_some_and(|names| !names.is_empty()))
        .map(|puzzle| puzzle["id"].as_str().expect("an id").to_owned())
        .collect();
    for file in ["fpuzzles.tsv", "iss.tsv"] {
        for [id, _, _, text] in rows(&cases.join(file)) {
            let is_read = read(&text, &Options::default()).is_ok();
            assert_eq!(is_read, !unsupported.contains(&id), "{id}");
        }
    }
}

#[test]
fn formats_are_told_apart() {
    for (text, format) in [
        (r#"{"rows": 9, "cols": 9}"#, Some(PuzzleFormat::Json)),
        (r#"{"size": 9, "grid": []}"#, Some(PuzzleFormat::FPuzzles)),
        (r#"{"cells": []}"#, Some(PuzzleFormat::SudokuPad)),
        ("https://www.f-puzzles.com/?load=N4Ig", Some(PuzzleFormat::FPuzzles)),
        ("N4IgzglgXgpiBcBOANCA5gJwgEwQbT", Some(PuzzleFormat::FPuzzles)),
        (".Cage~3~R1C1~R1C2", Some(PuzzleFormat::Iss)),
        (".~R1C1_2", Some(PuzzleFormat::Iss)),
        (".AntiKnight", Some(PuzzleFormat::Iss)),
        ("scfoooo", Some(PuzzleFormat::SudokuPad)),
        ("https://sudokupad.app/abc", Some(PuzzleFormat::SudokuPad)),
        ("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", None),
        (".2..\n3..1\n....\n4...", None),
        ("", None),
        (r#"{"side": 4, "rows": []}"#, None),
    ] {
        assert_eq!(detect(text), format, "{text}");
    }
}
