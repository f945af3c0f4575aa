//! What projects, indexes and locks say, and which files are read and written.

use super::Case;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use std::fs;

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
            "[project]\nname = 'p'\nversion = '1'\nrequires-python = '>=3.9'\n[tool.uv]\nenvironments = [\"python_version < '3'\"]\n",
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
            "2:19: expected the name of a group, found \"y\"",
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
    let run = case("prerelease = 'if-necessary'").run().assert().code(2);
    run.stderr(contains("tool.uv.prerelease would change the lock and is not supported here"));
}

#[test]
fn required_environments_have_wheels() {
    let case = |requirement: &str| {
        Case::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.9\"\n\
             dependencies = [\"{requirement}\"]\n\
             [tool.uv]\nrequired-environments = [\"sys_platform == 'darwin' and platform_machine == 'arm64'\"]\n"
        ))
    };
    let a = |case: Case, version: &str, platform: &str| {
        let metadata = format!("Metadata-Version: 2.1\nName: a\nVersion: {version}\n");
        case.wheel_of(&format!("a-{version}-py3-none-{platform}.whl"), &metadata)
    };
    let linux = "manylinux_2_17_x86_64.macosx_11_0_x86_64";
    // An older version where the newer one has no wheel.
    let both = a(a(case("a"), "1", "any"), "2", linux);
    let run = both.run().args(["--format", "requirements", "-o", "-"]).assert().success();
    run.stdout(
        contains("\na==1 ; platform_machine == \"arm64\" and sys_platform == \"darwin\" \\\n").and(
            contains("\na==2 ; platform_machine != \"arm64\" or sys_platform != \"darwin\" \\\n"),
        ),
    );
    // Where the package is not required, it needs no wheel.
    let other = a(case("a ; sys_platform == 'linux'"), "2", linux);
    assert_eq!(other.pins(), "a==2 ; sys_platform == \"linux\"");
    assert_eq!(a(case("a"), "2", "macosx_11_0_universal2").pins(), "a==2");
    let none = a(case("a"), "2", linux);
    none.has_no_solution();
    let reason = "where platform_machine == \"arm64\" and sys_platform == \"darwin\":\n\
                  1. the project requires a, which no version satisfies (2 has no wheel for a required environment), \
                  so there is no solution.\n";
    none.run().assert().code(1).stdout(diff(reason));
}

#[test]
fn a_lock_of_uv_repeats_what_changed_the_choice() {
    let case = Case::new(
        "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.9\"\ndependencies = ['a']\n[tool.uv]\n\
         constraint-dependencies = [\"a<2\", \"a!=1.5 ; sys_platform == 'linux'\"]\n\
         override-dependencies = ['b==1']\nprerelease = 'allow'\n\
         environments = [\"sys_platform == 'linux'\", \"sys_platform == 'darwin'\"]\n\
         required-environments = [\"sys_platform == 'darwin'\"]\n",
    );
    let case = case.wheel("a", "1", "Requires-Dist: b\n").wheel("b", "1", "").wheel("a", "2", "");
    case.run().args(["--format", "uv"]).assert().success();
    let lock = fs::read_to_string(case.path().join("uv.lock")).unwrap();
    let head = lock.split("\n[[package]]").next().unwrap();
    let expected = "version = 1\nrevision = 3\nrequires-python = \">=3.9\"\n\
        supported-markers = [\n    \"sys_platform == 'linux'\",\n    \"sys_platform == 'darwin'\",\n]\n\
        required-markers = [\n    \"sys_platform == 'darwin'\",\n]\n\
        \n[options]\nprerelease-mode = \"allow\"\n\
        \n[manifest]\nconstraints = [\n    { name = \"a\", specifier = \"<2\" },\n    \
        { name = \"a\", marker = \"sys_platform == 'linux'\", specifier = \"!=1.5\" },\n]\n\
        overrides = [{ name = \"b\", specifier = \"==1\" }]\n";
    assert_eq!(head, expected);
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
