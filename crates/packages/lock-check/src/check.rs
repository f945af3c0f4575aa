//! The check of a whole lock: its entries, in a sample of environments, for each selection of the project.

use crate::entries::entries;
use crate::entry::{Condition, Entries};
use crate::environment::Environment;
use crate::fault::{Error, Fault};
use crate::project::Project;
use crate::version::Version;
use crate::walk::Walk;
use pkg_index::Index;
use py_locks::LockFile;
use std::collections::BTreeSet;

/// Checks a lock against the text of its `pyproject.toml` and an index; no fault means that it holds.
///
/// Locks that know only the main requirements (`pylock.toml`, `requirements.txt`, pip's report) are
/// checked for these alone; the others for each extra and each group too.
///
/// # Errors
/// The project or the index cannot be read.
pub fn check(lock: &LockFile, project: &str, index: &dyn Index) -> Result<Vec<Fault>, Error> {
    let project = Project::parse(project)?;
    let mut faults = BTreeSet::new();
    let entries = entries(lock, index, &mut faults)?;
    let is_whole = matches!(lock, LockFile::Poetry(_) | LockFile::Uv(_) | LockFile::Pdm(_));
    let mut selections = project.selections();
    if !is_whole {
        selections.truncate(1);
    }
    let (pythons, compared) = compared(&project, &entries);
    let asks_for_python = compared.iter().any(|(name, _)| name.starts_with("python"));
    let n_walked = if asks_for_python { pythons.len() } else { pythons.len().min(1) };
    let sample = Environment::sample(&pythons[..n_walked], &compared);
    let nothing = BTreeSet::new();
    let is_asked_for = |environment: &&Environment| {
        let mut within = project.within.iter();
        project.within.is_empty() || within.any(|marker| marker.holds(environment, &nothing))
    };
    for environment in sample.iter().filter(is_asked_for) {
        for (selection, roots) in &selections {
            let walk = Walk { project: &project, entries: &entries, environment, selection };
            walk.run(roots, &mut faults);
        }
    }
    for entry in entries.values().flatten() {
        entry.compare_pythons(&pythons, &mut faults);
        if !entry.reached.get() {
            faults.insert(Fault::Superfluous { locked: entry.to_string() });
        }
        // Where no marker asks for the Python, each is needed on all of them.
        for python in pythons.iter().skip(n_walked).filter(|_| project.requires_python.is_some()) {
            entry.check_python(python, &mut faults);
        }
    }
    Ok(first_of_each_kind(faults))
}

/// One fault for each thing that is wrong, in the first environment where it is.
fn first_of_each_kind(faults: BTreeSet<Fault>) -> Vec<Fault> {
    let mut seen = BTreeSet::new();
    faults.into_iter().filter(|fault| seen.insert(fault.anywhere())).collect()
}

/// The project's Pythons, and what markers in sight compare: variables and texts.
fn compared(project: &Project, entries: &Entries) -> (Vec<String>, BTreeSet<(String, String)>) {
    let mut compared = BTreeSet::new();
    for (requirement, _) in project.selections().into_iter().flat_map(|(_, roots)| roots) {
        requirement.marker.collect(&mut compared);
    }
    let others = project.overrides.values().chain(project.constraints.values()).flatten();
    others.for_each(|one| one.marker.collect(&mut compared));
    project.within.iter().for_each(|marker| marker.collect(&mut compared));
    let mut named = versions_in(&project.python_text);
    for entry in entries.values().flatten() {
        for requirement in &entry.requirements {
            requirement.marker.collect(&mut compared);
        }
        match &entry.condition {
            Condition::Marker(marker) => marker.collect(&mut compared),
            Condition::Groups(groups) => {
                for marker in groups.values() {
                    marker.collect(&mut compared);
                }
            }
        }
        for (text, _) in entry.requires_python.iter().chain(&entry.said.python) {
            named.extend(versions_in(text));
        }
    }
    for (_, text) in compared.iter().filter(|(name, _)| name.starts_with("python")) {
        named.extend(versions_in(text));
    }
    let admits = |python: &String| {
        project.requires_python.as_ref().is_none_or(|specifiers| {
            Version::parse(python).is_some_and(|version| specifiers.contains(&version))
        })
    };
    (Environment::pythons(&named).into_iter().filter(admits).collect(), compared)
}

fn versions_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.map(|word| word.trim_matches('.').to_owned()).filter(|word| !word.is_empty()).collect()
}
