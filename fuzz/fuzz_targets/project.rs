//! Any `pyproject.toml`: no panic; a table that nobody knows changes nothing; over a small index both engines
//! come to the same verdict, and a shortened reason has no solution either.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pkg_index::{MemoryIndex, Metadata};
use pkg_lock::{Engine, Error, LockFormat, Origin, Project, Resolver, Stopped, Verdict};

/// Steps after which a search is given up.
const PATIENCE: usize = 2000;

fuzz_target!(|text: &str| {
    let Ok(project) = Project::parse(text) else { return };
    if let Ok(more) = Project::parse(&format!("{text}\n[tool.nobody-knows]\nx = 1\n")) {
        assert_eq!(more.n_demands(), project.n_demands());
    }
    let index = index();
    let Ok(mut resolver) = Resolver::new(&project, &index) else { return };
    let mut n_steps = 0;
    let mut interrupt = || {
        n_steps += 1;
        if n_steps > PATIENCE { Err(Stopped::Time) } else { Ok(()) }
    };
    let mut found = Vec::new();
    let origins = [Origin::of(&project, "memory")];
    for engine in [Engine::Pubgrub, Engine::Resolvo] {
        match resolver.resolve(engine, &origins, &mut interrupt) {
            Ok(Verdict::Lock(lock)) => {
                for format in [LockFormat::Poetry, LockFormat::Uv, LockFormat::Requirements, LockFormat::Pylock] {
                    let file = lock.to_file(&project, format).expect("a format that is written");
                    assert_eq!(py_locks::read(file.write().as_bytes()), Ok(file));
                }
                found.push(true);
            }
            Ok(Verdict::NoSolution) => {
                if let Ok(conflict) = resolver.conflict(&mut interrupt) {
                    assert!(conflict.len() <= project.n_demands());
                }
                found.push(false);
            }
            Err(Error::Engine(reason)) => panic!("{reason}"),
            Err(_) => return,
        }
    }
    assert_eq!(found[0], found[1]);
});

/// `a` 1 and 2, of which 2 requires `b` 1 or, with the extra `x`, any `b` but 1; `b` 1 to 3.
fn index() -> MemoryIndex {
    let mut index = MemoryIndex::new();
    let a = "a".parse().expect("a name");
    let b = "b".parse().expect("a name");
    let version = |version: &str, requires: &[&str]| Metadata {
        version: version.to_owned(),
        requires_dist: requires.iter().map(|&one| one.to_owned()).collect(),
        provides_extra: vec!["x".to_owned()],
        ..Metadata::default()
    };
    index.add(&a, version("1", &[]));
    index.add(&a, version("2", &["b ==1; extra != 'x'", "b !=1; extra == 'x'"]));
    for number in ["1", "2", "3", "4rc1"] {
        index.add(&b, version(number, &["a; python_version < '3.9'"]));
    }
    index
}
