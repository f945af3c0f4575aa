//! `[tool.uv]`: what changes the resolution is done or refused by name.
//!
//! # References
//! - uv documentation, "Settings"

use super::{Reader, offset_of};
use crate::error::Error;
use crate::project::{Group, Project, Rank, Root, Source, Tie};
use crate::requirement::Marker;
use pkg_index::{FileKind, PackageName, Timestamp};
use toml_edit::{Item, Table, TableLike, Value};

/// Keys that change how packages are built, installed or published, not which are chosen.
const HARMLESS: &[&str] = &[
    "allow-insecure-host",
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
    "package",
    "pip",
    "preview",
    "preview-features",
    "publish-url",
    "pypy-install-mirror",
    "python-downloads",
    "python-downloads-json-url",
    "python-install-mirror",
    "python-preference",
    "reinstall",
    "reinstall-package",
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

impl Reader<'_> {
    pub(super) fn uv_table(&self, uv: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        for (key, item) in uv.iter() {
            match key {
                "index" => self.uv_indexes(item, project)?,
                "find-links" => self.find_links(item, project)?,
                "no-index" => {
                    let is_on = item.as_bool();
                    let is_on = is_on.ok_or_else(|| self.expected(item, "true or false"))?;
                    if is_on && uv.contains_key("index") {
                        let why = "tool.uv.no-index beside tool.uv.index is not supported here";
                        return Err(self.error(item, why));
                    }
                }
                "dev-dependencies" => {
                    let group = Group::Named("dev".to_owned());
                    let array = item.as_array();
                    for value in
                        array.ok_or_else(|| self.expected(item, "a list of requirements"))?
                    {
                        let (requirement, group) = (self.requirement(value)?, group.clone());
                        let offset = offset_of(value);
                        project.roots.push(Root { requirement, group, offset, is_declared: true });
                    }
                }
                "constraint-dependencies" => project.constraints = self.requirement_list(item)?,
                "override-dependencies" => project.overrides = self.requirement_list(item)?,
                "resolution" if item.as_str() == Some("highest") => {}
                "prerelease" if item.as_str() == Some("allow") => project.wants_prereleases = true,
                "prerelease" if item.as_str() == Some("if-necessary-or-explicit") => {}
                "environments" => project.supported = self.markers(item)?,
                "required-environments" => project.required = self.markers(item)?,
                "no-build" | "no-binary" => {
                    let is_on = item.as_bool();
                    if is_on.ok_or_else(|| self.expected(item, "true or false"))? {
                        project.kinds.insert(None, kind_without(key));
                    }
                }
                "no-build-package" | "no-binary-package" => {
                    for requirement in self.requirement_list(item)? {
                        project.kinds.insert(Some(requirement.name.clone()), kind_without(key));
                    }
                }
                "sources" => self.uv_sources(item, project)?,
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
        Ok(())
    }

    fn markers(&self, list: &Item) -> Result<Vec<Marker>, Error> {
        let array = list.as_array().ok_or_else(|| self.expected(list, "a list of markers"))?;
        let read = |value: &Value| {
            let text = value.as_str().ok_or("expected a marker".to_owned());
            text.and_then(Marker::parse).map_err(|why| self.error_at(offset_of(value), why))
        };
        array.iter().map(read).collect()
    }

    fn uv_indexes(&self, item: &Item, project: &mut Project) -> Result<(), Error> {
        let tables =
            item.as_array_of_tables().ok_or_else(|| self.expected(item, "[[tool.uv.index]]"))?;
        for source in tables {
            let offset = source.span().map_or(0, |span| span.start);
            let url = source.get("url").map(|item| self.string(item)).transpose()?;
            let url = url.ok_or_else(|| self.error_at(offset, "expected an index with 'url'"))?;
            let name = source.get("name").map(|item| self.string(item)).transpose()?;
            let (name, url) = (name.unwrap_or("index").to_owned(), url.to_owned());
            let rank = self.uv_rank(source)?;
            project.sources.push(Source { name, url, rank, is_poetrys: false });
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
            let (name, url) = (url.to_owned(), url.to_owned());
            project.sources.push(Source { name, url, rank: Rank::Beside, is_poetrys: false });
        }
        Ok(())
    }

    /// When an index is asked. Its other keys are of those who publish or log in, or refused.
    fn uv_rank(&self, source: &Table) -> Result<Rank, Error> {
        let mut rank = Rank::Ordinary;
        for (key, item) in source {
            let is_true = || item.as_bool().ok_or_else(|| self.expected(item, "true or false"));
            match key {
                "default" if is_true()? => rank = Rank::Last,
                "explicit" if is_true()? => rank = Rank::Explicit,
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

    /// `NAME = { index = "INDEX" }`: the package comes from this index.
    fn uv_sources(&self, item: &Item, project: &mut Project) -> Result<(), Error> {
        for (name, source) in self.table(item)?.iter() {
            let package: PackageName =
                name.parse().map_err(|error| self.error(source, format!("{error}")))?;
            let table = source.as_table_like();
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
