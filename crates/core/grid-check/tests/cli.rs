//! `grid-check` as it is run: every verdict, every exit code.

use assert_cmd::Command;
use predicates::str::{contains, starts_with};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const PUZZLE: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
const SOLUTION: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";

fn grid_check() -> Command {
    Command::new(env!("CARGO_BIN_EXE_grid-check"))
}

/// Files in a folder that goes when this does.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        Self(folder)
    }

    fn check(&self, names: &[&str]) -> assert_cmd::assert::Assert {
        grid_check().current_dir(self.0.path()).args(names).assert()
    }
}

/// The lines about `solution`, a changed copy of the right one.
fn broken(puzzle: &str, solution: &str) -> Vec<String> {
    let files = Files::new(&[("p", puzzle), ("s", solution)]);
    let assert = files.check(&["p", "s"]).code(1).stderr("");
    let text = String::from_utf8(assert.get_output().stdout.clone()).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_solution_is_valid() {
    let files = Files::new(&[("p", PUZZLE), ("s", SOLUTION)]);
    files.check(&["p", "s"]).success().stdout("valid solution of the puzzle\n").stderr("");
    files.check(&["s"]).success().stdout("valid solution\n").stderr("");
    files.check(&["p"]).success().stdout("the givens do not clash\n").stderr("");
}

#[test]
fn what_the_pipelines_print_after_the_grid_is_no_cell() {
    for verdict in ["Unique solution", "Multiple solutions", "Unique solution\r"] {
        let files = Files::new(&[("p", PUZZLE), ("s", &format!("{SOLUTION}{verdict}\n"))]);
        files.check(&["p", "s"]).success().stdout("valid solution of the puzzle\n");
    }
    for verdict in ["No solution exists", "No solution"] {
        let files = Files::new(&[("p", PUZZLE), ("s", &format!("{verdict}\n"))]);
        let expected = format!("there is no solution to check: s says '{verdict}'\n");
        files.check(&["p", "s"]).code(1).stdout(expected).stderr("");
    }
}

#[test]
fn each_broken_rule_is_named() {
    let swapped = SOLUTION.replacen("534678912", "543678912", 1);
    assert_eq!(
        broken(PUZZLE, &swapped),
        [
            "column 2 has two 4s, rows 1 and 9",
            "column 3 has two 3s, rows 1 and 6",
            "row 1, column 2: given 3 is 4 in the solution",
        ]
        .map(str::to_owned)
    );
    let blank = SOLUTION.replacen("534", "5.4", 1);
    assert_eq!(broken(PUZZLE, &blank), ["row 1, column 2 is blank"]);
    let ones = "1...\n....\n....\n...1\n";
    let all_ones = broken(ones, "1111\n1111\n1111\n1111\n");
    assert_eq!(all_ones.len(), 12);
    assert_eq!(all_ones[0], "row 1 has four 1s, columns 1, 2, 3 and 4");
    assert_eq!(
        all_ones[11],
        "block 4 has four 1s, row 3 column 3, row 3 column 4, row 4 column 3 and row 4 column 4"
    );
}

/// Whatever single cell is changed in a solution, its row, column and block are named.
#[test]
fn no_single_change_passes() {
    for index in (0..SOLUTION.len()).filter(|index| SOLUTION.as_bytes()[*index] != b'\n').step_by(7)
    {
        let (row, column) = (index / 10 + 1, index % 10 + 1);
        let mut text = SOLUTION.to_owned();
        let other = if &SOLUTION[index..=index] == "9" { "1" } else { "9" };
        text.replace_range(index..=index, other);
        let lines = broken(&PUZZLE.replace(char::is_numeric, "."), &text);
        let named = |start: String| lines.iter().filter(|line| line.starts_with(&start)).count();
        assert_eq!(named(format!("row {row} has two {other}s")), 1, "{lines:?}");
        assert_eq!(named(format!("column {column} has two {other}s")), 1, "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("block ")), "{lines:?}");
        assert!(lines.len() == 3, "{lines:?}");
    }
}

#[test]
fn another_solution_does_not_keep_the_givens() {
    let relabelled: String = SOLUTION
        .chars()
        .map(|c| {
            if c == '1' {
                '2'
            } else if c == '2' {
                '1'
            } else {
                c
            }
        })
        .collect();
    let lines = broken(PUZZLE, &relabelled);
    assert!(!lines.is_empty() && lines.iter().all(|line| line.contains(": given ")), "{lines:?}");
}

#[test]
fn clashing_givens_are_named() {
    let files = Files::new(&[
        ("p", &PUZZLE.replacen("53..", "53.5", 1)),
        ("full", &SOLUTION.replacen('5', "4", 1)),
    ]);
    files
        .check(&["p"])
        .code(1)
        .stdout(starts_with(
            "row 1 has two 5s, columns 1 and 4\nblock 2 has two 5s, row 1 column 4 and row 2",
        ))
        .stderr("");
    files.check(&["full"]).code(1).stdout(starts_with("row 1 has two 4s, columns 1 and 3\n"));
}

#[test]
fn the_solution_is_read_in_the_alphabet_and_the_blocks_of_the_puzzle() {
    // No G in the solution's first rows, and F stands for 15 rather than 16.
    let rows = |shift: usize| -> String {
        let symbols = b"123456789ABCDEFG";
        (0..16)
            .map(|row| {
                let cell =
                    |col: usize| char::from(symbols[(4 * (row % 4) + row / 4 + col + shift) % 16]);
                (0..16).map(cell).chain(['\n']).collect::<String>()
            })
            .collect()
    };
    let puzzle = rows(0).replace(|c: char| !matches!(c, '1' | 'G' | '\n'), ".");
    let files = Files::new(&[("p", &puzzle), ("s", &rows(0)), ("t", &rows(1))]);
    let note = contains("note: p: alphabet 1-9A-G recognised by 'G' at line 1, column 16");
    files.check(&["p", "s"]).success().stderr(note);
    files
        .check(&["p", "t"])
        .code(1)
        .stdout(starts_with("row 1, column 1: given 1 is 2 in the solution\n"));
    files.check(&["p", "s", "--alphabet", "0-9A-F"]).code(2).stdout("").stderr(contains("'G'"));

    let six = Files::new(&[
        ("p", "1.....\n......\n......\n......\n......\n......\n"),
        ("s", "123456\n345612\n561234\n214365\n436521\n652143\n"),
    ]);
    six.check(&["p", "s", "--block", "3x2"]).success();
    six.check(&["p", "s"])
        .code(1)
        .stdout(starts_with("block 1 has two 3s, row 1 column 3 and row 2 column 1\n"));
    six.check(&["p", "s", "--block", "3x3"])
        .code(2)
        .stderr(contains("p:1:7: row 1 has 6 cells, expected 9"));
}

#[test]
fn other_layouts_and_a_choice_of_puzzles() {
    let list = format!("{}\n{}\n", ".".repeat(81), PUZZLE.replace('\n', ""));
    let files = Files::new(&[("list", &list), ("s", &SOLUTION.replace('\n', "\r\n\n"))]);
    files.check(&["list", "s", "--nth", "2"]).success();
    files
        .check(&["list", "s", "--nth", "3"])
        .code(2)
        .stderr("grid-check: error: list: there is no puzzle 3, the last is puzzle 2\n");
    files.check(&["list", "s", "--nth", "0"]).code(2).stderr(contains("expected a number from 1"));
    files.check(&["list", "s"]).code(2).stdout("").stderr("grid-check: error: list: found several puzzles, expected one\nhelp: choose one with --nth N, counted from 1\n");
}

#[test]
fn standard_input_is_either_file() {
    let files = Files::new(&[("p", PUZZLE), ("s", SOLUTION)]);
    let check = |args: [&str; 2], stdin: &str| {
        grid_check().current_dir(files.0.path()).args(args).write_stdin(stdin).assert()
    };
    check(["p", "-"], SOLUTION).success();
    check(["-", "s"], PUZZLE).success();
    check(["-", "-"], PUZZLE).code(2).stderr(contains("cannot both be standard input"));
    check(["p", "-"], "")
        .code(2)
        .stdout("")
        .stderr("grid-check: error: <stdin>:1:1: empty input, expected a grid\n");
}

#[test]
fn trouble_is_not_a_verdict() {
    let files = Files::new(&[
        ("p", PUZZLE),
        ("s", &SOLUTION.replacen("678", "67", 1)),
        ("x", &PUZZLE.replace('7', "x")),
    ]);
    files
        .check(&["p", "s"])
        .code(2)
        .stdout("")
        .stderr("grid-check: error: s:1:9: row 1 has 8 cells, expected 9\n");
    files.check(&["x"]).code(2).stdout("").stderr(
        "grid-check: error: x:1:5: unexpected character 'x', expected '.' or a digit 1 to 9\n",
    );
    files
        .check(&["p", "none"])
        .code(2)
        .stdout("")
        .stderr("grid-check: error: none: No such file or directory\n");
    files.check(&["."]).code(2).stdout("").stderr(contains("irectory"));
    files.check(&[]).code(2).stdout("").stderr(starts_with("grid-check: "));
    files.check(&["p", "--alphabet", "9-1"]).code(2).stderr(contains("unknown alphabet '9-1'"));
    let four = Files::new(&[("p", PUZZLE), ("s", "1234\n3412\n2143\n4321\n")]);
    four.check(&["p", "s"])
        .code(2)
        .stdout("")
        .stderr("grid-check: error: s:1:5: row 1 has 4 cells, expected 9\n");
}

#[test]
fn help_has_an_example_and_the_exit_codes() {
    grid_check()
        .arg("--help")
        .assert()
        .success()
        .stdout(contains("grid-check input.txt output.txt"))
        .stdout(contains("Exit codes"))
        .stderr("");
    grid_check().arg("--version").assert().success().stdout(starts_with("grid-check "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let files = Files::new(&[("p", PUZZLE)]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let path: PathBuf = files.0.path().join("p");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_grid-check"))
        .arg(path)
        .stdout(full)
        .output()
        .expect("a run");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "grid-check: error: <stdout>: No space left on device\n"
    );
}
