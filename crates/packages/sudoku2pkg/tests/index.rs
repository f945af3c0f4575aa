//! `sudoku2pkg index`, `probe` and `problem` as people run them.

#![expect(clippy::unwrap_used, reason = "the helpers are a part of the tests")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use toml::{Table, Value};

const PUZZLE: &str = "1...\n..3.\n.4..\n...2\n";

fn sudoku2pkg(here: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    command.current_dir(here.path());
    command
}

fn index(here: &TempDir, name: &str, shape: &[&str]) {
    sudoku2pkg(here).args(["index", name]).args(shape).assert().success().stdout(is_empty());
}

/// Every file below a folder with its content.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

#[test]
fn two_runs_give_the_same_tree() {
    let here = tempfile::tempdir().unwrap();
    index(&here, "one", &[]);
    index(&here, "deep/two", &["--block", "3x3"]);
    let one = tree(&here.path().join("one"));
    assert_eq!(one, tree(&here.path().join("deep/two")));
    assert_eq!(one.len(), 729 * 2 + 82 * 2 + 1);
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 2, "nothing else is left");
}

#[test]
fn every_link_leads_to_a_file_with_its_digest() {
    let here = tempfile::tempdir().unwrap();
    for (name, shape, n_cells, side) in [
        ("six", &["--side", "6"][..], 36, 6),
        ("strip", &["--block", "1x5"], 25, 5),
        ("one", &["--side", "1"], 1, 1),
    ] {
        index(&here, name, shape);
        let files = tree(&here.path().join(name));
        let mut n_links = 0;
        for (page, bytes) in files.iter().filter(|(name, _)| name.ends_with("index.html")) {
            let text = std::str::from_utf8(bytes).unwrap();
            for link in text.split("href=\"../../").skip(1) {
                let (file, rest) = link.split_once("#sha256=").unwrap();
                let digest = |bytes: &[u8]| pkg_index::Sha256::of(bytes).to_string();
                assert!(rest.starts_with(&digest(&files[file])), "{page}: {file}");
                let metadata = digest(&files[&format!("{file}.metadata")]);
                assert!(rest.contains(&format!("data-core-metadata=\"sha256={metadata}\"")));
                n_links += 1;
            }
            let json: serde_json::Value =
                serde_json::from_slice(&files[&page.replace(".html", ".json")]).unwrap();
            for file in json["files"].as_array().into_iter().flatten() {
                assert!(text.contains(file["hashes"]["sha256"].as_str().unwrap()));
                assert!(text.contains(file["core-metadata"]["sha256"].as_str().unwrap()));
            }
        }
        assert_eq!(n_links, n_cells * side);
    }
}

#[test]
fn an_index_is_left_replaced_or_refused() {
    let here = tempfile::tempdir().unwrap();
    let cells = here.path().join("cells");
    fs::create_dir(&cells).unwrap();
    index(&here, "cells", &["--side", "4"]);
    let four = tree(&cells);
    let written = |name: &str| fs::metadata(cells.join(name)).unwrap().modified().unwrap();
    let before = written("simple/index.html");
    fs::write(here.path().join("puzzle.txt"), PUZZLE).unwrap();
    index(&here, "cells", &["--puzzle", "puzzle.txt"]);
    assert_eq!(written("simple/index.html"), before, "it is the one that is wanted");
    fs::remove_file(cells.join("files/sudoku4_cell11-1.0.0-py3-none-any.whl")).unwrap();
    index(&here, "cells", &["--side", "4"]);
    assert_eq!(tree(&cells), four, "a file was missing");
    index(&here, "cells", &["--side", "6"]);
    assert!(
        cells.join("simple/sudoku6-2x3-cell11").is_dir()
            && !cells.join("simple/sudoku4-cell11").exists()
    );

    let other = here.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("letter.txt"), "dear").unwrap();
    let run = sudoku2pkg(&here).args(["index", "other"]).assert().code(2).stdout(is_empty());
    run.stderr(contains("other: the folder is not empty and is not an index of cells\nhelp: "));
    assert_eq!(tree(&other).len(), 1);
    let run = sudoku2pkg(&here).args(["index", "other/letter.txt"]).assert().code(2);
    run.stderr(contains("Not a directory"));
}

#[test]
fn sides_that_cannot_be_had() {
    let here = tempfile::tempdir().unwrap();
    for (shape, message) in [
        (["--side", "7"], "side 7 is prime"),
        (["--side", "0"], "a block needs at least one row"),
        (["--side", "49"], "the grid has side 49, expected at most 36\nhelp: --max-side 49"),
        (["--block", "2by3"], "expected HEIGHTxWIDTH"),
    ] {
        let run = sudoku2pkg(&here).args(["index", "cells"]).args(shape).assert().code(2);
        run.stdout(is_empty()).stderr(contains(message));
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
}

#[test]
fn a_probe_tells_what_is_wrong() {
    let here = tempfile::tempdir().unwrap();
    index(&here, "cells", &["--side", "4"]);
    let probe = |words: &[&str]| sudoku2pkg(&here).arg("probe").args(words).assert();
    probe(&["cells", "--side", "4"]).success().stdout("cells: the cells of 4×4 with 2×2 blocks\n");
    probe(&["cells"]).code(2).stderr(contains("the index has no package sudoku-cell11"));
    probe(&["nowhere"]).code(2).stderr(contains("nowhere: no package index here"));
    probe(&["http://127.0.0.1:1/simple/"]).code(2).stderr(contains("127.0.0.1:1"));

    let page = here.path().join("cells/simple/sudoku4-cell44/index.html");
    let text = fs::read_to_string(&page).unwrap();
    let without: Vec<&str> = text.lines().filter(|line| !line.contains("-3.0.0-")).collect();
    fs::write(&page, without.join("\n")).unwrap();
    probe(&["cells", "--side", "4"])
        .code(2)
        .stderr(contains("sudoku4-cell44 has no version 3.0.0"));
    let metadata = here.path().join("cells/files/sudoku4_cell11-1.0.0-py3-none-any.whl.metadata");
    fs::write(&metadata, "Name: x\nVersion: 1\n\n").unwrap();
    probe(&["cells", "--side", "4"]).code(2).stderr(contains("wrong hash"));
}

fn project(text: &str) -> (Vec<String>, Table) {
    let table: Table = text.parse().unwrap();
    let dependencies = table["project"]["dependencies"].as_array().unwrap();
    (dependencies.iter().map(|one| one.as_str().unwrap().to_owned()).collect(), table)
}

#[test]
fn a_problem_requires_every_cell_and_pins_the_givens() {
    let here = tempfile::tempdir().unwrap();
    let output = sudoku2pkg(&here)
        .arg("problem")
        .write_stdin(PUZZLE)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let (dependencies, table) = project(std::str::from_utf8(&output).unwrap());
    assert_eq!(dependencies.len(), 16);
    let pinned: Vec<&String> = dependencies.iter().filter(|one| one.contains("==")).collect();
    assert_eq!(
        pinned,
        [
            "sudoku4-cell11==1.0.0",
            "sudoku4-cell23==3.0.0",
            "sudoku4-cell32==4.0.0",
            "sudoku4-cell44==2.0.0"
        ]
    );
    let url = Value::from("http://127.0.0.1:8090/simple/");
    assert_eq!(table["tool"]["poetry"]["source"][0]["url"], url);
    assert_eq!(table["tool"]["uv"]["index"][0]["url"], url);
}

#[test]
fn poetry_1_has_its_own_form() {
    let here = tempfile::tempdir().unwrap();
    let run = sudoku2pkg(&here)
        .args(["problem", "--style", "poetry1"])
        .write_stdin(PUZZLE)
        .assert()
        .success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let table: Table = text.parse().unwrap();
    let dependencies = table["tool"]["poetry"]["dependencies"].as_table().unwrap();
    assert_eq!(dependencies.len(), 17);
    assert_eq!(dependencies["sudoku4-cell11"], Value::from("1.0.0"));
    assert_eq!(dependencies["sudoku4-cell12"], Value::from("*"));
    assert!(!table.contains_key("project"));
}

#[test]
fn hints_say_that_each_value_stands_somewhere() {
    let here = tempfile::tempdir().unwrap();
    let run = sudoku2pkg(&here).args(["problem", "--hints"]).write_stdin(PUZZLE).assert().success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let (_, table) = project(&text);
    let hints = table["tool"]["pkg-lock"]["any-of"].as_array().unwrap();
    // 12 houses of 4 values, less the 3 houses of each of the 4 givens
    assert_eq!(hints.len(), 12 * 4 - 3 * 4);
    assert_eq!(hints[0]["name"], Value::from("row 1 needs a 2"));
    let cells = ["sudoku4-cell12==2.0.0", "sudoku4-cell13==2.0.0", "sudoku4-cell14==2.0.0"];
    assert_eq!(hints[0]["requirements"], Value::from(cells.to_vec()));
}

#[test]
fn hints_are_the_default_at_side_9() {
    let here = tempfile::tempdir().unwrap();
    let n_hints = |arguments: &[&str], puzzle: &str| {
        let mut run = sudoku2pkg(&here);
        let run = run.arg("problem").args(arguments).write_stdin(puzzle).assert().success();
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        text.matches("[[tool.pkg-lock.any-of]]").count()
    };
    let nine = ".".repeat(81);
    assert_eq!(n_hints(&[], &nine), 27 * 9);
    assert_eq!(n_hints(&["--no-hints"], &nine), 0);
    assert_eq!(n_hints(&["--style", "poetry1"], &nine), 0);
    assert_eq!(n_hints(&[], PUZZLE), 0);
    // A full row without a 9: the hint would be a choice of nothing.
    let full = format!("112345678{}", ".".repeat(72));
    // 8 rows, 9 columns with a given each, 3 blocks with 2 and 3 values, 6 empty ones.
    assert_eq!(n_hints(&[], &full), 8 * 9 + 9 * 8 + (7 + 6 + 6) + 6 * 9);
}

#[test]
fn a_contradiction_is_written_with_a_warning() {
    let here = tempfile::tempdir().unwrap();
    let run =
        sudoku2pkg(&here).arg("problem").write_stdin("1..1\n....\n....\n....\n").assert().success();
    run.stdout(contains("\"sudoku4-cell14==1.0.0\"")).stderr(
        "sudoku2pkg: warning: row 1 has two 1s, columns 1 and 4, so the puzzle has no solution\n",
    );
}

#[test]
fn the_index_is_named_and_must_fit() {
    let here = tempfile::tempdir().unwrap();
    index(&here, "cells", &["--side", "4"]);
    let problem = |index: &str, puzzle: &str| {
        sudoku2pkg(&here).args(["problem", "--index", index]).write_stdin(puzzle).assert()
    };
    let simple = here.path().canonicalize().unwrap().join("cells/simple");
    problem("cells", PUZZLE)
        .success()
        .stdout(contains(format!("url = \"file://{}/\"", simple.display())));
    problem("https://host/a\"b/", PUZZLE)
        .success()
        .stdout(contains("url = \"https://host/a%22b/\""));
    let nine = ".".repeat(81);
    problem("cells", &nine)
        .code(2)
        .stderr(contains("cells: found the index of 4×4 with 2×2 blocks, the puzzle is 9×9"));
    problem("nowhere", PUZZLE)
        .code(2)
        .stderr(contains("nowhere: found no index of cells\nhelp: sudoku2pkg index nowhere"));
    problem("http://me:secret@host/", PUZZLE)
        .code(2)
        .stdout(is_empty())
        .stderr(contains("secret").not());
    problem("https://", PUZZLE).code(2).stderr(contains("https://"));
}

#[test]
fn another_project_is_never_overwritten() {
    let here = tempfile::tempdir().unwrap();
    let problem = |puzzle: &str| {
        sudoku2pkg(&here).args(["problem", "--out", "out"]).write_stdin(puzzle).assert()
    };
    problem(PUZZLE).success().stdout(is_empty()).stderr(is_empty());
    let path = here.path().join("out/pyproject.toml");
    let first = fs::read_to_string(&path).unwrap();
    fs::write(here.path().join("out/poetry.lock"), "").unwrap();
    problem(PUZZLE).success().stderr(is_empty());
    problem("2...\n....\n....\n....\n").success().stderr(contains("poetry.lock exists"));
    assert_ne!(fs::read_to_string(&path).unwrap(), first);
    let theirs = "[project]\nname = \"theirs\"\n";
    fs::write(&path, theirs).unwrap();
    problem(PUZZLE).code(2).stderr(contains("out/pyproject.toml: found another project here"));
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble() {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("puzzle.txt"), PUZZLE).unwrap();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    let output = command
        .current_dir(here.path())
        .args(["problem", "puzzle.txt"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("<stdout>: No space left on device"));
}
