//! `--dedupe` and `--against`: puzzles that are rearrangements of others.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use grid_engine::{Puzzle, canonical, rearrange};
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use std::collections::HashSet;
use std::fs;
use support::{PUZZLE, SEVERAL, SOLUTION, printed, tool};

fn rearranged(text: &str, number: u64) -> String {
    rearrange(&Puzzle::parse(text.as_bytes()).unwrap(), 3, number).to_string()
}

#[test]
fn the_first_of_each_class_is_kept() {
    let other = PUZZLE.replacen('7', ".", 1);
    let text =
        [PUZZLE, &rearranged(PUZZLE, 1), "bad", &other, SEVERAL, "bad", &rearranged(&other, 2)];
    let wanted =
        format!("{PUZZLE}\nbad invalid: {BAD}\n{other}\n{SEVERAL}\nbad invalid: {BAD_6}\n");
    tool(&["--dedupe"])
        .write_stdin(text.join("\n"))
        .assert()
        .code(1)
        .stdout(diff(wanted))
        .stderr(contains("note: 2 puzzles are left out, as rearrangements of earlier ones"));
    // With another option its line.
    let text = format!("{PUZZLE}\n{}\n", rearranged(PUZZLE, 5));
    assert_eq!(printed(&["--dedupe", "--count"], &text), format!("{PUZZLE} 1\n"));
    assert_eq!(printed(&["--dedupe", "--unique", "--keep"], &text).lines().count(), 1);
    let csv = format!("puzzle,id\n{PUZZLE},1\n{},2\n", rearranged(PUZZLE, 5));
    assert_eq!(printed(&["--dedupe", "--keep"], &csv).lines().count(), 2);
    assert_eq!(printed(&["--dedupe", "--format", "csv"], &csv).lines().count(), 2);
    assert_eq!(printed(&["--dedupe"], ""), "");
}

const BAD: &str = "line 3, column 1: unexpected character 'b', expected '.' or a digit";
const BAD_6: &str = "line 6, column 1: unexpected character 'b', expected '.' or a digit";

/// More classes than memory has room for, so that runs go to files; compared with a set of all forms.
#[test]
fn memory_does_not_change_what_is_kept() {
    let base = Puzzle::parse(PUZZLE.as_bytes()).unwrap();
    // All choices of two givens less, and rearrangements of some of them, near and far.
    let givens: Vec<usize> = (0..81).filter(|cell| base.cells()[*cell] != 0).collect();
    let mut puzzles = Vec::new();
    for (index, one) in givens.iter().enumerate() {
        for two in &givens[index + 1..] {
            for three in givens.iter().filter(|three| *three > two) {
                for four in givens.iter().filter(|four| *four > three) {
                    puzzles.push(base.with(*one, 0).with(*two, 0).with(*three, 0).with(*four, 0));
                }
            }
        }
    }
    for number in (0..puzzles.len()).step_by(9) {
        let place = number * 7 % puzzles.len();
        puzzles.insert(place, rearrange(&puzzles[number], 1, number as u64));
    }
    let mut known = HashSet::new();
    let firsts = puzzles.iter().filter(|puzzle| known.insert(canonical(puzzle)));
    let lines = |puzzles: &mut dyn Iterator<Item = &Puzzle>| {
        puzzles.map(|puzzle| format!("{puzzle}\n")).collect::<Vec<_>>().concat()
    };
    let wanted = lines(&mut firsts.into_iter());
    let text = lines(&mut puzzles.iter());
    assert!(wanted.lines().count() > 20_000 && wanted.len() < text.len());
    for memory in ["1", "1024"] {
        let found = printed(&["--dedupe", "--memory", memory], &text);
        assert!(found == wanted, "{memory}");
    }
}

#[test]
fn leaks_are_told_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let train = folder.path().join("train.csv");
    let none = "12345678..................9......................................................";
    fs::write(&train, format!("puzzle,id\n{SEVERAL},0\n{PUZZLE},1\nbad,2\n{PUZZLE},3\n")).unwrap();
    // Other givens of the same solution, rearranged.
    let cells =
        (0..81).map(|cell| if cell % 5 == 0 { '.' } else { char::from(SOLUTION.as_bytes()[cell]) });
    let from_grid = rearranged(&cells.collect::<String>(), 7);
    let new = printed_by_grid_gen();
    let test = format!("{}\n{from_grid}\n{new}{none}\n{SEVERAL}\nbad\n", rearranged(PUZZLE, 4));
    let against = |args: &[&str]| {
        let mut command = tool(args);
        command.args(["--against".as_ref(), train.as_os_str()]).write_stdin(test.clone());
        command
    };
    let wanted = format!(
        "{} puzzle 3\n{from_grid} grid 3\n{} new\n{none} new\n{SEVERAL} puzzle 2\nbad invalid: {BAD_6}\n",
        rearranged(PUZZLE, 4),
        new.trim()
    );
    against(&[]).assert().code(1).stdout(diff(wanted)).stderr(
        contains("train.csv: 1 line is not a puzzle").and(contains(
            "note: of 5 puzzles 2 are rearrangements of training puzzles, and 1 others",
        )),
    );
    let csv = String::from_utf8(against(&["--format", "csv"]).output().unwrap().stdout).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",guesses,leak,train_line,reason"));
    assert!(lines[1].ends_with(",puzzle,3,") && lines[3].ends_with(",,,"), "{csv}");
    let json = String::from_utf8(against(&["--format", "jsonl"]).output().unwrap().stdout).unwrap();
    assert!(json.contains("\"leak\":\"grid\",\"train_line\":3,"), "{json}");
    // Nothing is printed if the training set cannot be read.
    let missing = folder.path().join("missing");
    tool(&["--against"]).arg(missing).write_stdin("").assert().code(2).stdout(is_empty());
    for files in [&[][..], &["-"]] {
        let twice = [&["--against", "-"], files].concat();
        tool(&twice).write_stdin("").assert().code(2).stdout(is_empty()).stderr(
            "grid-solve: error: found standard input as the training set and as the puzzles\n\
             help: one of them has to be a file\n",
        );
    }
    tool(&["--rate", "--against", "x"]).write_stdin("").assert().code(2).stdout(is_empty());
    tool(&["--memory", "0"]).write_stdin("").assert().code(2);
}

fn printed_by_grid_gen() -> String {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grid-gen"));
    String::from_utf8(command.args(["--seed", "77"]).output().unwrap().stdout).unwrap()
}
