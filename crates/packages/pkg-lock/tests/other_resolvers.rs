//! A sample of the random indexes, laid out as wheels in a folder: uv and pip come to the same verdicts,
//! and what they choose satisfies every requirement.
//!
//! They are found on the PATH or in the folder `SUDOKU_PYTHON_TOOLS`/bin; what is not there is said in a line.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

mod support;

use pkg_lock::{Engine, Origin, Project, Resolver, Verdict};
use py_locks::LockFormat;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::installers::{tool, wheel};
use support::{Case, Random, name};

#[test]
fn uv_comes_to_the_same_verdicts() {
    let Some(uv) = tool("uv") else { return };
    // By default uv falls back to pre-releases where nothing else is left of a range.
    compare(60, true, |folder| {
        let mut command = Command::new(&uv);
        command.args(["pip", "compile", "--quiet", "--no-config", "--no-cache", "--no-header"]);
        command.args([
            "--no-annotate",
            "--no-python-downloads",
            "--prerelease=explicit",
            "--index-url",
        ]);
        command.arg(url(folder)).arg("requirements.txt");
        (command, ["No solution found", "no solution found"])
    });
}

#[test]
fn pip_comes_to_the_same_verdicts() {
    let Some(pip) = tool("pip") else { return };
    // pip also takes pre-releases that a package names, so there are none here.
    compare(12, false, |folder| {
        let mut command = Command::new(&pip);
        command.args(["--isolated", "--disable-pip-version-check", "--no-cache-dir", "install"]);
        command.args(["--dry-run", "--ignore-installed", "--no-color", "--index-url"]);
        command.arg(url(folder)).args(["--requirement", "requirements.txt"]);
        (command, ["ResolutionImpossible", "No matching distribution found"])
    });
}

/// Compares `n` cases; a command without a solution says one of two things.
fn compare(n: u64, prereleases: bool, command: impl Fn(&Path) -> (Command, [&'static str; 2])) {
    let (mut n_solved, mut n_unsolved) = (0, 0);
    for seed in 0..n {
        let case = Case::random(&mut Random(1_000_000 + seed), prereleases, false);
        // Where a package has nothing else, we take them without being asked.
        if case.has_only_prereleases() || case.requires_absent_package() {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        lay_out(&case, folder.path());
        let (mut command, words) = command(folder.path());
        let output = command.current_dir(&folder).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let found = output.status.success();
        assert!(found || words.iter().any(|words| error.contains(words)), "{error} {case:#?}");
        if found {
            assert!(case.is_satisfied_by(&chosen(&told)), "{told} {case:#?}");
            n_solved += 1;
        } else {
            n_unsolved += 1;
        }
        let lock = lock(&case);
        // The tool gives up where only pre-releases would do; we take them as the last choice.
        let takes_prereleases = lock.as_deref().is_some_and(has_prerelease);
        if prereleases && !found && takes_prereleases {
            continue;
        }
        assert_eq!(lock.is_some(), found, "{told}{error} {case:#?}");
    }
    assert!(n_solved >= n / 6 && n_unsolved >= n / 6, "{n_solved} solved, {n_unsolved} not");
}

/// Our lock, as a requirements file.
fn lock(case: &Case) -> Option<String> {
    let (index, project) = (case.index(), Project::parse(&case.pyproject()).unwrap());
    let mut resolver = Resolver::new(&project, &index).unwrap();
    let verdict = resolver
        .resolve(Engine::Resolvo, &[Origin::of(&project, "memory")], &mut || Ok(()))
        .unwrap();
    match verdict {
        Verdict::Lock(lock) => {
            Some(lock.to_file(&project, LockFormat::Requirements).unwrap().write())
        }
        Verdict::NoSolution => None,
    }
}

/// Whether a version of a lock is a pre-release: the only letters in the versions here are theirs.
fn has_prerelease(lock: &str) -> bool {
    let versions = lock.lines().filter_map(|line| Some(line.split_once("==")?.1));
    versions
        .filter_map(|rest| rest.split_whitespace().next())
        .any(|version| ["a", "b", "rc", "dev"].iter().any(|mark| version.contains(mark)))
}

/// `name==version` lines, or pip's `Would install name-version …`.
fn chosen(told: &str) -> BTreeMap<String, String> {
    let installed = told.lines().find_map(|line| line.strip_prefix("Would install "));
    let pairs: Vec<(&str, &str)> = match installed {
        Some(list) => list.split(' ').filter_map(|item| item.rsplit_once('-')).collect(),
        None => told.lines().filter_map(|line| line.split_once("==")).collect(),
    };
    pairs.into_iter().map(|(name, version)| (name.to_owned(), version.to_owned())).collect()
}

fn url(folder: &Path) -> String {
    format!("file://{}/simple", folder.display())
}

/// The case as an index of wheels and a list of requirements.
fn lay_out(case: &Case, folder: &Path) {
    let requirements: Vec<String> = case.roots.iter().map(support::Demand::text).collect();
    fs::write(folder.join("requirements.txt"), requirements.join("\n")).unwrap();
    for (package, versions) in case.packages.iter().enumerate() {
        let page = folder.join("simple").join(name(package));
        fs::create_dir_all(&page).unwrap();
        let mut links = String::new();
        for (version, demands) in versions {
            let mut metadata =
                format!("Metadata-Version: 2.1\nName: {}\nVersion: {version}\n", name(package));
            for demand in demands {
                writeln!(metadata, "Requires-Dist: {}", demand.text()).unwrap();
            }
            let stem = format!("{}-{version}", name(package).replace('-', "_"));
            let file = format!("{stem}-py3-none-any.whl");
            fs::write(page.join(&file), wheel(&stem, &metadata)).unwrap();
            writeln!(links, "<a href=\"{file}\">{file}</a>").unwrap();
        }
        fs::write(page.join("index.html"), format!("<!DOCTYPE html>\n{links}")).unwrap();
    }
}
