//! What was written is read back the same, for each format; real locks are read, written and read again.

use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use py_locks::{LockFile, pdm, pip_report, poetry, pylock, read, requirements, uv};
use std::collections::BTreeMap;

/// Any text of the kind that stands in a lock, with what must be escaped.
fn text() -> impl Strategy<Value = String> {
    "[a-z0-9=<>!.*'\"\\\\ \u{e9}\u{1F600}\n\t-]{0,12}"
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z0-9]([A-Za-z0-9._-]{0,8}[A-Za-z0-9])?"
}

/// Keys of a table are unlike each other.
fn table<T: std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Vec<(String, T)>> {
    btree_map(name(), value, 0..3).prop_map(|all: BTreeMap<String, T>| all.into_iter().collect())
}

fn filled<T: std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Vec<(String, Vec<T>)>> {
    table(vec(value, 1..3))
}

fn poetry_lock() -> impl Strategy<Value = poetry::Lock> {
    let dependency = (text(), vec(name(), 0..3), any::<bool>(), of(text())).prop_map(
        |(version, extras, optional, markers)| poetry::Dependency {
            version,
            extras,
            optional,
            markers,
        },
    );
    let markers = prop_oneof![
        Just(poetry::Markers::Always),
        text().prop_map(poetry::Markers::All),
        btree_map(name(), text(), 1..3)
            .prop_map(|all| poetry::Markers::ByGroup(all.into_iter().collect())),
    ];
    let source = (text(), text(), of(text())).prop_map(|(kind, url, reference)| poetry::Source {
        kind,
        url,
        reference,
    });
    let file = (text(), text()).prop_map(|(file, hash)| poetry::FileHash { file, hash });
    let package = (
        (name(), of(text()), text(), any::<bool>(), text(), vec(name(), 0..3)),
        (markers, vec(file, 0..3), filled(dependency), table(vec(text(), 0..3)), of(source)),
    )
        .prop_map(|(head, tail)| {
            let (name, version, description, optional, python_versions, groups) = head;
            let (markers, files, dependencies, extras, source) = tail;
            poetry::Package {
                name,
                version,
                description,
                optional,
                python_versions,
                groups,
                markers,
                files,
                dependencies,
                extras,
                source,
            }
        });
    (vec(package, 0..4), table(vec(text(), 0..3)), text(), text()).prop_map(
        |(packages, extras, python_versions, content_hash)| poetry::Lock {
            packages,
            extras,
            python_versions,
            content_hash,
        },
    )
}

fn uv_lock() -> impl Strategy<Value = uv::Lock> {
    fn file() -> impl Strategy<Value = uv::File> {
        let at = (0..3, text()).prop_map(|(kind, text)| match kind {
            0 => uv::FileAt::Url(text),
            1 => uv::FileAt::Path(text),
            _ => uv::FileAt::Name(text),
        });
        (at, of(text()), of(0..u64::from(u32::MAX))).prop_map(|(at, hash, size)| uv::File {
            at,
            hash,
            size,
        })
    }
    fn dependency() -> impl Strategy<Value = uv::Dependency> {
        let source = (name(), text()).prop_map(|(kind, at)| uv::Source { kind, at });
        (name(), of(text()), of(source), vec(name(), 0..3), of(text())).prop_map(
            |(name, version, source, extra, marker)| uv::Dependency {
                name,
                version,
                source,
                extra,
                marker,
            },
        )
    }
    fn requirement() -> impl Strategy<Value = uv::Requirement> {
        (name(), vec(name(), 0..3), of(text()), of(text()), of(text())).prop_map(
            |(name, extras, marker, specifier, index)| uv::Requirement {
                name,
                extras,
                marker,
                specifier,
                index,
            },
        )
    }
    let metadata = (vec(requirement(), 0..3), vec(name(), 1..3), filled(requirement())).prop_map(
        |(requires_dist, provides_extras, requires_dev)| uv::Metadata {
            requires_dist,
            provides_extras,
            requires_dev,
        },
    );
    let package = (
        (name(), of(text()), name(), text(), vec(text(), 0..3), vec(dependency(), 0..3)),
        (of(file()), vec(file(), 0..3), filled(dependency()), filled(dependency()), of(metadata)),
    )
        .prop_map(|(head, tail)| {
            let (name, version, kind, at, resolution_markers, dependencies) = head;
            let (sdist, wheels, optional_dependencies, dev_dependencies, metadata) = tail;
            uv::Package {
                name,
                version,
                source: uv::Source { kind, at },
                resolution_markers,
                dependencies,
                sdist,
                wheels,
                optional_dependencies,
                dev_dependencies,
                metadata,
            }
        });
    let options = (of(text()), of(text())).prop_map(|(prerelease_mode, exclude_newer)| {
        uv::Options { prerelease_mode, exclude_newer }
    });
    let markers = || vec(text(), 0..3);
    let manifest = (options, vec(requirement(), 0..3), vec(requirement(), 0..3));
    (of(text()), [markers(), markers(), markers()], manifest, vec(package, 0..4)).prop_map(
        |(requires_python, markers, (options, constraints, overrides), packages)| {
            let [resolution_markers, supported_markers, required_markers] = markers;
            uv::Lock {
                requires_python,
                resolution_markers,
                supported_markers,
                required_markers,
                options,
                constraints,
                overrides,
                packages,
            }
        },
    )
}

fn pylock_lock() -> impl Strategy<Value = pylock::Lock> {
    fn file() -> impl Strategy<Value = pylock::File> {
        (of(text()), of(text()), of(0..u64::from(u32::MAX)), table(text()))
            .prop_map(|(name, url, size, hashes)| pylock::File { name, url, size, hashes })
    }
    let package =
        (name(), of(text()), of(text()), of(text()), of(text()), of(file()), vec(file(), 0..3))
            .prop_map(|(name, version, marker, requires_python, index, sdist, wheels)| {
                pylock::Package { name, version, marker, requires_python, index, sdist, wheels }
            });
    (text(), of(text()), vec(package, 0..4)).prop_map(|(created_by, requires_python, packages)| {
        pylock::Lock { created_by, requires_python, packages }
    })
}

fn pdm_lock() -> impl Strategy<Value = pdm::Lock> {
    let package = (
        name(),
        of(text()),
        of(text()),
        vec(name(), 0..3),
        of(text()),
        vec(text(), 0..3),
        vec((text(), text()), 0..3),
    )
        .prop_map(|(name, version, requires_python, groups, marker, dependencies, files)| {
            pdm::Package { name, version, requires_python, groups, marker, dependencies, files }
        });
    (text(), vec(package, 0..4))
        .prop_map(|(content_hash, packages)| pdm::Lock { content_hash, packages })
}

fn requirements_lock() -> impl Strategy<Value = requirements::Lock> {
    let version = of("[0-9]{1,2}(\\.[0-9]{1,2}){0,2}(rc1|\\.post2)?");
    let marker = of("(os_name|python_version) (==|<) \"[a-z0-9.]{1,4}\"");
    let hashes = vec("sha256:[0-9a-f]{4,8}", 0..3);
    let package = (name(), version, marker, hashes).prop_map(|(name, version, marker, hashes)| {
        requirements::Package { name, version, marker, hashes }
    });
    vec(package, 1..5).prop_map(|packages| requirements::Lock { packages })
}

fn report() -> impl Strategy<Value = pip_report::Lock> {
    let package =
        (name(), of(text()), of(text()), table(text())).prop_map(|(name, version, url, hashes)| {
            pip_report::Package { name, version, url, hashes }
        });
    vec(package, 0..4).prop_map(|packages| pip_report::Lock { packages })
}

fn any_lock() -> impl Strategy<Value = LockFile> {
    prop_oneof![
        poetry_lock().prop_map(LockFile::Poetry),
        uv_lock().prop_map(LockFile::Uv),
        pylock_lock().prop_map(LockFile::Pylock),
        pdm_lock().prop_map(LockFile::Pdm),
        requirements_lock().prop_map(LockFile::Requirements),
        report().prop_map(LockFile::PipReport),
    ]
}

proptest! {
    #[test]
    fn what_was_written_is_read_back(lock in any_lock()) {
        let text = lock.write();
        prop_assert_eq!(read(text.as_bytes()).map_err(|e| format!("{e}: {text}")), Ok(lock));
    }

    #[test]
    fn any_text_is_read_without_panic(
        text in "(\\[\\[package\\]\\]|\\[metadata\\]|lock-version|version|name|files|=|\"|1|\\{|\\}|\\[|\\]|a==1|\\\\|\n| |é){0,30}",
    ) {
        let _ = read(text.as_bytes());
    }
}

#[test]
fn locks_of_other_tools_survive_writing() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/locks/4x4");
    let mut n_read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file_name = path.file_name().unwrap().to_str().unwrap();
        if file_name.starts_with("pyproject") || file_name == "puzzle.txt" {
            continue;
        }
        let lock = read(&std::fs::read(&path).unwrap()).unwrap();
        let locked = lock.packages();
        assert_eq!(locked.iter().filter(|one| !one.is_project).count(), 16, "{file_name}");
        assert!(locked.iter().all(|one| one.is_project || one.hashes.len() == 1), "{file_name}");
        assert_eq!(read(lock.write().as_bytes()).as_ref(), Ok(&lock), "{file_name}");
        n_read += 1;
    }
    assert_eq!(n_read, 9);
}

#[test]
fn what_is_no_lock_says_where() {
    let message = |text: &str| {
        let error = read(text.as_bytes()).unwrap_err();
        let place = error.position.map_or(String::new(), |place| format!("{place}: "));
        format!("{place}{error}")
    };
    let tail = "\n[metadata]\nlock-version = \"2.1\"\n";
    assert_eq!(
        message(&format!("[[package]]\nversion = \"1\"\n{tail}")),
        "package number 1: found nothing as 'name', expected a string"
    );
    assert_eq!(
        message(&format!("[[package]]\nname = \"a\"\nversion = 1\n{tail}")),
        "package a: found a value of type integer as 'version', expected a string"
    );
    assert_eq!(
        message("[metadata]\nlock-version = \"3.0\"\n"),
        "found a poetry.lock of version 3.0, expected version 1 or 2"
    );
    assert_eq!(message("{\"install\": [{}]}"), "package number 1 of the report has no name");
}
