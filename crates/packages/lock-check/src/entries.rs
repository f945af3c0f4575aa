//! Looks up the versions of a lock in the index: metadata, requirements, digests.

use crate::entry::{Condition, Entries, Entry, Said, condition};
use crate::fault::{Error, Fault};
use crate::marker::normal;
use crate::metadata::Metadata;
use crate::requirement::Requirement;
use crate::specifier::Specifiers;
use crate::version::Version;
use pkg_index::{File, FileKind, Index, MetadataFile, PackageName};
use py_locks::{LockFile, LockedPackage};
use std::collections::BTreeSet;

/// The versions of a lock, by package; those of which nothing can be said are faults.
pub(crate) fn entries(
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
