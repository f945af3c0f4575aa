//! `sudoku-index.json`: which grid an index is for, and the digest of its wheels.
//!
//! The digest is what `cd files && sha256sum *.whl | sha256sum` prints in the C locale.

use anyhow::Context;
use pkg_index::Sha256;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use sudoku_core::{Geometry, Rules};

/// The file's name in the index.
pub const FILE: &str = "sudoku-index.json";

/// Raised whenever the bytes of an index change.
const FORMAT: u64 = 1;

/// What an index says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manifest {
    /// The grid whose cells are the packages.
    pub geometry: Geometry,
    /// The digest of its houses, where they are not rows, columns and blocks.
    pub rules: Option<Sha256>,
    /// The digest of the list of all wheels with their digests.
    pub wheels: Sha256,
}

impl Manifest {
    /// The manifest of the index in a folder; `None` if the folder has none.
    ///
    /// # Errors
    /// It cannot be read, or is not a manifest of this format.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(FILE);
        match fs::read(&path) {
            Ok(bytes) => Self::parse(&bytes).map(Some).with_context(|| path.display().to_string()),
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                Ok(None)
            }
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        let json: Value = serde_json::from_slice(bytes)?;
        let number = |key: &str| json[key].as_u64();
        anyhow::ensure!(
            number("format") == Some(FORMAT),
            "found an index of another format, expected format {FORMAT}"
        );
        let geometry = number("block_height")
            .zip(number("block_width"))
            .and_then(|(height, width)| Geometry::new(height as usize, width as usize).ok())
            .context("expected block_height and block_width")?;
        let wheels = json["wheels_sha256"].as_str().and_then(|digest| digest.parse().ok());
        let rules = match &json["houses_sha256"] {
            Value::Null => None,
            digest => {
                let digest = digest.as_str().and_then(|digest| digest.parse().ok());
                Some(digest.context("expected a digest in houses_sha256")?)
            }
        };
        Ok(Self { geometry, rules, wheels: wheels.context("expected wheels_sha256")? })
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let geometry = self.geometry;
        let mut json = json!({
            "format": FORMAT,
            "side": geometry.side(),
            "block_height": geometry.block_height(),
            "block_width": geometry.block_width(),
            "wheels": geometry.n_cells() * geometry.side(),
            "wheels_sha256": self.wheels.to_string(),
        });
        if let Some(rules) = self.rules {
            json["houses_sha256"] = rules.to_string().into();
        }
        format!("{json:#}\n")
    }
}

/// The digest of a line for each house, `diagonal 1: r1c1 r2c2 …`, and one with each constraint as JSON; none for rows, columns and blocks.
#[must_use]
pub fn rules_digest(geometry: Geometry, rules: &Rules) -> Option<Sha256> {
    if *rules == Rules::classic(geometry) {
        return None;
    }
    let mut list = String::new();
    for house in rules.houses() {
        let cells: Vec<String> = house.cells.iter().map(|cell| cell.short()).collect();
        let _ = writeln!(list, "{}: {}", house.name, cells.join(" "));
    }
    for constraint in rules.constraints() {
        let _ = writeln!(list, "{}", json!(constraint));
    }
    Some(Sha256::of(list.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let geometry = Geometry::new(2, 3).unwrap();
        let manifest = Manifest { geometry, rules: None, wheels: Sha256::of(b"x") };
        assert_eq!(Manifest::parse(manifest.text().as_bytes()).unwrap(), manifest);
    }

    #[test]
    fn what_is_none_is_refused() {
        let text = Manifest {
            geometry: Geometry::new(3, 3).unwrap(),
            rules: None,
            wheels: Sha256::of(b""),
        }
        .text();
        for (from, to) in [
            ("\"format\": 1", "\"format\": 2"),
            ("_height\": 3", "_height\": 0"),
            ("e3b0", "xxxx"),
            ("}", ""),
        ] {
            assert!(text.contains(from));
            assert!(Manifest::parse(text.replace(from, to).as_bytes()).is_err(), "{from}");
        }
        assert!(Manifest::parse(b"").is_err() && Manifest::parse(b"[]").is_err());
    }
}
