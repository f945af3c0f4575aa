//! `[tool.uv]`: what changes the resolution is done or refused by name.
//!
//! # References
//! - uv documentation, "Settings"

use super::{Reader, offset_of};
use crate::error::Error;
use crate::project::{Group, Layout, Project, Rank, Source, Tie};
use crate::requirement::Marker;
use pkg_index::{FileKind, PackageName, Timestamp};
use std::collections::BTreeSet;
use toml_edit::{Array, Item, TableLike, Value};

/// Keys that change how packages are built, installed or published, not which are chosen.
const HARMLESS: &[&str] = &[
    "add-bounds",
    "allow-insecure-host",
    "audit",
    "build-backend",
    "build-constraint-dependencies",
    "cache-dir",
    "cache-keys",
    "check-url",
    "compile-bytecode",
    "concurrent-builds",
    "concurrent-downloads",
    "concurrent-installs",
    "config-settings",
    "config-settings-package",
    "default-groups",
    "extra-build-dependencies",
    "extra-build-variables",
    "graalpy-install-mirror",
    "http-proxy",
    "https-proxy",
    "keyring-provider",
    "link-mode",
    "managed",
    "native-tls",
    "no-build-isolation",
    "no-build-isolation-package",
    "no-cache",
    "no-proxy",
    "offline",
    "pip",
    "preview",
    "preview-features",
    "publish-url",
    "pyodide-install-mirror",
    "pypy-install-mirror",
    "python-downloads",
    "python-downloads-json-url",
    "python-install-mirror",
    "python-preference",
    "reinstall",
    "reinstall-package",
    "require-build-hashes",
    "required-version",
    "system-certs",
    "torch-backend",
    "trusted-publishing",
    "upgrade",
    "upgrade-package",
];

/// What is left without builds, or without what was built.
fn kind_without(key: &str) -> FileKind {
    if key.starts_with("no-build") { FileKind::Wheel } else { FileKind::Source }
}

/// Whether an address is one on a server.
fn is_far(address: &str) -> bool {
    address.contains("://") && !address.starts_with("file://")
}

/// An index without a name.
fn index_at(url: &str, rank: Rank) -> Source {
    let (name, url) = (url.to_owned(), url.to_owned());
    Source { name, url, rank, is_poetrys: false, layout: Some(Layout::Pages) }
}

impl Reader<'_> {
    pub(super) fn uv_table(&self, uv: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        let mut later = Vec::new();
        for (key, item) in uv.iter() {
            match key {
                "index" => self.uv_indexes(item, project)?,
                "index-url" => later.push(index_at(self.string(item)?, Rank::Last)),
                "extra-index-url" => {
                    let array = item.as_array();
                    for value in array.ok_or_else(|| self.expected(item, "a list of addresses"))? {
                        let url = value.as_str();
                        let url = url.ok_or_else(|| {
                            self.error_at(offset_of(value), "expected an address")
                        })?;
                        later.push(index_at(url, Rank::Ordinary));
                    }
                }
                "sources" => {}
                "package" => project.is_package = self.truth(item)?,
                "find-links" => self.find_links(item, project)?,
                "no-index" => {
                    if self.truth(item)? && uv.contains_key("index") {
                        let why = "tool.uv.no-index beside tool.uv.index is not supported here";
                        return Err(self.error(item, why));
                    }
                }
                "dev-dependencies" => {
                    self.requirements(item, &Group::Named("dev".to_owned()), project)?;
                    project.groups.extend("dev".parse::<PackageName>());
                }
                "default-groups" => self.default_groups(item, project)?,
                "conflicts" if item.as_array().is_some_and(Array::is_empty) => {}
                "fork-strategy" if item.as_str() == Some("requires-python") => {}
                "index-strategy" if item.as_str() == Some("first-index") => {}
                "no-sources" if item.as_bool() == Some(false) => {}
                "constraint-dependencies" => project.constraints = self.requirement_list(item)?,
                "override-dependencies" => project.overrides = self.requirement_list(item)?,
                "resolution" if item.as_str() == Some("highest") => {}
                "prerelease" if item.as_str() == Some("allow") => project.wants_prereleases = true,
                "prerelease" if item.as_str() == Some("if-necessary-or-explicit") => {}
                "environments" => {
                    project.supported = self.markers(item)?;
                    self.are_disjoint(item, &project.supported)?;
                }
                "required-environments" => project.required = self.markers(item)?,
                "no-build" | "no-binary" => {
                    if self.truth(item)? {
                        project.kinds.insert(None, kind_without(key));
                    }
                }
                "no-build-package" | "no-binary-package" => {
                    for requirement in self.requirement_list(item)? {
                        project.kinds.insert(Some(requirement.name.clone()), kind_without(key));
                    }
                }
                "exclude-newer" => {
                    let limit = Timestamp::parse_limit(self.string(item)?);
                    project.exclude_newer =
                        Some(limit.map_err(|error| self.error(item, error.to_string()))?);
                }
                key if HARMLESS.contains(&key) => {}
                key => {
                    let reason =
                        format!("tool.uv.{key} would change the lock and is not supported here");
                    return Err(self.error(item, reason));
                }
            }
        }
        // Behind the named ones, wherever they stand.
        project.sources.extend(later);
        Ok(())
    }

    /// `"all"`, or a list of groups, which must be there; which are installed is not the lock's business.
    fn default_groups(&self, item: &Item, project: &Project) -> Result<(), Error> {
        if item.as_str() == Some("all") {
            return Ok(());
        }
        let array = item.as_array().ok_or_else(|| self.expected(item, "a list of groups"))?;
        for value in array {
            let name = value.as_str().map(str::parse::<PackageName>);
            let name = name.and_then(Result::ok);
            let is_there =
                name.is_some_and(|name| name.as_str() == "dev" || project.groups.contains(&name));
            if !is_there {
                let why =
                    format!("expected the name of a group, found {}", value.to_string().trim());
                return Err(self.error_at(offset_of(value), why));
            }
        }
        Ok(())
    }

    fn are_disjoint(&self, item: &Item, environments: &[Marker]) -> Result<(), Error> {
        for (i, one) in environments.iter().enumerate() {
            if let Some(other) = environments[..i].iter().find(|other| other.overlaps(one)) {
                let why = format!("the environments overlap: {other}, and {one}");
                return Err(self.error(item, why));
            }
        }
        Ok(())
    }

    /// A marker, or a list of markers.
    fn markers(&self, list: &Item) -> Result<Vec<Marker>, Error> {
        if let Some(text) = list.as_str() {
            return Ok(vec![Marker::parse(text).map_err(|why| self.error(list, why))?]);
        }
        let array = list.as_array().ok_or_else(|| self.expected(list, "a list of markers"))?;
        let read = |value: &Value| {
            let text = value.as_str().ok_or("expected a marker".to_owned());
            text.and_then(Marker::parse).map_err(|why| self.error_at(offset_of(value), why))
        };
        array.iter().map(read).collect()
    }

    fn uv_indexes(&self, item: &Item, project: &mut Project) -> Result<(), Error> {
        for (offset, source) in self.tables(item, "[[tool.uv.index]]")? {
            let url = source.get("url").map(|item| self.string(item)).transpose()?;
            let url = url.ok_or_else(|| self.error_at(offset, "expected an index with 'url'"))?;
            let name = source.get("name").map(|item| self.string(item)).transpose()?;
            let rank = self.uv_rank(source)?;
            if rank == Rank::Explicit && name.is_none() {
                return Err(self.error_at(offset, "an explicit index has a 'name'"));
            }
            let mut known = project.sources.iter().filter(|source| !source.is_poetrys);
            if name.is_some() && known.clone().any(|other| Some(other.name.as_str()) == name) {
                return Err(self.error_at(offset, "there is another index with this name"));
            }
            if rank == Rank::Last && known.any(|other| other.rank == Rank::Last) {
                return Err(self.error_at(offset, "there is another index with 'default'"));
            }
            let is_flat = source.get("format").and_then(Item::as_str) == Some("flat");
            let layout = Some(if is_flat { Layout::Flat } else { Layout::Pages });
            let name = name.unwrap_or(url).to_owned();
            project.sources.push(Source { name, layout, ..index_at(url, rank) });
        }
        Ok(())
    }

    /// Folders of wheels beside the indexes.
    fn find_links(&self, list: &Item, project: &mut Project) -> Result<(), Error> {
        let array = list.as_array().ok_or_else(|| self.expected(list, "a list of folders"))?;
        for value in array {
            let offset = offset_of(value);
            let url = value.as_str().ok_or_else(|| self.error_at(offset, "expected a folder"))?;
            if is_far(url) {
                let why = "a page of links on a server is not supported here, only a folder";
                return Err(self.error_at(offset, why));
            }
            project
                .sources
                .push(Source { layout: Some(Layout::Flat), ..index_at(url, Rank::Beside) });
        }
        Ok(())
    }

    /// When an index is asked. Its other keys are of those who publish or log in, or refused.
    fn uv_rank(&self, source: &dyn TableLike) -> Result<Rank, Error> {
        let mut rank = Rank::Ordinary;
        for (key, item) in source.iter() {
            match key {
                "explicit" if self.truth(item)? => rank = Rank::Explicit,
                "default" if self.truth(item)? && rank != Rank::Explicit => rank = Rank::Last,
                "name" | "url" | "default" | "explicit" | "publish-url" | "authenticate"
                | "cache-control" => {}
                "format" if item.as_str() == Some("simple") => {}
                "format" if item.as_str() == Some("flat") => {
                    let is_far = source.get("url").and_then(Item::as_str).is_some_and(is_far);
                    if is_far {
                        let why = "a flat index on a server is not supported here, only a folder";
                        return Err(self.error(item, why));
                    }
                }
                key => {
                    let why = format!("tool.uv.index.{key} is not supported here");
                    return Err(self.error(item, why));
                }
            }
        }
        Ok(rank)
    }

    /// `NAME = { index = "INDEX" }`: the package comes from this index. As with uv, this is said of what the project
    /// itself names; of other packages it says nothing.
    pub(super) fn uv_sources(
        &self,
        sources: &dyn TableLike,
        project: &mut Project,
    ) -> Result<(), Error> {
        let roots = project.roots.iter().chain(&project.replaced).map(|root| &root.requirement);
        let choices = project.choices.iter().flat_map(|choice| &choice.requirements);
        let others = project.constraints.iter().chain(&project.overrides).chain(choices);
        let named: BTreeSet<PackageName> =
            roots.chain(others).map(|one| one.name.clone()).collect();
        for (name, source) in sources.iter() {
            let package: PackageName =
                name.parse().map_err(|error| self.error(source, format!("{error}")))?;
            if !named.contains(&package) {
                continue;
            }
            // A list is for several markers; of one it is the same as the table alone.
            let only = source.as_array().filter(|all| all.len() == 1).and_then(|all| all.get(0));
            let table = only.and_then(Value::as_inline_table).map(|one| one as &dyn TableLike);
            let table = table.or(source.as_table_like());
            let index = table.filter(|table| table.len() == 1).and_then(|table| table.get("index"));
            let Some(index) = index else {
                let why = "expected { index = \"NAME\" }: other sources are not supported here";
                return Err(self.error(source, why));
            };
            let offset = index.span().map_or(0, |span| span.start);
            let tie = Tie { index: self.string(index)?.to_owned(), is_uvs: true, offset };
            project.ties.insert(package, tie);
        }
        Ok(())
    }
}
