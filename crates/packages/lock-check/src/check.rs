//! The walk through a lock.

use crate::environment::Environment;
use crate::fault::{Error, Fault};
use crate::marker::{Marker, normal};
use crate::metadata::Metadata;
use crate::project::{Project, Selection};
use crate::requirement::Requirement;
use crate::specifier::Specifiers;
use crate::version::Version;
use pkg_index::{File, FileKind, Index, MetadataFile, PackageName};
use py_locks::{LockFile, LockedPackage, poetry};
use std::collections::{BTreeMap, BTreeSet};

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

/// A version in the lock with what the index says about it.
struct Entry {
    name: String,
    version: Version,
    text: String,
    /// Where the lock has it.
    condition: Condition,
    requires_python: Option<(String, Specifiers)>,
    requirements: Vec<Requirement>,
    /// What the lock says beside the version.
    said: Said,
    reached: std::cell::Cell<bool>,
}

/// What a lock repeats about a version, where its format does.
#[derive(Default)]
struct Said {
    /// Only extras need it.
    is_optional: bool,
    /// The Pythons it runs on.
    python: Option<(String, Specifiers)>,
}

impl Said {
    /// Of the package at a place in the lock.
    fn read(lock: &LockFile, place: usize) -> Result<Self, String> {
        let (is_optional, python) = match lock {
            LockFile::Poetry(lock) => {
                let package = &lock.packages[place];
                (package.optional, Some(&package.python_versions))
            }
            LockFile::Pdm(lock) => (false, lock.packages[place].requires_python.as_ref()),
            LockFile::Pylock(lock) => (false, lock.packages[place].requires_python.as_ref()),
            _ => (false, None),
        };
        let read = |text: &String| {
            let specifiers =
                Specifiers::parse_python(text).or_else(|_| Specifiers::parse_poetry(text));
            let specifiers = specifiers.map_err(|reason| format!("Python {text}: {reason}"))?;
            Ok::<_, String>((text.clone(), specifiers))
        };
        Ok(Self { is_optional, python: python.map(read).transpose()? })
    }
}

/// When a lock installs a package.
enum Condition {
    Marker(Marker),
    /// Poetry's: for each group a marker.
    Groups(BTreeMap<String, Marker>),
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.text)
    }
}

impl Entry {
    /// What the lock says of Pythons must be what the metadata says, for each of these.
    fn compare_pythons(&self, pythons: &[String], faults: &mut BTreeSet<Fault>) {
        let Some((says, of_lock)) = &self.said.python else { return };
        let differs = |python: &String| {
            Version::parse(python).is_some_and(|python| {
                let requires = self.requires_python.as_ref();
                of_lock.contains(&python) != requires.is_none_or(|(_, own)| own.contains(&python))
            })
        };
        if pythons.iter().any(differs) {
            let requires = self.requires_python.as_ref();
            faults.insert(Fault::OtherPythons {
                locked: self.to_string(),
                says: says.clone(),
                requires: requires.map_or_else(String::new, |(text, _)| text.clone()),
            });
        }
    }

    fn check_python(&self, python: &str, faults: &mut BTreeSet<Fault>) {
        if let Some((text, specifiers)) = &self.requires_python
            && !Version::parse(python).is_some_and(|version| specifiers.contains(&version))
        {
            faults.insert(Fault::Python {
                locked: self.to_string(),
                requires: text.clone(),
                python: python.to_owned(),
            });
        }
    }
}

type Entries = BTreeMap<String, Vec<Entry>>;

fn entries(
    lock: &LockFile,
    index: &dyn Index,
    faults: &mut BTreeSet<Fault>,
) -> Result<Entries, Error> {
    let mut entries = Entries::new();
    let packages = lock.packages();
    for (i, locked) in packages.iter().enumerate().filter(|(_, locked)| !locked.is_project) {
        let poetrys = match lock {
            LockFile::Poetry(lock) => lock.packages.get(i).filter(|one| !one.groups.is_empty()),
            _ => None,
        };
        let Some(text) = locked.version.clone() else {
            faults.insert(Fault::NoVersion { name: locked.name.clone() });
            continue;
        };
        let name = normal(&locked.name);
        let named = format!("{name} {text}");
        let condition = match condition(locked, poetrys) {
            Ok(condition) => condition,
            Err(reason) => {
                faults.insert(Fault::Metadata { locked: named, reason });
                continue;
            }
        };
        let Some(version) = Version::parse(&text) else {
            let reason = "the version is not valid".to_owned();
            faults.insert(Fault::Metadata { locked: named, reason });
            continue;
        };
        let files = files(&name, &version, index)?;
        check_digests((lock, i), locked, &named, &files, faults);
        let Some(file) = described(&files) else {
            faults.insert(Fault::Unknown { locked: named });
            continue;
        };
        let metadata = Metadata::read(&index.metadata_text(file)?);
        let is_its = normal(&metadata.name) == name
            && Version::parse(&metadata.version).as_ref() == Some(&version);
        if !is_its {
            let reason = format!("the metadata is that of {} {}", metadata.name, metadata.version);
            faults.insert(Fault::Metadata { locked: named, reason });
            continue;
        }
        let said = match Said::read(lock, i) {
            Ok(said) => said,
            Err(reason) => {
                faults.insert(Fault::Metadata { locked: named, reason });
                Said::default()
            }
        };
        let entry =
            Entry { said, ..entry(name.clone(), version, text, condition, &metadata, faults) };
        entries.entry(name).or_default().push(entry);
    }
    Ok(entries)
}

/// Compares the digests of a package with those of the index, if it has any.
fn check_digests(
    (lock, place): (&LockFile, usize),
    package: &LockedPackage,
    named: &str,
    files: &[File],
    faults: &mut BTreeSet<Fault>,
) {
    let known: Vec<String> =
        files.iter().filter_map(|file| Some(file.sha256?.to_string())).collect();
    if known.is_empty() {
        return;
    }
    // In these each digest is of a file of its own; the others may have several kinds of one file.
    let is_one_a_file = matches!(lock, LockFile::Poetry(_) | LockFile::Uv(_) | LockFile::Pdm(_));
    let is_in_folder = match lock {
        LockFile::Uv(lock) => lock.packages[place].is_in_folder(),
        _ => false,
    };
    let has_digests = is_one_a_file && !is_in_folder || matches!(lock, LockFile::Pylock(_));
    if package.hashes.is_empty() && has_digests {
        faults.insert(Fault::NoDigest { locked: named.to_owned() });
    }
    let has_any = package.hashes.iter().any(|hash| hash.starts_with("sha256:"));
    for hash in &package.hashes {
        let (locked, hash) = (named.to_owned(), hash.clone());
        match hash.strip_prefix("sha256:") {
            Some(digest) if known.iter().any(|one| one.eq_ignore_ascii_case(digest)) => {}
            Some(_) => drop(faults.insert(Fault::Hash { locked, hash })),
            None if has_any && !is_one_a_file => {}
            None => drop(faults.insert(Fault::OtherDigest { locked, hash })),
        }
    }
}

fn entry(
    name: String,
    version: Version,
    text: String,
    condition: Condition,
    metadata: &Metadata,
    faults: &mut BTreeSet<Fault>,
) -> Entry {
    let mut requirements = Vec::new();
    for text_of_one in &metadata.requires_dist {
        match Requirement::parse(text_of_one) {
            Ok(requirement) => requirements.push(requirement),
            // What is behind an extra matters only to those who ask for it.
            Err(_) if is_of_extra(text_of_one) => {}
            Err(reason) => {
                let reason = format!("Requires-Dist: {text_of_one}: {reason}");
                faults.insert(Fault::Metadata { locked: format!("{name} {text}"), reason });
            }
        }
    }
    let mut requires_python = None;
    if let Some(python) = &metadata.requires_python {
        match Specifiers::parse_python(python) {
            Ok(specifiers) => requires_python = Some((python.clone(), specifiers)),
            Err(reason) => {
                let reason = format!("Requires-Python: {python}: {reason}");
                faults.insert(Fault::Metadata { locked: format!("{name} {text}"), reason });
            }
        }
    }
    let reached = std::cell::Cell::new(false);
    let said = Said::default();
    Entry { name, version, text, condition, requires_python, requirements, said, reached }
}

/// Whether a requirement, which need not be readable, has a marker that asks for an extra.
fn is_of_extra(requirement: &str) -> bool {
    requirement.split_once(';').is_some_and(|(_, marker)| marker.contains("extra"))
}

fn condition(
    locked: &LockedPackage,
    poetrys: Option<&poetry::Package>,
) -> Result<Condition, String> {
    let Some(package) = poetrys else {
        let marker = locked.marker.as_deref().map_or(Ok(Marker::always()), Marker::parse)?;
        return Ok(Condition::Marker(marker));
    };
    let mut groups = BTreeMap::new();
    for group in &package.groups {
        let marker = match &package.markers {
            poetry::Markers::Always => Marker::always(),
            poetry::Markers::All(marker) => Marker::parse(marker)?,
            poetry::Markers::ByGroup(all) => {
                let own = all.iter().find(|(name, _)| name == group);
                own.map_or(Ok(Marker::always()), |(_, marker)| Marker::parse(marker))?
            }
        };
        groups.insert(normal(group), marker);
    }
    Ok(Condition::Groups(groups))
}

/// The index's files of a version.
fn files(name: &str, version: &Version, index: &dyn Index) -> Result<Vec<File>, Error> {
    // What is not a name is in no index.
    let Ok(name) = name.parse::<PackageName>() else { return Ok(Vec::new()) };
    let Some(project) = index.project(&name)? else { return Ok(Vec::new()) };
    let is_its = |file: &File| Version::parse(&file.version).as_ref() == Some(version);
    let mut files: Vec<File> = project.files.into_iter().filter(is_its).collect();
    // A version comes from one index.
    if let Some(first) = files.first().map(|file| file.index) {
        files.retain(|file| file.index == first);
    }
    Ok(files)
}

/// The file whose metadata is read: one with the metadata beside it, a wheel, or what there is.
fn described(files: &[File]) -> Option<&File> {
    let beside = files.iter().find(|file| file.metadata != MetadataFile::Absent);
    beside.or_else(|| files.iter().find(|file| file.kind == FileKind::Wheel)).or(files.first())
}

/// The project's Pythons, and what markers in sight compare: variables and texts.
fn compared(project: &Project, entries: &Entries) -> (Vec<String>, BTreeSet<(String, String)>) {
    let mut compared = BTreeSet::new();
    for requirement in project.selections().into_iter().flat_map(|(_, roots)| roots) {
        requirement.marker.collect(&mut compared);
    }
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

/// One environment and one selection.
struct Walk<'w> {
    project: &'w Project,
    entries: &'w Entries,
    environment: &'w Environment,
    selection: &'w Selection,
}

impl<'w> Walk<'w> {
    fn run(&self, roots: &[&'w Requirement], faults: &mut BTreeSet<Fault>) {
        let nothing = BTreeSet::new();
        let mut seen: BTreeSet<(&str, Option<&str>)> = BTreeSet::new();
        let mut open: Vec<(&Requirement, String)> = Vec::new();
        let own = || "the project".to_owned();
        open.extend(
            roots
                .iter()
                .filter(|one| one.marker.holds(self.environment, &nothing))
                .map(|one| (*one, own())),
        );
        for choice in &self.project.choices {
            let kept = choice.iter().find(|one| {
                self.locked(one, "").is_ok_and(|entry| one.specifiers.contains(&entry.version))
            });
            open.extend(kept.or(choice.first()).map(|one| (one, own())));
        }
        while let Some((requirement, by)) = open.pop() {
            if self.project.name.as_ref() == Some(&requirement.name) {
                let named = requirement
                    .extras
                    .iter()
                    .filter_map(|extra| self.project.extras.get_key_value(extra));
                for (_, more) in named.filter(|(extra, _)| seen.insert(("", Some(extra.as_str()))))
                {
                    let here =
                        more.iter().filter(|one| one.marker.holds(self.environment, &nothing));
                    open.extend(here.map(|one| (one, own())));
                }
                continue;
            }
            let entry = match self.locked(requirement, &by) {
                Ok(entry) => entry,
                Err(fault) => {
                    faults.insert(fault);
                    continue;
                }
            };
            self.visit(entry, requirement, &by, faults);
            for again in self.others(entry).filter(|other| other.version == entry.version) {
                again.reached.set(true);
                faults.insert(Fault::Twice { locked: entry.to_string() });
            }
            let asked = requirement.extras.iter().map(|extra| Some(extra.as_str()));
            for extra in std::iter::once(None).chain(asked) {
                if !seen.insert((&entry.name, extra)) {
                    continue;
                }
                let extras: BTreeSet<String> = extra.into_iter().map(str::to_owned).collect();
                let here = entry
                    .requirements
                    .iter()
                    .filter(|one| one.marker.holds(self.environment, &extras));
                for one in here {
                    match self.project.overrides.get(&one.name) {
                        None => open.push((one, entry.to_string())),
                        Some(all) => {
                            let here = all
                                .iter()
                                .filter(|one| one.marker.holds(self.environment, &nothing));
                            open.extend(here.map(|one| (one, entry.to_string())));
                        }
                    }
                }
            }
        }
    }

    /// The entry of a package here, or what is wrong.
    fn locked(&self, requirement: &Requirement, by: &str) -> Result<&'w Entry, Fault> {
        let all = self.entries.get(&requirement.name).map_or(&[][..], Vec::as_slice);
        let mut here = all.iter().filter(|entry| self.is_here(entry));
        let (name, place) = (requirement.name.clone(), self.place());
        match (here.next(), here.next()) {
            (Some(one), None) => Ok(one),
            (Some(a), Some(b)) if a.version == b.version => Ok(a),
            (Some(a), Some(b)) => {
                let versions = [a.text.clone(), b.text.clone()];
                Err(Fault::TwoVersions { name, versions, place })
            }
            (None, _) => Err(Fault::Missing { name, by: by.to_owned(), place }),
        }
    }

    /// The other entries of a package here.
    fn others(&self, entry: &'w Entry) -> impl Iterator<Item = &'w Entry> {
        let all = self.entries.get(&entry.name).map_or(&[][..], Vec::as_slice);
        all.iter().filter(move |other| !std::ptr::eq(*other, entry) && self.is_here(other))
    }

    fn is_here(&self, entry: &Entry) -> bool {
        let extras = match self.selection {
            Selection::Extra(extra) => BTreeSet::from([extra.clone()]),
            Selection::Main | Selection::Group(_) => BTreeSet::new(),
        };
        match &entry.condition {
            Condition::Marker(marker) => marker.holds(self.environment, &extras),
            Condition::Groups(groups) => {
                let group = match self.selection {
                    Selection::Group(group) => group,
                    Selection::Main | Selection::Extra(_) => "main",
                };
                groups.get(group).is_some_and(|marker| marker.holds(self.environment, &extras))
            }
        }
    }

    fn visit(
        &self,
        entry: &Entry,
        requirement: &Requirement,
        by: &str,
        faults: &mut BTreeSet<Fault>,
    ) {
        entry.reached.set(true);
        if entry.said.is_optional && *self.selection == Selection::Main {
            faults.insert(Fault::Optional { locked: entry.to_string(), by: by.to_owned() });
        }
        if !requirement.specifiers.contains(&entry.version) {
            faults.insert(Fault::NotAdmitted {
                locked: entry.to_string(),
                requirement: requirement.to_string(),
                by: by.to_owned(),
                place: self.place(),
            });
        }
        // A project that names no Python leaves it to those who install.
        if self.project.requires_python.is_some() {
            entry.check_python(self.environment.python(), faults);
        }
    }

    /// Where this is, for messages.
    fn place(&self) -> String {
        let part = match self.selection {
            Selection::Main => String::new(),
            Selection::Extra(extra) => format!(", with the extra {extra}"),
            Selection::Group(group) => format!(", in the group {group}"),
        };
        let (python, system) = (self.environment.python(), self.environment.value("sys_platform"));
        format!("{part} (Python {python}, {system})")
    }
}
