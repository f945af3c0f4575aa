//! Random indexes against an oracle built on Python's `packaging`: `requires-python`, markers on full
//! versions, stars, tags, broken and withdrawn releases, extras of the project, pre-releases of packages, constraints
//! and overrides.
//!
//! Both engines come to the oracle's verdict, each lock is one by the oracle, and the check finds what the oracle
//! finds in locks that were spoilt.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

#[path = "../../lock-check/tests/support/mod.rs"]
mod support;

use pkg_index::{MemoryIndex, Metadata, PackageName};
use pkg_lock::{Engine, Error, LockFormat, Origin, Project, Resolver, Verdict};
use py_locks::{LockFile, LockedPackage, requirements};
use std::collections::BTreeMap;
use std::fmt::Write;
use support::{Random, ask, json};

/// How many indexes; the variable `N_INDEXES` asks for another number.
fn n_cases() -> u64 {
    std::env::var("N_INDEXES").map_or(120, |number| number.parse().unwrap())
}

const VERSIONS: [&str; 14] = [
    "0.9",
    "1.0",
    "1.0.1",
    "1.1",
    "1.2a1",
    "1.2",
    "1.10",
    "2",
    "2.0.1",
    "2.0.1+x",
    "2.1rc1",
    "2.1.post1",
    "3.0.dev1",
    "1!0.5",
];

const PYTHONS: [Option<&str>; 8] = [
    None,
    Some(">=3.8"),
    Some(">=3.9,<3.12"),
    Some("==3.11.*"),
    Some(">=3.8,!=3.9.*,<4"),
    Some("~=3.9"),
    Some("==3.9.*"),
    Some(">=3.10"),
];

const MARKERS: [&str; 12] = [
    "python_full_version >= '3.9.1'",
    "python_full_version < '3.11.1'",
    "python_version == '3.9'",
    "python_version < '3.10'",
    "python_version >= '3.12'",
    "python_full_version == '3.11.*'",
    "python_version != '3.9'",
    "sys_platform == 'win32'",
    "os_name == 'java'",
    "python_version > '3.8' and sys_platform == 'darwin'",
    "python_version < '3.9' or os_name == 'nt'",
    "python_version in '3.8 3.10'",
];

struct Release {
    version: &'static str,
    says: &'static str,
    tags: &'static str,
    yanked: bool,
    requires_python: Option<&'static str>,
    requires_dist: Vec<String>,
}

struct Case {
    requires_python: Option<&'static str>,
    dependencies: Vec<String>,
    extras: BTreeMap<&'static str, Vec<String>>,
    constraints: Vec<String>,
    overrides: Vec<String>,
    packages: Vec<(String, Vec<Release>)>,
}

fn specifier(random: &mut Random) -> String {
    let version = |random: &mut Random| random.one_of(&VERSIONS[..9]);
    match random.below(12) {
        0..3 => String::new(),
        3 => format!("=={}", random.one_of(&VERSIONS)),
        4 => format!("!={}", version(random)),
        5 => format!(">={},<{}", version(random), random.one_of(&["2", "2.1rc1", "3", "1!0"])),
        6 => format!("~={}", random.one_of(&["1.0", "1.0.1", "1.2", "2.0"])),
        7 => format!("=={}.*", random.one_of(&["1", "2", "1.0", "2.1", "2.0.1", "1.2"])),
        8 => format!("!={}.*", random.one_of(&["1", "2", "1.0", "2.1"])),
        9 => format!("{}{}", random.one_of(&["<", "<=", ">", ">="]), version(random)),
        10 => format!(
            "{}{}",
            random.one_of(&["<", "<=", ">", ">="]),
            random.one_of(&["1.2a1", "2.1rc1", "2.1.post1"])
        ),
        _ => format!(">{}", version(random)),
    }
}

fn requirement(random: &mut Random, n: usize) -> String {
    let name = ["pkg-a", "Pkg_B", "pkg.c", "pkg-d", "pkg-e"][random.below(n)];
    let extra = if random.below(8) == 0 { "[x]" } else { "" };
    let marker = match random.below(3) {
        0 => format!(" ; {}", random.one_of(&MARKERS)),
        _ => String::new(),
    };
    format!("{name}{extra}{}{marker}", specifier(random))
}

fn release(random: &mut Random, version: &'static str, n: usize) -> Release {
    let mut requires_dist: Vec<String> =
        (0..random.below(3)).map(|_| requirement(random, n)).collect();
    if random.below(5) == 0 {
        let plain =
            format!("pkg-{}{}", random.one_of(&["a", "b", "c"][..n.min(3)]), specifier(random));
        requires_dist.push(format!("{plain} ; extra == 'x'"));
    }
    match random.below(40) {
        0 => requires_dist.push("pkg-a (==1.0),b".into()),
        1 => requires_dist.push("pkg-b @ https://127.0.0.1/b.whl".into()),
        2 => requires_dist.push("pkg-a~=2".into()),
        3 => requires_dist.push("pkg-a~=2 ; extra == 'x'".into()),
        4 => requires_dist.push("pkg-a (==1.0),b ; extra == 'y'".into()),
        _ => {}
    }
    let says = if random.below(40) == 0 { "0.0.7" } else { version };
    let tags = match random.below(14) {
        0 => "cp37-cp37m-win32",
        1 => "graalpy310-graalpy230_310_native-any",
        2 => "cp311-cp311-linux_x86_64",
        _ => "py3-none-any",
    };
    let requires_python = match random.below(5) {
        0 => {
            Some(random.one_of(&[">=3.8", ">=3.9", "!=3.9.*", "<3.12", ">=3.10,<3.13", "==3.11.*"]))
        }
        _ => None,
    };
    Release { version, says, tags, yanked: random.below(20) == 0, requires_python, requires_dist }
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let n = 2 + random.below(4);
        let packages = (0..n).map(|i| {
            let mut releases = Vec::new();
            for version in VERSIONS {
                if random.below(3) == 0 {
                    releases.push(release(random, version, n));
                }
            }
            (format!("pkg-{}", (b'a' + i as u8) as char), releases)
        });
        let packages = packages.collect();
        let mut dependencies: Vec<String> =
            (0..=random.below(n)).map(|_| requirement(random, n)).collect();
        let mut extras = BTreeMap::new();
        if random.below(5) == 0 {
            extras.insert("fast", vec![requirement(random, n)]);
            extras.insert("All", vec!["project[fast]".to_owned()]);
            if random.below(2) == 0 {
                dependencies.push("Project[all]".to_owned());
            }
        }
        let requires_python = PYTHONS[random.below(PYTHONS.len())];
        let without_extra = |random: &mut Random| requirement(random, n).replace("[x]", "");
        let constraints = match random.below(4) {
            0 => (0..=random.below(2)).map(|_| without_extra(random)).collect(),
            _ => Vec::new(),
        };
        let overrides = match random.below(8) {
            0 => (0..=random.below(2)).map(|_| requirement(random, n)).collect(),
            _ => Vec::new(),
        };
        Self { requires_python, dependencies, extras, constraints, overrides, packages }
    }

    fn index(&self) -> MemoryIndex {
        let mut index = MemoryIndex::new();
        for (package, releases) in &self.packages {
            let name: PackageName = package.parse().unwrap();
            index.add_package(&name);
            for one in releases {
                let metadata = Metadata {
                    name: package.clone(),
                    version: one.says.to_owned(),
                    requires_python: one.requires_python.map(str::to_owned),
                    requires_dist: one.requires_dist.clone(),
                    provides_extra: vec!["x".to_owned(), "y".to_owned()],
                    ..Metadata::default()
                };
                index.add_wheel(&name, one.version, one.tags, one.yanked, metadata);
            }
        }
        index
    }

    fn pyproject(&self) -> String {
        let mut text = "[project]\nname = \"project\"\nversion = \"1\"\n".to_owned();
        if let Some(python) = self.requires_python {
            writeln!(text, "requires-python = \"{python}\"").unwrap();
        }
        writeln!(text, "dependencies = {:?}\n[project.optional-dependencies]", self.dependencies)
            .unwrap();
        for (name, list) in &self.extras {
            writeln!(text, "{name} = {list:?}").unwrap();
        }
        let (constraints, overrides) = (&self.constraints, &self.overrides);
        writeln!(text, "[tool.uv]\nconstraint-dependencies = {constraints:?}").unwrap();
        writeln!(text, "override-dependencies = {overrides:?}").unwrap();
        text
    }

    /// The question to the oracle, with some locks.
    fn question(&self, locks: &[BTreeMap<String, String>], pins: &[Vec<LockedPackage>]) -> String {
        let list = |all: &[String]| {
            let all: Vec<String> = all.iter().map(|one| json(one)).collect();
            format!("[{}]", all.join(","))
        };
        let or_null = |text: Option<&str>| text.map_or("null".to_owned(), json);
        let releases = |all: &[Release]| {
            let all = all.iter().map(|one| {
                format!(
                    "{{\"version\":{},\"says\":{},\"tags\":{},\"yanked\":{},\"requires_python\":{},\"requires_dist\":{}}}",
                    json(one.version), json(one.says), json(one.tags), one.yanked,
                    or_null(one.requires_python), list(&one.requires_dist)
                )
            });
            format!("[{}]", all.collect::<Vec<_>>().join(","))
        };
        let packages: Vec<String> = self
            .packages
            .iter()
            .map(|(name, all)| format!("{}:{}", json(name), releases(all)))
            .collect();
        let extras: Vec<String> =
            self.extras.iter().map(|(name, all)| format!("{}:{}", json(name), list(all))).collect();
        let pins = pins.iter().map(|pins| {
            let one = |pin: &LockedPackage| {
                let LockedPackage { name, version, marker, .. } = pin;
                let version = version.as_deref().map_or("null".to_owned(), json);
                let marker = marker.as_deref().map_or("null".to_owned(), json);
                format!("{{\"name\":{},\"version\":{version},\"marker\":{marker}}}", json(name))
            };
            format!("[{}]", pins.iter().map(one).collect::<Vec<_>>().join(","))
        });
        let locks = locks.iter().map(|lock| {
            let all: Vec<String> = lock
                .iter()
                .map(|(name, version)| format!("{}:{}", json(name), json(version)))
                .collect();
            format!("{{{}}}", all.join(","))
        });
        format!(
            "{{\"requires_python\":{},\"dependencies\":{},\"extras\":{{{}}},\"constraints\":{},\"overrides\":{},\"index\":{{{}}},\"locks\":[{}],\"pins\":[{}]}}",
            or_null(self.requires_python),
            list(&self.dependencies),
            extras.join(","),
            list(&self.constraints),
            list(&self.overrides),
            packages.join(","),
            locks.collect::<Vec<_>>().join(","),
            pins.collect::<Vec<_>>().join(",")
        )
    }
}

/// What we say about a case.
struct Found {
    verdicts: Vec<Option<bool>>,
    locks: Vec<BTreeMap<String, String>>,
    /// What the check says about each lock.
    checked: Vec<bool>,
    /// Our locks, with the environments in which each version is chosen.
    pins: Vec<Vec<LockedPackage>>,
}

fn find(case: &Case, random: &mut Random) -> Found {
    let (index, text) = (case.index(), case.pyproject());
    let project = Project::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut found =
        Found { verdicts: Vec::new(), locks: Vec::new(), checked: Vec::new(), pins: Vec::new() };
    for engine in [Engine::Pubgrub, Engine::Resolvo] {
        let verdict = Resolver::new(&project, &index).and_then(|mut resolver| {
            resolver.resolve(engine, &[Origin::of(&project, "memory")], &mut || Ok(()))
        });
        match verdict {
            Ok(Verdict::Lock(lock)) => {
                let versions =
                    lock.versions().map(|(name, version)| (name.to_string(), version.to_owned()));
                found.verdicts.push(Some(true));
                found.locks.push(versions.collect());
                let pins = lock.to_file(&project, LockFormat::Uv).unwrap().packages();
                found.pins.push(pins.into_iter().filter(|pin| !pin.is_project).collect());
                let file = lock.to_file(&project, LockFormat::Poetry).unwrap();
                let mut faults = lock_check::check(&file, &text, &index).unwrap();
                // Two markers may exclude each other on all usual platforms.
                faults.retain(|fault| !matches!(fault, lock_check::Fault::Superfluous { .. }));
                assert!(faults.is_empty(), "{faults:?} {text} {}", case.question(&[], &[]));
                found.checked.push(true);
            }
            Ok(Verdict::NoSolution) => found.verdicts.push(Some(false)),
            Err(Error::NoPackage { .. }) => found.verdicts.push(None),
            Err(error) => panic!("{error}: {text} {}", case.question(&[], &[])),
        }
    }
    // A spoilt lock: another version, or a package less. Extras of the project are not in such a file.
    if let Some(lock) = found.locks.first().filter(|_| case.extras.is_empty()).cloned() {
        let mut lock = lock;
        if let Some(name) = lock.keys().nth(random.below(lock.len().max(1))).cloned() {
            let releases = &case.packages.iter().find(|(package, _)| *package == name).unwrap().1;
            let other = releases[random.below(releases.len())].version;
            if random.below(4) == 0 {
                lock.remove(&name);
            } else {
                lock.insert(name, other.to_owned());
            }
            found.checked.push(is_right(&lock, &text, &index));
            found.locks.push(lock);
        }
    }
    found
}

fn is_right(lock: &BTreeMap<String, String>, text: &str, index: &MemoryIndex) -> bool {
    let package = |(name, version): (&String, &String)| requirements::Package {
        name: name.clone(),
        version: Some(version.clone()),
        marker: None,
        hashes: Vec::new(),
    };
    let packages = lock.iter().map(package).collect();
    let file = LockFile::Requirements(requirements::Lock { packages });
    lock_check::check(&file, text, index).unwrap().is_empty()
}

/// A list of truths of an answer.
fn truths(answer: &str, field: &str) -> Vec<bool> {
    let (_, list) = answer.split_once(&format!("\"{field}\": [")).unwrap();
    let (list, _) = list.split_once(']').unwrap();
    list.split(", ").filter(|word| !word.is_empty()).map(|word| word == "true").collect()
}

#[test]
fn verdicts_and_locks_are_those_of_packaging() {
    let cases: Vec<Case> = (0..n_cases()).map(|seed| Case::random(&mut Random(seed))).collect();
    if ask("specifiers", &[]).is_none() {
        return;
    }
    let found: Vec<Found> =
        cases.iter().enumerate().map(|(i, case)| find(case, &mut Random(i as u64))).collect();
    let questions: Vec<String> = cases
        .iter()
        .zip(&found)
        .map(|(case, found)| case.question(&found.locks, &found.pins))
        .collect();
    let Some(answers) = ask("indexes", &questions) else { return };
    let (mut wrong, mut n_solved, mut n_spoilt, mut n_split) = (Vec::new(), 0, 0, 0);
    for (i, (found, answer)) in found.iter().zip(&answers).enumerate() {
        let solvable = match answer {
            yes if yes.starts_with("{\"solvable\": true") => Some(true),
            no if no.starts_with("{\"solvable\": false") => Some(false),
            _ => None,
        };
        n_solved += usize::from(solvable == Some(true));
        let (valid, holds) = (truths(answer, "valid"), truths(answer, "holds"));
        // Without one choice for all there may be one for each part of the environments: it is checked below.
        let is_wrong = |verdict: &Option<bool>| match solvable {
            Some(false) => verdict.is_none(),
            _ => *verdict != solvable,
        };
        n_split += usize::from(solvable == Some(false) && found.verdicts.contains(&Some(true)));
        if found.verdicts.iter().any(is_wrong) {
            wrong.push(format!(
                "verdicts {:?}, expected {solvable:?}: {}",
                found.verdicts, questions[i]
            ));
        }
        let n_ours = found.verdicts.iter().filter(|verdict| **verdict == Some(true)).count();
        for (k, ours) in found.checked.iter().enumerate() {
            // The resolver knows no platforms, the check the usual ones. The check does not know which
            // pre-releases are wanted, nor what was withdrawn or fits.
            let is_right = if k < n_ours { holds[k] } else { *ours || !valid[k] };
            n_spoilt += usize::from(k >= n_ours && !valid[k]);
            if !is_right {
                wrong.push(format!("lock {:?}, found {ours}: {}", found.locks[k], questions[i]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(4)].join("\n"));
    let n = cases.len();
    assert!(n_solved > n / 5 && n_solved < n * 4 / 5 && n_spoilt > n / 30, "{n_solved} {n_spoilt}");
    assert!(n_split > 0, "no index needed several versions");
}

#[test]
fn a_version_alone_is_locked_where_packaging_admits_it() {
    let mut questions = Vec::new();
    let mut ours = Vec::new();
    let versions = support::VERSIONS.iter().step_by(2);
    let name: PackageName = "a".parse().unwrap();
    for version in versions {
        let mut index = MemoryIndex::new();
        let version = (*version).to_owned();
        index.add(&name, Metadata { version: version.clone(), ..Metadata::default() });
        for specifier in support::specifiers().iter().filter(|one| !one.starts_with("===")) {
            let text = format!(
                "[project]\nname = \"p\"\nversion = \"1\"\ndependencies = [\"a{specifier}\"]\n"
            );
            let project = Project::parse(&text).unwrap();
            let mut resolver = Resolver::new(&project, &index).unwrap();
            let verdict = resolver
                .resolve(Engine::Pubgrub, &[Origin::of(&project, "memory")], &mut || Ok(()))
                .unwrap();
            ours.push(matches!(verdict, Verdict::Lock(_)));
            questions.push(format!(
                "{{\"specifier\": {}, \"version\": {}}}",
                json(specifier),
                json(&version)
            ));
        }
    }
    let Some(answers) = ask("specifiers", &questions) else { return };
    let wrong = questions.iter().zip(&answers).zip(&ours);
    let wrong: Vec<_> = wrong.filter(|((_, answer), ours)| **answer != ours.to_string()).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:?}", wrong.len(), ours.len());
}
