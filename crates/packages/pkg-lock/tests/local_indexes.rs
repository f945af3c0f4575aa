//! Indexes in folders: pages, wheels beside each other, `find-links`, spelled in every way, beside, above and below the
//! project. `uv lock --check` accepts the lock, and leaves it as it is.
//!
//! uv is found on the PATH or in the folder `SUDOKU_PYTHON_TOOLS`/bin; if it is not there, a line says so and
//! only our own check reads the locks.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

mod support;

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::installers::{tool, wheel};
use tempfile::TempDir;

/// `a` requires `b`.
const PACKAGES: [(&str, &str, &str); 2] = [("a", "1.0", "Requires-Dist: b\n"), ("b", "2.0", "")];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Pages,
    PagesWithoutDigests,
    /// Pages in `simple`, files in `files`.
    Apart,
    Flat,
}

fn wheel_of(name: &str, version: &str, headers: &str) -> Vec<u8> {
    let metadata = format!("Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{headers}");
    wheel(&format!("{name}-{version}"), &metadata)
}

/// The digest of a file.
fn hex(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(bytes) {
        write!(hex, "{byte:02x}").unwrap();
    }
    hex
}

/// Adds a version to an index in a folder.
fn add(index: &Path, kind: Kind, (name, version, headers): (&str, &str, &str)) {
    let filename = format!("{name}-{version}-py3-none-any.whl");
    let bytes = wheel_of(name, version, headers);
    let (page, files, prefix) = match kind {
        Kind::Flat => (None, index.to_owned(), ""),
        Kind::Apart => (Some(index.join("simple").join(name)), index.join("files"), "../../files/"),
        _ => (Some(index.join(name)), index.join(name), ""),
    };
    fs::create_dir_all(&files).unwrap();
    fs::write(files.join(&filename), &bytes).unwrap();
    let Some(page) = page else { return };
    fs::create_dir_all(&page).unwrap();
    let mut digest = String::new();
    if kind != Kind::PagesWithoutDigests {
        digest = format!("#sha256={}", hex(&bytes));
    }
    let page = page.join("index.html");
    let known = fs::read_to_string(&page).unwrap_or_else(|_| "<!DOCTYPE html>\n".to_owned());
    let link = format!("<a href=\"{prefix}{filename}{digest}\">{filename}</a>\n");
    fs::write(page, known + &link).unwrap();
}

/// A project with an index at these places of a new folder.
struct Case {
    folder: TempDir,
    project: PathBuf,
}

impl Case {
    fn new(project: &str, index: &str, kind: Kind) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (project, index) = (folder.path().join(project), folder.path().join(index));
        fs::create_dir_all(&project).unwrap();
        for package in PACKAGES {
            add(&index, kind, package);
        }
        Self { folder, project }
    }

    fn write(&self, dependencies: &str, more: &str) {
        let text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.9\"\n\
             dependencies = [{dependencies}]\n{more}"
        );
        fs::write(self.project.join("pyproject.toml"), text).unwrap();
    }

    fn run(&self, program: &Path, arguments: &[&str]) -> Output {
        Command::new(program).current_dir(&self.project).args(arguments).output().unwrap()
    }

    /// Locks with these arguments too, and lets our check judge; the lock.
    fn lock_alone(&self, arguments: &[&str]) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_pkg-lock"));
        let output = self.run(program, &[&["--format", "uv", "--upgrade"], arguments].concat());
        assert!(output.status.success(), "{}", told(output));
        let file = self.project.join("uv.lock");
        let lock = fs::read_to_string(&file).unwrap();
        let output = self.run(program, &[&["check", "uv.lock"], arguments].concat());
        assert!(output.status.success(), "{}{lock}", told(output));
        lock
    }

    /// The same, and uv judges too, with arguments of its own.
    fn lock(&self, arguments: &[&str], uv_arguments: &[&str]) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_pkg-lock"));
        let lock = self.lock_alone(arguments);
        let file = self.project.join("uv.lock");
        let Some(uv) = tool("uv") else { return lock };
        // What it finds out about the Python that is there is kept for the next time.
        let cache = self.folder.path().join("cache").display().to_string();
        let common = ["lock", "--no-python-downloads", "--cache-dir", &cache];
        let output = self.run(&uv, &[&common, &["--check"][..], uv_arguments].concat());
        assert!(output.status.success(), "{}{lock}", told(output));
        let output = self.run(&uv, &[&common, uv_arguments].concat());
        assert!(output.status.success(), "{}", told(output));
        assert_eq!(fs::read_to_string(&file).unwrap(), lock, "uv leaves it as it is");
        // The lock that uv makes itself is read, too, and has the same packages at the same places.
        fs::remove_file(&file).unwrap();
        let output = self.run(&uv, &[&common, uv_arguments].concat());
        assert!(output.status.success(), "{}", told(output));
        let of_uv = fs::read_to_string(&file).unwrap();
        assert_eq!(places(&of_uv), places(&lock), "{of_uv}{lock}");
        let output = self.run(program, &[&["check", "uv.lock"], arguments].concat());
        assert!(output.status.success(), "{}{of_uv}", told(output));
        lock
    }
}

/// What a program said.
fn told(output: Output) -> String {
    let both = [output.stdout, output.stderr].concat();
    String::from_utf8(both).unwrap()
}

/// Lines with packages, sources and files, without what uv does not repeat of a folder of wheels.
fn places(lock: &str) -> Vec<String> {
    let lines = lock.lines().filter(|line| {
        ["name = ", "version = ", "source = ", "    {"].iter().any(|word| line.starts_with(word))
    });
    let without = |line: &str| match (line.find(", hash"), line.contains("path = ")) {
        (Some(at), true) => line[..at].to_owned() + " },",
        _ => line.replace(", size = 0", ""),
    };
    lines.map(without).collect()
}

fn table_of(kind: Kind, spelled: &str) -> String {
    let format = if kind == Kind::Flat { "format = \"flat\"\n" } else { "" };
    format!("[[tool.uv.index]]\nname = \"own\"\nurl = \"{spelled}\"\ndefault = true\n{format}")
}

#[test]
fn an_index_is_named_by_its_path_as_it_is_spelled() {
    // The project, the index, and the way from the one to the other as uv writes it.
    let places = [
        ("proj", "idx", "../idx", "../idx"),
        ("idx/proj", "idx", "..", "../"),
        ("proj", "proj/idx", "./idx", "idx"),
    ];
    let kinds = [Kind::Pages, Kind::PagesWithoutDigests, Kind::Flat];
    for (k, kind) in kinds.into_iter().enumerate() {
        for (place, (project, index, relative, written)) in places.into_iter().enumerate() {
            let case = Case::new(project, index, kind);
            let absolute = case.folder.path().join(index).display().to_string();
            let spellings = [
                (relative.to_owned(), written.to_owned(), true),
                (absolute.clone(), absolute.clone(), false),
                (format!("file://{absolute}"), absolute.clone(), false),
                (format!("file://{absolute}/"), format!("{absolute}/"), false),
            ];
            for (i, (spelled, source, is_relative)) in spellings.into_iter().enumerate() {
                case.write("'a'", &table_of(kind, &spelled));
                // uv takes its time: it sees each spelling at each place, and each kind at four of the twelve.
                let is_seen = (place + i) % 3 == k;
                let lock = if is_seen { case.lock(&[], &[]) } else { case.lock_alone(&[]) };
                let source = format!("source = {{ registry = \"{source}\" }}");
                assert_eq!(lock.matches(&source).count(), 2, "{spelled}: {lock}");
                let inside = if kind == Kind::Flat { "" } else { "a/" };
                let start = if is_relative { String::new() } else { format!("{absolute}/") };
                let path = format!("{{ path = \"{start}{inside}a-1.0-py3-none-any.whl\"");
                assert!(lock.contains(&path), "{spelled}: {lock}");
            }
        }
    }
}

#[test]
fn files_may_be_apart_from_their_pages() {
    let case = Case::new("proj", "idx", Kind::Apart);
    case.write("'a'", &table_of(Kind::Apart, "../idx/simple"));
    let lock = case.lock(&[], &[]);
    assert!(
        lock.contains("path = \"../files/a-1.0-py3-none-any.whl\", hash = \"sha256:"),
        "{lock}"
    );
    // The folder above, where the pages are in `simple`.
    case.write("'a'", "");
    let absolute = case.folder.path().join("idx").display().to_string();
    let simple = format!("{absolute}/simple");
    let lock = case.lock(&["--index", &absolute], &["--index-url", &simple]);
    assert!(
        lock.contains(&format!("path = \"{absolute}/files/a-1.0-py3-none-any.whl\"")),
        "{lock}"
    );
}

#[test]
fn an_index_of_the_command_line_is_seen_from_the_project() {
    let case = Case::new("proj", "a b é", Kind::Pages);
    case.write("'a'", "");
    let lock = case.lock(&["--index", "../a b é"], &["--index-url", "../a b é"]);
    assert!(lock.contains("registry = \"../a b é\""), "{lock}");
    let from_above = Command::new(env!("CARGO_BIN_EXE_pkg-lock"))
        .current_dir(case.folder.path())
        .args(["--format", "uv", "-o", "-", "--upgrade", "--index", "a b é", "proj"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(from_above.stdout).unwrap(), lock);
}

#[test]
fn a_package_that_is_tied_to_an_index_says_so() {
    let case = Case::new("proj", "idx", Kind::Pages);
    let absolute = case.folder.path().join("idx").display().to_string();
    for (spelled, address) in [
        ("../idx/".to_owned(), format!("file://{absolute}")),
        (absolute.clone(), format!("file://{absolute}")),
        (format!("file://{absolute}/"), format!("file://{absolute}/")),
    ] {
        let more = table_of(Kind::Pages, &spelled) + "[tool.uv.sources]\na = { index = \"own\" }\n";
        case.write("\"a>=1; sys_platform == 'linux'\", 'b', \"a; sys_platform == 'linux'\"", &more);
        let lock = case.lock(&[], &[]);
        let dist = format!("specifier = \">=1\", index = \"{address}\" }}");
        assert!(lock.contains(&dist), "{lock}");
        assert_eq!(lock.matches("index = ").count(), 2, "b is not tied: {lock}");
    }
}

#[test]
fn a_version_without_files_does_not_hold() {
    let case = Case::new("proj", "idx", Kind::Pages);
    case.write("'b'", &table_of(Kind::Pages, "../idx"));
    let lock = case.lock_alone(&[]);
    let (before, after) = lock.split_once("wheels = [\n").unwrap();
    let (_, after) = after.split_once("]\n").unwrap();
    fs::write(case.project.join("uv.lock"), before.to_owned() + after).unwrap();
    let output = case.run(Path::new(env!("CARGO_BIN_EXE_pkg-lock")), &["check", "uv.lock"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(told(output), "b 2.0 has no digest of a file, and the index has them\n");
}

#[test]
fn folders_of_find_links_stand_beside_the_indexes() {
    let links = "[tool.uv]\nfind-links = [\"../links\", \"../more\"]\n";
    let case = Case::new("proj", "idx", Kind::Pages);
    add(&case.folder.path().join("links"), Kind::Flat, ("a", "1.0", ""));
    add(&case.folder.path().join("more"), Kind::Flat, ("a", "3.0", "Requires-Dist: b\n"));
    let more = links.to_owned() + &table_of(Kind::Pages, "../idx");
    let source = |dependencies: &str, more: &str| {
        case.write(dependencies, more);
        let lock = case.lock(&[], &[]);
        let of_a = lock.split("name = \"a\"\n").nth(1).unwrap();
        of_a.lines().nth(1).unwrap().to_owned()
    };
    // The newest of all; then where both have the version, the folder of links.
    assert_eq!(source("'a'", &more), "source = { registry = \"../more\" }");
    assert_eq!(source("'a<3'", &more), "source = { registry = \"../links\" }");
    // What is tied to an index comes from there.
    let tied = more.clone() + "[tool.uv.sources]\na = { index = \"own\" }\n";
    assert_eq!(source("'a'", &tied), "source = { registry = \"../idx\" }");
    // Links alone.
    add(&case.folder.path().join("links"), Kind::Flat, ("b", "2.0", ""));
    let alone = links.replace("[tool.uv]", "[tool.uv]\nno-index = true");
    assert_eq!(source("'a'", &alone), "source = { registry = \"../more\" }");
    // Other formats name the digests of the file that is locked.
    let program = Path::new(env!("CARGO_BIN_EXE_pkg-lock"));
    for format in ["poetry", "pylock", "requirements"] {
        case.write("'a<3'", &more);
        assert!(case.run(program, &["--format", format]).status.success());
    }
    for lock in ["poetry.lock", "pylock.toml", "requirements.txt"] {
        let output = case.run(program, &["check", lock]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let text = fs::read_to_string(case.project.join(lock)).unwrap();
        let digest = |index: &str| {
            let file = case.folder.path().join(index).join("a-1.0-py3-none-any.whl");
            hex(&fs::read(file).unwrap())
        };
        assert!(text.contains(&digest("links")) && !text.contains(&digest("idx/a")), "{text}");
    }
}

#[test]
fn other_tools_install_from_the_folder() {
    let case = Case::new("proj", "idx", Kind::Flat);
    case.write("'a'", "[tool.uv]\nfind-links = [\"../idx\"]\nno-index = true\n");
    let program = Path::new(env!("CARGO_BIN_EXE_pkg-lock"));
    for format in ["requirements", "pylock", "poetry"] {
        assert!(case.run(program, &["--format", format]).status.success());
    }
    let mut judges: Vec<(PathBuf, Vec<&str>)> = Vec::new();
    let links = ["--no-index", "--find-links", "../idx"];
    if let Some(pip) = tool("pip") {
        let common = [
            "--isolated",
            "--disable-pip-version-check",
            "--no-cache-dir",
            "install",
            "--dry-run",
            "--ignore-installed",
            "--require-hashes",
            "-r",
            "requirements.txt",
        ];
        judges.push((pip, [&common[..], &links].concat()));
    }
    if let Some(uv) = tool("uv") {
        let common = [
            "pip",
            "sync",
            "--dry-run",
            "--no-config",
            "--no-cache",
            "--no-python-downloads",
            "--target",
            "../site",
        ];
        judges.push((
            uv.clone(),
            [&common[..], &links, &["--require-hashes", "requirements.txt"]].concat(),
        ));
        judges.push((uv, [&common[..], &["--preview-features", "pylock", "pylock.toml"]].concat()));
    }
    if let Some(poetry) = tool("poetry") {
        judges.push((poetry, vec!["check", "--lock"]));
    }
    for (judge, arguments) in judges {
        let output = case.run(&judge, &arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{judge:?} {arguments:?}: {told}");
    }
}

#[test]
fn what_of_a_folder_is_not_followed_is_refused_by_name() {
    let case = Case::new("proj", "idx", Kind::Flat);
    for (more, message) in [
        (
            "[tool.uv]\nfind-links = [\"https://h/links\"]\n",
            "a page of links on a server is not supported",
        ),
        ("[tool.uv]\nfind-links = \"../idx\"\n", "expected a list of folders"),
        ("[tool.uv]\nfind-links = [\"../none\"]\n", "no such folder"),
        (
            "[[tool.uv.index]]\nurl = \"https://h/\"\nformat = \"flat\"\n",
            "a flat index on a server is not supported",
        ),
        (
            "[[tool.uv.index]]\nurl = \"../idx\"\nformat = \"steep\"\n",
            "tool.uv.index.format is not supported",
        ),
        (
            "[tool.uv]\nno-index = true\n[[tool.uv.index]]\nurl = \"../idx\"\n",
            "tool.uv.no-index beside tool.uv.index",
        ),
        ("[tool.uv]\nno-index = true\n", "no package index"),
    ] {
        case.write("'a'", more);
        let output = case.run(Path::new(env!("CARGO_BIN_EXE_pkg-lock")), &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{more}{told}");
        assert!(told.contains(message), "{more}{told}");
    }
}
