//! `uv.lock`, in uv's words.
//!
//! # References
//! - docs/formats/uv-lock.md

use super::{Lock, Locked, Need, no_words_for, pythons};
use crate::error::Error;
use crate::folder::Folder;
use crate::origin::without_user;
use crate::project::{Group, Project, Root};
use crate::requirement::{Marker, Requirement};
use pkg_index::{File, FileKind, PackageName};
use py_locks::uv;
use std::collections::BTreeMap;

type Needs = BTreeMap<(PackageName, String), Need>;

pub(super) fn document(lock: &Lock, project: &Project) -> Result<uv::Lock, Error> {
    let mut packages: Vec<uv::Package> =
        lock.packages.iter().map(|locked| package(locked, lock)).collect();
    if let Some(name) = &project.name {
        // By name, as the others are; its own name stands once.
        let place = packages.partition_point(|one| one.name.as_str() < name.as_str());
        packages.insert(place, the_project(name, project, lock)?);
    }
    // uv wants the key.
    let python = project.requires_python.as_ref();
    let python = python.map_or(Ok(String::new()), pythons)?;
    Ok(uv::Lock {
        requires_python: Some(python.replace(',', ", ")),
        resolution_markers: lock.parts.iter().filter_map(marker).collect(),
        supported_markers: project.supported.iter().filter_map(marker).collect(),
        required_markers: project.required.iter().filter_map(marker).collect(),
        options: uv::Options {
            prerelease_mode: project.wants_prereleases.then(|| "allow".to_owned()),
            exclude_newer: project.exclude_newer.map(|limit| limit.to_string()),
        },
        constraints: sorted(project.constraints.iter().map(|one| plain(one, project)))?,
        overrides: sorted(project.overrides.iter().map(|one| plain(one, project)))?,
        packages,
    })
}

fn package(locked: &Locked, lock: &Lock) -> uv::Package {
    let archive = locked.files.iter().find(|file| file.kind == FileKind::Source);
    let wheels = locked.files.iter().filter(|file| file.kind == FileKind::Wheel);
    let optional = locked.optional.iter().filter(|(_, needs)| !needs.is_empty());
    uv::Package {
        name: locked.name.to_string(),
        version: Some(locked.version.clone()),
        source: source(locked, lock),
        resolution_markers: locked.parts.iter().filter_map(marker).collect(),
        dependencies: dependencies(&locked.dependencies, lock),
        sdist: archive.map(|one| file(one, lock)),
        wheels: wheels.map(|one| file(one, lock)).collect(),
        optional_dependencies: optional
            .map(|(extra, needs)| (extra.clone(), dependencies(needs, lock)))
            .collect(),
        dev_dependencies: Vec::new(),
        metadata: None,
    }
}

fn source(locked: &Locked, lock: &Lock) -> uv::Source {
    let at = lock.origin(locked).map_or("", |origin| match &origin.folder {
        Some(folder) => folder.as_path(),
        None => origin.uv.as_ref().unwrap_or(&origin.address),
    });
    uv::Source { kind: "registry".to_owned(), at: at.to_owned() }
}

fn file(file: &File, lock: &Lock) -> uv::File {
    let folder = lock.origins.get(file.index).and_then(|origin| origin.folder.as_ref());
    let at = match folder.and_then(|folder| folder.path_of(&file.url)) {
        Some(path) => uv::FileAt::Path(path),
        None => uv::FileAt::Url(file.url.clone()),
    };
    let hash = file.sha256.map(|digest| format!("sha256:{digest}"));
    uv::File { at, hash, size: file.size }
}

/// A package with several versions is named with version and source.
fn dependencies(needs: &Needs, lock: &Lock) -> Vec<uv::Dependency> {
    let one = |((name, version), need): (&(PackageName, String), &Need)| {
        let is_it = |one: &&Locked| one.name == *name && one.version == *version;
        let locked = lock.packages.iter().find(is_it).filter(|_| lock.has_several(name));
        uv::Dependency {
            name: name.to_string(),
            version: locked.map(|locked| locked.version.clone()),
            source: locked.map(|locked| source(locked, lock)),
            extra: need.extras.iter().cloned().collect(),
            marker: marker(&need.marker),
        }
    };
    needs.iter().map(one).collect()
}

fn marker(marker: &Marker) -> Option<String> {
    Some(marker.as_text()?.replace('"', "'"))
}

/// The project stands among its packages.
fn the_project(name: &PackageName, project: &Project, lock: &Lock) -> Result<uv::Package, Error> {
    let mut main = Vec::new();
    let (mut extras, mut groups) = (Vec::new(), Vec::new());
    for (group, needs) in &lock.roots {
        let needs = dependencies(needs, lock);
        match group {
            Group::Main => main = needs,
            Group::Extra(name) => extras.push((normal(name), needs)),
            Group::Named(name) => groups.push((normal(name), needs)),
        }
    }
    extras.sort_by(|(one, _), (other, _)| one.cmp(other));
    groups.sort_by(|(one, _), (other, _)| one.cmp(other));
    let kind = if project.is_package { "editable" } else { "virtual" };
    let metadata = metadata(project)?;
    Ok(uv::Package {
        name: name.to_string(),
        version: project.version.clone(),
        source: uv::Source { kind: kind.to_owned(), at: ".".to_owned() },
        resolution_markers: Vec::new(),
        dependencies: main,
        sdist: None,
        wheels: Vec::new(),
        optional_dependencies: extras,
        dev_dependencies: groups,
        metadata: (metadata != uv::Metadata::default()).then_some(metadata),
    })
}

/// The name of an extra or a group as uv has it.
fn normal(name: &str) -> String {
    // It was checked where it was read.
    name.parse().map_or_else(|_| name.to_owned(), |name: PackageName| name.to_string())
}

fn metadata(project: &Project) -> Result<uv::Metadata, Error> {
    let declared = project.roots.iter().filter(|root| root.is_declared);
    let (dev, dist): (Vec<&Root>, Vec<&Root>) =
        declared.chain(&project.replaced).partition(|root| matches!(root.group, Group::Named(_)));
    let mut groups: BTreeMap<String, Vec<&Root>> = BTreeMap::new();
    groups.extend(project.groups.iter().map(|name| (name.to_string(), Vec::new())));
    for root in dev {
        if let Group::Named(name) = &root.group {
            groups.entry(normal(name)).or_default().push(root);
        }
    }
    let groups = groups.into_iter().map(|(name, roots)| Ok((name, requirements(&roots, project)?)));
    Ok(uv::Metadata {
        requires_dist: requirements(&dist, project)?,
        provides_extras: project.extras.iter().map(ToString::to_string).collect(),
        requires_dev: groups.collect::<Result<_, Error>>()?,
    })
}

fn requirements(roots: &[&Root], project: &Project) -> Result<Vec<uv::Requirement>, Error> {
    sorted(roots.iter().map(|root| match &root.group {
        Group::Extra(name) => {
            let marker = root.requirement.marker.and(&Marker::of_extra(name));
            requirement(&root.requirement, &marker, project)
        }
        Group::Main | Group::Named(_) => plain(&root.requirement, project),
    }))
}

fn plain(one: &Requirement, project: &Project) -> Result<uv::Requirement, Error> {
    requirement(one, &one.marker, project)
}

/// The index that uv's tables tie a package to, as an address.
fn index_of(name: &PackageName, project: &Project) -> Option<String> {
    let tie = project.ties.get(name).filter(|tie| tie.is_uvs)?;
    let mut sources = project.sources.iter().filter(|source| !source.is_poetrys);
    let url = &sources.find(|source| source.name == tie.index)?.url;
    match Folder::new(url, &project.folder, &project.folder, None) {
        Some(folder) => folder.as_url(),
        None => Some(without_user(url)),
    }
}

fn requirement(
    requirement: &Requirement,
    here: &Marker,
    project: &Project,
) -> Result<uv::Requirement, Error> {
    let specifier = requirement.specifiers.as_pep440();
    let specifier = specifier.ok_or_else(|| no_words_for(&requirement.to_string()))?;
    Ok(uv::Requirement {
        name: requirement.name.to_string(),
        extras: requirement.extras.iter().cloned().collect(),
        marker: marker(here),
        specifier: (!specifier.is_empty()).then_some(specifier),
        index: index_of(&requirement.name, project),
    })
}

fn sorted(
    all: impl Iterator<Item = Result<uv::Requirement, Error>>,
) -> Result<Vec<uv::Requirement>, Error> {
    let mut all: Vec<uv::Requirement> = all.collect::<Result<_, _>>()?;
    // What is absent comes first.
    all.sort_by_cached_key(|one| {
        let uv::Requirement { name, extras, marker, specifier, index } = one.clone();
        (name, extras, marker, specifier, index)
    });
    Ok(all)
}
