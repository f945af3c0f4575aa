//! The tool as people run it: what is a grid, what is not, each message, each exit code.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use std::fs;

/// A solved 4×4 grid.
const GRID: &str = "1324\n4231\n2413\n3142\n";

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_rdf2grid"))
}

/// The graph of a square grid as Turtle, a line a cell.
fn turtle(grid: &str) -> String {
    let side = grid.lines().count();
    let mut text = "@prefix ex: <http://example.org/sudoku#> .\n".to_owned();
    for (row, line) in grid.lines().enumerate() {
        for (col, symbol) in line.chars().enumerate() {
            let number = row * side + col + 1;
            let value =
                symbol.to_digit(10).map_or(String::new(), |v| format!(" ; ex:hasValue {v}"));
            let (row, col) = (row + 1, col + 1);
            let place = format!("ex:hasIndexI {row} ; ex:hasIndexJ {col}");
            text.extend(["<urn:square/", &number.to_string(), "> ", &place, &value, " .\n"]);
        }
    }
    text
}

fn refuses(text: &str, message: &str) {
    let refused = tool().write_stdin(text).assert().code(2).stdout(is_empty());
    refused.stderr(starts_with("rdf2grid: error: <stdin>").and(contains(message)));
    tool().arg("--partial").write_stdin(text).assert().code(2).stderr(contains(message));
}

#[test]
fn a_graph_is_its_grid() {
    tool().write_stdin(turtle(GRID)).assert().success().stdout(GRID).stderr(is_empty());
    let line = tool().args(["--format", "line"]).write_stdin(turtle(GRID)).assert();
    line.success().stdout("1324423124133142\n");
}

#[test]
fn other_triples_and_names_are_passed_over() {
    let text = turtle(GRID).replace("urn:square/", "urn:cell/")
        + "<urn:cell/1> ex:hasCandidate 1, 2 ; a <urn:x> . [] ex:other \"x\" .";
    tool().write_stdin(text).assert().success().stdout(GRID);
}

#[test]
fn open_cells_need_leave() {
    let partial = GRID.replacen("32", "..", 1);
    let refused = tool().write_stdin(turtle(&partial)).assert().code(2).stdout(is_empty());
    refused.stderr(contains("row 1, column 2 has no value").and(contains("help: --partial")));
    let printed = tool().arg("--partial").write_stdin(turtle(&partial)).assert().success();
    printed.stdout(partial).stderr("rdf2grid: note: 2 of 16 cells are open\n");
    tool().arg("--partial").write_stdin(turtle(GRID)).assert().success().stderr(is_empty());
}

#[test]
fn what_is_no_grid_is_refused_and_the_cell_named() {
    let two = turtle(GRID) + "<urn:square/2> ex:hasValue 4 .";
    refuses(&two, "row 1, column 2 has two values, 3 and 4");
    let beyond =
        turtle(GRID).replace("hasIndexJ 4", "hasIndexJ 5") + "ex:digits ex:digit 1, 2, 3, 4 .";
    refuses(&beyond, "<urn:square/4> has ex:hasIndexJ 5, expected a number from 1 to 4");
    refuses(&turtle(GRID).replace("hasIndexI 1", "hasIndexI 0"), "ex:hasIndexI 0, expected");
    refuses(&turtle(GRID).replace("hasIndexI 1", "hasIndexI -1"), "ex:hasIndexI -1, expected");
    refuses(
        &turtle(GRID).replace("hasIndexI 1", "hasIndexI \"1\""),
        "ex:hasIndexI \"1\", expected",
    );
    let value = turtle(GRID).replacen("hasValue 1", "hasValue 5", 1);
    refuses(&value, "row 1, column 1 has value 5, expected a number from 1 to 4");
    let whole = turtle(GRID);
    let others: Vec<&str> = whole.lines().filter(|line| !line.contains("/7>")).collect();
    let missing = others.join("\n");
    refuses(&missing, "row 2, column 3 is missing from the graph\nhelp: srl-run --merge");
    let nameless = turtle(GRID) + "<urn:x> ex:hasValue 4 .";
    refuses(&nameless, "<urn:x> has none of ex:hasIndexI, expected one");
    let doubled = turtle(GRID) + "<urn:square/1> ex:hasIndexI 2 .";
    refuses(&doubled, "<urn:square/1> has 2 of ex:hasIndexI, expected one");
    let twice = turtle(GRID) + "<urn:x> ex:hasIndexI 1 ; ex:hasIndexJ 1 .";
    refuses(&twice, "row 1, column 1 is two resources, <urn:square/1> and <urn:x>");
    refuses("", "there is no grid in the graph");
    refuses(&(turtle(GRID) + "ex:digits ex:digit 1, 2, 4 ."), "3 digits up to 4");
    refuses(
        &(turtle(GRID) + "ex:digits ex:digit 1, 2, 3, 4, \"5\" ."),
        "ex:digits has \"5\", expected numbers",
    );
}

#[test]
fn a_measure_of_a_block_is_one_number() {
    let with = |block: &str| turtle(GRID) + "ex:block ex:hasHeight " + block + " .";
    tool().write_stdin(with("2 ; ex:hasWidth 2")).assert().success().stdout(GRID);
    refuses(
        &with("\"2\" ; ex:hasWidth \"2\""),
        "ex:block has ex:hasHeight \"2\", expected one number",
    );
    refuses(&with("2 ; ex:hasWidth 2, 4"), "ex:block has ex:hasWidth 2 and 4, expected one number");
}

#[test]
fn a_grid_that_breaks_a_rule_is_none() {
    let wrong = GRID.replacen("1324", "1323", 1);
    refuses(&turtle(&wrong), "row 1 has two 3s, columns 2 and 4");
    let wrong = "1.21\n....\n....\n....\n";
    let refused = tool().arg("--partial").write_stdin(turtle(wrong)).assert().code(2);
    refused.stdout(is_empty()).stderr(contains("row 1 has two 1s, columns 1 and 4"));
}

#[test]
fn the_puzzle_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    fs::write(&path, "1...\n..3.\n.4..\n...2\n").unwrap();
    tool().arg("--puzzle").arg(&path).write_stdin(turtle(GRID)).assert().success().stdout(GRID);
    fs::write(&path, "2...\n....\n....\n....\n").unwrap();
    let run = tool().arg("--puzzle").arg(&path).write_stdin(turtle(GRID)).assert().code(2);
    run.stdout(is_empty()).stderr(contains("given 2 is 1"));
    let lost = turtle("....\n....\n....\n....\n");
    let run = tool().args(["--partial", "--puzzle"]).arg(&path).write_stdin(lost).assert().code(2);
    run.stdout(is_empty()).stderr(contains("given 2 is blank"));
}

#[test]
fn blocks_come_from_the_graph_or_the_command_line() {
    let six = "123456\n456123\n231564\n564231\n312645\n645312\n";
    tool().write_stdin(turtle(six)).assert().success().stdout(six);
    let shape = "ex:block ex:hasHeight 3 ; ex:hasWidth 2 .";
    let run = tool().write_stdin(turtle(six) + shape).assert().code(2);
    run.stderr(contains("block 1 has"));
    let run = tool().args(["--block", "2x3"]).write_stdin(turtle(six) + shape).assert().code(2);
    run.stderr(contains("expected 6×6 with 2×3 blocks"));
    let half = turtle(six) + "ex:block ex:hasHeight 3 .";
    refuses(&half, "ex:block has not both");
    let run = tool().args(["--block", "3x3"]).write_stdin(turtle(six)).assert().code(2);
    run.stderr(contains("found a grid of side 6, expected 9×9"));
}

#[test]
fn many_graphs() {
    let quad = |graph: &str, row, col, value| {
        let number = |n: usize| format!("\"{n}\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        let triple = |name, n| {
            format!("<e:{row}{col}> <http://example.org/sudoku#{name}> {} <{graph}> .\n", number(n))
        };
        triple("hasIndexI", row) + &triple("hasIndexJ", col) + &triple("hasValue", value)
    };
    let text = quad("e:a", 1, 1, 1) + &quad("e:b", 1, 1, 1);
    let run = tool().args(["--all", "--block", "1x1"]).write_stdin(text.as_bytes()).assert();
    run.success().stdout("1\n\n1\n");
    let run = tool()
        .args(["--all", "--block", "1x1", "--format", "line"])
        .write_stdin(text.as_bytes())
        .assert();
    run.success().stdout("1\n1\n");
    let again = text.clone() + &quad("e:a", 1, 1, 1);
    let run = tool().args(["--all", "--block", "1x1"]).write_stdin(again).assert().code(2);
    run.stderr(contains("<e:a> comes again"));
    let wrong = quad("e:a", 1, 1, 1) + &quad("e:b", 1, 1, 2) + &quad("e:c", 1, 1, 1);
    let why = "row 1, column 1 has value 2, expected a number from 1 to 1";
    for (format, between, no_grid) in [
        ("rows", "\n", format!("No grid: {why}\n")),
        ("line", "", format!("No grid: {why}\n")),
        ("json", "\n", "null\n".to_owned()),
    ] {
        let words = ["--all", "--block", "1x1", "--format", format];
        let run = tool().args(words).write_stdin(wrong.as_bytes()).assert().code(1);
        let output = run.get_output();
        let stdout = String::from_utf8(output.stdout.clone()).unwrap();
        let alone = tool().args(words).write_stdin(quad("e:a", 1, 1, 1)).output().unwrap();
        let grid = String::from_utf8(alone.stdout).unwrap();
        assert_eq!(stdout, [grid.clone(), no_grid, grid].join(between), "{format}");
        run.stderr(format!(
            "rdf2grid: warning: <stdin>: <e:b>: {why}\n\
             rdf2grid: error: <stdin>: not a grid: 1 of 3 graphs\n"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.nq");
    fs::write(&path, text).unwrap();
    let run = tool().args(["--block", "1x1"]).arg(&path).assert().code(2).stdout(is_empty());
    run.stderr(contains("there is a second graph, <e:b>\nhelp: --all"));
}

#[test]
fn what_is_no_rdf_is_refused() {
    refuses("@prefix ex: <http://e/> .\nex:a ex:b", "<stdin>:2:");
    let missing = tool().arg("/nowhere").assert().code(2).stdout(is_empty());
    missing.stderr(contains("/nowhere: No such file or directory"));
}
