//! `[tool.uv]`: what changes the resolution is done or refused by name.
//!
//! # References
//! - uv documentation, "Settings"

use super::{Reader, offset_of};
use crate::error::Error;
use crate::project::{Group, Project, Root, Source};
use toml_edit::{Item, TableLike};

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

impl Reader<'_> {
    pub(super) fn uv_table(&self, uv: &dyn TableLike, project: &mut Project) -> Result<(), Error> {
        for (key, item) in uv.iter() {
            match key {
                "index" => self.uv_indexes(item, project)?,
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
                "prerelease"
                    if matches!(
                        item.as_str(),
                        Some("if-necessary-or-explicit" | "if-necessary")
                    ) => {}
                "sources" if item.as_table_like().is_some_and(TableLike::is_empty) => {}
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

    fn uv_indexes(&self, item: &Item, project: &mut Project) -> Result<(), Error> {
        let tables =
            item.as_array_of_tables().ok_or_else(|| self.expected(item, "[[tool.uv.index]]"))?;
        for source in tables {
            let offset = source.span().map_or(0, |span| span.start);
            let url = source.get("url").map(|item| self.string(item)).transpose()?;
            let url = url.ok_or_else(|| self.error_at(offset, "expected an index with 'url'"))?;
            let name = source.get("name").map(|item| self.string(item)).transpose()?;
            let (name, url) = (name.unwrap_or("index").to_owned(), url.to_owned());
            project.sources.push(Source { name, url, is_poetrys: false });
        }
        Ok(())
    }
}
