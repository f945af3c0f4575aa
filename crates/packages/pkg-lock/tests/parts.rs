//! Projects that need several versions of a package: the environments are split by markers, and each part has a
//! version of its own.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use assert_cmd::Command;
use pkg_index::{MemoryIndex, Metadata};
use pkg_lock::{Engine, LockFormat, Origin, Project, Resolver, Verdict};
use predicates::str::contains;
use std::fmt::Write;
use std::fs;

/// A version: name, version, Pythons, requirements.
type Release<'a> = (&'a str, &'a str, &'a str, &'a [&'a str]);

fn index(releases: &[Release]) -> MemoryIndex {
    let mut index = MemoryIndex::new();
    for (name, version, python, requires) in releases {
        let metadata = Metadata {
            version: (*version).to_owned(),
            requires_python: (!python.is_empty()).then(|| (*python).to_owned()),
            requires_dist: requires.iter().map(|&text| text.to_owned()).collect(),
            ..Metadata::default()
        };
        index.add(&name.parse().unwrap(), metadata);
    }
    index
}

fn project(python: &str, dependencies: &[&str]) -> String {
    format!(
        "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\n\
         dependencies = {dependencies:?}\n"
    )
}

/// The lock in a format, after the check that the program makes too; `None` if there is no solution.
fn lock(index: &MemoryIndex, text: &str, engine: Engine, format: LockFormat) -> Option<String> {
    let project = Project::parse(text).unwrap();
    let mut resolver = Resolver::new(&project, index).unwrap();
    let origins = [Origin::at("memory")];
    let Verdict::Lock(lock) = resolver.resolve(engine, &origins, &mut || Ok(())).unwrap() else {
        return None;
    };
    let file = lock.to_file(&project, format).unwrap();
    assert_eq!(lock_check::check(&file, text, index).unwrap(), [], "{}", file.write());
    Some(file.write())
}

/// The pins by both engines.
fn pins(index: &MemoryIndex, text: &str) -> String {
    for format in [LockFormat::Uv, LockFormat::Poetry, LockFormat::Pylock] {
        assert!(lock(index, text, Engine::Pubgrub, format).is_some());
    }
    let lock = lock(index, text, Engine::Pubgrub, LockFormat::Requirements).unwrap();
    lock.lines().filter(|line| line.contains("==")).fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{}", line.replace('"', "'"));
        all
    })
}

#[test]
fn disjoint_markers_of_the_project_have_a_version_each() {
    let index = index(&[("a", "1", "", &[]), ("a", "2", "", &["b"]), ("b", "1", "", &[])]);
    let text =
        project(">=3.9", &["a>=2 ; sys_platform == 'linux'", "a<2 ; sys_platform == 'darwin'"]);
    assert_eq!(
        pins(&index, &text),
        "a==1 ; sys_platform == 'darwin'\na==2 ; sys_platform == 'linux'\n\
         b==1 ; sys_platform == 'linux'\n"
    );
    let same = lock(&index, &text, Engine::Resolvo, LockFormat::Requirements);
    assert_eq!(same, lock(&index, &text, Engine::Pubgrub, LockFormat::Requirements));
}

#[test]
fn the_newest_version_is_for_the_pythons_on_which_it_runs() {
    let index = index(&[
        ("a", "1", ">=3.8", &["c"]),
        ("a", "2", ">=3.11", &["c"]),
        ("a", "3", ">=3.13", &["c"]),
        ("c", "1", "", &[]),
    ]);
    assert_eq!(
        pins(&index, &project(">=3.9", &["a"])),
        "a==1 ; python_full_version < '3.11'\n\
         a==2 ; python_full_version >= '3.11' and python_full_version < '3.13'\n\
         a==3 ; python_full_version >= '3.13'\nc==1\n"
    );
    assert_eq!(pins(&index, &project(">=3.13", &["a"])), "a==3\nc==1\n");
}

#[test]
fn disjoint_markers_of_a_version_split_its_environments() {
    let index = index(&[
        ("a", "1", "", &["n<2 ; python_version < '3.12'", "n>=2 ; python_version >= '3.12'"]),
        ("n", "1", "", &[]),
        ("n", "2", "", &[]),
    ]);
    let text = project(">=3.9", &["a"]);
    assert_eq!(
        pins(&index, &text),
        "a==1\nn==1 ; python_full_version < '3.12'\nn==2 ; python_full_version >= '3.12'\n"
    );
    let lock = lock(&index, &text, Engine::Auto, LockFormat::Uv).unwrap();
    assert!(
        lock.starts_with(
            "version = 1\nrevision = 3\nrequires-python = \">=3.9\"\nresolution-markers = [\n    \
         \"python_full_version >= '3.12'\",\n    \"python_full_version < '3.12'\",\n]\n"
        ),
        "{lock}"
    );
    assert!(
        lock.contains(
            "{ name = \"n\", version = \"1\", source = { registry = \"memory\" }, \
         marker = \"python_full_version < '3.12'\" },"
        ),
        "{lock}"
    );
}

#[test]
fn parts_do_with_the_same_version_where_they_can() {
    let index = index(&[
        ("a", "1", "", &["n>=1 ; python_version < '3.12'", "n>=2 ; python_version >= '3.12'"]),
        ("n", "1", "", &[]),
        ("n", "2", "", &[]),
    ]);
    assert_eq!(pins(&index, &project(">=3.9", &["a"])), "a==1\nn==2\n");
}

#[test]
fn a_part_without_a_solution_is_named_with_its_markers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let text = project(
        ">=3.9",
        &["a==1 ; python_version < '3.12'", "a>=2 ; python_version >= '3.12'", "a<2"],
    );
    fs::write(path.join("pyproject.toml"), text).unwrap();
    for version in ["1", "2"] {
        fs::create_dir_all(path.join("i/a")).unwrap();
        fs::write(
            path.join(format!("i/a/a-{version}-py3-none-any.whl.metadata")),
            format!("Name: a\nVersion: {version}\n"),
        )
        .unwrap();
    }
    let link = |version: &str| {
        format!(
            "<a href='a-{version}-py3-none-any.whl' data-core-metadata='true'>a-{version}-py3-none-any.whl</a>"
        )
    };
    fs::write(path.join("i/a/index.html"), link("1") + &link("2")).unwrap();
    Command::new(env!("CARGO_BIN_EXE_pkg-lock"))
        .current_dir(path)
        .args(["--index", "i"])
        .assert()
        .code(1)
        .stdout(contains("where python_full_version >= \"3.12\":\n"))
        .stdout(contains("a >=2 ; python_full_version >= \"3.12\""));
}

#[test]
fn one_choice_for_all_is_found_where_a_part_has_none() {
    // Where d 2 runs it keeps the pre-release out, but requires another version of itself.
    let index = index(&[("d", "1rc1", "", &[]), ("d", "2", ">=3.10", &["d<2"])]);
    assert_eq!(pins(&index, &project(">=3.9", &["d"])), "d==1rc1\n");
}
