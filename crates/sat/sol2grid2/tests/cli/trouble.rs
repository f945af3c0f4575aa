//! Files that do not belong together, or are malformed.

use crate::{Case, four};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;

const GRID: &str = "1324423124133142";
const OTHER: &str = "1423324141322314";

#[test]
fn a_stale_pair_is_refused() {
    let case = Case::new("1.....3..4.....2", OTHER);
    let run = case.tool().assert().code(2).stdout(is_empty());
    run.stderr(
        "sol2grid2: error: the model makes clause 2 of problem.cnf false: 39 0\n\
         help: the CNF and the answer do not belong together: solve this CNF again\n",
    );
}

#[test]
fn a_partial_model_lists_what_is_true() {
    let case = Case::new("1.....3..4.....2", GRID);
    let positive = |text: &str| {
        text.split(' ').filter(|word| !word.starts_with('-')).collect::<Vec<_>>().join(" ")
    };
    case.write("answer.txt", &positive(&four::answer(GRID)));
    // It fits the CNF, so the next step is asked for, and fails.
    let run = case.tool().args(["--solver", "nosuchsolver"]).assert().code(2);
    run.stderr(contains("solver 'nosuchsolver'"));
}

#[test]
fn what_is_odd_about_the_cnf_is_said() {
    let case = Case::new("1.....3..4.....2", GRID);
    let cnf = case.read("problem.cnf");
    let header = cnf.lines().next().unwrap();
    case.write("problem.cnf", &cnf.replace(header, "p cnf 64 9"));
    let run = case.tool().args(["--solver", "nosuchsolver"]).assert().code(2);
    run.stderr(contains("sol2grid2: warning: problem.cnf:"));
    case.write("problem.cnf", "p cnf 64 1\n1 x 0\n");
    let run = case.tool().assert().code(2).stdout(is_empty());
    run.stderr(contains("sol2grid2: error: problem.cnf:2:3: "));
}

#[test]
fn trouble_with_files() {
    let case = Case::new("1.....3..4.....2", GRID);
    let run = case.tool().args(["--cnf", "none.cnf"]).assert().code(2).stdout(is_empty());
    run.stderr("sol2grid2: error: none.cnf: No such file or directory\n");
    let run = case.tool().args(["--cnf", "."]).assert().code(2).stdout(is_empty());
    run.stderr(contains("directory"));
    let mut tool = assert_cmd::Command::new(env!("CARGO_BIN_EXE_sol2grid2"));
    let run = tool.args(["--cnf", "-"]).write_stdin(four::answer(GRID)).assert().code(2);
    run.stdout(is_empty()).stderr(contains("cannot both be standard input"));
    case.write("answer.txt", "");
    let run = case.tool().assert().code(2).stdout(is_empty());
    run.stderr("sol2grid2: error: answer.txt: the output is empty, expected a solver's answer\n");
    case.write("answer.txt", "c UNKNOWN\n");
    let run = case.tool().assert().code(2).stdout(is_empty());
    run.stderr(contains("the solver gave no answer").and(contains("help:")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble_and_a_closed_pipe_is_not() {
    let case = Case::new("................", GRID);
    for mode in [&[][..], &["--all"], &["--count"], &["--show-difference"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sol2grid2"));
        command.current_dir(case.folder.path()).env("TMPDIR", case.folder.path());
        command.arg("answer.txt").args(["--solver", "sh -c 'echo unsat'"]).args(mode);
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command.stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, "sol2grid2: error: <stdout>: No space left on device\n");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command.stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
        assert_eq!(case.folder.path().read_dir().unwrap().count(), 2, "no temporary file is left");
    }
}
