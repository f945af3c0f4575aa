//! The tool as a process.

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::{contains, diff};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

#[track_caller]
fn expect(args: &[&str], input: &str, code: i32, stdout: &'static str) {
    cargo_bin_cmd!("grid-hint")
        .args(args)
        .write_stdin(input)
        .assert()
        .code(code)
        .stdout(diff(stdout));
}

#[test]
fn a_step_has_its_reason() {
    let step = "8 has one place left in block 2: row 1, column 6\n";
    expect(&[], EASY, 0, step);
    expect(&[], SOLVED, 0, "the grid is full\n");
    let hidden = "1 has one place left in block 2: row 2, column 4\n";
    expect(&[], "1...\n....\n..1.\n....\n", 0, hidden);
}

#[test]
fn all_steps_lead_to_the_end() {
    let output = cargo_bin_cmd!("grid-hint").arg("--all").write_stdin(EASY).assert().code(0);
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert_eq!(text.lines().count(), 52);
    assert_eq!(text.lines().last(), Some("the grid is full"));
    let hard =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    cargo_bin_cmd!("grid-hint").arg("--all").write_stdin(hard).assert().code(0).stdout(contains(
        "no single, locked candidate or subset is left: it takes harder steps, or a search\n",
    ));
}

#[test]
fn any_side_is_rated() {
    expect(&["--rate"], EASY, 0, "hidden-single\n");
    expect(&["--rate"], "1.2424.3..4..132\n", 0, "hidden-single\n");
    expect(&["--rate"], &format!("{}\n", ".".repeat(256)), 0, "search\n");
}

#[test]
fn no_solution_is_a_negative_verdict() {
    expect(&[], "11..\n....\n....\n....\n", 1, "row 1 has two 1s, columns 1 and 2\n");
    let dead = "row 1, column 4 can hold no value, so the grid has no solution\n";
    expect(&[], "123.\n...4\n....\n....\n", 1, dead);
    expect(&["--all"], "123.\n...4\n....\n....\n", 1, dead);
}

#[test]
fn what_cannot_be_read_or_searched_is_trouble() {
    let refused = |args: &[&str], input: &str, message: &'static str| {
        let mut tool = cargo_bin_cmd!("grid-hint");
        tool.args(args).write_stdin(input).assert().code(2).stdout("").stderr(contains(message));
    };
    refused(&[], "53..7\n", "grid-hint: error: <stdin>:1:");
    let large = format!("{}\n", ". ".repeat(72).trim()).repeat(72);
    let message = "grid-hint: error: <stdin>: found a grid of side 72, expected at most 64\n";
    refused(&["--block", "8x9"], &large, message);
    refused(&["--all", "--rate"], EASY, "cannot be used with");
}

/// These cells are in no row and no column; techniques know none such.
#[test]
fn cells_outside_the_grid_are_refused() {
    cargo_bin_cmd!("grid-hint")
        .write_stdin(r#"{"rows": 4, "cols": 4, "outside": 1, "extra_regions": [["r1c1", "x1"]]}"#)
        .assert()
        .code(2)
        .stderr(contains("<stdin>: found cells outside the grid, expected none"));
}
