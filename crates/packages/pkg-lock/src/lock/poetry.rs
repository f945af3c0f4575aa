//! `poetry.lock`, in Poetry's words.
//!
//! # References
//! - docs/formats/poetry-lock.md

use super::{Lock, Locked};
use crate::project::{Group, Project};
use crate::requirement::{Marker, Requirement};
use py_locks::poetry;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

pub(super) fn document(lock: &Lock, project: &Project) -> poetry::Lock {
    let source = |locked: &Locked| {
        let (name, url) = lock.origin(locked)?.poetry.as_ref()?;
        Some(poetry::Source {
            kind: "legacy".to_owned(),
            url: url.trim_end_matches('/').to_owned(),
            reference: Some(name.clone()),
        })
    };
    let python = project.requires_python.as_ref().map_or("*".to_owned(), ToString::to_string);
    poetry::Lock {
        packages: lock.packages.iter().map(|locked| package(locked, source(locked))).collect(),
        extras: project_extras(project),
        python_versions: python,
        content_hash: project.content_hash.clone(),
    }
}

fn package(locked: &Locked, source: Option<poetry::Source>) -> poetry::Package {
    let groups = groups(locked);
    let files = locked.files.iter().filter_map(|file| {
        let hash = format!("sha256:{}", file.sha256?);
        Some(poetry::FileHash { file: file.filename.clone(), hash })
    });
    poetry::Package {
        name: locked.name.to_string(),
        version: Some(locked.version.clone()),
        description: locked.summary.clone(),
        optional: !locked.needed.keys().any(|group| !matches!(group, Group::Extra(_))),
        python_versions: locked.requires_python.clone().unwrap_or_else(|| "*".to_owned()),
        groups: groups.iter().map(|(name, _)| name.clone()).collect(),
        markers: markers(&groups),
        files: files.collect(),
        dependencies: dependencies(locked),
        extras: extras(locked),
        source,
    }
}

fn markers(groups: &[(String, Marker)]) -> poetry::Markers {
    let told = groups.iter().filter(|(_, marker)| !marker.is_always());
    let told: Vec<(String, String)> =
        told.map(|(name, marker)| (name.clone(), in_poetrys_words(marker))).collect();
    match &told[..] {
        [] => poetry::Markers::Always,
        [(_, first), rest @ ..]
            if told.len() == groups.len() && rest.iter().all(|(_, marker)| marker == first) =>
        {
            poetry::Markers::All(first.clone())
        }
        _ => poetry::Markers::ByGroup(told),
    }
}

/// Poetry says `python_version` where the third part of the version does not matter.
fn in_poetrys_words(marker: &Marker) -> String {
    let text = marker.to_string();
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for i in 0..words.len().saturating_sub(2) {
        if !words[i].ends_with("python_full_version") {
            continue;
        }
        let (operator, version) = (words[i + 1].as_str(), words[i + 2].as_str());
        let minor = match operator {
            "==" | "!=" => version.contains(".*\"").then(|| version.replace(".*\"", "\"")),
            ">=" | "<" => Some(version.to_owned()),
            _ => None,
        };
        if let Some(minor) = minor.filter(|minor| minor.matches('.').count() == 1) {
            words[i] = words[i].replace("python_full_version", "python_version");
            words[i + 2] = minor;
        }
    }
    words.join(" ")
}

/// The groups with their markers, `main` first; extras belong to `main`.
fn groups(locked: &Locked) -> Vec<(String, Marker)> {
    let mut main = Marker::NEVER;
    let mut others: BTreeMap<&str, &Marker> = BTreeMap::new();
    for (group, marker) in &locked.needed {
        match group {
            Group::Main => main = main.or(marker),
            Group::Extra(name) => main = main.or(&Marker::of_extra(name).and(marker)),
            Group::Named(name) => {
                others.insert(name, marker);
            }
        }
    }
    let main = (!main.is_never()).then(|| ("main".to_owned(), main));
    let others = others.into_iter().map(|(name, marker)| (name.to_owned(), marker.clone()));
    main.into_iter().chain(others).collect()
}

fn dependencies(locked: &Locked) -> Vec<(String, Vec<poetry::Dependency>)> {
    let mut by_name: BTreeMap<(&str, &str), Vec<&Rc<Requirement>>> = BTreeMap::new();
    for requirement in &locked.requirements {
        let name = (requirement.name.as_str(), requirement.written_name.as_str());
        by_name.entry(name).or_default().push(requirement);
    }
    let in_order = by_name.into_iter().map(|((_, name), mut requirements)| {
        requirements.sort_by_key(|requirement| &requirement.written_marker);
        (name.to_owned(), requirements.into_iter().map(|one| dependency(one)).collect())
    });
    in_order.collect()
}

fn dependency(requirement: &Requirement) -> poetry::Dependency {
    let written = &requirement.written_marker;
    poetry::Dependency {
        version: constraint(requirement),
        extras: requirement.extras.iter().cloned().collect(),
        optional: requirement.marker.names_extra(),
        markers: (!written.is_empty()).then(|| written.clone()),
    }
}

/// The specifiers, with `~=1.4` written out as Poetry does: `>=1.4,<2.0`.
fn constraint(requirement: &Requirement) -> String {
    let text = requirement.specifiers.to_string();
    if text.is_empty() {
        return "*".to_owned();
    }
    let clauses = text.split(',').map(|clause| match clause.strip_prefix("~=") {
        Some(version) => compatible(version).unwrap_or_else(|| clause.to_owned()),
        None => clause.to_owned(),
    });
    clauses.collect::<Vec<_>>().join(",")
}

fn compatible(text: &str) -> Option<String> {
    let version: pep440_rs::Version = text.parse().ok()?;
    let mut upper = version.release().to_vec();
    let bumped = upper.len().checked_sub(2)?;
    upper[bumped] = upper[bumped].checked_add(1)?;
    upper[bumped + 1..].fill(0);
    Some(format!(">={text},<{}", pep440_rs::Version::new(upper)))
}

fn extras(locked: &Locked) -> Vec<(String, Vec<String>)> {
    let mut extras = locked.extras.clone();
    extras.sort();
    extras.dedup();
    let requirements = |extra: &str| {
        let asked = locked.requirements.iter();
        let asked = asked.filter(|requirement| requirement.marker.needs_extra(extra));
        let mut asked: Vec<String> = asked.map(|requirement| in_parentheses(requirement)).collect();
        asked.sort();
        asked
    };
    extras.into_iter().map(|extra| (extra.clone(), requirements(&extra))).collect()
}

/// `name[extra] (>=1) ; marker`, without what the marker says about extras.
fn in_parentheses(requirement: &Requirement) -> String {
    let mut text = requirement.written_name.clone();
    if !requirement.extras.is_empty() {
        let extras: Vec<&str> = requirement.extras.iter().map(String::as_str).collect();
        let _ = write!(text, "[{}]", extras.join(","));
    }
    if !requirement.specifiers.is_any() {
        let _ = write!(text, " ({})", constraint(requirement));
    }
    let marker = requirement.marker.with_all_extras().to_string();
    if !marker.is_empty() {
        let _ = write!(text, " ; {marker}");
    }
    text
}

fn project_extras(project: &Project) -> Vec<(String, Vec<String>)> {
    let mut extras: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for root in &project.roots {
        if let Group::Extra(extra) = &root.group {
            extras.entry(extra.clone()).or_default().push(root.requirement.written_name.clone());
        }
    }
    for names in extras.values_mut() {
        names.sort_unstable();
    }
    extras.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{compatible, in_poetrys_words};
    use crate::requirement::Marker;

    #[test]
    fn minor_versions_of_python_are_named_as_poetry_does() {
        for (marker, words) in [
            ("python_full_version == '3.9.*'", "python_version == \"3.9\""),
            (
                "python_full_version >= '3.9' and os_name == 'nt'",
                "python_version >= \"3.9\" and os_name == \"nt\"",
            ),
            ("python_full_version >= '3.9.1'", "python_full_version >= \"3.9.1\""),
        ] {
            assert_eq!(in_poetrys_words(&Marker::parse(marker).unwrap()), words);
        }
    }

    #[test]
    fn compatible_releases_are_written_out() {
        assert_eq!(compatible("1.4").unwrap(), ">=1.4,<2.0");
        assert_eq!(compatible("1.4.2").unwrap(), ">=1.4.2,<1.5.0");
        assert_eq!(compatible("1"), None);
    }
}
