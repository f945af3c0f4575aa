//! Where packages come from and which versions are taken: several indexes, source archives, dates, the lock that is
//! there.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A folder with a project and indexes.
struct Case(TempDir);

impl Case {
    fn new(dependencies: &str, more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.9\"\n\
             dependencies = [{dependencies}]\n{more}"
        );
        fs::write(folder.path().join("pyproject.toml"), project).unwrap();
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Adds a file to an index; the page says when it was uploaded.
    fn file(self, index: &str, filename: &str, headers: &str, uploaded: &str) -> Self {
        let mut parts = filename.trim_end_matches(".zip").splitn(3, '-');
        let (name, version) = (parts.next().unwrap(), parts.next().unwrap());
        let is_wheel = parts.next().is_some();
        let metadata =
            format!("Metadata-Version: 2.2\nName: {name}\nVersion: {version}\n{headers}");
        let member = if is_wheel {
            format!("{name}-{version}.dist-info/METADATA")
        } else {
            format!("{name}-{version}/PKG-INFO")
        };
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file(member, SimpleFileOptions::default()).unwrap();
        zip.write_all(metadata.as_bytes()).unwrap();
        let page = self.path().join(index).join(name);
        fs::create_dir_all(&page).unwrap();
        fs::write(page.join(filename), zip.finish().unwrap().into_inner()).unwrap();
        let list = page.join("index.json");
        let files = match fs::read_to_string(&list) {
            Ok(text) => text.trim_end_matches("]}").to_owned() + ", ",
            Err(_) => "{\"files\": [".to_owned(),
        };
        let time = if uploaded.is_empty() {
            String::new()
        } else {
            format!(", \"upload-time\": \"{uploaded}\"")
        };
        let file = format!(
            "{{\"filename\": \"{filename}\", \"url\": \"{filename}\", \"hashes\": {{}}{time}}}]}}"
        );
        fs::write(list, files + &file).unwrap();
        self
    }

    fn wheel(self, index: &str, name: &str, version: &str, headers: &str) -> Self {
        self.file(index, &format!("{name}-{version}-py3-none-any.whl"), headers, "")
    }

    fn run(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pkg-lock"));
        command.current_dir(self.path()).args(arguments).assert()
    }

    fn pins(&self, arguments: &[&str]) -> String {
        let all = [&["--format", "requirements", "-o", "-"], arguments].concat();
        let output = self.run(&all).success().get_output().stdout.clone();
        let text = String::from_utf8(output).unwrap();
        let lines = text.lines().filter(|line| line.contains("=="));
        lines.map(|line| line.trim_end_matches([' ', '\\'])).collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn a_package_comes_from_the_first_index_that_has_it() {
    let case = Case::new("'a', 'b'", "")
        .wheel("one", "a", "1", "")
        .wheel("two", "a", "2", "")
        .wheel("two", "b", "2", "");
    assert_eq!(case.pins(&["--index", "one", "--index", "two"]), "a==1\nb==2");
    assert_eq!(case.pins(&["--index", "two", "--index", "one"]), "a==2\nb==2");
    // The verdict is that of the first: a newer version elsewhere is none.
    let case = Case::new("'a>=2'", "").wheel("one", "a", "1", "").wheel("two", "a", "2", "");
    case.run(&["--index", "one", "--index", "two"]).code(1);
}

#[test]
fn the_indexes_of_the_project_have_ranks_and_ties() {
    let more = "[[tool.uv.index]]\nname = \"last\"\nurl = \"two\"\ndefault = true\n\
                [[tool.uv.index]]\nname = \"first\"\nurl = \"one\"\n\
                [[tool.uv.index]]\nname = \"own\"\nurl = \"three\"\nexplicit = true\n\
                [tool.uv.sources]\nc = { index = \"own\" }\n";
    let case = Case::new("'a', 'b', 'c'", more)
        .wheel("one", "a", "1", "")
        .wheel("two", "a", "2", "")
        .wheel("two", "b", "2", "")
        .wheel("two", "c", "2", "")
        .wheel("three", "a", "3", "")
        .wheel("three", "c", "3", "");
    assert_eq!(case.pins(&[]), "a==1\nb==2\nc==3");
    // The command line replaces the ordinary ones; an index that packages are tied to stays, or moves by name.
    assert_eq!(case.pins(&["--index", "two"]), "a==2\nb==2\nc==3");
    assert_eq!(case.pins(&["--index", "two", "--index", "own=two"]), "a==2\nb==2\nc==2");
    // uv.lock names for each package where it comes from.
    case.run(&["--format", "uv"]).success();
    let lock = fs::read_to_string(case.path().join("uv.lock")).unwrap();
    for registry in ["one", "two", "three"] {
        assert!(lock.contains(&format!("source = {{ registry = \"{registry}\" }}")), "{lock}");
    }
}

#[test]
fn poetrys_sources_have_priorities() {
    let source = |name: &str, url: &str, priority: &str| {
        format!(
            "[[tool.poetry.source]]\nname = \"{name}\"\nurl = \"{url}\"\npriority = \"{priority}\"\n"
        )
    };
    let more = source("extra", "two", "supplemental")
        + &source("main", "one", "primary")
        + &source("own", "three", "explicit")
        + "[tool.poetry.dependencies]\nc = { source = \"own\" }\n";
    let case = Case::new("'a', 'b', 'c'", &more)
        .wheel("one", "a", "1", "")
        .wheel("two", "a", "2", "")
        .wheel("two", "b", "2", "")
        .wheel("three", "c", "3", "");
    assert_eq!(case.pins(&[]), "a==1\nb==2\nc==3");
    case.run(&[]).success();
    let lock = fs::read_to_string(case.path().join("poetry.lock")).unwrap();
    assert_eq!(lock.matches("reference = \"own\"").count(), 1, "{lock}");
}

#[test]
fn what_is_not_followed_is_refused_by_name() {
    for (more, message) in [
        ("[tool.uv.sources]\na = { git = \"https://h/\" }\n", "other sources are not supported"),
        ("[tool.uv.sources]\na = { index = \"x\" }\n", "the project names no index 'x'"),
        (
            "[[tool.uv.index]]\nurl = \"one\"\nignore-error-codes = [403]\n",
            "tool.uv.index.ignore-error-codes is not supported",
        ),
        ("[tool.uv]\nexclude-newer = \"yesterday\"\n", "expected a date like 2024-03-01"),
        (
            "[[tool.poetry.source]]\nname = \"s\"\nurl = \"one\"\npriority = \"low\"\n",
            "'low', expected primary",
        ),
    ] {
        let case = Case::new("'a'", more).wheel("one", "a", "1", "");
        case.run(&["--index", "one"]).code(2).stderr(contains(message));
    }
}

#[test]
fn source_archives_count_if_their_metadata_is_static() {
    let case = Case::new("'a'", "")
        .wheel("one", "b", "1", "")
        .file("one", "a-1.zip", "Requires-Dist: b\n", "2024-01-01T00:00:00Z")
        .file("one", "a-2.zip", "Dynamic: Requires-Dist\n", "2024-01-01T00:00:00Z")
        .file("one", "a-3.zip", "", "2020-01-01T00:00:00Z");
    assert_eq!(case.pins(&["--index", "one"]), "a==1\nb==1");
    case.run(&["--index", "one"]).success().stderr(contains(
        "left out a 2: it has no wheel, and only its build says what it requires",
    ));
    case.run(&["check", "poetry.lock", "--index", "one"]).success();
    let without = Case::new("'a'", "[tool.uv]\nno-build = true\n").file(
        "one",
        "a-1.zip",
        "",
        "2024-01-01T00:00:00Z",
    );
    without.run(&["--index", "one"]).code(1).stdout(contains("has no wheel"));
}

#[test]
fn newer_files_are_passed_over() {
    let wheel = |case: Case, version: &str, time: &str| {
        case.file("one", &format!("a-{version}-py3-none-any.whl"), "", time)
    };
    let case = Case::new("'a'", "");
    let case = wheel(case, "1", "2024-01-31T23:59:59Z");
    let case = wheel(case, "2", "2024-02-01T00:00:00.5Z");
    let pins = |date: &str| case.pins(&["--index", "one", "--exclude-newer", date]);
    assert_eq!(pins("2024-01-31"), "a==1");
    assert_eq!(pins("2024-02-01"), "a==2");
    assert_eq!(pins("2024-02-01T00:00:00Z"), "a==1");
    case.run(&["--index", "one", "--exclude-newer", "2023-12-31"]).code(1);
    case.run(&["--index", "one", "--exclude-newer", "soon"]).code(2);
    let undated =
        Case::new("'a'", "[tool.uv]\nexclude-newer = \"2024-01-01\"\n").wheel("one", "a", "1", "");
    undated.run(&["--index", "one"]).code(2).stderr(contains("does not say when a-1-py3"));
}

#[test]
fn the_lock_that_is_there_is_preferred() {
    let case = Case::new("'a', 'b'", "").wheel("one", "a", "1", "").wheel("one", "b", "1", "");
    case.run(&["--index", "one"]).success();
    let case =
        case.wheel("one", "a", "2", "").wheel("one", "b", "2", "").wheel("one", "b", "3", "");
    let locked = |arguments: &[&str]| {
        case.run(&[&["--index", "one"], arguments].concat()).success();
        let lock = fs::read_to_string(case.path().join("poetry.lock")).unwrap();
        let versions = lock.lines().filter_map(|line| line.strip_prefix("version = "));
        versions.map(|version| version.trim_matches('"').to_owned()).collect::<Vec<_>>()
    };
    for engine in ["pubgrub", "resolvo"] {
        assert_eq!(locked(&["--engine", engine]), ["1", "1"]);
    }
    assert_eq!(locked(&["--upgrade=a"]), ["2", "1"]);
    assert_eq!(locked(&[]), ["2", "1"]);
    assert_eq!(locked(&["--upgrade"]), ["2", "3"]);
    // What no longer fits is not kept.
    let project = fs::read_to_string(case.path().join("pyproject.toml")).unwrap();
    fs::write(case.path().join("pyproject.toml"), project.replace("'b'", "'b<3'")).unwrap();
    assert_eq!(locked(&[]), ["2", "2"]);
    fs::write(case.path().join("poetry.lock"), "[[package]]\nname =").unwrap();
    case.run(&["--index", "one"])
        .code(2)
        .stderr(contains("poetry.lock:2:").and(contains("help: --upgrade")));
    assert_eq!(locked(&["--upgrade"]), ["2", "2"]);
}
