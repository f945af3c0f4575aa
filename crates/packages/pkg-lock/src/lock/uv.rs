//! `uv.lock`, in uv's words.
//!
//! # References
//! - docs/formats/uv-lock.md

use super::{Lock, Locked, Need};
use crate::project::{Group, Project, Root};
use crate::requirement::Marker;
use pkg_index::{File, FileKind, PackageName};
use py_locks::uv;
use std::collections::{BTreeMap, BTreeSet};

type Needs = BTreeMap<PackageName, Need>;

pub(super) fn document(lock: &Lock, project: &Project) -> uv::Lock {
    let source = project.sources.iter().find(|source| !source.is_poetrys);
    let registry = source.map_or(lock.index.as_str(), |source| source.url.as_str());
    let mut packages: BTreeMap<String, uv::Package> = BTreeMap::new();
    for locked in &lock.packages {
        packages.insert(locked.name.to_string(), package(locked, registry));
    }
    if let Some(name) = &project.name {
        packages.insert(name.to_string(), the_project(name, project));
    }
    let python = project.requires_python.as_ref();
    uv::Lock {
        requires_python: python.map(|python| python.to_string().replace(',', ", ")),
        resolution_markers: Vec::new(),
        packages: packages.into_values().collect(),
    }
}

fn package(locked: &Locked, registry: &str) -> uv::Package {
    let archive = locked.files.iter().find(|file| file.kind == FileKind::Source);
    let wheels = locked.files.iter().filter(|file| file.kind == FileKind::Wheel);
    let optional = locked.optional.iter().filter(|(_, needs)| !needs.is_empty());
    uv::Package {
        name: locked.name.to_string(),
        version: Some(locked.version.clone()),
        source: uv::Source { kind: "registry".to_owned(), at: registry.to_owned() },
        resolution_markers: Vec::new(),
        dependencies: dependencies(&locked.dependencies),
        sdist: archive.map(file),
        wheels: wheels.map(file).collect(),
        optional_dependencies: optional
            .map(|(extra, needs)| (extra.clone(), dependencies(needs)))
            .collect(),
        dev_dependencies: Vec::new(),
        metadata: None,
    }
}

fn file(file: &File) -> uv::File {
    let hash = file.sha256.map(|digest| format!("sha256:{digest}"));
    uv::File { url: file.url.clone(), hash, size: file.size }
}

fn dependencies(needs: &Needs) -> Vec<uv::Dependency> {
    let one = |(name, need): (&PackageName, &Need)| uv::Dependency {
        name: name.to_string(),
        version: None,
        extra: need.extras.iter().cloned().collect(),
        marker: marker(&need.marker),
    };
    needs.iter().map(one).collect()
}

fn marker(marker: &Marker) -> Option<String> {
    Some(marker.as_text()?.replace('"', "'"))
}

/// The project stands among its packages.
fn the_project(name: &PackageName, project: &Project) -> uv::Package {
    let mut main = Needs::new();
    let mut extras: BTreeMap<&str, Needs> = BTreeMap::new();
    let mut groups: BTreeMap<&str, Needs> = BTreeMap::new();
    for root in &project.roots {
        let requirement = &root.requirement;
        let needs = match &root.group {
            Group::Main => &mut main,
            Group::Extra(name) => extras.entry(name).or_default(),
            Group::Named(name) => groups.entry(name).or_default(),
        };
        let nothing = Need { extras: BTreeSet::new(), marker: Marker::NEVER };
        let need = needs.entry(requirement.name.clone()).or_insert(nothing);
        need.extras.extend(requirement.extras.iter().cloned());
        need.marker = need.marker.or(&requirement.marker);
    }
    let by_name = |all: BTreeMap<&str, Needs>| {
        let all = all.into_iter().map(|(name, needs)| (name.to_owned(), dependencies(&needs)));
        all.collect::<Vec<_>>()
    };
    uv::Package {
        name: name.to_string(),
        version: project.version.clone(),
        source: uv::Source { kind: "virtual".to_owned(), at: ".".to_owned() },
        resolution_markers: Vec::new(),
        dependencies: dependencies(&main),
        sdist: None,
        wheels: Vec::new(),
        optional_dependencies: by_name(extras),
        dev_dependencies: by_name(groups),
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
        requires_dist: requirements(&dist),
        provides_extras,
        requires_dev: groups
            .into_iter()
            .map(|(name, roots)| (name.to_owned(), requirements(&roots)))
            .collect(),
    }
}

fn requirements(roots: &[&Root]) -> Vec<uv::Requirement> {
    let one = |root: &&Root| {
        let requirement = &root.requirement;
        let everywhere = match &root.group {
            Group::Extra(name) => requirement.marker.and(&Marker::of_extra(name)),
            Group::Main | Group::Named(_) => requirement.marker.clone(),
        };
        let specifiers = &requirement.specifiers;
        uv::Requirement {
            name: requirement.name.to_string(),
            extras: requirement.extras.iter().cloned().collect(),
            marker: marker(&everywhere),
            specifier: (!specifiers.is_any()).then(|| specifiers.to_string()),
        }
    };
    let mut all: Vec<uv::Requirement> = roots.iter().map(one).collect();
    // As their texts would be sorted: what is absent comes last.
    all.sort_by_cached_key(|one| {
        let uv::Requirement { name, extras, marker, specifier } = one.clone();
        (name, extras.is_empty(), extras, marker.is_none(), marker, specifier.is_none(), specifier)
    });
    all
}
