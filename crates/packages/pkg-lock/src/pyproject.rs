//! The tables of `pyproject.toml`, read one by one.

use crate::content_hash::content_hash;
use crate::error::Error;
use crate::project::{Choice, Group, Project, Root, Source};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use pkg_index::PackageName;
use std::collections::BTreeSet;
use std::rc::Rc;
use toml_edit::{Document, Item, Table, TableLike, Value};

impl Project {
    /// Reads a `pyproject.toml`.
    ///
    /// # Errors
    /// It is no TOML, or a part that matters is malformed; with line and column.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let document = Document::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            let reason = error.message().lines().collect::<Vec<_>>().join(", ");
            at(text, offset, reason)
        })?;
        let content_hash =
            content_hash(document.as_item()).map_err(|reason| at(text, 0, reason))?;
        let reader = Reader { text };
        let mut project = reader.read(document.as_table())?;
        project.content_hash = content_hash;
        Ok(project)
    }
}

/// An error at a byte of `text`.
fn at(text: &str, offset: usize, reason: impl Into<String>) -> Error {
    let before = &text[..text.floor_char_boundary(offset)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Error::Project {
        line: 1 + before.matches('\n').count(),
        column: 1 + before[line_start..].chars().count(),
        reason: reason.into(),
    }
}

/// Reads tables; `text` is what they were parsed from, for the places in messages.
struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    /// Everything but the content hash.
    fn read(&self, root: &Table) -> Result<Project, Error> {
        let mut project = Project {
            name: None,
            version: None,
            requires_python: None,
            roots: Vec::new(),
            choices: Vec::new(),
            sources: Vec::new(),
            content_hash: String::new(),
        };
        let poetry = self.subtable(root, &["tool", "poetry"])?;
        let table = self.subtable(root, &["project"])?;
        if let Some(table) = table {
            self.project_table(table, &mut project)?;
        }
        if let Some(poetry) = poetry {
            self.poetry_table(poetry, &mut project)?;
        }
        if let Some(groups) = self.subtable(root, &["dependency-groups"])? {
            for (name, _) in groups.iter() {
                let mut seen = BTreeSet::new();
                self.dependency_group(groups, name, name, &mut seen, &mut project)?;
            }
        }
        self.uv_sources(root, &mut project)?;
        if let Some(table) = self.subtable(root, &["tool", "pkg-lock"])? {
            self.any_of(table, &mut project)?;
        }
        if table.is_none() && poetry.is_none() {
            return Err(at(self.text, 0, "no project here: expected [project] or [tool.poetry]"));
        }
        Ok(project)
    }

    fn project_table(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        self.name_and_version(table, project)?;
        if let Some(item) = table.get("requires-python") {
            let python = Specifiers::parse(self.string(item)?);
            project.requires_python = Some(python.map_err(|why| self.error(item, why))?);
        }
        if let Some(list) = table.get("dependencies") {
            self.requirements(list, &Group::Main, project)?;
        }
        if let Some(item) = table.get("optional-dependencies") {
            for (name, list) in self.table(item)?.iter() {
                self.requirements(list, &self.extra(name, list)?, project)?;
            }
        }
        Ok(())
    }

    /// The group of an extra, whose name must be one.
    fn extra(&self, name: &str, item: &Item) -> Result<Group, Error> {
        let valid: Result<PackageName, _> = name.parse();
        valid.map_err(|_| self.error(item, format!("'{name}' is no name of an extra")))?;
        Ok(Group::Extra(name.to_owned()))
    }

    fn name_and_version(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        if let Some(item) = table.get("name") {
            let name: PackageName =
                self.string(item)?.parse().map_err(|error| self.error(item, format!("{error}")))?;
            project.name.get_or_insert(name);
        }
        if let Some(item) = table.get("version") {
            project.version.get_or_insert(self.string(item)?.to_owned());
        }
        Ok(())
    }

    fn requirements(&self, list: &Item, group: &Group, project: &mut Project) -> Result<(), Error> {
        let array = list.as_array().ok_or_else(|| self.expected(list, "a list of requirements"))?;
        for value in array {
            let requirement = self.requirement(value)?;
            project.roots.push(Root { requirement, group: group.clone() });
        }
        Ok(())
    }

    fn requirement(&self, value: &Value) -> Result<Rc<Requirement>, Error> {
        let offset = value.span().map_or(0, |span| span.start);
        let text = value.as_str().ok_or_else(|| {
            at(self.text, offset, format!("expected a requirement, found {}", value.type_name()))
        })?;
        let requirement = Requirement::parse(text).map_err(|why| at(self.text, offset, why))?;
        Ok(Rc::new(requirement))
    }

    /// A group of PEP 735; it may include others.
    fn dependency_group(
        &self,
        groups: &dyn TableLike,
        name: &str,
        target: &str,
        seen: &mut BTreeSet<String>,
        project: &mut Project,
    ) -> Result<(), Error> {
        if !seen.insert(name.to_owned()) {
            return Ok(());
        }
        let Some(item) = groups.get(name) else { return Ok(()) };
        let array = item.as_array().ok_or_else(|| self.expected(item, "a list of requirements"))?;
        for value in array {
            if let Some(included) =
                value.as_inline_table().and_then(|table| table.get("include-group"))
            {
                let included = included.as_str().unwrap_or_default();
                if groups.get(included).is_none() {
                    let offset = value.span().map_or(0, |span| span.start);
                    return Err(at(self.text, offset, format!("there is no group '{included}'")));
                }
                if seen.len() < 100 {
                    self.dependency_group(groups, included, target, seen, project)?;
                }
            } else {
                let group = Group::Named(target.to_owned());
                project.roots.push(Root { requirement: self.requirement(value)?, group });
            }
        }
        Ok(())
    }

    fn poetry_table(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
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
                if let Some(item) = self.table(group)?.get("dependencies") {
                    self.poetry_dependencies(item, &Group::Named(name.to_owned()), false, project)?;
                }
            }
        }
        let Some(sources) = table.get("source") else { return Ok(()) };
        let tables = sources
            .as_array_of_tables()
            .ok_or_else(|| self.expected(sources, "[[tool.poetry.source]]"))?;
        for source in tables {
            let text = |key: &str| source.get(key).and_then(Item::as_str).map(str::to_owned);
            if let (Some(name), Some(url)) = (text("name"), text("url")) {
                project.sources.push(Source { name, url, is_poetrys: true });
            }
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
                    key.parse().ok().as_ref() == Some(name)
                        && item.get("optional").and_then(Item::as_bool) == Some(true)
                })
            })
        };
        for (extra, list) in self.table(extras)?.iter() {
            let names = list.as_array().ok_or_else(|| self.expected(list, "a list of names"))?;
            for name in names.iter().filter_map(|name| name.as_str()?.parse::<PackageName>().ok()) {
                let main = project.roots.iter().find(|root| {
                    root.requirement.name == name && !matches!(root.group, Group::Named(_))
                });
                let Some(root) = main.filter(|_| is_optional(&name)) else { continue };
                let group = self.extra(extra, list)?;
                let root = Root { requirement: Rc::clone(&root.requirement), group };
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
                let python = python.map_err(|why| self.error(item, why))?;
                project.requires_python.get_or_insert(python);
                continue;
            }
            if only_python {
                continue;
            }
            let package: PackageName =
                name.parse().map_err(|error| self.error(item, format!("{error}")))?;
            let several = item.as_array().map(|array| array.iter().cloned().map(Item::Value));
            let all: Vec<Item> = several.map_or_else(|| vec![item.clone()], Iterator::collect);
            for one in &all {
                let requirement = self.poetry_dependency(package.clone(), one)?;
                project
                    .roots
                    .push(Root { requirement: Rc::new(requirement), group: group.clone() });
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
                    let extras = array.iter().filter_map(Value::as_str).map(str::to_owned);
                    requirement.extras.extend(extras);
                }
                "allow-prereleases" => requirement.prereleases = item.as_bool() == Some(true),
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

    fn uv_sources(&self, root: &Table, project: &mut Project) -> Result<(), Error> {
        let Some(uv) = self.subtable(root, &["tool", "uv"])? else { return Ok(()) };
        let Some(tables) = uv.get("index").and_then(Item::as_array_of_tables) else {
            return Ok(());
        };
        for source in tables {
            if let Some(url) = source.get("url").and_then(Item::as_str) {
                let name = source.get("name").and_then(Item::as_str).unwrap_or("index");
                let (name, url) = (name.to_owned(), url.to_owned());
                project.sources.push(Source { name, url, is_poetrys: false });
            }
        }
        Ok(())
    }

    fn any_of(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        let Some(item) = table.get("any-of") else { return Ok(()) };
        let tables = item
            .as_array_of_tables()
            .ok_or_else(|| self.expected(item, "[[tool.pkg-lock.any-of]]"))?;
        for table in tables {
            let list = table.get("requirements").and_then(Item::as_array);
            let list = list.filter(|list| !list.is_empty()).ok_or_else(|| {
                let offset = table.span().map_or(0, |span| span.start);
                at(self.text, offset, "expected 'requirements', a list of at least one requirement")
            })?;
            let requirements: Vec<_> =
                list.iter().map(|value| self.requirement(value)).collect::<Result<_, _>>()?;
            let unusual = requirements.iter().zip(list).find(|(requirement, _)| {
                !requirement.extras.is_empty() || !requirement.marker.is_always()
            });
            if let Some((_, value)) = unusual {
                let offset = value.span().map_or(0, |span| span.start);
                return Err(at(self.text, offset, "extras and markers have no place in a choice"));
            }
            let name = match table.get("name") {
                Some(item) => self.string(item)?.to_owned(),
                None => format!("any-of {}", project.choices.len() + 1),
            };
            project.choices.push(Choice { name, requirements });
        }
        Ok(())
    }

    /// The table at a path; `None` if there is none.
    fn subtable<'d>(
        &self,
        root: &'d Table,
        path: &[&str],
    ) -> Result<Option<&'d dyn TableLike>, Error> {
        let mut table: &dyn TableLike = root;
        for key in path {
            match table.get(key) {
                Some(item) => table = self.table(item)?,
                None => return Ok(None),
            }
        }
        Ok(Some(table))
    }

    fn table<'d>(&self, item: &'d Item) -> Result<&'d dyn TableLike, Error> {
        item.as_table_like().ok_or_else(|| self.expected(item, "a table"))
    }

    fn string<'d>(&self, item: &'d Item) -> Result<&'d str, Error> {
        item.as_str().ok_or_else(|| self.expected(item, "a string"))
    }

    fn expected(&self, item: &Item, what: &str) -> Error {
        self.error(item, format!("expected {what}, found {}", item.type_name()))
    }

    fn error(&self, item: &Item, reason: impl Into<String>) -> Error {
        at(self.text, item.span().map_or(0, |span| span.start), reason)
    }
}
