//! The pages of an index: the list of projects, and a project's files, as HTML and as JSON.
//!
//! A file's link carries its SHA-256, the Pythons it is for, and the SHA-256 of the metadata beside
//! it, under both names that the attribute has had. Names and versions are made of integers, so
//! nothing needs escaping but the `>` of a specifier.
//!
//! # References
//! - PEP 503: HTML pages; PEP 629: their version; PEP 691: JSON; PEP 700: `versions`, `size`
//! - PEP 658, PEP 714: `data-dist-info-metadata`, `data-core-metadata`

use super::wheel::{REQUIRES_PYTHON, Wheel};
use pkg_index::Sha256;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What a page says of a wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    filename: String,
    version: String,
    sha256: Sha256,
    metadata_sha256: Sha256,
    size: usize,
}

impl Link {
    /// The link to a wheel.
    #[must_use]
    pub fn to(wheel: &Wheel) -> Self {
        Self {
            filename: wheel.filename.clone(),
            version: wheel.version.clone(),
            sha256: Sha256::of(&wheel.bytes),
            metadata_sha256: Sha256::of(wheel.metadata.as_bytes()),
            size: wheel.bytes.len(),
        }
    }

    /// `SHA256  FILE`, as `sha256sum` prints it.
    #[must_use]
    pub fn checksum_line(&self) -> String {
        format!("{}  {}\n", self.sha256, self.filename)
    }

    fn html(&self) -> String {
        let Self { filename, sha256, metadata_sha256, .. } = self;
        let python = REQUIRES_PYTHON.replace('>', "&gt;");
        format!(
            "<a href=\"../../files/{filename}#sha256={sha256}\" data-requires-python=\"{python}\" \
             data-core-metadata=\"sha256={metadata_sha256}\" \
             data-dist-info-metadata=\"sha256={metadata_sha256}\">{filename}</a><br>\n"
        )
    }

    fn json(&self) -> Value {
        json!({
            "filename": self.filename,
            "url": format!("../../files/{}", self.filename),
            "hashes": { "sha256": self.sha256.to_string() },
            "requires-python": REQUIRES_PYTHON,
            "core-metadata": { "sha256": self.metadata_sha256.to_string() },
            "size": self.size,
        })
    }
}

/// A page in both forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The text of `index.html`.
    pub html: String,
    /// The text of `index.json`.
    pub json: String,
}

/// The page of a project.
#[must_use]
pub fn project(name: &str, links: &[Link]) -> Page {
    let html = html(name, &links.iter().map(Link::html).collect::<String>());
    let versions: Vec<&str> = links.iter().map(|link| link.version.as_str()).collect();
    let files: Vec<Value> = links.iter().map(Link::json).collect();
    let meta = json!({ "api-version": "1.1" });
    let json = json!({ "meta": meta, "name": name, "versions": versions, "files": files });
    Page { html, json: format!("{json}\n") }
}

/// The page that lists the projects.
#[must_use]
pub fn root(names: &[String]) -> Page {
    let mut links = String::new();
    for name in names {
        let _ = writeln!(links, "<a href=\"{name}/\">{name}</a><br>");
    }
    let projects: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
    let json = json!({ "meta": { "api-version": "1.1" }, "projects": projects });
    Page { html: html("cells", &links), json: format!("{json}\n") }
}

fn html(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"pypi:repository-version\" content=\"1.1\">\n\
         <title>{title}</title>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}
