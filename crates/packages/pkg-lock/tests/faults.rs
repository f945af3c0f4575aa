//! Inputs by which wrong locks or wrong verdicts once came about, each as the kind that it stands for.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A project and a flat folder of wheels.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(pyproject: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("index")).unwrap();
        fs::write(folder.path().join("pyproject.toml"), pyproject).unwrap();
        Self { folder }
    }

    fn requiring(requirements: &str) -> Self {
        Self::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\ndependencies = [{requirements}]\n"
        ))
    }

    /// Adds a wheel with more headers than name and version.
    fn wheel(self, name: &str, version: &str, headers: &str) -> Self {
        let metadata =
            format!("Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{headers}");
        self.wheel_of(&format!("{name}-{version}-py3-none-any.whl"), &metadata)
    }

    fn wheel_of(self, filename: &str, metadata: &str) -> Self {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let stem: Vec<&str> = filename.splitn(3, '-').take(2).collect();
        let member = format!("{}.dist-info/METADATA", stem.join("-"));
        zip.start_file(member, SimpleFileOptions::default()).unwrap();
        zip.write_all(metadata.as_bytes()).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        fs::write(self.path().join("index").join(filename), bytes).unwrap();
        self
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pkg-lock"));
        command.current_dir(self.path()).args(["--index", "index"]);
        command
    }

    /// The pins of the lock, by both engines.
    fn pins(&self) -> String {
        let mut all = Vec::new();
        for engine in ["resolvo", "pubgrub"] {
            let mut run = self.run();
            run.args(["--engine", engine, "--format", "requirements", "-o", "-"]);
            let output = run.assert().success().get_output().stdout.clone();
            let text = String::from_utf8(output).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with(['#', ' ']));
            let pins: Vec<&str> = lines.map(|line| line.trim_end_matches([' ', '\\'])).collect();
            all.push(pins.join("\n"));
        }
        assert_eq!(all[0], all[1]);
        all.remove(0)
    }

    fn has_no_solution(&self) {
        for engine in ["resolvo", "pubgrub"] {
            self.run().args(["--engine", engine]).assert().code(1);
        }
    }
}

#[test]
fn metadata_goes_on_behind_a_line_of_blanks() {
    let licence = "License: BSD\n        \n        All rights reserved.\nRequires-Dist: b>=1\n";
    let case = Case::requiring("'a'").wheel("a", "1", licence).wheel("b", "1", "");
    assert_eq!(case.pins(), "a==1\nb==1");
}

#[test]
fn prefixes_are_compared_with_padded_releases() {
    let case = |requirement: &str| {
        let case = Case::requiring(requirement);
        case.wheel("a", "1.5", "").wheel("a", "2", "").wheel("b", "2.0", "")
    };
    case("'a==2.1.*'").has_no_solution();
    assert_eq!(case("'a!=2.1.*'").pins(), "a==2");
    case("'b==2.0.1.*'").has_no_solution();
}

#[test]
fn the_pythons_of_a_version_are_those_of_its_metadata_where_the_page_has_none() {
    let project = |python: &str, requirements: &str| {
        Case::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\n\
             dependencies = [{requirements}]\n"
        ))
    };
    let python = |text: &str| format!("Requires-Python: {text}\n");
    // The version that runs on too few is none; the one before is taken.
    for too_few in ["<3", "<3.11", "==3.9.*", "!=3.9.*,<3.14", ">=3.9,!=3.14.*,<3.15"] {
        let case =
            project(">=3.9", "'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(too_few));
        assert_eq!(case.pins(), "a==1.0", "{too_few}");
        let with_extra = project(">=3.9", "'b'")
            .wheel("b", "1.0", "Requires-Dist: a[x]\n")
            .wheel("a", "1.0", "Provides-Extra: x\n")
            .wheel("a", "2.0", &format!("{}Provides-Extra: x\n", python(too_few)));
        assert_eq!(with_extra.pins(), "a==1.0\nb==1.0", "{too_few}");
        // With no other version there is a reason.
        let alone = project(">=3.9", "'a'").wheel("a", "2.0", &python(too_few));
        for engine in ["auto", "resolvo", "pubgrub"] {
            let run = alone.run().args(["--engine", engine]).assert().code(1);
            run.stdout(contains("does not run on every Python of the project"));
        }
        // A pre-release is taken where no other version runs.
        let case = project(">=3.9", "'a'").wheel("a", "1.0", &python(too_few));
        assert_eq!(case.wheel("a", "2.0rc1", "").pins(), "a==2.0rc1", "{too_few}");
    }
    // The version that runs on the later ones is for those.
    for later in [">=3.12", "!=3.11.*"] {
        let case = project(">=3.9", "'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(later));
        let run = case.run().args(["--format", "requirements", "-o", "-"]).assert().success();
        let both = contains("a==1.0 ; python_full_version < \"3.12\"");
        run.stdout(both.and(contains("a==2.0 ; python_full_version >= \"3.12\"")));
    }
    // What is malformed is at fault; what only an old writer has is understood.
    for malformed in [">=foo", "3.9", ">=3.9,<"] {
        let case =
            project(">=3.9", "'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(malformed));
        assert_eq!(case.pins(), "a==1.0");
        let run = case.run().args(["-o", "-"]).assert().success();
        let warning = format!("warning: left out a 2.0: Requires-Python: {malformed}: ");
        run.stderr(contains(warning));
    }
    for old in [">=3.6.*", ">=3.6, <4,"] {
        assert_eq!(project(">=3.9,<4", "'a'").wheel("a", "1", &python(old)).pins(), "a==1");
    }
    // A project that names no Python leaves it to those who install.
    let any = Case::requiring("'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(">=3.12"));
    assert_eq!(any.pins(), "a==2.0");
}

#[test]
fn a_star_of_python_is_kept() {
    let with = |python: &str, marker: &str| {
        Case::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\n\
             dependencies = [\"foo ; {marker}\"]\n"
        ))
        .wheel("foo", "1", "")
    };
    assert_eq!(
        with("==3.9.*", "python_full_version >= '3.9.1'").pins(),
        "foo==1 ; python_full_version >= \"3.9.1\""
    );
    assert_eq!(
        with("==3.11.*", "python_full_version >= '3.11.1'").pins(),
        "foo==1 ; python_full_version >= \"3.11.1\""
    );
    let other = Case::new(
        "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.8,!=3.9.*\"\ndependencies = [\"baz\"]\n",
    );
    let other = other
        .wheel("baz", "1", "Requires-Dist: foo==99 ; python_version == '3.9'\n")
        .wheel("foo", "1", "");
    assert_eq!(other.pins(), "baz==1");
    let poetry = Case::new(
        "[tool.poetry]\nname = \"p\"\nversion = \"1\"\n[tool.poetry.dependencies]\npython = \">=3.8\"\n\
         foo = {version = \"*\", python = \"3.9.*\"}\n",
    );
    let lock = poetry.wheel("foo", "1", "");
    lock.run()
        .args(["-o", "-"])
        .assert()
        .success()
        .stdout(contains("markers = \"python_version == \\\"3.9\\\"\""));
}

#[test]
fn what_two_markers_exclude_together_is_not_locked() {
    let case = Case::requiring("\"a ; sys_platform == 'win32'\"")
        .wheel("a", "1", "Requires-Dist: b ; sys_platform == 'darwin'\n")
        .wheel("b", "1", "");
    assert_eq!(case.pins(), "a==1 ; sys_platform == \"win32\"");
}

#[test]
fn what_a_prerelease_requires_of_its_own_package_does_not_speak_for_it() {
    let case = |own: &str| {
        Case::requiring("'c!=1'").wheel("c", "0.9", "Requires-Dist: absent\n").wheel(
            "c",
            "2rc1",
            &format!("Requires-Dist: {own}\n"),
        )
    };
    case("c==2.*").has_no_solution();
    case("c[x]==2.*").has_no_solution();
    case("c[x]>=2rc1").has_no_solution();
}

#[test]
fn a_version_that_is_left_out_does_not_keep_a_prerelease_out() {
    let case = || Case::requiring("'b'").wheel("b", "1a1", "");
    let of_another =
        case().wheel_of("b-2-py3-none-any.whl", "Metadata-Version: 2.1\nName: b\nVersion: 3\n");
    assert_eq!(of_another.pins(), "b==1a1");
    assert_eq!(case().wheel("b", "2", "Requires-Dist: c (==1.0),d\n").pins(), "b==1a1");
    // It can be read, and does not fit for what others require.
    case().wheel("b", "2", "Requires-Dist: absent\n").has_no_solution();
    let unasked = "Requires-Dist: absent\nRequires-Dist: c (==1.0),d ; extra == 'x'\n";
    case().wheel("b", "2", unasked).has_no_solution();
}

#[test]
fn a_prerelease_may_require_another_and_that_a_third() {
    let case = Case::requiring("'a>1'").wheel("a", "1", "").wheel("b", "1", "").wheel("c", "1", "");
    let case = case
        .wheel("a", "2rc1", "Requires-Dist: b>1\n")
        .wheel("b", "2rc1", "Requires-Dist: c>1\n")
        .wheel("c", "2rc1", "");
    assert_eq!(case.pins(), "a==2rc1\nb==2rc1\nc==2rc1");
}

#[test]
fn what_holds_on_no_python_of_the_project_names_no_prerelease_and_constrains_nothing() {
    let case = |dependencies: &str, tool: &str| {
        let text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.9\"\n\
             dependencies = [{dependencies}]\n{tool}"
        );
        Case::new(&text).wheel("a", "1", "").wheel("a", "2rc1", "")
    };
    assert_eq!(case("'a', \"a<2rc2 ; python_version < '3'\"", "").pins(), "a==1");
    let constrained = |marker: &str| {
        case("'a'", &format!("[tool.uv]\nconstraint-dependencies = [\"a<1 ; {marker}\"]\n"))
    };
    assert_eq!(constrained("python_version < '3'").pins(), "a==1");
    constrained("python_version < '3.10'").has_no_solution();
}

#[test]
fn bounds_beside_pre_and_post_releases() {
    for (requirement, version) in
        [("a<3.0.0a8", "3.0.0a7"), ("a<1!1", "1.0a1"), ("a>1.0a1", "1.0.post1")]
    {
        let case = Case::requiring(&format!("'{requirement}'")).wheel("a", version, "");
        assert_eq!(case.pins(), format!("a=={version}"));
    }
}

#[test]
fn what_fits_no_python_of_the_project_is_no_version() {
    let case = |python: &str| {
        let text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\ndependencies = ['a']\n"
        );
        let metadata = "Name: a\nVersion: 1.0\n";
        Case::new(&text).wheel_of("a-1.0-graalpy310-none-any.whl", metadata)
    };
    let none = case(">=3.12");
    none.run().assert().code(1).stdout(contains("1.0 has no wheel for any Python of the project"));
    assert_eq!(case(">=3.9").pins(), "a==1.0");
}

#[test]
fn a_pre_release_is_taken_where_nothing_else_fits() {
    let case = Case::requiring("'distro'")
        .wheel("distro", "0.31", "Requires-Dist: sdk==1.12rc1\n")
        .wheel("sdk", "1.11", "")
        .wheel("sdk", "1.12rc1", "");
    assert_eq!(case.pins(), "distro==0.31\nsdk==1.12rc1");
    let plain = Case::requiring("'sdk'").wheel("sdk", "1.11", "").wheel("sdk", "1.12rc1", "");
    assert_eq!(plain.pins(), "sdk==1.11");
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let case = Case::requiring("'a'").wheel("a", "1", "");
    let (project, wheel) = ("pyproject.toml", "index/a-1-py3-none-any.whl");
    let before: Vec<_> =
        [project, wheel].iter().map(|name| fs::read(case.path().join(name)).unwrap()).collect();
    let mut names = vec![project, "./index/../pyproject.toml", wheel];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(project, case.path().join("link")).unwrap();
        names.push("link");
    }
    for name in names {
        for more in [&[][..], &["--upgrade"]] {
            let run = case.run().args(["-o", name]).args(more).assert().code(2).stdout(is_empty());
            run.stderr(diff(format!("pkg-lock: error: {name}: the output is an input\n")));
        }
    }
    for (name, before) in [project, wheel].iter().zip(before) {
        assert_eq!(fs::read(case.path().join(name)).unwrap(), before);
    }
    // A lock may stand beside the wheels, and be written again.
    for _ in 0..2 {
        case.run().args(["-o", "index/poetry.lock"]).assert().success();
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_neither_read_nor_written() {
    let patience = std::time::Duration::from_mins(1);
    let case = Case::requiring("'a'").wheel("a", "1", "");
    let pipe = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(case.path().join(name)).status();
        assert!(made.unwrap().success());
    };
    pipe("pipe");
    std::os::unix::fs::symlink("pipe", case.path().join("link")).unwrap();
    for name in ["pipe", "link", "/dev/full", "/dev/zero", "/dev/stdout"] {
        let mut run = case.run();
        let run = run.args(["-o", name]).timeout(patience).assert().code(2).stdout(is_empty());
        run.stderr(diff(format!("pkg-lock: error: {name}: found something other than a file\n")));
    }
    pipe("index/a-2-py3-none-any.whl");
    let run = case.run().timeout(patience).assert().code(2).stdout(is_empty());
    run.stderr(contains("a-2-py3-none-any.whl: not a file"));
}

#[test]
fn what_a_project_says_and_nobody_reads_is_refused_by_name() {
    for (text, message) in [
        (
            "[project]\nname = 'p'\ndependencis = ['a']\n",
            "3:15: [project] has no key 'dependencis'",
        ),
        (
            "[project]\nname = 'p'\ndynamic = ['dependencies']\n",
            "3:12: 'dependencies' is dynamic: only a build of the project would tell it",
        ),
        (
            "[project]\nname = 'p'\ndynamic = ['version', 'optional-dependencies']\n[tool.poetry.dependencies]\n",
            "3:23: 'optional-dependencies' is dynamic: only a build",
        ),
        (
            "[project]\nname = 'p'\ndependencies = []\ndynamic = ['dependencies']\n",
            "4:12: 'dependencies' is dynamic, and given too",
        ),
        ("[project]\nname = 'p'\nrequires-python = '<3,>4'\n", "3:19: no Python satisfies <3,>4"),
        ("[tool.poetry.dependencies]\npython = '<3 >4'\n", "2:10: no Python satisfies <3 >4"),
        (
            "[project]\nname = 'p'\nrequires-python = '>=3.9'\n[tool.uv]\nenvironments = [\"python_version < '3'\"]\n",
            "1:1: no environment is left",
        ),
        (
            "[project]\nname = 'p'\n[tool.pkg-lock]\nany = 1\n",
            "4:7: [tool.pkg-lock] has no key 'any'",
        ),
        (
            "[project]\nname = 'p'\n[[tool.pkg-lock.any-of]]\nrequirements = ['a']\nnames = 'x'\n",
            "5:9: [[tool.pkg-lock.any-of]] has no key 'names'",
        ),
        (
            "[tool.poetry]\ndependencis = {a = '*'}\n",
            "2:15: [tool.poetry] has no key 'dependencis'",
        ),
        (
            "[tool.poetry.group.x]\ndependences = {a = '*'}\n",
            "2:15: [tool.poetry.group.x] has no key 'dependences'",
        ),
        (
            "[tool.poetry.group.x]\ninclude-groups = ['y']\n",
            "2:18: 'include-groups' is not supported",
        ),
    ] {
        let case = Case::new(text).wheel("a", "1", "");
        let run = case.run().assert().code(2).stdout(is_empty());
        run.stderr(contains(format!("pkg-lock: error: ./pyproject.toml:{message}")));
        assert!(!case.path().join("poetry.lock").exists());
    }
    // What is dynamic for the build may stand in Poetry's tables.
    let text = "[project]\nname = 'p'\ndynamic = ['version', 'dependencies', 'requires-python']\n\
                [tool.poetry.dependencies]\npython = '>=3.9'\na = '*'\n";
    assert_eq!(Case::new(text).wheel("a", "1", "").pins(), "a==1");
}

#[test]
fn what_is_passed_over_is_said() {
    let case = Case::requiring("'a[ZZZ,x_y,old]'")
        .wheel("a", "1", "Provides-Extra: X.Y\nRequires-Dist: b ; extra == 'old'\n")
        .wheel("b", "1", "");
    let run = || case.run().args(["--no-cache", "-o", "-"]).assert().success();
    run().stderr(diff("pkg-lock: warning: a 1 has no extra 'zzz'\n"));
    let index = case.path().join("index");
    fs::write(index.join("a-2.0.whl"), "").unwrap();
    fs::write(index.join("a.tar.gz"), "").unwrap();
    run().stderr(
        contains("warning: passed over ")
            .count(2)
            .and(contains("index/a-2.0.whl: expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl\n"))
            .and(contains("index/a.tar.gz: expected NAME-VERSION ")),
    );
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"a-2-py3-none-\xff.whl");
        fs::write(index.join(name), "").unwrap();
        run().stderr(contains(".whl: the name is not UTF-8\n"));
    }
}

#[test]
fn what_is_no_index_is_trouble() {
    let case = Case::requiring("'a'");
    let run = case.run().assert().code(2).stdout(is_empty());
    run.stderr(contains("no package index here: the folder holds neither pages nor wheels"));
    let other = Case::requiring("'a'").wheel("b", "1", "");
    let run = other.run().assert().code(2).stdout(is_empty());
    run.stderr(contains("the index has no package 'a'").and(contains("is this the right index?")));
}

#[test]
fn a_broken_old_release_is_left_out_with_a_line() {
    let sound = |headers: &str| {
        Case::requiring("'a<2'")
            .wheel("a", "1.2", headers)
            .wheel("a", "1.1", "")
            .wheel("b", "1", "")
    };
    for (headers, reason) in [
        ("Requires-Dist: futures (==2.2.0),b\n", "Requires-Dist: futures (==2.2.0),b: "),
        ("Requires-Dist: b~=2\n", "Requires-Dist: b~=2: "),
        ("Requires-Dist: b @ https://127.0.0.1/b.whl\n", "'b' is required from an address"),
        ("Version 7\n", "expected 'Name: value', found 'Version 7'"),
    ] {
        let case = sound(headers);
        assert_eq!(case.pins(), "a==1.1");
        let run = case.run().args(["-o", "-"]).assert().success();
        run.stderr(contains("pkg-lock: warning: left out a 1.2: ").and(contains(reason)));
    }
    let renamed = sound("").wheel_of("a-1.9-py3-none-any.whl", "Name: a\nVersion: 1.8\n");
    assert_eq!(renamed.pins(), "a==1.2");
    let run = renamed.run().args(["-o", "-"]).assert().success();
    run.stderr(contains("left out a 1.9: the metadata is that of a 1.8, expected a 1.9"));
    // What nobody asks for is not read.
    let case = sound("Requires-Dist: b~=2 ; extra == 'x'\n");
    assert_eq!(case.pins(), "a==1.2");
    case.run().args(["-o", "-"]).assert().success().stderr(is_empty());
    // What is needed and broken has no solution, and says why.
    let needed = Case::requiring("'a'").wheel("a", "1", "Requires-Dist: b~=2\n");
    needed.run().assert().code(1).stdout(contains("a is left out (Requires-Dist: b~=2: "));
}

#[test]
fn a_project_may_ask_for_its_own_extras() {
    let text = |all: &str| {
        format!(
            "[project]\nname = \"X_y\"\nversion = \"1\"\n[project.optional-dependencies]\nfast = ['b']\n\
             all = [\"x.y[{all}]\"]\n"
        )
    };
    let case = Case::new(&text("fast")).wheel("b", "1", "");
    case.run().args(["-o", "-"]).assert().success().stdout(contains("all = [\"b\"]"));
    let run = Case::new(&text("slow")).wheel("b", "1", "").run().assert().code(2);
    run.stderr(contains("pyproject.toml:6:8: the project has no extra 'slow'"));
}

#[test]
fn names_of_groups_are_compared_as_names_are_and_go_in_no_circle() {
    let case = |groups: &str| {
        let text =
            format!("[project]\nname = \"p\"\nversion = \"1\"\n[dependency-groups]\n{groups}");
        Case::new(&text).wheel("b", "1", "")
    };
    let run = case("\"My-Dev\" = ['b']\nall = [{include-group = 'my_dev'}]\n")
        .run()
        .args(["-o", "-"])
        .assert();
    run.success().stdout(contains("groups = [\"My-Dev\", \"all\"]"));
    let run =
        case("a = [{include-group = 'b'}]\nb = [{include-group = 'A'}]\n").run().assert().code(2);
    run.stderr(contains("pyproject.toml:6:6: groups include each other: a → b → a"));
    let run = case("a = ['b']\nA = []\n").run().assert().code(2);
    run.stderr(contains("'a' and 'A' are one group"));
}

#[test]
fn what_uv_is_told_is_done_or_refused_by_name() {
    let case = |uv: &str| {
        let text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\ndependencies = ['a']\n[tool.uv]\n{uv}\n"
        );
        Case::new(&text)
            .wheel("a", "1", "Requires-Dist: b<2\n")
            .wheel("b", "1", "")
            .wheel("b", "1.5", "")
            .wheel("b", "3", "")
    };
    assert_eq!(case("constraint-dependencies = ['b<1.5']").pins(), "a==1\nb==1");
    assert_eq!(case("override-dependencies = ['b>=3']").pins(), "a==1\nb==3");
    assert_eq!(case("package = false").pins(), "a==1\nb==1.5");
    let run = case("conflicts = [[{extra = 'x'}, {extra = 'y'}]]").run().assert().code(2);
    run.stderr(contains(
        "pyproject.toml:6:13: tool.uv.conflicts would change the lock and is not supported here",
    ));
}

#[test]
fn locks_are_checked_whoever_wrote_them() {
    let case =
        Case::requiring("'a'").wheel("a", "1", "Requires-Dist: b<2 ; python_version >= '3.9'\n");
    let case = case.wheel("b", "1", "").wheel("b", "2", "").wheel("c", "1", "");
    case.run().assert().success();
    let check = |name: &str, text: &str| {
        fs::write(case.path().join(name), text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pkg-lock"));
        command.current_dir(case.path()).args(["check", "--index", "index", name]).assert()
    };
    let lock = fs::read_to_string(case.path().join("poetry.lock")).unwrap();
    check("poetry.lock", &lock).success().stdout(diff("the lock holds: 2 packages\n"));
    let hash = lock.split("sha256:").nth(1).unwrap().split('"').next().unwrap();
    let other = lock.replacen(hash, &"0".repeat(64), 1);
    check("other.lock", &other).code(1).stdout(contains("is not a digest of the index"));
    let without = lock.replace(
        "markers = \"python_version >= \\\"3.9\\\"\"\n",
        "markers = \"python_version >= \\\"3.10\\\"\"\n",
    );
    for (from, to, message) in [
        (
            "optional = false",
            "optional = true",
            "a 1 is optional in the lock, and the project requires it",
        ),
        ("sha256:", "md5:", "cannot be compared: the index has sha256"),
        (
            "python-versions = \"*\"\ngroups",
            "python-versions = \"<2, *\"\ngroups",
            "a 1 is for Python <2, * in the lock, and for any in the index",
        ),
        (
            "python-versions = \"*\"\ngroups",
            "python-versions = \"<2, ?\"\ngroups",
            "a 1: Python <2, ?: ",
        ),
        (
            "content-hash = \"",
            "content-hash = \"0",
            "the content hash is not that of pyproject.toml",
        ),
    ] {
        assert!(lock.contains(from), "{lock}");
        let other = check("changed.lock", &lock.replacen(from, to, 1));
        let output = String::from_utf8(other.code(1).get_output().stdout.clone()).unwrap();
        assert!(output.contains(message) && output.lines().count() == 1, "{output}");
    }
    let (head, rest) = lock.split_once("\n[[package]]\n").unwrap();
    let (first, _) = rest.split_once("\n[[package]]\n").unwrap();
    let twice = format!("{head}\n[[package]]\n{first}\n[[package]]\n{rest}");
    check("twice.lock", &twice).code(1).stdout(diff("a 1 is listed twice\n"));
    let (before, after) = lock.split_once("files = [").unwrap();
    let bare = format!("{before}files = [{}", &after[after.find(']').unwrap()..]);
    check("bare.lock", &bare)
        .code(1)
        .stdout(diff("a 1 has no digest of a file, and the index has them\n"));
    check("less.lock", &without)
        .code(1)
        .stdout(contains("b is missing: a 1 requires it (Python 3.9.0"));
    check("a.txt", "a==1\n").code(1).stdout(contains("b is missing: a 1 requires it"));
    check("b.txt", "a==1\nb==2\n").code(1).stdout(contains("b 2 is locked, and a 1 requires b<2"));
    check("c.txt", "a==1\nb==1\nc==1\n")
        .code(1)
        .stdout(diff("c 1 is superfluous: nothing requires it\n"));
    check("d.txt", "a==7\nb==1\n").code(1).stdout(contains("a 7 is not in the index"));
    check("e.txt", "a==1\nb==1\n").success();
    check("f.txt", "what?\n").code(2).stderr(contains("f.txt:1:1: "));
}
