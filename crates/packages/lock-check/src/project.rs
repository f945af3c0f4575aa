//! What a project requires: `[project]`, `[dependency-groups]` and `[tool.poetry]`.

use crate::fault::Error;
use crate::marker::{Marker, Value as Side, normal};
use crate::requirement::Requirement;
use crate::specifier::Specifiers;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// A project's requirements by group.
#[derive(Debug, Default)]
pub(crate) struct Project {
    pub(crate) name: Option<String>,
    pub(crate) requires_python: Option<Specifiers>,
    /// The versions that the specifiers of Python name, and those texts.
    pub(crate) python_text: String,
    /// The environments that it restricts itself to, by markers; all if there are none.
    pub(crate) within: Vec<Marker>,
    pub(crate) main: Vec<Requirement>,
    pub(crate) extras: BTreeMap<String, Vec<Requirement>>,
    pub(crate) groups: BTreeMap<String, Vec<Requirement>>,
    /// Of each of these lists one must be satisfied.
    pub(crate) choices: Vec<Vec<Requirement>>,
    /// What a version must satisfy that is chosen at all.
    pub(crate) constraints: BTreeMap<String, Vec<Requirement>>,
    /// Requirements on these names mean something else.
    pub(crate) overrides: BTreeMap<String, Vec<Requirement>>,
}

impl Project {
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| wrong(error.message()))?;
        let mut project = Self::default();
        let at = |path: &[&str]| {
            let mut found = table.get(path[0])?;
            for key in &path[1..] {
                found = found.get(key)?;
            }
            Some(found)
        };
        let name = at(&["project", "name"]).or_else(|| at(&["tool", "poetry", "name"]));
        project.name = name.and_then(Value::as_str).map(normal);
        if let Some(python) = at(&["project", "requires-python"]).and_then(Value::as_str) {
            project.requires_python = Some(Specifiers::parse(python).map_err(wrong)?);
            python.clone_into(&mut project.python_text);
        }
        project.main = requirements(at(&["project", "dependencies"]))?;
        for (extra, list) in entries(at(&["project", "optional-dependencies"])) {
            project.extras.insert(normal(extra), requirements(Some(list))?);
        }
        let groups: BTreeMap<String, &Value> =
            entries(at(&["dependency-groups"])).map(|(name, list)| (normal(name), list)).collect();
        for name in groups.keys() {
            let mut all = Vec::new();
            group(&groups, name, &mut BTreeSet::new(), &mut all)?;
            project.groups.insert(name.clone(), all);
        }
        let dev = requirements(at(&["tool", "uv", "dev-dependencies"]))?;
        if !dev.is_empty() {
            project.groups.entry("dev".to_owned()).or_default().extend(dev);
        }
        for one in requirements(at(&["tool", "uv", "constraint-dependencies"]))? {
            project.constraints.entry(one.name.clone()).or_default().push(one);
        }
        for one in requirements(at(&["tool", "uv", "override-dependencies"]))? {
            project.overrides.entry(one.name.clone()).or_default().push(one);
        }
        let within = at(&["tool", "uv", "environments"]);
        let alone = within.filter(|within| within.is_str());
        let list = within.and_then(Value::as_array).into_iter().flatten();
        for marker in list.chain(alone) {
            let text = marker.as_str().ok_or_else(|| wrong("an environment that is no text"))?;
            project.within.push(Marker::parse(text).map_err(wrong)?);
        }
        let choices = at(&["tool", "pkg-lock", "any-of"]).and_then(Value::as_array);
        for choice in choices.into_iter().flatten() {
            project.choices.push(requirements(choice.get("requirements"))?);
        }
        if let Some(poetry) = at(&["tool", "poetry"]) {
            project.poetry(poetry)?;
        }
        Ok(project)
    }

    fn poetry(&mut self, poetry: &Value) -> Result<(), Error> {
        let is_beside = !self.main.is_empty() || self.extras.values().any(|list| !list.is_empty());
        let mut optional: BTreeMap<String, Vec<Requirement>> = BTreeMap::new();
        for (name, value) in entries(poetry.get("dependencies")) {
            if name == "python" {
                if let Some(text) = value.as_str().filter(|_| self.requires_python.is_none()) {
                    self.requires_python = Some(Specifiers::parse_poetry(text).map_err(wrong)?);
                    text.clone_into(&mut self.python_text);
                }
            } else if !is_beside {
                let several = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                for one in several {
                    let all = poetry_requirements(name, one)?;
                    if one.get("optional").and_then(Value::as_bool) == Some(true) {
                        optional.entry(normal(name)).or_default().extend(all);
                    } else {
                        self.main.extend(all);
                    }
                }
            }
        }
        let mut in_extras = BTreeSet::new();
        for (extra, names) in entries(poetry.get("extras")) {
            let names =
                names.as_array().into_iter().flatten().filter_map(Value::as_str).map(normal);
            for name in names {
                let all = optional.get(&name).cloned();
                self.extras.entry(normal(extra)).or_default().extend(all.into_iter().flatten());
                in_extras.insert(name);
            }
        }
        // An optional package of no extra is required all the same.
        let others = optional.into_iter().filter(|(name, _)| !in_extras.contains(name));
        self.main.extend(others.flat_map(|(_, all)| all));
        let dev = poetry.get("dev-dependencies").map(|list| ("dev", list));
        let groups = entries(poetry.get("group"));
        let groups = groups.filter_map(|(name, group)| Some((name, group.get("dependencies")?)));
        for (group, list) in groups.chain(dev) {
            for (name, value) in entries(Some(list)) {
                let all = poetry_requirements(name, value)?;
                self.groups.entry(normal(group)).or_default().extend(all);
            }
        }
        self.include_groups(poetry);
        Ok(())
    }

    /// Poetry's `include-groups`: what other groups have, and what those include.
    fn include_groups(&mut self, poetry: &Value) {
        let named = |group: &Value| -> Vec<String> {
            let names = group.get("include-groups").and_then(Value::as_array);
            names.into_iter().flatten().filter_map(Value::as_str).map(normal).collect()
        };
        let includes: BTreeMap<String, Vec<String>> = entries(poetry.get("group"))
            .map(|(name, group)| (normal(name), named(group)))
            .collect();
        let own = self.groups.clone();
        for (name, direct) in &includes {
            let mut open = direct.clone();
            let mut seen = BTreeSet::from([name.clone()]);
            while let Some(other) = open.pop() {
                if !seen.insert(other.clone()) {
                    continue;
                }
                let all = own.get(&other).into_iter().flatten().cloned();
                self.groups.entry(name.clone()).or_default().extend(all);
                open.extend(includes.get(&other).into_iter().flatten().cloned());
            }
        }
    }

    /// What is installed of a project with one extra, one group, or neither.
    pub(crate) fn selections(&self) -> Vec<(Selection, Vec<Root<'_>>)> {
        let main = || self.main.iter().map(|one| (one, None));
        let extras = self.extras.iter().map(|(name, more)| {
            let more = more.iter().map(|one| (one, Some(name)));
            (Selection::Extra(name.clone()), main().chain(more).collect())
        });
        let groups = self.groups.iter().map(|(name, more)| {
            (Selection::Group(name.clone()), more.iter().map(|one| (one, None)).collect())
        });
        std::iter::once((Selection::Main, main().collect())).chain(extras).chain(groups).collect()
    }
}

/// A requirement of the project, and the extra that has it.
pub(crate) type Root<'p> = (&'p Requirement, Option<&'p String>);

/// A part of a project that is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selection {
    Main,
    /// With one extra.
    Extra(String),
    /// One group alone.
    Group(String),
}

fn wrong(reason: impl Into<String>) -> Error {
    Error::Project(reason.into())
}

fn entries(table: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    let table = table.and_then(Value::as_table);
    table.into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn requirements(list: Option<&Value>) -> Result<Vec<Requirement>, Error> {
    let list = list.and_then(Value::as_array);
    let texts = list.into_iter().flatten().filter_map(Value::as_str);
    texts
        .map(|text| Requirement::parse(text).map_err(|why| wrong(format!("{text}: {why}"))))
        .collect()
}

fn group(
    groups: &BTreeMap<String, &Value>,
    name: &str,
    seen: &mut BTreeSet<String>,
    all: &mut Vec<Requirement>,
) -> Result<(), Error> {
    let Some(list) = groups.get(name) else {
        return Err(wrong(format!("there is no group '{name}'")));
    };
    if !seen.insert(name.to_owned()) {
        return Ok(());
    }
    all.extend(requirements(Some(list))?);
    let included = list.as_array().into_iter().flatten().filter_map(|one| one.get("include-group"));
    for other in included.filter_map(Value::as_str) {
        group(groups, &normal(other), seen, all)?;
    }
    Ok(())
}

/// `"^1"`, `{ version = "^1", … }`, or a list of either.
fn poetry_requirements(name: &str, value: &Value) -> Result<Vec<Requirement>, Error> {
    if let Some(list) = value.as_array() {
        let all = list.iter().map(|one| poetry_requirements(name, one));
        return Ok(all.collect::<Result<Vec<_>, _>>()?.concat());
    }
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let version = value.as_str().or_else(|| text("version")).unwrap_or("*");
    let mut markers = Vec::new();
    if let Some(marker) = text("markers") {
        markers.push(Marker::parse(marker).map_err(wrong)?);
    }
    if let Some(python) = text("python") {
        markers.push(python_marker(python).map_err(wrong)?);
    }
    if let Some(platforms) = text("platform") {
        markers.push(platform_marker(platforms));
    }
    let extras = value.get("extras").and_then(Value::as_array).into_iter().flatten();
    Ok(vec![Requirement {
        name: normal(name),
        extras: extras.filter_map(Value::as_str).map(normal).collect(),
        specifiers: Specifiers::parse_poetry(version).map_err(wrong)?,
        marker: Marker::And(markers),
        text: format!("{name} {version}"),
    }])
}

/// Poetry's `python = "…"` of a dependency: the comparison is kept as one, to be read by its operator.
fn python_marker(text: &str) -> Result<Marker, String> {
    Specifiers::parse_poetry(text)?;
    let variable = Side::Variable("python_full_version".to_owned());
    Ok(Marker::Compare(variable, "poetry".to_owned(), Side::Text(text.to_owned())))
}

/// Poetry's `platform = "linux || darwin"` or `"!=win32"`.
fn platform_marker(text: &str) -> Marker {
    let compare = |word: &str| {
        let (operator, name) = match word.trim().strip_prefix("!=") {
            Some(name) => ("!=", name),
            None => ("==", word.trim().trim_start_matches('=')),
        };
        let variable = Side::Variable("sys_platform".to_owned());
        Marker::Compare(variable, operator.to_owned(), Side::Text(name.trim().to_owned()))
    };
    let all = |alternative: &str| Marker::And(alternative.split(',').map(compare).collect());
    Marker::Or(text.split('|').filter(|one| !one.is_empty()).map(all).collect())
}
