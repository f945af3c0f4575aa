//! Why there is none, and why only one: minimal, smallest and common, against all grids and all subsets.

use assert_cmd::Command;
use serde_json::{Value, json};

type Grid = [u8; 16];

fn tool(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle-solve"));
    let output = command.args(args).write_stdin(input).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn answer(args: &[&str], givens: &[(usize, u8)]) -> Value {
    let members = givens.iter().map(|(cell, value)| (name(*cell), json!(value)));
    let puzzle =
        json!({"rows": 4, "cols": 4, "givens": members.collect::<serde_json::Map<_, _>>()});
    let (stdout, stderr, code) = tool(args, &puzzle.to_string());
    assert_eq!(code, Some(0), "{stderr}");
    serde_json::from_str(&stdout).expect("JSON")
}

fn name(cell: usize) -> String {
    format!("r{}c{}", cell / 4 + 1, cell % 4 + 1)
}

/// The 288 grids.
fn grids() -> Vec<Grid> {
    let mut grids = vec![[0; 16]];
    for cell in 0..16 {
        let clash = |grid: &Grid, other: usize| {
            let is_peer = other / 4 == cell / 4
                || other % 4 == cell % 4
                || (other / 8, other % 4 / 2) == (cell / 8, cell % 4 / 2);
            is_peer && grid[other] == grid[cell]
        };
        let with = grids.iter().flat_map(|grid| {
            (1..=4).map(move |value| {
                let mut grid = *grid;
                grid[cell] = value;
                grid
            })
        });
        grids = with.filter(|grid| !(0..cell).any(|other| clash(grid, other))).collect();
    }
    assert_eq!(grids.len(), 288);
    grids
}

/// How many grids have these givens.
fn count(grids: &[Grid], givens: &[(usize, u8)]) -> usize {
    grids.iter().filter(|grid| givens.iter().all(|(cell, value)| grid[*cell] == *value)).count()
}

/// The fewest givens, of all subsets, that as many grids have.
fn fewest(grids: &[Grid], givens: &[(usize, u8)], wanted: usize) -> usize {
    let subsets = (0..1_u32 << givens.len()).filter(|bits| {
        let chosen = (0..givens.len()).filter(|at| bits >> at & 1 == 1).map(|at| givens[at]);
        count(grids, &chosen.collect::<Vec<_>>()) == wanted
    });
    subsets.map(|bits| bits.count_ones() as usize).min().expect("all of them")
}

/// The givens that an answer names.
fn named(names: &Value) -> Vec<(usize, u8)> {
    let given = |name: &Value| {
        let name = name.as_str().expect("a name").as_bytes();
        // given 5 at r1c2
        assert_eq!((&name[..6], name.len()), (&b"given "[..], 15));
        (usize::from(name[12] - b'1') * 4 + usize::from(name[14] - b'1'), name[6] - b'0')
    };
    names.as_array().expect("a list").iter().map(given).collect()
}

/// Givens of a grid, of which each third time one is changed.
fn puzzles() -> impl Iterator<Item = Vec<(usize, u8)>> {
    let grids = grids();
    let mut state = 1_u64;
    let mut random = move |end: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    (0..60).map(move |number| {
        let grid = grids[random(grids.len())];
        let n_givens = 3 + number % 7;
        let mut cells: Vec<usize> = (0..16).collect();
        for at in 0..n_givens {
            cells.swap(at, at + random(16 - at));
        }
        let mut givens: Vec<(usize, u8)> =
            cells[..n_givens].iter().map(|cell| (*cell, grid[*cell])).collect();
        if number % 3 == 0 {
            givens[0].1 = givens[0].1 % 4 + 1;
        }
        givens
    })
}

#[test]
fn sets_are_minimal_and_smallest() {
    let grids = grids();
    let mut seen = [0; 3];
    for givens in puzzles() {
        let n_solutions = count(&grids, &givens);
        seen[n_solutions.min(2)] += 1;
        let (option, member, wanted) = match n_solutions {
            0 => ("--clash", "clash", 0),
            _ => ("--minimal", "minimal", 1),
        };
        if n_solutions > 1 {
            assert_eq!(answer(&[option], &givens)["status"], "several");
            continue;
        }
        for args in [&[option][..], &[option, "--smallest"]] {
            let set = named(&answer(args, &givens)[member]);
            assert_eq!(count(&grids, &set), wanted, "{givens:?} {set:?}");
            for at in 0..set.len() {
                let mut others = set.clone();
                others.remove(at);
                assert!(count(&grids, &others) > wanted, "{givens:?} {set:?}");
            }
            if args.len() > 1 {
                assert_eq!(set.len(), fewest(&grids, &givens, wanted), "{givens:?} {set:?}");
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[test]
fn the_backbone_is_what_all_solutions_share() {
    let grids = grids();
    let mut n_several = 0;
    for givens in puzzles() {
        let having = |grid: &&Grid| givens.iter().all(|(cell, value)| grid[*cell] == *value);
        let solutions: Vec<&Grid> = grids.iter().filter(having).collect();
        let found = answer(&["--backbone"], &givens);
        let Some(first) = solutions.first() else {
            assert_eq!(found["status"], "no solution");
            continue;
        };
        n_several += usize::from(solutions.len() > 1);
        let common = (0..16).map(|cell| {
            let is_common = solutions.iter().all(|grid| grid[cell] == first[cell]);
            if is_common { char::from(b'0' + first[cell]) } else { '.' }
        });
        assert_eq!(found["grid"], common.collect::<String>(), "{givens:?}");
        assert_eq!(found["status"], if solutions.len() > 1 { "several" } else { "unique" });
    }
    assert!(n_several > 10, "{n_several}");
}

#[test]
fn reasons_are_told_as_a_grid_and_in_words() {
    let told = |args: &[&str], puzzle: &str| {
        let (stdout, stderr, code) = tool(&[&["--why"], args].concat(), puzzle);
        assert_eq!((stderr.as_str(), code), ("", Some(0)));
        stdout
    };
    assert_eq!(
        told(&["--block", "2x2"], "1...\n.1..\n....\n...4\n"),
        "No solution: 2 givens clash, and none of them can be left out\n\
         1...\n.1..\n....\n....\nrow 1, column 1: 1\nrow 2, column 2: 1\n"
    );
    let unique = told(&["--smallest"], "1234\n3412\n2143\n4321\n");
    assert!(
        unique.starts_with(
            "Unique solution: 4 givens are enough, and no smaller set is; 12 more are given\n"
        ),
        "{unique}"
    );
    assert_eq!(
        told(&["--format", "line"], "12..\n34..\n....\n....\n"),
        "Multiple solutions: besides the givens 0 cells hold the same in all of them\n12..34..........\n"
    );
    let cages = r#"{"rows": 4, "cols": 4, "givens": {"r4c4": 1}, "constraints": [
        {"cage": {"cells": ["r1c1", "r1c2"], "total": 3}}, {"odd": {"cells": ["r1c1", "r1c2"]}}]}"#;
    let clash = told(&[], cages);
    assert!(
        clash.starts_with("No solution: 1 constraint clash")
            || clash.starts_with("No solution: 2 constraints clash"),
        "{clash}"
    );
    let (stdout, stderr, code) = tool(&["--why"], "12..\n");
    assert!(stdout.is_empty() && stderr.starts_with("puzzle-solve: error: <stdin>:"), "{stderr}");
    assert_eq!(code, Some(2));
    for args in [
        &["--smallest"][..],
        &["--unique", "--smallest"],
        &["--block", "2x2"],
        &["--why", "--clash"],
    ] {
        let (stdout, _, code) = tool(args, cages);
        assert!(stdout.is_empty() && code == Some(2), "{args:?}");
    }
}
