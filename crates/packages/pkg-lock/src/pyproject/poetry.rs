//! `[tool.poetry]`: Poetry's own tables.
//!
//! # References
//! - Poetry documentation, "The pyproject.toml file"

use super::{Reader, offset_of};
use crate::error::Error;
use crate::project::{Group, PYPI, Project, Rank, Root, Source, Tie};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use pkg_index::PackageName;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use toml_edit::{Item, TableLike};

/// The keys of `[tool.poetry]`; those that are not read here change no lock.
const KEYS: &[&str] = &[
    "authors",
    "build",
    "build-constraints",
    "classifiers",
    "dependencies",
    "description",
    "dev-dependencies",
    "documentation",
    "exclude",
    "extras",
    "group",
    "homepage",
    "include",
    "keywords",
    "license",
    "maintainers",
    "name",
    "package-mode",
    "packages",
    "plugins",
    "readme",
    "repository",
    "requires-plugins",
    "requires-poetry",
    "scripts",
    "source",
    "urls",
    "version",
];

fn pypi(rank: Rank) -> Source {
    let (name, url) = (PYPI.to_owned(), "https://pypi.org/simple/".to_owned());
    Source { name, url, rank, is_poetrys: true, layout: None }
}

/// Names the sources of packages as they name themselves: Poetry does not distinguish capital letters.
/// The public index need not be named to be one.
fn name_ties(project: &mut Project) {
    for tie in project.ties.values_mut().filter(|tie| !tie.is_uvs) {
        let mut sources = project.sources.iter();
        let source = sources.find(|source| source.name.eq_ignore_ascii_case(&tie.index));
        if let Some(source) = source {
            tie.index.clone_from(&source.name);
        } else if tie.index.eq_ignore_ascii_case(PYPI) {
            PYPI.clone_into(&mut tie.index);
            project.sources.push(pypi(Rank::Explicit));
        }
    }
}

/// `platform = "linux || darwin"`: values of `sys_platform`, or with `!=` all others.
fn platform(text: &str) -> Result<Marker, String> {
    let mut all = Marker::NEVER;
    for alternative in text.split('|').filter(|one| !one.is_empty()) {
        let mut one = Marker::ALWAYS;
        for word in alternative.split(',').map(str::trim) {
            let (operator, name) = match word.strip_prefix("!=") {
                Some(name) => ("!=", name.trim()),
                None => ("==", word.trim_start_matches('=').trim()),
            };
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
                return Err(format!("'{word}', expected a platform, like win32"));
            }
            one = one.and(&Marker::parse(&format!("sys_platform {operator} '{name}'"))?);
        }
        all = all.or(&one);
    }
    Ok(all)
}

impl Reader<'_> {
    pub(super) fn poetry_table(
        &self,
        table: &dyn TableLike,
        project: &mut Project,
    ) -> Result<(), Error> {
        self.only(table, KEYS, "[tool.poetry]")?;
        self.name_and_version(table, project)?;
        let pep621 = !project.roots.is_empty() || !project.replaced.is_empty();
        if let Some(item) = table.get("dependencies") {
            // Beside [project] this table only says where packages come from.
            let optional = self.poetry_dependencies(item, &Group::Main, pep621, project)?;
            if !pep621 {
                self.poetry_extras(table, &optional, project)?;
            }
        }
        if let Some(item) = table.get("dev-dependencies") {
            self.poetry_group("dev", 0, Some(item), project)?;
        }
        if let Some(item) = table.get("group") {
            for (name, group) in self.table(item)?.iter() {
                let offset = group.span().map_or(0, |span| span.start);
                let group = self.table(group)?;
                let keys = &["dependencies", "include-groups", "optional"];
                self.only(group, keys, &format!("[tool.poetry.group.{name}]"))?;
                self.poetry_group(name, offset, group.get("dependencies"), project)?;
            }
        }
        if let Some(sources) = table.get("source") {
            self.poetry_sources(sources, project)?;
        }
        name_ties(project);
        Ok(())
    }

    fn poetry_sources(&self, sources: &Item, project: &mut Project) -> Result<(), Error> {
        for (offset, source) in self.tables(sources, "[[tool.poetry.source]]")? {
            let text = |key: &str| source.get(key).map(|item| self.string(item)).transpose();
            match (text("name")?, text("url")?) {
                (Some(name), Some(url)) => {
                    let (name, url) = (name.to_owned(), url.to_owned());
                    let rank = self.poetry_rank(source)?;
                    let source = Source { name, url, rank, is_poetrys: true, layout: None };
                    project.sources.push(source);
                }
                (Some(name), None) if name.eq_ignore_ascii_case(PYPI) => {
                    project.sources.push(pypi(self.poetry_rank(source)?));
                }
                _ => {
                    return Err(self.error_at(offset, "expected a source with 'name' and 'url'"));
                }
            }
        }
        Ok(())
    }

    /// A group and its requirements, if it has any of its own.
    fn poetry_group(
        &self,
        name: &str,
        offset: usize,
        dependencies: Option<&Item>,
        project: &mut Project,
    ) -> Result<(), Error> {
        project.groups.insert(self.group_name(name, offset)?);
        if let Some(item) = dependencies {
            self.poetry_dependencies(item, &Group::Named(name.to_owned()), false, project)?;
        }
        Ok(())
    }

    /// `include-groups`: what other groups have is in this one too, be they Poetry's or not.
    pub(super) fn poetry_includes(
        &self,
        poetry: &dyn TableLike,
        project: &mut Project,
    ) -> Result<(), Error> {
        let Some(groups) = poetry.get("group") else { return Ok(()) };
        let includes = self.poetry_included(groups, project)?;
        let own = project.roots.clone();
        for (group, (name, _)) in &includes {
            let mut reached = BTreeSet::new();
            let mut open = vec![group];
            while let Some(one) = open.pop() {
                for other in includes.get(one).into_iter().flat_map(|(_, all)| all) {
                    if other == group {
                        let why = format!("the group '{name}' includes itself");
                        return Err(self.error(groups, why));
                    }
                    if reached.insert(other) {
                        open.push(other);
                    }
                }
            }
            let is_reached = |root: &&Root| match &root.group {
                Group::Named(name) => {
                    name.parse().is_ok_and(|name: PackageName| reached.contains(&name))
                }
                Group::Main | Group::Extra(_) => false,
            };
            let group = Group::Named((*name).to_owned());
            let more = own.iter().filter(is_reached);
            project.roots.extend(more.map(|root| Root { group: group.clone(), ..root.clone() }));
        }
        Ok(())
    }

    /// The groups that include others: the name as written, and those that it includes.
    fn poetry_included<'d>(
        &self,
        groups: &'d Item,
        project: &Project,
    ) -> Result<BTreeMap<PackageName, (&'d str, Vec<PackageName>)>, Error> {
        let mut includes = BTreeMap::new();
        for (name, group) in self.table(groups)?.iter() {
            let Some(list) = self.table(group)?.get("include-groups") else { continue };
            let array = list.as_array().ok_or_else(|| self.expected(list, "a list of groups"))?;
            let mut all = Vec::new();
            for value in array {
                let other = value.as_str().and_then(|other| other.parse::<PackageName>().ok());
                all.push(other.filter(|other| project.groups.contains(other)).ok_or_else(
                    || {
                        let found = value.to_string();
                        let why = format!("expected the name of a group, found {}", found.trim());
                        self.error_at(offset_of(value), why)
                    },
                )?);
            }
            let normal = self.group_name(name, group.span().map_or(0, |span| span.start))?;
            includes.insert(normal, (name, all));
        }
        Ok(includes)
    }

    /// When a source is asked: `priority`, or what came before it.
    fn poetry_rank(&self, source: &dyn TableLike) -> Result<Rank, Error> {
        if let Some(item) = source.get("priority") {
            return match self.string(item)? {
                "default" | "primary" => Ok(Rank::Ordinary),
                "secondary" | "supplemental" => Ok(Rank::Last),
                "explicit" => Ok(Rank::Explicit),
                other => {
                    let why = format!("'{other}', expected primary, supplemental or explicit");
                    Err(self.error(item, why))
                }
            };
        }
        let is_secondary = source.get("secondary").and_then(Item::as_bool) == Some(true);
        Ok(if is_secondary { Rank::Last } else { Rank::Ordinary })
    }

    /// `source = "NAME"` of a dependency.
    fn poetry_tie(
        &self,
        package: &PackageName,
        dependency: &Item,
        project: &mut Project,
    ) -> Result<(), Error> {
        let Some(item) = dependency.get("source") else { return Ok(()) };
        let index = self.string(item)?.to_owned();
        let offset = item.span().map_or(0, |span| span.start);
        let known = project
            .ties
            .insert(package.clone(), Tie { index: index.clone(), is_uvs: false, offset });
        if known.is_some_and(|known| known.index != index) {
            let why = format!("'{package}' from two sources: one version has one source here");
            return Err(self.error(item, why));
        }
        Ok(())
    }

    /// Moves the optional ones of the dependencies to the extras that name them.
    fn poetry_extras(
        &self,
        poetry: &dyn TableLike,
        optional: &[Root],
        project: &mut Project,
    ) -> Result<(), Error> {
        let mut in_extras = BTreeSet::new();
        let extras = poetry.get("extras").map(|extras| self.table(extras)).transpose()?;
        for (extra, list) in extras.into_iter().flat_map(TableLike::iter) {
            let group = self.extra(extra, list, project)?;
            let names = list.as_array().ok_or_else(|| self.expected(list, "a list of names"))?;
            for name in names {
                let parsed = name.as_str().and_then(|name| name.parse::<PackageName>().ok());
                let name = parsed.ok_or_else(|| {
                    self.error_at(offset_of(name), "expected the name of a package")
                })?;
                for root in optional.iter().filter(|root| root.requirement.name == name) {
                    self.add(Root { group: group.clone(), ..root.clone() }, project)?;
                }
                in_extras.insert(name);
            }
        }
        // What is in no extra is required all the same.
        let others = optional.iter().filter(|root| !in_extras.contains(&root.requirement.name));
        others.cloned().try_for_each(|root| self.add(root, project))
    }

    /// Adds the dependencies of a group, and returns the optional ones of the main group.
    fn poetry_dependencies(
        &self,
        item: &Item,
        group: &Group,
        only_python: bool,
        project: &mut Project,
    ) -> Result<Vec<Root>, Error> {
        let mut optional = Vec::new();
        for (name, item) in self.table(item)?.iter() {
            if name == "python" {
                let python = Specifiers::parse_poetry(self.string(item)?);
                let python = self.pythons(item, python)?;
                project.requires_python.get_or_insert(python);
                continue;
            }
            let package: PackageName =
                name.parse().map_err(|error| self.error(item, format!("{error}")))?;
            let several = item.as_array().map(|array| array.iter().cloned().map(Item::Value));
            if item.as_array().is_some_and(toml_edit::Array::is_empty) {
                return Err(self.error(item, "expected at least one constraint, found none"));
            }
            let all: Vec<Item> = several.map_or_else(|| vec![item.clone()], Iterator::collect);
            for one in &all {
                self.poetry_tie(&package, one, project)?;
                if only_python {
                    continue;
                }
                let requirement = self.poetry_dependency(package.clone(), one)?;
                let (requirement, group) = (Rc::new(requirement), group.clone());
                let offset = item.span().map_or(0, |span| span.start);
                let root = Root { requirement, group, offset, is_declared: true };
                let is_optional = one.get("optional").map(|item| self.truth(item)).transpose()?;
                if root.group == Group::Main && is_optional == Some(true) {
                    optional.push(root);
                } else {
                    self.add(root, project)?;
                }
            }
        }
        Ok(optional)
    }

    /// `"^1.2"` or `{ version = "^1.2", extras = ["x"], markers = "…", python = "…" }`.
    fn poetry_dependency(&self, name: PackageName, item: &Item) -> Result<Requirement, Error> {
        let constraint = |item: &Item| {
            Specifiers::parse_poetry(self.string(item)?).map_err(|why| self.error(item, why))
        };
        let mut requirement = Requirement::plain(name, Specifiers::any());
        if item.is_str() {
            requirement.specifiers = constraint(item)?;
            return Ok(requirement);
        }
        for (key, item) in self.table(item)?.iter() {
            match key {
                "version" => requirement.specifiers = constraint(item)?,
                "python" => {
                    let python = Marker::of_python(&constraint(item)?);
                    requirement.marker = requirement.marker.and(&python);
                }
                "markers" => {
                    let marker = Marker::parse(self.string(item)?);
                    let marker = marker.map_err(|why| self.error(item, why))?;
                    requirement.marker = requirement.marker.and(&marker);
                }
                "extras" => {
                    let array = item.as_array().ok_or_else(|| self.expected(item, "a list"))?;
                    for extra in array {
                        let extra =
                            extra.as_str().filter(|extra| extra.parse::<PackageName>().is_ok());
                        let extra = extra.ok_or_else(|| self.expected(item, "names of extras"))?;
                        requirement.extras.insert(extra.to_owned());
                    }
                }
                "allow-prereleases" => {
                    requirement.prereleases = self.truth(item)?;
                }
                "platform" => {
                    let platform = platform(self.string(item)?);
                    let platform = platform.map_err(|why| self.error(item, why))?;
                    requirement.marker = requirement.marker.and(&platform);
                }
                "optional" | "source" => {}
                _ => {
                    let why = format!("'{key}': only packages from an index are resolved here");
                    return Err(self.error(item, why));
                }
            }
        }
        Ok(requirement)
    }
}
