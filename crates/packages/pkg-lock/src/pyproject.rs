//! The tables of `pyproject.toml`, read one by one.
//!
//! # References
//! - Python Packaging User Guide, "pyproject.toml specification" (PEP 621)
//! - docs/formats/any-of.md

mod groups;
mod own_extras;
mod poetry;
mod uv;

use crate::content_hash::content_hash;
use crate::environments::Environments;
use crate::error::Error;
use crate::project::{AnyOf, Group, Project, Root};
use crate::requirement::{Marker, Requirement};
use crate::specifiers::Specifiers;
use located::{Located, Position};
use pep440_rs::Version;
use pkg_index::PackageName;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::str::FromStr;
use toml_edit::{Document, Item, Table, TableLike, Value};

impl Project {
    /// Reads a `pyproject.toml`.
    ///
    /// # Errors
    /// It is not TOML, or a part that matters is malformed; with line and column.
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

/// The keys of `[project]`, those of PEP 639 and PEP 794 included.
const PROJECT_KEYS: &[&str] = &[
    "authors",
    "classifiers",
    "dependencies",
    "description",
    "dynamic",
    "entry-points",
    "gui-scripts",
    "import-names",
    "import-namespaces",
    "keywords",
    "license",
    "license-files",
    "maintainers",
    "name",
    "optional-dependencies",
    "readme",
    "requires-python",
    "scripts",
    "urls",
    "version",
];

/// An error at a byte of `text`.
fn at(text: &str, offset: usize, reason: impl Into<String>) -> Error {
    Error::Project(Located::new(Position::of_char(text, offset), reason))
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
            replaced: Vec::new(),
            extras: BTreeSet::new(),
            groups: BTreeSet::new(),
            is_package: root.contains_key("build-system"),
            constraints: Vec::new(),
            overrides: Vec::new(),
            choices: Vec::new(),
            sources: Vec::new(),
            ties: BTreeMap::new(),
            supported: Vec::new(),
            required: Vec::new(),
            kinds: BTreeMap::new(),
            wants_prereleases: false,
            exclude_newer: None,
            folder: PathBuf::new(),
            content_hash: String::new(),
        };
        let poetry = self.subtable(root, &["tool", "poetry"])?;
        let table = self.subtable(root, &["project"])?;
        if let Some(table) = table {
            self.only(table, PROJECT_KEYS, "[project]")?;
            self.dynamic(table, poetry)?;
            self.project_table(table, &mut project)?;
        }
        if let Some(poetry) = poetry {
            self.poetry_table(poetry, &mut project)?;
        }
        if let Some(groups) = self.subtable(root, &["dependency-groups"])? {
            self.dependency_groups(groups, &mut project)?;
        }
        if let Some(poetry) = poetry {
            self.poetry_includes(poetry, &mut project)?;
        }
        if let Some(uv) = self.subtable(root, &["tool", "uv"])? {
            self.uv_table(uv, &mut project)?;
        }
        if let Some(table) = self.subtable(root, &["tool", "pkg-lock"])? {
            self.any_of(table, &mut project)?;
        }
        if let Some(sources) = self.subtable(root, &["tool", "uv", "sources"])? {
            self.uv_sources(sources, &mut project)?;
        }
        if table.is_none() && poetry.is_none() {
            return Err(at(self.text, 0, "no project here: expected [project] or [tool.poetry]"));
        }
        self.is_identified(table, poetry, &project)?;
        if project.environments().are_none() {
            let why = "no environment is left: the project's Pythons and tool.uv.environments exclude each other";
            return Err(at(self.text, 0, why));
        }
        self.expand_own_extras(&mut project)?;
        project.override_roots();
        for tie in project.ties.values() {
            if !project.sources.iter().any(|source| source.name == tie.index) {
                let why = format!("the project names no index '{}' with its address", tie.index);
                return Err(self.error_at(tie.offset, why));
            }
        }
        Ok(project)
    }

    /// A project has a name and a version, unless the version is dynamic or Poetry only manages requirements.
    fn is_identified(
        &self,
        table: Option<&dyn TableLike>,
        poetry: Option<&dyn TableLike>,
        project: &Project,
    ) -> Result<(), Error> {
        let mode = poetry.and_then(|poetry| poetry.get("package-mode"));
        let mode = mode.map(|item| self.truth(item)).transpose()?;
        let manages_only = mode == Some(false);
        if project.name.is_none() && (table.is_some() || !manages_only) {
            return Err(at(self.text, 0, "the project has no 'name'"));
        }
        let dynamic = table.and_then(|table| table.get("dynamic")).and_then(Item::as_array);
        let is_dynamic = dynamic.into_iter().flatten().any(|key| key.as_str() == Some("version"));
        if project.version.is_none() && !is_dynamic && !manages_only {
            return Err(at(self.text, 0, "the project has no 'version', and it is not dynamic"));
        }
        Ok(())
    }

    fn project_table(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        self.name_and_version(table, project)?;
        if let Some(item) = table.get("requires-python") {
            let python = Specifiers::parse(self.string(item)?);
            project.requires_python = Some(self.pythons(item, python)?);
        }
        if let Some(list) = table.get("dependencies") {
            self.requirements(list, &Group::Main, project)?;
        }
        if let Some(item) = table.get("optional-dependencies") {
            for (name, list) in self.table(item)?.iter() {
                let group = self.extra(name, list, project)?;
                self.requirements(list, &group, project)?;
            }
        }
        Ok(())
    }

    /// The project's Pythons, of which there must be some.
    fn pythons(&self, item: &Item, read: Result<Specifiers, String>) -> Result<Specifiers, Error> {
        let python = read.map_err(|why| self.error(item, why))?;
        if Environments::of(Some(&python), &Marker::ALWAYS, &[]).are_none() {
            return Err(self.error(item, format!("no Python satisfies {python}")));
        }
        Ok(python)
    }

    /// What only a build of the project would tell is not nothing; Poetry's own tables may tell it.
    fn dynamic(&self, table: &dyn TableLike, poetry: Option<&dyn TableLike>) -> Result<(), Error> {
        let Some(list) = table.get("dynamic") else { return Ok(()) };
        let keys = list.as_array().ok_or_else(|| self.expected(list, "a list of keys"))?;
        for value in keys {
            let offset = offset_of(value);
            let key = value.as_str().ok_or_else(|| self.error_at(offset, "expected a key"))?;
            if table.contains_key(key) {
                return Err(self.error_at(offset, format!("'{key}' is dynamic, and given too")));
            }
            let poetrys = match key {
                "dependencies" | "requires-python" => "dependencies",
                "optional-dependencies" => "extras",
                _ => continue,
            };
            if !poetry.is_some_and(|poetry| poetry.contains_key(poetrys)) {
                let why = format!("'{key}' is dynamic: only a build of the project would tell it");
                return Err(self.error_at(offset, why));
            }
        }
        Ok(())
    }

    /// Refuses a key that a table does not have: whoever wrote it meant something by it.
    fn only(&self, table: &dyn TableLike, known: &[&str], name: &str) -> Result<(), Error> {
        match table.iter().find(|(key, _)| !known.contains(key)) {
            None => Ok(()),
            Some((key, item)) => Err(self.error(item, format!("{name} has no key '{key}'"))),
        }
    }

    /// The group of a new extra, whose name must be one.
    fn extra(&self, name: &str, item: &Item, project: &mut Project) -> Result<Group, Error> {
        let valid: Result<PackageName, _> = name.parse();
        let valid =
            valid.map_err(|_| self.error(item, format!("'{name}' is not a name of an extra")))?;
        if !project.extras.insert(valid.clone()) {
            return Err(self.error(item, format!("there are two extras '{valid}'")));
        }
        Ok(Group::Extra(name.to_owned()))
    }

    fn name_and_version(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        if let Some(item) = table.get("name") {
            let name: PackageName =
                self.string(item)?.parse().map_err(|error| self.error(item, format!("{error}")))?;
            project.name.get_or_insert(name);
        }
        if let Some(item) = table.get("version") {
            let version = self.string(item)?;
            Version::from_str(version).map_err(|_| {
                self.error(item, format!("'{version}' is not a version, like 1.0 or 2.0rc1"))
            })?;
            project.version.get_or_insert(version.to_owned());
        }
        Ok(())
    }

    fn requirement_list(&self, list: &Item) -> Result<Vec<Rc<Requirement>>, Error> {
        let array = list.as_array().ok_or_else(|| self.expected(list, "a list of requirements"))?;
        array.iter().map(|value| self.requirement(value)).collect()
    }

    fn requirements(&self, list: &Item, group: &Group, project: &mut Project) -> Result<(), Error> {
        let array = list.as_array().ok_or_else(|| self.expected(list, "a list of requirements"))?;
        for value in array {
            let requirement = self.requirement(value)?;
            let root = Root {
                requirement,
                group: group.clone(),
                offset: offset_of(value),
                is_declared: true,
            };
            self.add(root, project)?;
        }
        Ok(())
    }

    /// Adds a requirement of a group.
    fn add(&self, root: Root, project: &mut Project) -> Result<(), Error> {
        if root.requirement.marker.excludes_extra() {
            let why =
                "extras that exclude each other are not supported here: all are locked together";
            return Err(self.error_at(root.offset, why));
        }
        project.add(root);
        Ok(())
    }

    fn requirement(&self, value: &Value) -> Result<Rc<Requirement>, Error> {
        let offset = offset_of(value);
        let text = value.as_str().ok_or_else(|| {
            at(self.text, offset, format!("expected a requirement, found {}", value.type_name()))
        })?;
        let requirement = Requirement::parse(text).map_err(|why| at(self.text, offset, why))?;
        Ok(Rc::new(requirement))
    }

    fn any_of(&self, table: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        self.only(table, &["any-of"], "[tool.pkg-lock]")?;
        let Some(item) = table.get("any-of") else { return Ok(()) };
        for (offset, table) in self.tables(item, "[[tool.pkg-lock.any-of]]")? {
            self.only(table, &["name", "requirements"], "[[tool.pkg-lock.any-of]]")?;
            let list = table.get("requirements").and_then(Item::as_array);
            let list = list.filter(|list| !list.is_empty()).ok_or_else(|| {
                at(self.text, offset, "expected 'requirements', a list of at least one requirement")
            })?;
            let requirements: Vec<_> =
                list.iter().map(|value| self.requirement(value)).collect::<Result<_, _>>()?;
            let unusual = requirements.iter().zip(list).find(|(requirement, _)| {
                !requirement.extras.is_empty() || !requirement.marker.is_always()
            });
            if let Some((_, value)) = unusual {
                let offset = offset_of(value);
                return Err(at(self.text, offset, "extras and markers have no place in a choice"));
            }
            let name = match table.get("name") {
                Some(item) => self.string(item)?.to_owned(),
                None => format!("any-of {}", project.choices.len() + 1),
            };
            project.choices.push(AnyOf { name, requirements });
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

    /// The tables of `[[…]]`, or of a list of tables in braces, with their places.
    fn tables<'d>(
        &self,
        item: &'d Item,
        what: &str,
    ) -> Result<Vec<(usize, &'d dyn TableLike)>, Error> {
        if let Some(tables) = item.as_array_of_tables() {
            let place = |table: &Table| table.span().map_or(0, |span| span.start);
            return Ok(tables.iter().map(|one| (place(one), one as &dyn TableLike)).collect());
        }
        let array = item.as_array().ok_or_else(|| self.expected(item, what))?;
        let table = |value: &'d Value| {
            let offset = offset_of(value);
            let table = value.as_inline_table().ok_or_else(|| {
                self.error_at(offset, format!("expected {what}, found {}", value.type_name()))
            })?;
            Ok((offset, table as &dyn TableLike))
        };
        array.iter().map(table).collect()
    }

    fn truth(&self, item: &Item) -> Result<bool, Error> {
        item.as_bool().ok_or_else(|| self.expected(item, "true or false"))
    }

    fn string<'d>(&self, item: &'d Item) -> Result<&'d str, Error> {
        item.as_str().ok_or_else(|| self.expected(item, "a string"))
    }

    fn expected(&self, item: &Item, what: &str) -> Error {
        self.error(item, format!("expected {what}, found {}", item.type_name()))
    }

    fn error_at(&self, offset: usize, reason: impl Into<String>) -> Error {
        at(self.text, offset, reason)
    }

    fn error(&self, item: &Item, reason: impl Into<String>) -> Error {
        at(self.text, item.span().map_or(0, |span| span.start), reason)
    }
}

fn offset_of(value: &Value) -> usize {
    value.span().map_or(0, |span| span.start)
}
