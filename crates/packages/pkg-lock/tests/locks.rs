//! Locks are those that Poetry 2.5 and uv 0.13 wrote for the same project and index: markers, extras, groups,
//! names with capitals, requirements that no Python of the project needs. Files are left out.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use pkg_index::{MemoryIndex, Metadata};
use pkg_lock::{Engine, LockFormat, Origin, Project, Resolver, Verdict};

/// Package, version, Requires-Python, requirements separated by `|`, extra.
const VERSIONS: [(&str, &str, &str, &str, &str); 17] = [
    ("aa", "1.0", ">=3.8", "bb>=1,<3|cc~=1.4 ; python_version < \"3.12\"|dd[x]!=2.0", ""),
    ("aa", "2.0rc1", ">=3.8", "", ""),
    ("bb", "1.0", "", "", ""),
    ("bb", "2.5", ">=3.6,<4", "ee (>=1.0)", ""),
    ("bb", "3.0", "", "", ""),
    ("cc", "1.4", ">=3.6", "", ""),
    ("cc", "1.9", ">=3.6", "ee==1.*; sys_platform == \"win32\"", ""),
    ("cc", "2.0", "", "", ""),
    ("dd", "1.0", "", "ee ; extra == \"x\"|bb", "x"),
    ("dd", "2.0", "", "", ""),
    ("ee", "1.0", "", "", ""),
    ("ee", "1.1", "", "", ""),
    ("only-extra", "1.0", "", "deep-extra<2 ; python_version < \"3\"|ee", ""),
    ("deep-extra", "1.0", "", "", ""),
    (
        "only-dev",
        "1.0",
        "",
        "ee>=1.0, !=1.0.5, <2; os_name == \"nt\" or python_version < \"3.10\"|Cased.Name>1.0",
        "",
    ),
    ("cased-name", "1.1", "", "bb<3 ; implementation_name == \"cpython\"", ""),
    ("plat", "3", "", "", ""),
];

fn index() -> MemoryIndex {
    let mut index = MemoryIndex::new();
    for (name, version, python, requirements, extra) in VERSIONS {
        let list = |text: &str| {
            text.split('|').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let metadata = Metadata {
            version: version.to_owned(),
            summary: format!("The package {name}"),
            requires_python: list(python).pop(),
            requires_dist: list(requirements),
            provides_extra: list(extra),
            ..Metadata::default()
        };
        index.add(&name.parse().unwrap(), metadata);
    }
    index
}

/// What does not depend on files, nor on who writes the lock.
fn normalised(lock: &str) -> String {
    let lines =
        lock.lines().filter(|line| !line.starts_with("    { url") && !line.starts_with('#'));
    let lock: String = lines.flat_map(|line| [line, "\n"]).collect();
    lock.replace("files = [\n]\n", "files = []\n")
        .replace("wheels = [\n]\n", "")
        .replace("revision = 5", "revision = 3")
}

/// The lock without the lines that hold files.
fn written(engine: Engine, format: LockFormat) -> String {
    let project = Project::parse(include_str!("data/mixed/pyproject.toml")).unwrap();
    let index = index();
    let mut resolver = Resolver::new(&project, &index).unwrap();
    let Verdict::Lock(lock) =
        resolver.resolve(engine, &[Origin::of(&project, "memory")], &mut || Ok(())).unwrap()
    else {
        panic!("there is a solution");
    };
    normalised(&lock.to_file(&project, format).unwrap().write())
}

#[test]
fn the_lock_is_poetrys() {
    let expected = normalised(include_str!("data/mixed/poetry.lock"));
    for engine in [Engine::Pubgrub, Engine::Resolvo] {
        assert_eq!(written(engine, LockFormat::Poetry), expected);
    }
}

#[test]
fn the_lock_is_uvs() {
    let expected = normalised(include_str!("data/mixed/uv.lock"));
    assert_eq!(written(Engine::Resolvo, LockFormat::Uv), expected);
}

#[test]
fn what_only_a_choice_brings_is_of_the_main_group_with_all_it_needs() {
    let text = "[project]\nname = \"p\"\nversion = \"1\"\ndependencies = []\n[[tool.pkg-lock.any-of]]\n\
                requirements = [\"bb ==2.5\", \"only-dev\"]\n";
    let (project, index) = (Project::parse(text).unwrap(), index());
    for engine in [Engine::Pubgrub, Engine::Resolvo] {
        let mut resolver = Resolver::new(&project, &index).unwrap();
        let verdict =
            resolver.resolve(engine, &[Origin::of(&project, "memory")], &mut || Ok(())).unwrap();
        let Verdict::Lock(lock) = verdict else { panic!("there is a solution") };
        assert!(lock.versions().count() >= 2);
        let text = lock.to_file(&project, LockFormat::Poetry).unwrap().write();
        let n_main = text.matches("groups = [\"main\"]").count();
        assert_eq!(n_main, lock.versions().count(), "{text}");
    }
}
