//! Projects in the shapes in which the world writes them, over a small index: what is locked, and that uv and Poetry
//! accept each lock, choose the same versions, and refuse what is refused here.
//!
//! They are found on the PATH or in the folder `SUDOKU_PYTHON_TOOLS`/bin; if one is not there, a line says so and
//! only our own check reads the locks.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::installers::{tool, wheel};
use tempfile::TempDir;

const PACKAGES: [(&str, &str, &str); 9] = [
    ("a", "1", "Requires-Dist: b\n"),
    ("a", "2", "Requires-Dist: b >=2,\n"),
    ("b", "1", ""),
    ("b", "2", ""),
    ("b", "3", ""),
    ("c", "1", "Provides-Extra: x\nRequires-Dist: d ; extra == 'x'\n"),
    ("c", "2", "Provides-Extra: x\nRequires-Dist: d (>=1) ; extra == 'x'\n"),
    ("d", "1", ""),
    ("zope_interface", "7", "Requires-Dist: b ; sys_platform == 'win32'\n"),
];

const OWN: &str =
    "[[tool.uv.index]]\nname = 'own'\nurl = '../index'\ndefault = true\nformat = 'flat'\n";

const PROJECT: &str = "[project]\nname = 'p'\nversion = '1'\nrequires-python = '>=3.9'\n";

/// A project beside the index.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(pyproject: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["index", "project"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for (name, version, headers) in PACKAGES {
            let metadata =
                format!("Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{headers}");
            let bytes = wheel(&format!("{name}-{version}"), &metadata);
            let file = format!("index/{name}-{version}-py3-none-any.whl");
            fs::write(folder.path().join(file), bytes).unwrap();
        }
        fs::write(folder.path().join("project/pyproject.toml"), pyproject).unwrap();
        Self { folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("project").join(name)
    }

    fn run(&self, program: &Path, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path().join("project")).args(arguments).output().unwrap()
    }

    fn pkg_lock(&self, arguments: &[&str]) -> Output {
        self.run(Path::new(env!("CARGO_BIN_EXE_pkg-lock")), arguments)
    }

    fn uv(&self, uv: &Path, arguments: &[&str]) -> Output {
        let cache = self.folder.path().join("cache").display().to_string();
        let common = ["lock", "--no-python-downloads", "--offline", "--cache-dir", &cache];
        self.run(uv, &[&common, arguments].concat())
    }

    /// The packages of a lock, but for the project: `name==version`, in the order of the lock.
    fn pins(&self, lock: &str) -> String {
        let lock = py_locks::read(&fs::read(self.file(lock)).unwrap()).unwrap();
        let others = lock.packages().into_iter().filter(|one| !one.is_project);
        let pins = others.map(|one| format!("{}=={}", one.name, one.version.unwrap()));
        pins.collect::<Vec<_>>().join(" ")
    }

    /// Locks in a format, lets our own check judge, and returns the pins.
    fn locked(&self, format: &str) -> String {
        let output = self.pkg_lock(&["--index", "../index", "--format", format, "--upgrade"]);
        assert!(output.status.success(), "{}", self.told(output));
        let lock = format!("{format}.lock");
        let output = self.pkg_lock(&["check", "--index", "../index", &lock]);
        assert!(output.status.success(), "{}", self.told(output));
        self.pins(&lock)
    }

    /// What a program said, and of which project.
    fn told(&self, output: Output) -> String {
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        format!("{said}{}", fs::read_to_string(self.file("pyproject.toml")).unwrap())
    }
}

/// Projects that uv reads too, and what is locked.
const SHAPES: &[(&str, &str)] = &[
    // Who builds the project, and whether anybody does.
    (
        "dependencies = ['a']\n[build-system]\nrequires = ['flit_core']\nbuild-backend = 'flit_core.buildapi'\n",
        "a==2 b==3",
    ),
    (
        "dependencies = ['a']\n[build-system]\nrequires = []\n[tool.uv]\npackage = false\n",
        "a==2 b==3",
    ),
    ("dependencies = ['a']\n[tool.uv]\npackage = true\n", "a==2 b==3"),
    // Names, extras and groups.
    (
        "dependencies = ['Zope.Interface', 'C[X]']\n[project.optional-dependencies]\nMy_Extra = ['a']\n\"Other.One\" = ['p[my-extra]']\n\
      [dependency-groups]\n\"My-Dev\" = ['d']\nall = [{include-group = 'my_dev'}, 'b<3']\n",
        "a==2 b==2 c==2 d==1 zope-interface==7",
    ),
    (
        "dependencies = []\n[project.optional-dependencies]\nz = []\nb = ['b']\n[dependency-groups]\nempty = []\ndev = ['d']\n",
        "b==3 d==1",
    ),
    (
        "[project.optional-dependencies]\n[dependency-groups]\n[tool.uv]\ndev-dependencies = []\nenvironments = []\nconflicts = []\n",
        "",
    ),
    (
        "dependencies = ['d']\n[dependency-groups]\ndev = ['b']\n[tool.uv]\ndev-dependencies = ['a']\ndefault-groups = ['dev']\n",
        "a==2 b==3 d==1",
    ),
    ("dependencies = ['p']\n", ""),
    ("dependencies = ['d', 'p[x]']\n[project.optional-dependencies]\nx = ['b']\n", "b==3 d==1"),
    ("[project.optional-dependencies]\nx = ['p[y]', 'b']\ny = ['p[x]', 'd']\n", "b==3 d==1"),
    // Spaces, parentheses, a comma too many, one package several times.
    (
        "dependencies = ['c  [ x ]  ( >=1 , <2 )', ' b>=1, ', 'b != 3', 'd(>=1,)']\n",
        "b==2 c==1 d==1",
    ),
    (
        "dependencies = [\"b<2; python_version<'3.12'\", \"b>=2; python_version>='3.12'\"]\n",
        "b==1 b==3",
    ),
    // An extra in a marker of the project's own requirement is not asked for.
    ("dependencies = ['d', \"b ; extra == 'never'\"]\n", "d==1"),
    // Constraints and overrides, of the project's own requirements too.
    (
        "dependencies = ['a']\n[tool.uv]\nconstraint-dependencies = [\"B<3\", 'unused>9']\n",
        "a==2 b==2",
    ),
    ("dependencies = ['a', 'b<2']\n[tool.uv]\noverride-dependencies = ['b>=3']\n", "a==2 b==3"),
    ("dependencies = ['c[x]']\n[tool.uv]\noverride-dependencies = ['c==1']\n", "c==1"),
    (
        "dependencies = ['a']\n[tool.uv]\noverride-dependencies = [\"b<2 ; sys_platform == 'linux'\", \"b>2 ; sys_platform != 'linux'\"]\n",
        "a==2 b==1 b==3",
    ),
    (
        "dependencies = ['a']\n[tool.uv]\noverride-dependencies = [\"b ; sys_platform == 'never'\"]\n",
        "a==2 b==3",
    ),
    (
        "dependencies = ['zope-interface']\n[tool.uv]\noverride-dependencies = ['b<3']\n",
        "b==2 zope-interface==7",
    ),
    (
        "dependencies = ['c']\n[project.optional-dependencies]\nx = ['c[x]']\n[tool.uv]\noverride-dependencies = ['d']\n",
        "c==2 d==1",
    ),
    ("dependencies = ['d', \"b ; extra == 'x' or sys_platform == 'linux'\"]\n", "b==3 d==1"),
    // Constraints with markers: what they are about splits the environments, and nothing else.
    (
        "dependencies = ['b']\n[tool.uv]\nconstraint-dependencies = [\"b<2 ; sys_platform == 'linux'\", \"b>2 ; sys_platform != 'linux'\"]\n",
        "b==1 b==3",
    ),
    (
        "dependencies = ['a']\n[tool.uv]\nconstraint-dependencies = [\"b<3 ; sys_platform == 'linux'\", \"b>2 ; sys_platform != 'linux'\"]\n",
        "a==2 b==2 b==3",
    ),
    (
        "dependencies = ['b']\n[tool.uv]\nconstraint-dependencies = [\"b<2 ; python_version < '3.12'\"]\n",
        "b==1 b==3",
    ),
    (
        "dependencies = ['b']\n[tool.uv]\nconstraint-dependencies = [\"b<2 ; sys_platform == 'linux'\"]\n",
        "b==1",
    ),
    (
        "dependencies = [\"b ; sys_platform == 'win32'\"]\n[tool.uv]\nconstraint-dependencies = [\"b<2 ; sys_platform == 'linux'\"]\n",
        "b==3",
    ),
    (
        "dependencies = [\"b ; sys_platform == 'linux'\", 'd']\n[tool.uv]\nconstraint-dependencies = [\"b<2 ; sys_platform == 'linux'\"]\n",
        "b==1 d==1",
    ),
    (
        "dependencies = ['d']\n[tool.uv]\nconstraint-dependencies = [\"b<2 ; sys_platform == 'linux'\"]\n",
        "d==1",
    ),
    (
        "dependencies = ['c[x]']\n[tool.uv]\nconstraint-dependencies = [\"c<2 ; sys_platform == 'linux'\", \"c>1 ; sys_platform != 'linux'\"]\n",
        "c==1 c==2 d==1",
    ),
    // What says nothing new.
    (
        "dependencies = ['d']\n[tool.uv]\nfork-strategy = 'requires-python'\nindex-strategy = 'first-index'\nno-sources = false\n\
      add-bounds = 'exact'\nenvironments = \"sys_platform == 'linux'\"\n",
        "d==1",
    ),
    ("dependencies = ['d']\n[tool.uv.sources]\nb = { git = 'https://127.0.0.1/b' }\n", "d==1"),
    ("dependencies = ['d']\n[tool.uv.sources]\nd = [{ index = 'own' }]\n", "d==1"),
    (
        "dependencies = ['d']\n[tool.black]\nx = 1\n[[tool.mypy.overrides]]\nmodule = 'x.*'\n[tool.pdm.scripts]\ny = 'z'\n",
        "d==1",
    ),
];

#[test]
fn projects_in_the_shapes_of_the_world_are_locked_as_uv_locks_them() {
    let uv = tool("uv");
    for (rest, expected) in SHAPES {
        let text = format!("{PROJECT}{rest}{OWN}");
        for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            let case = Case::new(&text);
            assert_eq!(case.locked("uv"), *expected, "{text}");
            assert_eq!(case.locked("poetry"), *expected, "{text}");
        }
        let Some(uv) = &uv else { continue };
        let case = Case::new(&text);
        case.locked("uv");
        let ours = fs::read_to_string(case.file("uv.lock")).unwrap();
        let output = case.uv(uv, &["--check"]);
        assert!(output.status.success(), "{}{ours}", case.told(output));
        fs::remove_file(case.file("uv.lock")).unwrap();
        let output = case.uv(uv, &[]);
        assert!(output.status.success(), "{}", case.told(output));
        assert_eq!(case.pins("uv.lock"), *expected, "{text}");
    }
}

/// Projects of Poetry, and what is locked.
const POETRYS: &[(&str, &str)] = &[
    ("c = { version = '^1', extras = ['x'] }\n", "c==1 d==1"),
    (
        "b = { version = '*', platform = 'win32' }\nd = { version = '1', platform = 'linux || darwin' }\n",
        "b==3 d==1",
    ),
    ("b = { version = '*', platform = '!=win32,!=cygwin' }\n", "b==3"),
    (
        "b = [{ version = '<2', python = '<3.10' }, { version = '^3.0', python = '>=3.10' }]\n",
        "b==1 b==3",
    ),
    (
        "b = [{ version = '<2', python = '<3.10', optional = true }, { version = '^3', python = '>=3.10', optional = true }]\n\
      [tool.poetry.extras]\nnumbers = ['B']\n",
        "b==1 b==3",
    ),
    (
        "[tool.poetry.group.test.dependencies]\nd = '*'\n[tool.poetry.group.dev]\noptional = true\ninclude-groups = ['Test']\n\
      [tool.poetry.group.dev.dependencies]\nb = '~2'\n",
        "b==2 d==1",
    ),
    ("b = '1 || ~2'\n", "b==2"),
];

#[test]
fn projects_of_poetry_are_locked_as_poetry_locks_them() {
    let poetry = tool("poetry");
    for (rest, expected) in POETRYS {
        let text = format!(
            "[tool.poetry]\nname = 'p'\nversion = '1'\npackage-mode = false\ndescription = ''\nauthors = []\n\
             [tool.poetry.dependencies]\npython = '^3.9'\n{rest}"
        );
        let case = Case::new(&text);
        assert_eq!(case.locked("poetry"), *expected, "{text}");
        let Some(poetry) = &poetry else { continue };
        let output = case.run(poetry, &["check", "--lock"]);
        // What else it minds of the project is not about the lock.
        let told = case.told(output);
        assert!(!told.contains("poetry.lock") && !told.contains("invalid:"), "{told}");
    }
}

#[test]
fn what_is_optional_is_installed_with_its_extra_alone() {
    let text = "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\n\
                b = [{ version = '<2', python = '<3.10', optional = true }, { version = '^3', python = '>=3.10', optional = true }]\n\
                [tool.poetry.extras]\nnumbers = ['b']\n";
    let case = Case::new(text);
    case.locked("poetry");
    let lock = fs::read_to_string(case.file("poetry.lock")).unwrap();
    assert_eq!(lock.matches("optional = true").count(), 2, "{lock}");
    assert_eq!(lock.matches("extra == \\\"numbers\\\"").count(), 2, "{lock}");
}

#[test]
fn included_groups_of_poetry_are_in_the_including_one() {
    let groups = |more: &str| {
        format!(
            "[tool.poetry]\nname = 'p'\nversion = '1'\n[dependency-groups]\npep = ['b']\n\
             [tool.poetry.group.one.dependencies]\nd = '*'\n[tool.poetry.group.two]\ninclude-groups = ['one', 'pep']\n\
             [tool.poetry.group.three]\ninclude-groups = ['two']\n{more}"
        )
    };
    let case = Case::new(&groups(""));
    case.locked("poetry");
    let lock = fs::read_to_string(case.file("poetry.lock")).unwrap();
    assert!(lock.contains("groups = [\"one\", \"three\", \"two\"]"), "{lock}");
    assert!(lock.contains("groups = [\"pep\", \"three\", \"two\"]"), "{lock}");
    let circle = Case::new(&groups("[tool.poetry.group.four]\ninclude-groups = ['four']\n"));
    let output = circle.pkg_lock(&["--index", "../index"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(circle.told(output).contains("the group 'four' includes itself"));
}

/// What is refused, the message, and whether uv refuses it too: it reads some requirements that `packaging` does not.
const REFUSED: &[(&str, &str, bool)] = &[
    ("[project]\nversion = '1'\n", "1:1: the project has no 'name'", true),
    ("[project]\nname = 'p'\n", "1:1: the project has no 'version', and it is not dynamic", true),
    ("[tool.poetry]\nname = 'p'\n", "1:1: the project has no 'version'", false),
    ("[tool.poetry]\npackage-mode = 'no'\n", "2:16: expected true or false, found string", false),
    ("[project]\nname = 'p'\nversion = 'one'\n", "3:11: 'one' is not a version", true),
    (
        "[project]\nname = 'p'\nversion = '1'\n[project.optional-dependencies]\nx_y = []\nX-y = ['b']\n",
        "6:7: there are two extras 'x-y'",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[tool.uv]\npackage = 'yes'\n",
        "5:11: expected true or false",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[tool.uv]\ndefault-groups = ['none']\n",
        "5:19: expected the name of a group, found \"none\"",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[tool.uv]\nenvironments = [\"sys_platform == 'linux'\", \"os_name == 'posix'\"]\n",
        "5:16: the environments overlap",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[[tool.uv.index]]\nurl = '../index'\nexplicit = true\n",
        "4:1: an explicit index has a 'name'",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[tool.uv]\nindex = [{name = 'i', url = 'u'}, {name = 'i', url = 'v'}]\n",
        "5:35: there is another index with this name",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[tool.uv]\nindex = [{url = 'u', default = true}, {url = 'v', default = true}]\n",
        "5:39: there is another index with 'default'",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\n[tool.uv]\nindex = ['https://127.0.0.1/simple']\n",
        "5:10: expected [[tool.uv.index]], found string",
        true,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\ndependencies = ['b @ https://127.0.0.1/b-1-py3-none-any.whl']\n",
        "4:17: 'b' is required from an address",
        false,
    ),
    ("[project]\nname = 'p'\nversion = '1'\ndependencies = ['b,']\n", "4:17: ", false),
    ("[project]\nname = 'p'\nversion = '1'\ndependencies = ['b[x,']\n", "4:17: ", true),
    (
        "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\nb = {version = '*', platform = 'win 32'}\n",
        "5:32: 'win 32', expected a platform",
        false,
    ),
    (
        "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\nb = {path = '../b'}\n",
        "5:13: 'path': only packages from an index",
        false,
    ),
    (
        "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\nb = [{version = '1', optional = true, markers = \"extra == 'x' and extra != 'y'\"}]\n[tool.poetry.extras]\nx = ['b']\n",
        "5:5: extras that exclude each other",
        false,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\ndependencies = [\"b ; extra != 'x'\"]\n",
        "4:17: extras that exclude each other",
        false,
    ),
    (
        "[project]\nname = 'p'\nversion = '1'\ndynamic = ['version']\n",
        "4:12: 'version' is dynamic, and given too",
        false,
    ),
    (
        "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\nb = []\n",
        "5:5: expected at least one",
        false,
    ),
];

#[test]
fn what_no_tool_would_lock_is_refused() {
    let uv = tool("uv");
    for (text, message, with_uv) in REFUSED {
        let case = Case::new(text);
        let output = case.pkg_lock(&["--index", "../index"]);
        assert_eq!(output.status.code(), Some(2), "{}", case.told(output));
        let told = case.told(output);
        assert!(
            told.starts_with(&format!("pkg-lock: error: ./pyproject.toml:{message}")),
            "{told}"
        );
        assert!(!case.file("poetry.lock").exists());
        if let Some(uv) = uv.as_ref().filter(|_| *with_uv) {
            let output = case.uv(uv, &["--no-index", "--find-links", "../index"]);
            assert!(!output.status.success(), "{}", case.told(output));
        }
    }
}

#[test]
fn a_lock_of_uv_is_in_the_words_of_uv() {
    let text = "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\npython = '~3.11 || ~3.12'\nb = '^1'\n\
                [tool.poetry.group.Dev_Tools.dependencies]\nd = '1'\n[build-system]\nrequires = []\n";
    let case = Case::new(text);
    case.locked("uv");
    let lock = fs::read_to_string(case.file("uv.lock")).unwrap();
    for words in [
        "requires-python = \">=3.11, <3.13\"\n",
        "source = { editable = \".\" }\n",
        "requires-dist = [{ name = \"b\", specifier = \">=1,<2\" }]\n",
        "dev-tools = [{ name = \"d\", specifier = \"==1\" }]\n",
    ] {
        assert!(lock.contains(words), "{words}{lock}");
    }
    for alternatives in [text.replace("'^1'", "'^1 || ^3'"), text.replace("~3.12", "~3.13")] {
        let case = Case::new(&alternatives);
        for format in ["uv", "pylock"] {
            let output = case.pkg_lock(&["--index", "../index", "--format", format]);
            if format == "pylock" && output.status.success() {
                continue;
            }
            assert_eq!(output.status.code(), Some(2));
            let told = case.told(output);
            assert!(told.contains("error: this format has no words for '"), "{told}");
        }
        case.locked("poetry");
    }
    // A project that is for any Python.
    let case = Case::new("[project]\nname = 'p'\nversion = '1'\n");
    case.locked("uv");
    assert!(fs::read_to_string(case.file("uv.lock")).unwrap().contains("requires-python = \"\"\n"));
}

#[test]
fn a_folder_is_read_as_its_table_says() {
    let text = |more: &str| format!("{PROJECT}dependencies = ['d']\n[tool.uv]\n{more}\n");
    for (more, message) in [
        ("index = [{ url = '../index' }]", "index: the folder holds wheels and no pages"),
        (
            "index = [{ url = '../pages', format = 'flat' }]",
            "pages: the folder holds pages, not wheels alone",
        ),
        (
            "find-links = ['../pages']\nno-index = true",
            "pages: the folder holds pages, not wheels alone",
        ),
    ] {
        let case = Case::new(&text(more));
        let page = case.folder.path().join("pages/d");
        fs::create_dir_all(&page).unwrap();
        let (file, index) = ("d-1-py3-none-any.whl", case.folder.path().join("index"));
        fs::copy(index.join(file), page.join(file)).unwrap();
        fs::write(page.join("index.html"), format!("<a href=\"{file}\">{file}</a>")).unwrap();
        let output = case.pkg_lock(&["--format", "uv"]);
        assert_eq!(output.status.code(), Some(2), "{more}");
        let told = case.told(output);
        assert!(told.contains(message) && told.contains("format = \"flat\""), "{told}");
        // The command line says nothing of what a folder holds, and takes either.
        let either = if more.contains("pages") { "../pages" } else { "../index" };
        let output = case.pkg_lock(&["--index", either, "--format", "uv"]);
        assert!(output.status.success(), "{}", case.told(output));
        if let Some(uv) = tool("uv") {
            fs::remove_file(case.file("uv.lock")).unwrap();
            let output = case.uv(&uv, &[]);
            assert!(!output.status.success(), "{}", case.told(output));
        }
    }
}

#[test]
fn user_and_password_of_an_index_stand_in_no_lock() {
    let text = format!(
        "{PROJECT}dependencies = ['d']\n\
         [[tool.uv.index]]\nname = 'own'\nurl = 'https://me:secret@127.0.0.1/simple'\n\
         [tool.uv.sources]\nd = {{ index = 'own' }}\n\
         [[tool.poetry.source]]\nname = 'own'\nurl = 'https://me:secret@127.0.0.1/simple'\n"
    );
    for format in ["uv", "poetry"] {
        let case = Case::new(&text);
        let output = case.pkg_lock(&["--index", "own=../index", "--format", format]);
        assert!(output.status.success(), "{}", case.told(output));
        let lock = fs::read_to_string(case.file(&format!("{format}.lock"))).unwrap();
        assert!(lock.contains("\"https://127.0.0.1/simple\""), "{lock}");
        assert!(!lock.contains("secret") && !lock.contains("me@"), "{lock}");
    }
}

#[test]
fn an_address_may_end_in_an_equals_sign() {
    let case = Case::new(&format!("{PROJECT}dependencies = ['d']\n"));
    fs::rename(case.folder.path().join("index"), case.file("wheels=")).unwrap();
    let output = case.pkg_lock(&["--index", "./wheels="]);
    assert!(output.status.success(), "{}", case.told(output));
    let output = case.pkg_lock(&["--index", "own=./wheels=", "--upgrade"]);
    assert!(output.status.success(), "{}", case.told(output));
    let output = case.pkg_lock(&["--index", "own="]);
    assert_eq!(output.status.code(), Some(2));
    assert!(case.told(output).contains("expected a folder or an address"));
}

#[test]
fn sources_of_poetry_are_found_however_they_are_capitalised() {
    let text = |source: &str| {
        format!(
            "[tool.poetry]\nname = 'p'\nversion = '1'\n[tool.poetry.dependencies]\n\
             d = {{ version = '*', source = '{source}' }}\n\
             [[tool.poetry.source]]\nname = 'Own'\nurl = 'https://127.0.0.1/simple'\npriority = 'explicit'\n"
        )
    };
    let case = Case::new(&text("OWN"));
    let output = case.pkg_lock(&["--index", "Own=../index"]);
    assert!(output.status.success(), "{}", case.told(output));
    let lock = fs::read_to_string(case.file("poetry.lock")).unwrap();
    assert!(lock.contains("reference = \"Own\""), "{lock}");
    // Poetry's locks do not name the public index, whose address it knows.
    let case = Case::new(&text("pypi"));
    let output = case.pkg_lock(&["--index", "PyPI=../index"]);
    assert!(output.status.success(), "{}", case.told(output));
    let lock = fs::read_to_string(case.file("poetry.lock")).unwrap();
    assert!(lock.contains("name = \"d\"") && !lock.contains("reference"), "{lock}");
}

#[test]
fn tables_of_poetry_beside_those_of_the_project_say_where_packages_come_from() {
    let text = |dependencies: &str| {
        format!(
            "{PROJECT}dependencies = [{dependencies}]\n[project.optional-dependencies]\nx = []\n[tool.poetry.dependencies]\n\
             b = {{ version = '1', optional = true }}\n[tool.poetry.extras]\nx = ['b']\n"
        )
    };
    assert_eq!(Case::new(&text("'d'").replace("x = ['b']", "y = ['b']")).locked("poetry"), "d==1");
    assert_eq!(Case::new(&text("\"d ; extra == 'no'\"")).locked("poetry"), "");
    // Where the project requires nothing, Poetry's tables do.
    assert_eq!(Case::new(&text("").replace("x = ['b']", "y = ['b']")).locked("poetry"), "b==1");
}

#[test]
fn every_project_is_read_or_refused_at_a_place() {
    let all = include_str!("../../../../testdata/projects.txt");
    let (mut n_read, mut n_refused) = (0, 0);
    for section in all.split("\n# === ").skip(1) {
        let (name, text) = section.split_once('\n').unwrap();
        match pkg_lock::Project::parse(text) {
            Ok(_) => n_read += 1,
            Err(pkg_lock::Error::Project(_)) => n_refused += 1,
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(n_read > 100 && n_refused > 50, "{n_read} {n_refused}");
}
