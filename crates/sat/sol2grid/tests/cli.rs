//! The tool as people run it: every solver's output, each message, each exit code.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

const GRID: &str = "1324\n4231\n2413\n3142\n";

fn sol2grid() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sol2grid"))
}

fn answers(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/answers").join(folder)
}

/// The files of a folder; a test over none of them could not fail.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(answers(folder)).expect("the folder");
    let files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() > 5, "{folder}");
    files
}

/// An answer with these true cell variables and no others up to `n_vars`.
fn answer(n_vars: u32, is_true: impl Fn(u32) -> bool) -> String {
    let literal = |var| format!("{}{var} ", if is_true(var) { "" } else { "-" });
    format!("s SATISFIABLE\nv {}0\n", (1..=n_vars).map(literal).collect::<String>())
}

fn refuses(file: &str, message: &str) {
    let path = answers("invalid").join(file);
    let run = sol2grid().arg(&path).assert().code(2).stdout(is_empty());
    run.stderr(contains(message).and(contains(file)));
}

#[test]
fn every_solvers_model_is_the_grid() {
    for file in files("sat") {
        let run = sol2grid().arg(&file).assert();
        run.success().stdout(GRID).stderr(is_empty());
        sol2grid().pipe_stdin(&file).unwrap().assert().success().stdout(GRID);
    }
}

#[test]
fn every_solvers_no_is_no() {
    for file in files("unsat") {
        sol2grid().arg(&file).assert().success().stdout("No solution exists\n").stderr(is_empty());
    }
}

#[test]
fn giving_up_is_no_answer() {
    for file in files("unknown") {
        let run = sol2grid().arg(&file).assert().code(2).stdout(is_empty());
        run.stderr(contains("the solver gave no answer\nhelp: "));
    }
}

#[test]
fn what_is_no_answer_is_refused() {
    for file in files("invalid") {
        let run = sol2grid().arg(&file).assert().code(2).stdout(is_empty());
        run.stderr(predicate::str::starts_with("sol2grid: error: "));
    }
}

#[test]
fn messages_say_what_and_where() {
    refuses("cell-with-two-values.txt", "row 1, column 2 has two values, 1 and 3");
    refuses("cell-without-value.txt", "has no value");
    refuses(
        "contradiction.txt",
        ":3:3: contradictory model: variable 1 is both true and false (row 1, column 1, value 1)",
    );
    refuses("broken-rule.txt", "the grid is not a solution: column 1 has ");
    refuses("word-among-literals.txt", ":2:5: found '2O3', expected a literal");
    refuses("literal-out-of-range.txt", "literal 4294967297 is out of range");
    refuses("literal-after-the-end.txt", ":3:3: found '65' after the 0 that ends the model");
    refuses("two-verdicts.txt", ":3:1: found UNSATISFIABLE, but an earlier line says SATISFIABLE");
    refuses("model-after-no.txt", ":2:3: found a model, but the verdict is UNSATISFIABLE");
    refuses("no-verdict.txt", "no verdict, expected 's SATISFIABLE'");
    refuses("size-unknown.txt", "the size of the grid is unknown");
    refuses("empty.txt", "the output is empty");
    refuses("empty-model.txt", "the model is empty");
    refuses("no-values.txt", "there is no model");
    refuses(
        "z3-4.8.12-malformed.txt",
        ":1:1: the solver reports an error: (error, \"unexpected char: x",
    );
    refuses("minisat-2.2.1-stdout.txt", "minisat writes it to the result file");
    refuses("puzzle.txt", "found '1...', expected a verdict first");
    refuses("problem.cnf", ":1:1: found a CNF, expected a solver's answer");
}

#[test]
fn the_puzzle_tells_the_size_and_the_givens() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = |text: &str| {
        let path = folder.path().join("puzzle.txt");
        fs::write(&path, text).unwrap();
        path
    };
    let answer = answers("sat").join("further-variables.txt");
    let right = puzzle("1...\n..3.\n.4..\n...2\n");
    sol2grid().arg("--puzzle").arg(&right).arg(&answer).assert().success().stdout(GRID);
    let other = puzzle("2...\n....\n....\n....\n");
    let run = sol2grid().arg("--puzzle").arg(&other).arg(&answer).assert().code(2);
    run.stdout(is_empty()).stderr(contains("row 1").and(contains("puzzle")));
    let larger = puzzle(&"......\n".repeat(6));
    let run = sol2grid().arg("--puzzle").arg(&larger).arg(&answer).assert().code(2);
    run.stdout(is_empty()).stderr(contains("row 2, column 2 has two values").and(contains("6×6")));
}

#[test]
fn sizes_from_one_on() {
    sol2grid().write_stdin("s SATISFIABLE\nv 1 0\n").assert().success().stdout("1\n");
    sol2grid().write_stdin("sat\n1 \n").assert().success().stdout("1\n");
    // value (3·(row mod 2) + row/2 + column) mod 6 in 2×3 blocks
    let six = answer(216, |var| {
        let (value, cell) = ((var - 1) / 36, (var - 1) % 36);
        let (row, col) = (cell / 6, cell % 6);
        value == (3 * (row % 2) + row / 2 + col) % 6
    });
    let rows = "123456\n456123\n234561\n561234\n345612\n612345\n";
    sol2grid().write_stdin(six.as_bytes()).assert().success().stdout(rows);
    let run = sol2grid().args(["--block", "3x2"]).write_stdin(six).assert().code(2);
    run.stdout(is_empty()).stderr(contains("block 1 has two"));
}

#[test]
fn sixteen_has_the_alphabet_that_is_asked_for() {
    let sixteen = answer(4096, |var| {
        let (value, cell) = ((var - 1) / 256, (var - 1) % 256);
        value == (4 * (cell / 16 % 4) + cell / 64 + cell % 16) % 16
    });
    let first = |args: &[&str], row: &str| {
        let starts = predicate::str::starts_with(row.to_owned());
        sol2grid().args(args).write_stdin(sixteen.as_bytes()).assert().success().stdout(starts);
    };
    first(&[], "0123456789ABCDEF\n");
    first(&["--alphabet", "1-9A-G"], "123456789ABCDEFG\n");
    first(&["--alphabet", "A-P", "--format", "line"], "ABCDEFGHIJKLMNOPEFGH");
}

#[test]
fn layouts() {
    let file = answers("sat").join("z3-5-form.txt");
    let layout = |name: &str| sol2grid().args(["--format", name]).arg(&file).assert().success();
    layout("line").stdout("1324423124133142\n");
    layout("pretty").stdout(diff(
        "┌─────┬─────┐\n│ 1 3 │ 2 4 │\n│ 4 2 │ 3 1 │\n├─────┼─────┤\n│ 2 4 │ 1 3 │\n│ 3 1 │ 4 2 │\n└─────┴─────┘\n",
    ));
    layout("json").stdout(contains("[\"4\", \"2\", \"3\", \"1\"]"));
    let no = answers("unsat").join("picosat-965.txt");
    sol2grid().args(["--format", "json"]).arg(no).assert().success().stdout("null\n");
    sol2grid().args(["--format", "nonsense"]).arg(&file).assert().code(2).stdout(is_empty());
}

#[test]
fn warnings_do_not_reach_standard_output() {
    let answer = format!("WARNING: \x1b[31mred\n{}", answer(1, |_| true));
    let run = sol2grid().write_stdin(answer).assert().success().stdout("1\n");
    run.stderr(
        "sol2grid: warning: <stdin>: line 1 is not part of an answer: WARNING: \\u{1b}[31mred\n",
    );
}

#[test]
fn trouble_with_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = sol2grid().arg(folder.path()).assert().code(2).stdout(is_empty());
    run.stderr(contains("directory"));
    let run = sol2grid().arg(folder.path().join("none")).assert().code(2).stdout(is_empty());
    run.stderr(contains("none: No such file or directory\n"));
    let run = sol2grid().write_stdin("").assert().code(2).stdout(is_empty());
    run.stderr("sol2grid: error: <stdin>: the output is empty, expected a solver's answer\n");
    let long = folder.path().join("long");
    File::create(&long).unwrap().set_len(1 << 40).unwrap();
    let run = sol2grid().arg(long).assert().code(2).stdout(is_empty());
    run.stderr(contains("long: found more than 256 MiB, expected an answer\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble_and_a_closed_pipe_is_not() {
    let file = answers("sat").join("z3-5-form.txt");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sol2grid"));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = command.arg(&file).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "sol2grid: error: <stdout>: No space left on device\n");

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Cyclic rows: a solution with rows for blocks, and none with squarer ones.
#[test]
fn a_broken_block_may_be_one_of_another_shape() {
    let is_true = |var: u32| {
        let (value, row, column) = ((var - 1) / 16, (var - 1) / 4 % 4, (var - 1) % 4);
        value == (row + column) % 4
    };
    let model = answer(64, is_true);
    let run = |args: &[&str]| sol2grid().args(args).write_stdin(model.as_str()).assert();
    let error = "sol2grid: error: <stdin>: the grid is not a solution: block 1 has two 2s, \
                 row 1 column 2 and row 2 column 1\n";
    let help =
        "help: if its blocks have another shape, name it with --block HxW or --puzzle FILE\n";
    run(&[]).code(2).stdout(is_empty()).stderr(diff(format!("{error}{help}")));
    run(&["--block", "2x2"]).code(2).stdout(is_empty()).stderr(diff(error));
    run(&["--block", "1x4"]).success().stdout("1234\n2341\n3412\n4123\n");
}
