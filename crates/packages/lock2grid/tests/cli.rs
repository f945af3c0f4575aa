//! The tool as people run it: every resolver's lock, each message, each exit code.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use proptest::prelude::*;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

const GRID: &str = "1324\n4231\n2413\n3142\n";

fn lock2grid() -> Command {
    Command::new(env!("CARGO_BIN_EXE_lock2grid"))
}

fn locks(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/locks").join(folder)
}

fn four(name: &str) -> PathBuf {
    locks("4x4").join(name)
}

/// A lock of each format, as its tool wrote it.
const FORMATS: [&str; 9] = [
    "poetry-1.0.lock",
    "poetry-1.1.lock",
    "poetry-2.0.lock",
    "poetry-2.1.lock",
    "uv.lock",
    "pdm.lock",
    "pylock.toml",
    "requirements.txt",
    "pip-report.json",
];

#[test]
fn every_tools_lock_is_the_grid() {
    for name in FORMATS {
        lock2grid().arg(four(name)).assert().success().stdout(GRID).stderr(is_empty());
        lock2grid().pipe_stdin(four(name)).unwrap().assert().success().stdout(GRID);
    }
}

#[test]
fn bytes_that_change_nothing() {
    let text = fs::read_to_string(four("poetry-2.1.lock")).unwrap();
    lock2grid()
        .write_stdin(format!("\u{feff}{}", text.replace('\n', "\r\n")))
        .assert()
        .success()
        .stdout(GRID);
    let spelt = text.replace("name = \"sudoku4-cell", "name = \"Sudoku4_Cell");
    lock2grid().write_stdin(spelt).assert().success().stdout(GRID);
}

#[test]
fn what_is_no_solution_is_refused() {
    let refuses = |file: &str, message: &str| {
        let run = lock2grid().arg(locks("invalid").join(file)).assert().code(2).stdout(is_empty());
        run.stderr(starts_with("lock2grid: error: ").and(contains(file)).and(contains(message)));
    };
    refuses(
        "another-shape.lock",
        "found sudoku-cell44, a cell of 9×9 with 3×3 blocks, expected those of 4×4",
    );
    refuses("broken-rule.lock", "the grid is not a solution: column 1 has two 3s, rows 1 and 4");
    refuses("cell-missing.lock", "the poetry.lock is not a grid: row 1, column 3 has no package");
    refuses("cut-between-packages.lock", "the lock is cut off");
    refuses("cut-in-a-package.lock", ":161:12: ");
    refuses("cut.json", ":83:56: EOF while parsing an object");
    refuses("empty.lock", "the lock is empty");
    refuses("newer-format.lock", "found a poetry.lock of version 3.0, expected version 1 or 2");
    refuses("no-cells.lock", "none of its 1 packages is a cell");
    refuses("no-lock.toml", "found TOML that is not a lock file");
    refuses("no-report.json", "expected pip's report");
    refuses("no-version.txt", "row 1, column 2: found no version");
    refuses("page.html", ":1:1: found '<!DOCTYPE html>'");
    refuses("two-versions.lock", "row 1, column 3 has two values, 2 and 4");
    refuses("version-no-value.lock", "row 2, column 3: found version 3.1.0");
    refuses("version-out-of-range.lock", "found version 5.0.0, expected one from 1.0.0 to 4.0.0");
    let n_files = fs::read_dir(locks("invalid")).unwrap().count();
    assert_eq!(n_files, 16, "each refused file has a line here");
}

#[test]
fn cells_that_are_missing_are_counted() {
    let run = lock2grid().write_stdin("sudoku4-cell11==1.0.0\n").assert().code(2);
    run.stderr(contains(
        "15 cells have no package: row 1, column 2; row 1, column 3; row 1, column 4; row 2, column 1; …",
    ));
}

#[test]
fn the_puzzle_and_the_problem_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let lock = four("uv.lock");
    let puzzle = four("puzzle.txt");
    lock2grid().arg("--puzzle").arg(puzzle).arg(&lock).assert().success().stdout(GRID);
    let other = file("other.txt", "2...\n....\n....\n....\n");
    let run = lock2grid().arg("--puzzle").arg(other).arg(&lock).assert().code(2);
    run.stdout(is_empty()).stderr(contains("row 1, column 1: given 2 is 1 in the solution"));
    let larger = file("larger.txt", &"......\n".repeat(6));
    let run = lock2grid().arg("--puzzle").arg(larger).arg(&lock).assert().code(2);
    run.stderr(contains(
        "found sudoku4-cell11, a cell of 4×4 with 2×2 blocks, expected those of 6×6",
    ));

    for name in ["pyproject.toml", "pyproject-poetry1.toml"] {
        lock2grid().arg("--problem").arg(four(name)).arg(&lock).assert().success().stdout(GRID);
        let text = fs::read_to_string(four(name)).unwrap();
        let pinned = text
            .replace("sudoku4-cell23==3.0.0", "sudoku4-cell23==1.0.0")
            .replace("sudoku4-cell23 = \"3.0.0\"", "sudoku4-cell23 = \"1.0.0\"");
        let problem = file(name, &pinned);
        let run = lock2grid().arg("--problem").arg(&problem).arg(&lock).assert().code(2);
        run.stdout(is_empty()).stderr(contains("row 2, column 3: pinned to 1, locked as 3"));
    }
    let broken = file("broken.toml", "[project\n");
    let run = lock2grid().arg("--problem").arg(broken).arg(&lock).assert().code(2);
    run.stderr(contains("broken.toml:1:9: "));
}

#[test]
fn layouts_and_alphabets() {
    let lock = four("uv.lock");
    let print = |args: &[&str]| lock2grid().args(args).arg(&lock).assert().success();
    print(&["--format", "line"]).stdout("1324423124133142\n");
    print(&["--format", "line", "--alphabet", "A-D"]).stdout("ACBDDBCABDACCADB\n");
    print(&["--format", "json"]).stdout(contains("[\"4\", \"2\", \"3\", \"1\"]"));
}

#[test]
fn explanations_speak_of_cells() {
    let said = "1. sudoku-cell11 ==5.0.0\n2. sudoku-cell12 (!=5.0.0)\n";
    let told = "1. row 1, column 1 is 5\n2. row 1, column 2 is not 5\n";
    lock2grid().arg("--explain").write_stdin(said).assert().success().stdout(told);
    let letters = "1. row 1, column 1 is E\n2. row 1, column 2 is not E\n";
    let mut run = lock2grid();
    run.args(["--explain", "--alphabet", "A-I"])
        .write_stdin(said)
        .assert()
        .success()
        .stdout(letters);
}

#[test]
fn trouble_with_files() {
    let run = lock2grid().arg("no-such.lock").assert().code(2).stdout(is_empty());
    run.stderr("lock2grid: error: no-such.lock: No such file or directory\n");
    lock2grid()
        .write_stdin(&b"a==1\n\xff\n"[..])
        .assert()
        .code(2)
        .stderr(contains(":2:1: the lock is not UTF-8"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble_and_a_closed_pipe_is_not() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lock2grid"));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = command.arg(four("uv.lock")).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "lock2grid: error: <stdout>: No space left on device\n");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    for text in [
        format!("a = {}", "[".repeat(100_000)),
        format!("{{\"install\": {}", "[".repeat(100_000)),
        format!("[{}", "a.".repeat(100_000)),
        format!("sudoku-cell11{}", "(".repeat(100_000)),
    ] {
        lock2grid().write_stdin(text).assert().code(2).stdout(is_empty());
    }
}

proptest! {
    /// A lock that is cut anywhere is refused, but for the end of its last line.
    #[test]
    fn a_cut_lock_is_refused(which in 0..FORMATS.len(), at in any::<prop::sample::Index>()) {
        let bytes = fs::read(four(FORMATS[which])).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        // What follows the last cell's version is hashes and comments in these formats.
        let last = text.rfind("sudoku4-cell44==").or_else(|| text.rfind("name = \"sudoku4-cell44\""));
        let cut = at.index(last.unwrap_or(text.len() - 2));
        let is_refused = match py_locks::read(&bytes[..cut]) {
            Ok(lock) => lock2grid::decode::packages_of(&lock.packages(), None)
                .and_then(|packages| lock2grid::decode::decode(&lock.packages(), &packages, &sudoku_core::Grid::blank(packages.geometry())))
                .is_err(),
            Err(_) => true,
        };
        prop_assert!(is_refused);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "(\\[\\[package\\]\\]|name = \"sudoku-cell11\"|version = \"1\"|sudoku-cell1[0-9]|==|\\\\|\n| |#|\\{|\"|é|;){0,30}") {
        if let Ok(lock) = py_locks::read(text.as_bytes()) {
            let packages = lock2grid::decode::packages_of(&lock.packages(), None);
            let grid = packages.and_then(|packages| lock2grid::decode::decode(&lock.packages(), &packages, &sudoku_core::Grid::blank(packages.geometry())));
            prop_assert!(grid.is_err());
        }
    }
}
