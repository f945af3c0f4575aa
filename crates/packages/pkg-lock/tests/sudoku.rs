//! The problems that made package resolvers famous for their time: each cell a package, each value a
//! version that excludes its peers. This crate knows nothing of them; its tests do.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use pkg_index::{MemoryIndex, Metadata, PackageName};
use pkg_lock::{Detail, Engine, Origin, Project, Resolver, Verdict};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn name(cell: usize) -> PackageName {
    format!("cell{}{}", cell / 9 + 1, cell % 9 + 1).parse().unwrap()
}

fn are_peers(a: usize, b: usize) -> bool {
    let (row, col) = (|cell| cell / 9, |cell| cell % 9);
    a != b
        && (row(a) == row(b)
            || col(a) == col(b)
            || (row(a) / 3 == row(b) / 3 && col(a) / 3 == col(b) / 3))
}

fn index() -> MemoryIndex {
    let mut index = MemoryIndex::new();
    for cell in 0..81 {
        for value in 1..=9 {
            let peers = (0..81).filter(|&peer| are_peers(cell, peer));
            let metadata = Metadata {
                version: format!("{value}.0.0"),
                requires_dist: peers.map(|peer| format!("{} !={value}.0.0", name(peer))).collect(),
                ..Metadata::default()
            };
            index.add(&name(cell), metadata);
        }
    }
    index
}

fn project(puzzle: &str, hints: bool) -> Project {
    let cells = puzzle.chars().enumerate().map(|(cell, c)| match c.to_digit(10) {
        Some(value @ 1..=9) => format!("'{} =={value}.0.0'", name(cell)),
        _ => format!("'{}'", name(cell)),
    });
    let cells: Vec<String> = cells.collect();
    let mut text =
        format!("[project]\nname = 'p'\nversion = '1'\ndependencies = [{}]\n", cells.join(","));
    for row in (0..9).filter(|_| hints) {
        for value in 1..=9 {
            let row: Vec<String> =
                (0..9).map(|col| format!("'{} =={value}.0.0'", name(9 * row + col))).collect();
            write!(text, "[[tool.pkg-lock.any-of]]\nrequirements = [{}]\n", row.join(",")).unwrap();
        }
    }
    Project::parse(&text).unwrap()
}

fn solve(index: &MemoryIndex, project: &Project, engine: Engine) -> Option<String> {
    let mut resolver = Resolver::new(project, index).unwrap();
    match resolver.resolve(engine, &[Origin::of(project, "memory")], &mut || Ok(())).unwrap() {
        Verdict::Lock(lock) => {
            Some(lock.versions().map(|(_, version)| version.split('.').next().unwrap()).collect())
        }
        Verdict::NoSolution => None,
    }
}

fn reason(index: &MemoryIndex, puzzle: &str, detail: Detail) -> String {
    let project = project(puzzle, false);
    let resolver = Resolver::new(&project, index).unwrap();
    assert!(solve(index, &project, Engine::Resolvo).is_none());
    let mut out = Vec::new();
    resolver.explain(detail, &mut out, &mut || Ok(())).unwrap().unwrap();
    String::from_utf8(out).unwrap()
}

fn is_solution(puzzle: &str, grid: &str) -> bool {
    let grid = grid.as_bytes();
    grid.len() == 81
        && (0..81).all(|a| (0..a).all(|b| !are_peers(a, b) || grid[a] != grid[b]))
        && puzzle
            .bytes()
            .zip(grid)
            .all(|(given, value)| matches!(given, b'.' | b'0') || given == *value)
}

fn shared(file: &str) -> Option<Vec<String>> {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let shared =
        std::env::var_os("SUDOKU_SHARED").map_or(workspace.join("../shared"), PathBuf::from);
    let text = fs::read_to_string(shared.join("data").join(file)).ok()?;
    let is_puzzle = |line: &str| line.len() == 81 && !line.starts_with('#');
    let words =
        text.lines().map(|line| line.split_whitespace().next().unwrap_or_default().to_owned());
    Some(words.filter(|line| is_puzzle(line)).collect())
}

#[test]
fn hard_puzzles_are_locked() {
    let index = index();
    for engine in [Engine::Resolvo, Engine::Pubgrub] {
        for hints in [false, true] {
            let grid = solve(&index, &project(HARD, hints), engine).unwrap();
            assert!(is_solution(HARD, &grid), "{engine:?}: {grid}");
        }
    }
    for (file, n) in [("norvig_top95.txt", 95), ("hardest_1106.txt", 60)] {
        let Some(puzzles) = shared(file) else {
            println!("not run: {file} is not there");
            continue;
        };
        assert!(puzzles.len() >= n, "{file} has {} puzzles", puzzles.len());
        for puzzle in &puzzles[..n] {
            let grid = solve(&index, &project(puzzle, false), Engine::Resolvo).unwrap();
            assert!(is_solution(puzzle, &grid), "{puzzle} {grid}");
        }
    }
}

#[test]
fn two_equal_givens_in_a_row_are_a_reason_of_two_lines() {
    let text = reason(&index(), &format!("5.5{}", ".".repeat(78)), Detail::Short);
    assert_eq!(
        text,
        "1. cell11 5.0.0 requires cell13 !=5.0.0 and the project requires cell11 5.0.0, so the project \
         needs cell13 !=5.0.0.\n\
         2. the project needs cell13 !=5.0.0 (1) and the project requires cell13 5.0.0, so there is no \
         solution.\n"
    );
}

#[test]
fn a_wrong_given_is_told_as_givens_that_exclude_each_other() {
    // The hard puzzle has 1 in row 1, column 2; with 4 no rule is broken, and only search finds out.
    let wrong = format!("84{}", &HARD[2..]);
    let index = index();
    let text = reason(&index, &wrong, Detail::Requirements);
    let mut lines = text.lines();
    let head = lines.next().unwrap();
    let left: Vec<&str> = lines.map(str::trim).collect();
    assert_eq!(
        head,
        format!("no solution: {} requirements of the project exclude each other:", left.len())
    );
    assert!(left.contains(&"cell12 ==4.0.0"), "{text}");
    assert!(left.len() < 24, "{text}");
    // Those alone have no solution, and without any one of them there is one.
    let remaining = |skipped: Option<usize>| -> String {
        let given = |cell: usize| {
            let (_, line) = left
                .iter()
                .enumerate()
                .find(|(i, line)| Some(*i) != skipped && line.starts_with(name(cell).as_str()))?;
            Some(line.split("==").nth(1)?.split('.').next()?.to_owned())
        };
        (0..81).map(|cell| given(cell).unwrap_or_else(|| ".".to_owned())).collect()
    };
    assert_eq!(solve(&index, &project(&remaining(None), false), Engine::Resolvo), None);
    for skipped in 0..left.len() {
        let puzzle = remaining(Some(skipped));
        assert!(solve(&index, &project(&puzzle, false), Engine::Resolvo).is_some(), "{puzzle}");
    }
    let short = reason(&index, &wrong, Detail::Short);
    assert!(short.lines().count() <= pkg_lock::MOST_LINES, "{short}");
    let full = reason(&index, &wrong, Detail::Full);
    assert!(full.ends_with("so there is no solution.\n"));
    assert!(full.lines().count() > 40, "the search has more steps than that");
}
