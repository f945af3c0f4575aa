//! The tool as people run it: each syntax, sides and blocks, each message, each exit code.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty, starts_with};
use std::path::{Path, PathBuf};

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sudoku2rdf"))
}

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata").join(name)
}

fn stdout(arguments: &[&str], input: &str) -> String {
    let done = tool().args(arguments).write_stdin(input).assert().success();
    String::from_utf8_lossy(&done.get_output().stdout).into_owned()
}

#[test]
fn a_small_puzzle_in_turtle() {
    let expected = "\
@prefix ex: <http://example.org/sudoku#> .
<urn:square/1> ex:hasIndexI 1 ; ex:hasIndexJ 1 ; ex:hasValue 1 .
<urn:square/2> ex:hasIndexI 1 ; ex:hasIndexJ 2 .
<urn:square/3> ex:hasIndexI 1 ; ex:hasIndexJ 3 .
<urn:square/4> ex:hasIndexI 1 ; ex:hasIndexJ 4 ; ex:hasValue 3 .
";
    let text = stdout(&[], "1..3\n....\n....\n...2\n");
    assert!(text.starts_with(expected), "{text}");
    let last = "<urn:square/16> ex:hasIndexI 4 ; ex:hasIndexJ 4 ; ex:hasValue 2 .\nex:digits ex:digit 1, 2, 3, 4 .\n";
    assert!(text.ends_with(last), "{text}");
    assert_eq!(text.lines().count(), 1 + 16 + 1);
}

#[test]
fn the_same_triples_in_n_triples() {
    let text = stdout(&["-o", "ntriples"], "1..3\n....\n....\n...2\n");
    assert_eq!(text.lines().count(), 2 * 16 + 3 + 4);
    let first = "<urn:square/1> <http://example.org/sudoku#hasIndexI> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("<urn:square/4> <http://example.org/sudoku#hasValue> \"3\"^^"));
}

#[test]
fn the_example_has_the_201_triples_of_the_worked_example() {
    let path = testdata("grids/example.rows");
    let done = tool().args(["-o", "nt"]).arg(path).assert().success();
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 201);
}

#[test]
fn values_count_from_one_whatever_the_symbols() {
    let line = "<urn:square/1> ex:hasIndexI 1 ; ex:hasIndexJ 1 ; ex:hasValue 16 .";
    let hex = format!("F{}\n{}", ".".repeat(15), format!("{}\n", ".".repeat(16)).repeat(15));
    assert!(stdout(&[], &hex).contains(line));
    assert!(stdout(&["--alphabet", "A-P"], &hex.replace('F', "P")).contains(line));
}

#[test]
fn only_unusual_blocks_are_stated() {
    let six = "......\n".repeat(6);
    assert!(!stdout(&[], &six).contains("ex:block"));
    assert!(!stdout(&["--block", "2x3"], &six).contains("ex:block"));
    let stated = "ex:block ex:hasHeight 3 ; ex:hasWidth 2 .\n";
    assert!(stdout(&["--block", "3x2"], &six).ends_with(stated));
    let seven = ".......\n".repeat(7);
    assert!(stdout(&["--block", "1x7"], &seven).contains("ex:hasHeight 1 ; ex:hasWidth 7"));
}

#[test]
fn every_puzzle_of_a_file_is_a_graph() {
    let done = tool().arg("--all").arg(testdata("rules/ten.sdm")).assert().success();
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    for number in 1..=10 {
        let name = format!(" <urn:puzzle/{number}> .");
        assert!(text.lines().filter(|line| line.ends_with(&name)).count() > 2 * 81 + 9);
    }
    assert!(!text.contains("<urn:puzzle/11>"));
    tool().arg(testdata("rules/ten.sdm")).assert().code(2).stderr(contains("--nth"));
    let third = tool().args(["--nth", "3"]).arg(testdata("rules/ten.sdm")).assert();
    third.success().stdout(starts_with("@prefix"));
}

#[test]
fn a_clash_is_a_warning() {
    let done = tool().write_stdin("11..\n....\n....\n....\n").assert().success();
    done.stderr(contains("row 1 has two 1s").and(contains("no solution")));
}

#[test]
fn trouble() {
    let refused = tool().write_stdin("1..\n").assert().code(2).stdout(is_empty());
    refused.stderr(starts_with("sudoku2rdf: error: <stdin>:"));
    let refused = tool().arg("--all").write_stdin("1..3............\nx\n").assert().code(2);
    refused.stderr(contains("<stdin>:2:1: "));
    let refused = tool().arg("/nowhere").assert().code(2).stdout(is_empty());
    refused.stderr(ends_with("/nowhere: No such file or directory\n"));
    tool().args(["--all", "-o", "turtle"]).assert().code(2);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku2rdf"))
        .arg(testdata("grids/example.rows"))
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "sudoku2rdf: error: <stdout>: No space left on device\n");
}

#[test]
fn relations_of_two_cells_forbid_and_sums_are_refused() {
    let puzzle = |constraints: &str| {
        format!("{{\"rows\": 4, \"cols\": 4, \"constraints\": [{constraints}]}}\n")
    };
    let relations =
        puzzle(r#"{"greater-than": {"cells": ["r1c1", "r1c2"]}}, {"odd": {"cells": ["r1c3"]}}"#);
    let text = stdout(&[], &relations);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[3], "<urn:square/3> ex:hasIndexI 1 ; ex:hasIndexJ 3 ; ex:isForbidden 2, 4 .");
    let first = "<urn:placement/1/1> ex:atCell <urn:square/1> ; ex:placesValue 1 ; \
                 ex:forbids <urn:placement/2/1>, <urn:placement/2/2>, <urn:placement/2/3>, <urn:placement/2/4> .";
    assert_eq!(lines[17], first);
    let back = "<urn:placement/2/4> <http://example.org/sudoku#forbids> <urn:placement/1/4> .\n";
    assert!(stdout(&["-o", "nt"], &relations).contains(back));
    let sum = puzzle(r#"{"cage": {"cells": ["r1c1", "r1c2"], "total": 3}}"#);
    let message = "cage of 3 at r1c1 r1c2: a graph can say houses and relations of two cells";
    tool().write_stdin(sum).assert().code(2).stdout(is_empty()).stderr(contains(message));
}

#[test]
fn after_an_error_there_are_whole_graphs() {
    // More than a buffer holds.
    let puzzle = "1..3............\n";
    let text = puzzle.repeat(100) + "bad\n";
    let refused = tool().arg("--all").write_stdin(text).assert().code(2);
    let whole = stdout(&["--all"], &puzzle.repeat(100));
    assert!(whole.len() > 3 << 16);
    assert_eq!(String::from_utf8_lossy(&refused.get_output().stdout), whole);
}
