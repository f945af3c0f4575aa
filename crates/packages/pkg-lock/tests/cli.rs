//! The program: messages, exit codes, files.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const PROJECT: &str = "[project]\nname = \"p\"\nversion = \"1.0\"\nrequires-python = \">=3.9\"\n\
                       dependencies = [\"a>=1\"]\n";

fn pkg_lock() -> Command {
    Command::cargo_bin("pkg-lock").unwrap()
}

fn hex(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(bytes) {
        write!(hex, "{byte:02x}").unwrap();
    }
    hex
}

/// A folder with an index of `a` 1.0 and 2.0, of which 2.0 requires `b`, and a project.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    add(at, "a", &[("1.0", ""), ("2.0", "Requires-Dist: b<2\nRequires-Dist: b>=1\n")]);
    add(at, "b", &[("1.5", ""), ("2.0", "")]);
    fs::create_dir_all(at.join("p")).unwrap();
    fs::write(at.join("p/pyproject.toml"), PROJECT).unwrap();
    folder
}

fn add(folder: &Path, name: &str, versions: &[(&str, &str)]) {
    let page = folder.join("index/simple").join(name);
    fs::create_dir_all(&page).unwrap();
    fs::create_dir_all(folder.join("index/files")).unwrap();
    let mut html = String::from("<!DOCTYPE html>\n");
    for (version, more) in versions {
        let metadata = format!("Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}");
        let file = format!("{name}-{version}-py3-none-any.whl");
        fs::write(folder.join("index/files").join(format!("{file}.metadata")), &metadata).unwrap();
        writeln!(
            html,
            "<a href=\"../../files/{file}#sha256={}\" data-core-metadata=\"sha256={}\">{file}</a>",
            hex(file.as_bytes()),
            hex(metadata.as_bytes()),
        )
        .unwrap();
    }
    fs::write(page.join("index.html"), html).unwrap();
}

fn run(folder: &TempDir, arguments: &[&str]) -> assert_cmd::assert::Assert {
    pkg_lock().current_dir(folder).args(["--index", "index", "p"]).args(arguments).assert()
}

fn trouble(folder: &TempDir, message: &str) {
    run(folder, &[]).code(2).stdout("").stderr(contains(message));
    let left: Vec<_> = fs::read_dir(folder.path().join("p")).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is written: {left:?}");
}

#[test]
fn a_lock_is_written_the_same_each_time() {
    let folder = folder();
    let lock = folder.path().join("p/poetry.lock");
    run(&folder, &[]).success().stdout("").stderr("");
    let first = fs::read_to_string(&lock).unwrap();
    assert!(first.contains("name = \"a\"\nversion = \"2.0\"\n"), "{first}");
    assert!(
        first.contains("[package.dependencies]\nb = [\n    \"<2\",\n    \">=1\",\n]\n"),
        "{first}"
    );
    assert!(first.contains("name = \"b\"\nversion = \"1.5\"\n"), "{first}");
    run(&folder, &["--engine", "pubgrub"]).success();
    assert_eq!(fs::read_to_string(&lock).unwrap(), first);
    let url = format!("file://{}", folder.path().canonicalize().unwrap().join("index").display());
    pkg_lock().current_dir(&folder).args(["--index", &url, "p"]).assert().success();
    assert_eq!(fs::read_to_string(&lock).unwrap(), first);
}

#[test]
fn each_format_has_its_file() {
    let folder = folder();
    for (format, file, line) in [
        ("uv", "uv.lock", "{ name = \"b\" },"),
        ("requirements", "requirements.txt", "b==1.5 \\\n    --hash=sha256:"),
        ("pylock", "pylock.toml", "[[packages]]\nname = \"b\"\nversion = \"1.5\"\n"),
    ] {
        run(&folder, &["--format", format]).success().stdout("");
        let text = fs::read_to_string(folder.path().join("p").join(file)).unwrap();
        assert!(text.contains(line), "{text}");
        run(&folder, &["--format", format, "--output", "-"]).success().stdout(text);
    }
}

#[test]
fn poetrys_word_for_prereleases_is_kept() {
    let folder = folder();
    add(folder.path(), "a", &[("1.0", ""), ("2.0rc1", "")]);
    let locked = |dependency: &str| {
        let project = format!(
            "[tool.poetry]\nname = \"p\"\nversion = \"1\"\n[tool.poetry.dependencies]\na = {dependency}\n"
        );
        fs::write(folder.path().join("p/pyproject.toml"), project).unwrap();
        run(&folder, &["--upgrade"]).success();
        let lock = fs::read_to_string(folder.path().join("p/poetry.lock")).unwrap();
        lock.lines().find_map(|line| line.strip_prefix("version = ")).map(str::to_owned).unwrap()
    };
    assert_eq!(locked("\"*\""), "\"1.0\"");
    assert_eq!(locked("{version = \"*\", allow-prereleases = true}"), "\"2.0rc1\"");
}

#[test]
fn no_solution_is_code_1_and_a_reason() {
    let folder = folder();
    let project = PROJECT.replace("a>=1", "a>=2\", \"b>=2");
    fs::write(folder.path().join("p/pyproject.toml"), project).unwrap();
    run(&folder, &[]).code(1).stderr("").stdout(
        "1. a 2.0 requires b 1.5 and the project requires a 2.0, so the project needs b 1.5.\n\
         2. the project needs b 1.5 (1) and the project requires b 2.0, so there is no solution.\n",
    );
    run(&folder, &["--explain", "requirements"]).code(1).stdout(
        "no solution: 2 requirements of the project exclude each other:\n  a >=2\n  b >=2\n",
    );
    run(&folder, &["--explain", "full"]).code(1).stdout(contains("so there is no solution.\n"));
    assert!(!folder.path().join("p/poetry.lock").exists());
}

#[test]
fn what_the_index_lacks_is_named() {
    let folder = folder();
    let project = PROJECT.replace("a>=1", "missing>=1");
    fs::write(folder.path().join("p/pyproject.toml"), project).unwrap();
    trouble(&folder, "the index has no package 'missing', which the project requires");
    let project = PROJECT.replace("a>=1", "a>=7");
    fs::write(folder.path().join("p/pyproject.toml"), project).unwrap();
    run(&folder, &[]).code(1).stdout(
        "1. the project requires a >=7, which no version satisfies, so there is no solution.\n",
    );
}

#[test]
fn an_index_that_is_none_is_trouble() {
    let folder = folder();
    let help = "help: --index names a folder, file:// or http://";
    for (address, message) in [
        ("nowhere", "pkg-lock: error: nowhere: no package index here: no such folder"),
        ("file:///nowhere", "file:///nowhere: no package index here: no such folder"),
        ("http://127.0.0.1:1/simple", "http://127.0.0.1:1/simple/"),
        ("http://[", "error: http://["),
    ] {
        pkg_lock()
            .current_dir(&folder)
            .args(["--index", address, "p"])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(message));
    }
    pkg_lock()
        .current_dir(&folder)
        .args(["--index", "nowhere", "p"])
        .assert()
        .stderr(contains(help));
    pkg_lock().current_dir(&folder).arg("p").assert().code(2).stderr(contains("no package index"));
    pkg_lock()
        .current_dir(&folder)
        .args(["--index", "index", "q"])
        .assert()
        .code(2)
        .stderr(contains("q/pyproject.toml: No such file or directory"));
}

#[test]
fn a_metadata_file_with_a_wrong_hash_is_trouble() {
    let folder = folder();
    let file = folder.path().join("index/files/a-2.0-py3-none-any.whl.metadata");
    fs::write(&file, "Metadata-Version: 2.1\nName: a\nVersion: 2.0\n").unwrap();
    trouble(&folder, "a-2.0-py3-none-any.whl.metadata: wrong hash: the index says sha256=");
    fs::remove_file(&file).unwrap();
    trouble(&folder, "a-2.0-py3-none-any.whl.metadata: No such file or directory\n");
}

#[test]
fn a_version_with_malformed_metadata_is_left_out() {
    let folder = folder();
    let nested =
        format!("Requires-Dist: b; {}os_name == 'nt'{}\n", "(".repeat(10_000), ")".repeat(10_000));
    for (more, message) in [
        ("Requires-Dist: ../b\n", "left out a 2.0: Requires-Dist: ../b: "),
        ("Requires-Dist: b @ file:///etc/passwd\n", "'b' is required from an address"),
        ("no header\n", "left out a 2.0: expected 'Name: value'"),
        (nested.as_str(), "a requirement of more than 8192 bytes"),
        (&nested.replace(&"(".repeat(9_900), "").replace(&")".repeat(9_900), ""), "50 deep"),
    ] {
        add(folder.path(), "a", &[("2.0", more)]);
        run(&folder, &[]).code(1).stderr(contains(message)).stdout(contains("is left out"));
    }
}

#[test]
fn a_page_that_leads_out_of_the_index_is_trouble() {
    let folder = folder();
    let page = folder.path().join("index/simple/a/index.html");
    fs::write(page, "<a href='../../../../a-1.0-py3-none-any.whl'>a-1.0-py3-none-any.whl</a>")
        .unwrap();
    trouble(&folder, "this file is outside of the index");
}

#[test]
fn what_is_no_file_is_trouble_at_once() {
    let folder = folder();
    let file = folder.path().join("index/files/a-2.0-py3-none-any.whl.metadata");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    trouble(&folder, "a-2.0-py3-none-any.whl.metadata: not a file");
    if std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().is_ok() {
        fs::remove_dir(&file).unwrap();
        fs::rename(folder.path().join("pipe"), &file).unwrap();
        trouble(&folder, "a-2.0-py3-none-any.whl.metadata: not a file");
    }
}

#[test]
fn addresses_of_other_kinds_are_refused() {
    let folder = folder();
    for address in ["ftp://h/", "nowhere://"] {
        pkg_lock().current_dir(&folder).args(["--index", address, "p"]).assert().code(2).stderr(
            contains(format!("{address}: expected a folder, file://, http:// or https://")),
        );
    }
}

#[test]
fn a_malformed_project_is_trouble_with_line_and_column() {
    let folder = folder();
    let nested = format!("[project]\nx = {}1{}\n", "[".repeat(10_000), "]".repeat(10_000));
    for (text, message) in [
        ("[project\n", "p/pyproject.toml:1:9: "),
        ("[project]\nname = \"..\"\n", "p/pyproject.toml:2:8: invalid package name '..'"),
        ("[project]\nname = 1\n", "p/pyproject.toml:2:8: expected a string, found integer"),
        ("[project]\ndependencies = [\"a\",\n  \"../x\"]\n", "p/pyproject.toml:3:3: "),
        (
            "[project]\ndependencies = [\"a @ http://h/a.whl\"]\n",
            "p/pyproject.toml:2:17: 'a' is required",
        ),
        (
            "[project]\ndependencies = {}\n",
            "2:16: expected a list of requirements, found inline table",
        ),
        ("[build-system]\n", "p/pyproject.toml:1:1: no project here"),
        ("[tool.poetry.dependencies]\na = {git = \"x\"}\n", "p/pyproject.toml:2:12: 'git': only"),
        ("[tool.poetry.dependencies]\na = \"^^1\"\n", "p/pyproject.toml:2:5: "),
        (
            "[project]\n[[tool.pkg-lock.any-of]]\nname = \"x\"\n",
            "p/pyproject.toml:2:1: expected 'requirements'",
        ),
        (&nested, "p/pyproject.toml:2:"),
    ] {
        fs::write(folder.path().join("p/pyproject.toml"), text).unwrap();
        trouble(&folder, message);
    }
    fs::write(folder.path().join("p/pyproject.toml"), b"[project]\n\xff").unwrap();
    trouble(&folder, "p/pyproject.toml:2: the file is not UTF-8");
}

#[test]
fn limits_are_trouble() {
    let folder = folder();
    run(&folder, &["--timeout", "0"]).code(2).stderr(contains("the time limit is reached"));
    if Path::new("/proc/self/status").exists() {
        run(&folder, &["--max-memory", "0"])
            .code(2)
            .stderr(contains("the memory limit is reached"));
    }
    assert!(!folder.path().join("p/poetry.lock").exists());
}

#[test]
fn a_lock_is_whole_or_absent() {
    let folder = folder();
    let lock = folder.path().join("p/poetry.lock");
    fs::create_dir(&lock).unwrap();
    run(&folder, &[]).code(2).stderr(starts_with("pkg-lock: error: p/poetry.lock: "));
    assert_eq!(fs::read_dir(folder.path().join("p")).unwrap().count(), 2);
    run(&folder, &["--output", "nowhere/lock"])
        .code(2)
        .stderr("pkg-lock: error: nowhere/lock: No such file or directory\n");
    if Path::new("/dev/full").exists() {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut tool = std::process::Command::new(env!("CARGO_BIN_EXE_pkg-lock"));
        tool.current_dir(&folder).args(["--index", "index", "p", "--output", "-"]).stdout(full);
        let output = tool.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(contains("No space left").eval(&String::from_utf8_lossy(&output.stderr)));
    }
}

#[test]
fn statistics_and_help() {
    let folder = folder();
    run(&folder, &["--stats"]).success().stdout("").stderr(contains("1 demands, 2 packages, "));
    pkg_lock().arg("--help").assert().success().stdout(contains("Exit codes:"));
    pkg_lock().arg("--engine=none").assert().code(2);
}

/// What was meant is said, not what the reader of arguments made of it.
#[test]
fn wrong_arguments_are_named_as_they_were_meant() {
    let folder = folder();
    run(&folder, &[]).success();
    for (arguments, message) in [
        (
            "--upgrade b p",
            "expected one folder with pyproject.toml, found 'b' and 'p'\nhelp: one package: --upgrade=b\n",
        ),
        ("p q", "expected one folder with pyproject.toml, found 'p' and 'q'\n"),
        ("chekc p", "expected one folder with pyproject.toml, found 'chekc' and 'p'\n"),
        (
            "p check",
            "found 'p' and 'check'\nhelp: check comes first: pkg-lock check [OPTIONS] LOCK\n",
        ),
        ("--index index check p/poetry.lock", "help: check comes first"),
        (
            "p/pyproject.toml",
            "p/pyproject.toml: expected a folder, found a file\nhelp: PROJECT_DIR is the folder",
        ),
        ("--upgrade= p", "--upgrade=: invalid package name ''"),
        (
            "--index= p",
            "invalid value '' for '--index <[NAME=]DIR|URL>': expected a folder or an address",
        ),
        (
            "--index own= p",
            "invalid value 'own=' for '--index <[NAME=]DIR|URL>': expected a folder or an address",
        ),
        ("--timeout -1 p", "invalid value '-1' for '--timeout <SECONDS>': expected"),
        ("--timeout soon p", "invalid value 'soon' for '--timeout <SECONDS>': expected"),
        ("--max-memory 10G p", "'--max-memory <MIB>': expected a whole number of MiB"),
        ("--max-memory -1 p", "'--max-memory <MIB>': expected a whole number of MiB"),
        ("check nolock", "nolock: No such file"),
        ("check p", "p: is a directory"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let index: &[&str] =
            if arguments.iter().any(|one| one.starts_with("--index") || *one == "check") {
                &[]
            } else {
                &["--index", "index"]
            };
        let run = pkg_lock().current_dir(&folder).args(index).args(&arguments).assert();
        run.code(2).stdout("").stderr(contains(message));
    }
}
