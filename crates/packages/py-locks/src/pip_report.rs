//! pip's report: `install` lists what would be installed, each with its metadata.
//!
//! # References
//! - pip documentation, "Installation Report"

use crate::{LockedPackage, ReadError};
use located::Position;
use serde_json::{Map, Value, json};

/// What `pip install --report` writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The packages, in the order of their installation.
    pub packages: Vec<Package>,
}

/// One version of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The package's name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// The address of the file.
    pub url: Option<String>,
    /// Algorithms and digests of the file, by algorithm.
    pub hashes: Vec<(String, String)>,
}

impl Lock {
    pub(crate) fn read(text: &str) -> Result<Self, ReadError> {
        let report: Value = serde_json::from_str(text).map_err(|error| ReadError {
            position: Some(Position {
                line: error.line() as u64,
                column: error.column().max(1) as u64,
            }),
            message: message(&error),
        })?;
        let Some(items) = report["install"].as_array() else {
            return Err(ReadError::new(
                "found JSON without a list 'install', expected pip's report",
            ));
        };
        let packages = items.iter().enumerate().map(|(i, item)| {
            Package::read(item).ok_or_else(|| {
                ReadError::new(format!("package number {} of the report has no name", i + 1))
            })
        });
        Ok(Self { packages: packages.collect::<Result<_, _>>()? })
    }

    /// The file's text.
    #[must_use]
    pub fn write(&self) -> String {
        let packages: Vec<Value> = self.packages.iter().map(Package::json).collect();
        format!("{:#}\n", json!({"version": "1", "install": packages}))
    }
}

impl Package {
    fn read(item: &Value) -> Option<Self> {
        let field = |key: &str| item["metadata"][key].as_str().map(str::to_owned);
        let download = &item["download_info"];
        let hashes = download["archive_info"]["hashes"].as_object().into_iter().flatten();
        Some(Self {
            name: field("name")?,
            version: field("version"),
            url: download["url"].as_str().map(str::to_owned),
            hashes: hashes
                .filter_map(|(name, digest)| Some((name.clone(), digest.as_str()?.to_owned())))
                .collect(),
        })
    }

    fn json(&self) -> Value {
        let hashes: Map<String, Value> =
            self.hashes.iter().map(|(name, digest)| (name.clone(), json!(digest))).collect();
        json!({
            "download_info": {"url": self.url, "archive_info": {"hashes": hashes}},
            "metadata": {"name": self.name, "version": self.version},
        })
    }
}

/// The error without the place at its end, which stands before it.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned()
}

impl From<&Package> for LockedPackage {
    fn from(package: &Package) -> Self {
        let hashes = package.hashes.iter().map(|(name, digest)| format!("{name}:{digest}"));
        Self {
            name: package.name.clone(),
            version: package.version.clone(),
            hashes: hashes.collect(),
            ..Self::default()
        }
    }
}
