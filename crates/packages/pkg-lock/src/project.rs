//! What a project demands: the facts of its `pyproject.toml`.
//!
//! Two ways to write them are in use, and may be mixed: `[project]` (PEP 621, with `[dependency-groups]`
//! of PEP 735), and Poetry's `[tool.poetry]`. All groups and all extras are resolved together, as
//! Poetry does: what is installed later is a part of one lock. A third table is ours:
//!
//! ```toml
//! [[tool.pkg-lock.any-of]]
//! name = "row 3 needs a 5"
//! requirements = ["cell31 ==5", "cell32 ==5"]
//! ```
//!
//! # References
//! - Python Packaging User Guide, "pyproject.toml specification" (PEP 621), "Dependency groups" (PEP 735)
//! - Poetry documentation, "The pyproject.toml file"
//! - docs/formats/any-of.md

use crate::content_hash::content_hash;
use crate::error::Error;
use crate::releases::Wish;
use crate::requirement::Requirement;
use crate::specifiers::Specifiers;
use pkg_index::PackageName;
use std::collections::BTreeMap;
use std::rc::Rc;
use toml_edit::Document;

/// A project's demands and all else that its lock repeats.
#[derive(Debug, Clone)]
pub struct Project {
    pub(crate) name: Option<PackageName>,
    pub(crate) version: Option<String>,
    /// As written; Poetry's `python` included.
    pub(crate) requires_python: Option<Specifiers>,
    pub(crate) roots: Vec<Root>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) sources: Vec<Source>,
    pub(crate) content_hash: String,
}

/// A requirement of the project.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    pub(crate) requirement: Rc<Requirement>,
    pub(crate) group: Group,
}

/// The part of a project that has a requirement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    /// Always installed.
    Main,
    /// An extra, installed on demand.
    Extra(String),
    /// A group for the developers.
    Named(String),
}

/// One of these requirements must hold.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) name: String,
    pub(crate) requirements: Vec<Rc<Requirement>>,
}

/// An index that the project names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) url: String,
    /// From `[[tool.poetry.source]]`, not from `[[tool.uv.index]]`.
    pub(crate) is_poetrys: bool,
}

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
        let reader = crate::pyproject::Reader::new(text);
        let mut project = reader.read(document.as_table())?;
        project.content_hash = content_hash;
        Ok(project)
    }

    /// The address of the first index that the project names, `[[tool.poetry.source]]` before
    /// `[[tool.uv.index]]`.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.sources.first().map(|source| source.url.as_str())
    }

    /// How many requirements and choices the project has.
    #[must_use]
    pub fn n_demands(&self) -> usize {
        self.roots.len() + self.choices.len()
    }

    /// A demand as messages name it.
    pub(crate) fn demand_name(&self, demand: usize) -> String {
        match self.roots.get(demand) {
            Some(root) => root.requirement.to_string(),
            None => self
                .choices
                .get(demand - self.roots.len())
                .map_or_else(String::new, |choice| choice.name.clone()),
        }
    }

    /// What the project says about pre-releases and withdrawn versions.
    pub(crate) fn wishes(&self) -> BTreeMap<PackageName, Wish> {
        let mut wishes: BTreeMap<PackageName, Wish> = BTreeMap::new();
        let choices = self.choices.iter().flat_map(|choice| &choice.requirements);
        for requirement in self.roots.iter().map(|root| &root.requirement).chain(choices) {
            let wish = wishes.entry(requirement.name.clone()).or_default();
            wish.prereleases |= requirement.prereleases || requirement.specifiers.name_prerelease();
            wish.pins.extend(requirement.specifiers.pins().cloned());
        }
        wishes
    }
}

/// An error at a byte of `text`.
pub(crate) fn at(text: &str, offset: usize, reason: impl Into<String>) -> Error {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Error::Project {
        line: 1 + before.matches('\n').count(),
        column: 1 + before[line_start..].chars().count(),
        reason: reason.into(),
    }
}
