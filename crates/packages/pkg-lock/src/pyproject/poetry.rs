//! `[tool.poetry]`: Poetry's own tables.
//!
//! # References
//! - Poetry documentation, "The pyproject.toml file"

use super::{Reader, offset_of};
use crate::error::Error;
use crate::project::{Group, Project, Rank, Root, Source, Tie};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use pkg_index::PackageName;
use std::collections::BTreeSet;
use std::rc::Rc;
use toml_edit::{Item, Table, TableLike};

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

impl Reader<'_> {
    pub(super) fn poetry_table(
        &self,
        table: &dyn TableLike,
        project: &mut Project,
    ) -> Result<(), Error> {
        self.only(table, KEYS, "[tool.poetry]")?;
        self.name_and_version(table, project)?;
        let pep621 = !project.roots.is_empty();
        if let Some(item) = table.get("dependencies") {
            // Beside [project] this table only says where packages come from.
            self.poetry_dependencies(item, &Group::Main, pep621, project)?;
            self.poetry_extras(table, item, project)?;
        }
        if let Some(item) = table.get("dev-dependencies") {
            self.poetry_dependencies(item, &Group::Named("dev".to_owned()), false, project)?;
        }
        if let Some(item) = table.get("group") {
            for (name, group) in self.table(item)?.iter() {
                let group = self.table(group)?;
                if let Some(item) = group.get("include-groups") {
                    let why = "'include-groups' is not supported here: [dependency-groups] can include groups";
                    return Err(self.error(item, why));
                }
                self.only(
                    group,
                    &["dependencies", "optional"],
                    &format!("[tool.poetry.group.{name}]"),
                )?;
                if let Some(item) = group.get("dependencies") {
                    self.poetry_dependencies(item, &Group::Named(name.to_owned()), false, project)?;
                }
            }
        }
        let Some(sources) = table.get("source") else { return Ok(()) };
        let tables = sources
            .as_array_of_tables()
            .ok_or_else(|| self.expected(sources, "[[tool.poetry.source]]"))?;
        for source in tables {
            let text = |key: &str| source.get(key).map(|item| self.string(item)).transpose();
            match (text("name")?, text("url")?) {
                (Some(name), Some(url)) => {
                    let (name, url) = (name.to_owned(), url.to_owned());
                    let rank = self.poetry_rank(source)?;
                    project.sources.push(Source { name, url, rank, is_poetrys: true });
                }
                // Poetry knows the address of this one.
                (Some(name), None) if name.eq_ignore_ascii_case("pypi") => {}
                _ => {
                    let offset = source.span().map_or(0, |span| span.start);
                    return Err(self.error_at(offset, "expected a source with 'name' and 'url'"));
                }
            }
        }
        Ok(())
    }

    /// When a source is asked: `priority`, or what came before it.
    fn poetry_rank(&self, source: &Table) -> Result<Rank, Error> {
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

    /// Moves optional dependencies to the extras that name them.
    fn poetry_extras(
        &self,
        poetry: &dyn TableLike,
        dependencies: &Item,
        project: &mut Project,
    ) -> Result<(), Error> {
        let Some(extras) = poetry.get("extras") else { return Ok(()) };
        let is_optional = |name: &PackageName| {
            let table = dependencies.as_table_like();
            table.is_some_and(|table| {
                table.iter().any(|(key, item)| {
                    // A key that is not a name was refused where the table was read.
                    key.parse().ok().as_ref() == Some(name)
                        && item.get("optional").and_then(Item::as_bool) == Some(true)
                })
            })
        };
        for (extra, list) in self.table(extras)?.iter() {
            let names = list.as_array().ok_or_else(|| self.expected(list, "a list of names"))?;
            for name in names {
                let parsed = name.as_str().and_then(|name| name.parse::<PackageName>().ok());
                let name = parsed.ok_or_else(|| {
                    self.error_at(offset_of(name), "expected the name of a package")
                })?;
                let main = project.roots.iter().find(|root| {
                    root.requirement.name == name && !matches!(root.group, Group::Named(_))
                });
                let Some(root) = main.filter(|_| is_optional(&name)) else { continue };
                let group = self.extra(extra, list)?;
                let root = Root { group, ..root.clone() };
                project.roots.push(root);
            }
        }
        let in_extra: BTreeSet<PackageName> = project
            .roots
            .iter()
            .filter(|root| matches!(root.group, Group::Extra(_)))
            .map(|root| root.requirement.name.clone())
            .collect();
        project.roots.retain(|root| {
            root.group != Group::Main
                || !in_extra.contains(&root.requirement.name)
                || !is_optional(&root.requirement.name)
        });
        Ok(())
    }

    fn poetry_dependencies(
        &self,
        item: &Item,
        group: &Group,
        only_python: bool,
        project: &mut Project,
    ) -> Result<(), Error> {
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
            let all: Vec<Item> = several.map_or_else(|| vec![item.clone()], Iterator::collect);
            for one in &all {
                self.poetry_tie(&package, one, project)?;
                if only_python {
                    continue;
                }
                let requirement = self.poetry_dependency(package.clone(), one)?;
                let (requirement, group) = (Rc::new(requirement), group.clone());
                let offset = item.span().map_or(0, |span| span.start);
                project.roots.push(Root { requirement, group, offset, is_declared: true });
            }
        }
        Ok(())
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
                    let truth = item.as_bool();
                    requirement.prereleases =
                        truth.ok_or_else(|| self.expected(item, "true or false"))?;
                }
                "optional" | "source" => {}
                "platform" => return Err(self.error(item, "'platform', expected 'markers'")),
                _ => {
                    let why = format!("'{key}': only packages from an index are resolved here");
                    return Err(self.error(item, why));
                }
            }
        }
        Ok(requirement)
    }
}
