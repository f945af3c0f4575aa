//! `uv.lock`, version 1, as uv writes it.
//!
//! # References
//! - docs/formats/uv-lock.md

use super::toml_text::{key, list, quoted};
use super::{Lock, Locked, Need};
use crate::project::{Group, Project, Root};
use crate::requirement::Marker;
use pkg_index::{File, FileKind, PackageName};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub(super) fn render(lock: &Lock, project: &Project) -> String {
    let mut text = String::from("version = 1\nrevision = 3\n");
    if let Some(python) = &project.requires_python {
        let _ =
            writeln!(text, "requires-python = {}", quoted(&python.to_string().replace(',', ", ")));
    }
    let source = project.sources.iter().find(|source| !source.is_poetrys);
    let registry = quoted(source.map_or(lock.index.as_str(), |source| source.url.as_str()));
    let mut blocks: BTreeMap<String, String> = BTreeMap::new();
    for locked in &lock.packages {
        blocks.insert(locked.name.to_string(), package(locked, &registry));
    }
    if let Some(name) = &project.name {
        blocks.insert(name.to_string(), the_project(name, project));
    }
    text.extend(blocks.into_values());
    text
}

fn package(locked: &Locked, registry: &str) -> String {
    let mut text = format!(
        "\n[[package]]\nname = {}\nversion = {}\nsource = {{ registry = {registry} }}\n",
        quoted(locked.name.as_str()),
        quoted(&locked.version)
    );
    needs(&mut text, "dependencies", &locked.dependencies);
    let archive = locked.files.iter().find(|file| file.kind == FileKind::Source);
    if let Some(archive) = archive {
        let _ = writeln!(text, "sdist = {}", file(archive));
    }
    let mut wheels = locked.files.iter().filter(|file| file.kind == FileKind::Wheel).peekable();
    if wheels.peek().is_some() {
        let wheels: Vec<String> = wheels.map(|wheel| format!("    {},\n", file(wheel))).collect();
        let _ = write!(text, "wheels = [\n{}]\n", wheels.concat());
    }
    if locked.optional.values().any(|needs| !needs.is_empty()) {
        text.push_str("\n[package.optional-dependencies]\n");
        for (extra, all) in locked.optional.iter().filter(|(_, needs)| !needs.is_empty()) {
            needs(&mut text, extra, all);
        }
    }
    text
}

fn file(file: &File) -> String {
    let mut text = format!("{{ url = {}", quoted(&file.url));
    if let Some(digest) = file.sha256 {
        let _ = write!(text, ", hash = \"sha256:{digest}\"");
    }
    if let Some(size) = file.size {
        let _ = write!(text, ", size = {size}");
    }
    text + " }"
}

fn needs(text: &mut String, name: &str, needs: &BTreeMap<PackageName, Need>) {
    if needs.is_empty() {
        return;
    }
    let _ = writeln!(text, "{} = [", key(name));
    for (name, need) in needs {
        let _ = write!(text, "    {{ name = {}", quoted(name.as_str()));
        if !need.extras.is_empty() {
            let _ = write!(text, ", extra = {}", list(need.extras.iter().map(String::as_str)));
        }
        if !need.marker.is_always() {
            let _ = write!(text, ", marker = {}", marker(&need.marker));
        }
        text.push_str(" },\n");
    }
    text.push_str("]\n");
}

fn marker(marker: &Marker) -> String {
    quoted(&marker.to_string().replace('"', "'"))
}

/// The project stands among its packages.
fn the_project(name: &PackageName, project: &Project) -> String {
    let mut text = format!("\n[[package]]\nname = {}\n", quoted(name.as_str()));
    if let Some(version) = &project.version {
        let _ = writeln!(text, "version = {}", quoted(version));
    }
    text.push_str("source = { virtual = \".\" }\n");
    let of = |is_wanted: &dyn Fn(&Group) -> bool| {
        let mut all: BTreeMap<&Group, BTreeMap<PackageName, Need>> = BTreeMap::new();
        for root in project.roots.iter().filter(|root| is_wanted(&root.group)) {
            let requirement = &root.requirement;
            let nothing = Need { extras: BTreeSet::new(), marker: Marker::NEVER };
            let group = all.entry(&root.group).or_default();
            let need = group.entry(requirement.name.clone()).or_insert(nothing);
            need.extras.extend(requirement.extras.iter().cloned());
            need.marker = need.marker.or(&requirement.marker);
        }
        all
    };
    for all in of(&|group| *group == Group::Main).values() {
        needs(&mut text, "dependencies", all);
    }
    let extras = of(&|group| matches!(group, Group::Extra(_)));
    let named = of(&|group| matches!(group, Group::Named(_)));
    for (table, groups) in [("optional-dependencies", extras), ("dev-dependencies", named)] {
        if groups.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n[package.{table}]");
        for (group, all) in &groups {
            if let Group::Extra(name) | Group::Named(name) = group {
                needs(&mut text, name, all);
            }
        }
    }
    metadata(&mut text, project);
    text
}

fn metadata(text: &mut String, project: &Project) {
    let (dev, dist): (Vec<&Root>, Vec<&Root>) =
        project.roots.iter().partition(|root| matches!(root.group, Group::Named(_)));
    if !dist.is_empty() {
        text.push_str("\n[package.metadata]\n");
        let mut lines: Vec<(String, String)> = dist
            .iter()
            .map(|root| (root.requirement.name.to_string(), requirement(root)))
            .collect();
        lines.sort();
        list_of(text, "requires-dist", &lines);
    }
    let extras: Vec<&str> = in_order(dist.iter().filter_map(|root| match &root.group {
        Group::Extra(name) => Some(name.as_str()),
        Group::Main | Group::Named(_) => None,
    }));
    if !extras.is_empty() {
        let _ = writeln!(text, "provides-extras = {}", list(extras));
    }
    let groups: BTreeSet<&Group> = dev.iter().map(|root| &root.group).collect();
    if !groups.is_empty() {
        text.push_str("\n[package.metadata.requires-dev]\n");
    }
    for group in groups {
        let Group::Named(name) = group else { continue };
        let members = dev.iter().filter(|root| root.group == *group);
        let mut lines: Vec<(String, String)> =
            members.map(|root| (root.requirement.name.to_string(), requirement(root))).collect();
        lines.sort();
        list_of(text, name, &lines);
    }
}

/// A list of one stands in a line.
fn list_of(text: &mut String, name: &str, lines: &[(String, String)]) {
    let _ = match lines {
        [(_, one)] => writeln!(text, "{} = [{one}]", key(name)),
        all => {
            let all: Vec<String> = all.iter().map(|(_, line)| format!("    {line},\n")).collect();
            writeln!(text, "{} = [\n{}]", key(name), all.concat())
        }
    };
}

fn in_order<'s>(names: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}

fn requirement(root: &Root) -> String {
    let requirement = &root.requirement;
    let mut text = format!("{{ name = {}", quoted(requirement.name.as_str()));
    if !requirement.extras.is_empty() {
        let _ = write!(text, ", extras = {}", list(requirement.extras.iter().map(String::as_str)));
    }
    let all = match &root.group {
        Group::Extra(name) => requirement.marker.and(&Marker::of_extra(name)),
        Group::Main | Group::Named(_) => requirement.marker.clone(),
    };
    if !all.is_always() {
        let _ = write!(text, ", marker = {}", marker(&all));
    }
    if !requirement.specifiers.is_any() {
        let _ = write!(text, ", specifier = {}", quoted(&requirement.specifiers.to_string()));
    }
    text + " }"
}
