//! `uv.lock`, in uv's words.
//!
//! # References
//! - docs/formats/uv-lock.md

use super::{Lock, Locked, Need};
use crate::folder::Folder;
use crate::project::{Group, Project, Root};
use crate::requirement::{Marker, Requirement};
use pkg_index::{File, FileKind, PackageName};
use py_locks::uv;
use std::collections::{BTreeMap, BTreeSet};

type Needs = BTreeMap<(PackageName, String), Need>;

pub(super) fn document(lock: &Lock, project: &Project) -> uv::Lock {
    let mut packages: Vec<uv::Package> =
        lock.packages.iter().map(|locked| package(locked, lock)).collect();
    if let Some(name) = &project.name {
        // By name, as the others are; its own name stands once.
        let place = packages.partition_point(|one| one.name.as_str() < name.as_str());
        packages.insert(place, the_project(name, project, lock));
    }
    let python = project.requires_python.as_ref();
    uv::Lock {
        requires_python: python.map(|python| python.to_string().replace(',', ", ")),
        resolution_markers: lock.parts.iter().filter_map(marker).collect(),
        supported_markers: project.supported.iter().filter_map(marker).collect(),
        required_markers: project.required.iter().filter_map(marker).collect(),
        options: uv::Options {
            prerelease_mode: project.wants_prereleases.then(|| "allow".to_owned()),
            exclude_newer: project.exclude_newer.map(|limit| limit.to_string()),
        },
        constraints: sorted(project.constraints.iter().map(|one| plain(one, project))),
        overrides: sorted(project.overrides.iter().map(|one| plain(one, project))),
        packages,
    }
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
fn the_project(name: &PackageName, project: &Project, lock: &Lock) -> uv::Package {
    let mut main = Vec::new();
    let (mut extras, mut groups) = (Vec::new(), Vec::new());
    for (group, needs) in &lock.roots {
        let needs = dependencies(needs, lock);
        match group {
            Group::Main => main = needs,
            Group::Extra(name) => extras.push((name.clone(), needs)),
            Group::Named(name) => groups.push((name.clone(), needs)),
        }
    }
    uv::Package {
        name: name.to_string(),
        version: project.version.clone(),
        source: uv::Source { kind: "virtual".to_owned(), at: ".".to_owned() },
        resolution_markers: Vec::new(),
        dependencies: main,
        sdist: None,
        wheels: Vec::new(),
        optional_dependencies: extras,
        dev_dependencies: groups,
        metadata: (!project.roots.is_empty()).then(|| metadata(project)),
    }
}

fn metadata(project: &Project) -> uv::Metadata {
    let declared = project.roots.iter().filter(|root| root.is_declared);
    let (dev, dist): (Vec<&Root>, Vec<&Root>) =
        declared.chain(&project.own_extras).partition(|root| matches!(root.group, Group::Named(_)));
    let mut seen = BTreeSet::new();
    let extras = dist.iter().filter_map(|root| match &root.group {
        Group::Extra(name) => seen.insert(name).then(|| name.clone()),
        Group::Main | Group::Named(_) => None,
    });
    let provides_extras = extras.collect();
    let mut groups: BTreeMap<&str, Vec<&Root>> = BTreeMap::new();
    for root in dev {
        if let Group::Named(name) = &root.group {
            groups.entry(name).or_default().push(root);
        }
    }
    uv::Metadata {
        requires_dist: requirements(&dist, project),
        provides_extras,
        requires_dev: groups
            .into_iter()
            .map(|(name, roots)| (name.to_owned(), requirements(&roots, project)))
            .collect(),
    }
}

fn requirements(roots: &[&Root], project: &Project) -> Vec<uv::Requirement> {
    sorted(roots.iter().map(|root| match &root.group {
        Group::Extra(name) => {
            let marker = root.requirement.marker.and(&Marker::of_extra(name));
            requirement(&root.requirement, &marker, project)
        }
        Group::Main | Group::Named(_) => plain(&root.requirement, project),
    }))
}

fn plain(one: &Requirement, project: &Project) -> uv::Requirement {
    requirement(one, &one.marker, project)
}

/// The index that uv's tables tie a package to, as an address.
fn index_of(name: &PackageName, project: &Project) -> Option<String> {
    let tie = project.ties.get(name).filter(|tie| tie.is_uvs)?;
    let mut sources = project.sources.iter().filter(|source| !source.is_poetrys);
    let url = &sources.find(|source| source.name == tie.index)?.url;
    match Folder::new(url, &project.folder, &project.folder, None) {
        Some(folder) => folder.as_url(),
        None => Some(url.clone()),
    }
}

fn requirement(requirement: &Requirement, here: &Marker, project: &Project) -> uv::Requirement {
    let specifiers = &requirement.specifiers;
    uv::Requirement {
        name: requirement.name.to_string(),
        extras: requirement.extras.iter().cloned().collect(),
        marker: marker(here),
        specifier: (!specifiers.is_any()).then(|| specifiers.to_string()),
        index: index_of(&requirement.name, project),
    }
}

fn sorted(all: impl Iterator<Item = uv::Requirement>) -> Vec<uv::Requirement> {
    let mut all: Vec<uv::Requirement> = all.collect();
    // What is absent comes first.
    all.sort_by_cached_key(|one| {
        let uv::Requirement { name, extras, marker, specifier, index } = one.clone();
        (name, extras, marker, specifier, index)
    });
    all
}
