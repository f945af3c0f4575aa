//! A distribution's core metadata: the header lines of `METADATA`.
//!
//! The format is that of a mail's head (RFC 822): `Name: value` lines, continued by lines that begin with
//! a blank, ended by an empty line. A line of blanks is not empty: it continues a header, and licence
//! texts are full of them. What a resolver does not need is skipped.
//!
//! ```text
//! head    header* (empty line | end)
//! header  name ":" value end-of-line (blank value end-of-line)*      name: printable ASCII but ":" and blank
//! ```
//!
//! # References
//! - Python Packaging User Guide, "Core metadata specifications"

use crate::Error;

/// What a resolver needs of a version's metadata.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// `Metadata-Version`, `2.1`; empty where it is missing.
    pub metadata_version: String,
    /// `Name`, as written.
    pub name: String,
    /// `Version`, as written.
    pub version: String,
    /// `Summary`.
    pub summary: String,
    /// `Requires-Python`: specifiers.
    pub requires_python: Option<String>,
    /// `Requires-Dist`: requirements, in their order.
    pub requires_dist: Vec<String>,
    /// `Provides-Extra`: names of extras, in their order.
    pub provides_extra: Vec<String>,
    /// `Dynamic`: headers, in lower case, that a build may change.
    pub dynamic: Vec<String>,
}

impl Metadata {
    /// Reads the head of a `METADATA` file; `at` is its name in messages.
    ///
    /// # Errors
    /// A line is not a header, there is no name or no version, or one of the headers that may stand once
    /// stands twice.
    pub fn parse(at: &str, bytes: &[u8]) -> Result<Self, Error> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut metadata = Self::default();
        let mut header: Option<(usize, &str, String)> = None;
        for (i, line) in lines(text).enumerate() {
            if line.is_empty() {
                break;
            }
            if line.starts_with([' ', '\t']) {
                let Some((_, _, value)) = &mut header else {
                    return Err(Error::malformed(at, i + 1, "a continuation without a header"));
                };
                value.push('\n');
                value.push_str(line.trim());
                continue;
            }
            let is_name =
                |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic());
            let Some((name, value)) = line.split_once(':').filter(|(name, _)| is_name(name)) else {
                let start: String = line.chars().take(40).collect();
                let reason = format!("expected 'Name: value', found '{start}'");
                return Err(Error::malformed(at, i + 1, reason));
            };
            if let Some(header) = header.replace((i + 1, name, value.trim().to_owned())) {
                metadata.set(at, header)?;
            }
        }
        if let Some(header) = header {
            metadata.set(at, header)?;
        }
        for (name, value) in [("Name", &metadata.name), ("Version", &metadata.version)] {
            if value.is_empty() {
                return Err(Error::malformed(at, 1, format!("no '{name}' in the metadata")));
            }
        }
        Ok(metadata)
    }

    /// Whether what a source archive says here about requirements holds for whatever is built from it: its
    /// metadata has version 2.2 or later, and no `Dynamic` names one of these headers.
    #[must_use]
    pub fn is_static(&self) -> bool {
        let mut parts = self.metadata_version.split('.').map(|part| part.parse::<u64>().ok());
        let version = (parts.next().flatten(), parts.next().flatten());
        let changes = |header: &String| {
            matches!(header.as_str(), "requires-dist" | "requires-python" | "provides-extra")
        };
        version >= (Some(2), Some(2)) && !self.dynamic.iter().any(changes)
    }

    fn set(&mut self, at: &str, header: (usize, &str, String)) -> Result<(), Error> {
        let (line, name, value) = header;
        // A header whose first line is empty begins with the next one.
        let value = value.trim_start().to_owned();
        let single = match name.to_ascii_lowercase().as_str() {
            "metadata-version" => &mut self.metadata_version,
            "name" => &mut self.name,
            "version" => &mut self.version,
            "summary" => &mut self.summary,
            "requires-python" => self.requires_python.get_or_insert_default(),
            other => {
                match other {
                    "requires-dist" => self.requires_dist.push(value),
                    "provides-extra" => self.provides_extra.push(value),
                    "dynamic" => self.dynamic.push(value.to_ascii_lowercase()),
                    _ => {}
                }
                return Ok(());
            }
        };
        if !single.is_empty() {
            return Err(Error::malformed(at, line, format!("a second '{name}'")));
        }
        *single = value;
        Ok(())
    }
}

/// The lines of a text, which end in a line feed, a carriage return or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r']) else { return rest.take() };
        let n_ending = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + n_ending..]);
        Some(&text[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_up_to_the_empty_line() {
        let text = "Metadata-Version: 2.1\r\nName: a\r\nversion: 1.0\r\nRequires-Dist: b\r\n  >=1\r\n\
                    Requires-Dist: c ; extra == 'x'\r\nProvides-Extra: x\r\n\r\nRequires-Dist: d\r\n";
        let metadata = Metadata::parse("METADATA", text.as_bytes()).unwrap();
        assert_eq!(metadata.version, "1.0");
        assert_eq!(metadata.requires_dist, ["b\n>=1", "c ; extra == 'x'"]);
        assert_eq!(metadata.provides_extra, ["x"]);
    }

    #[test]
    fn a_line_of_blanks_ends_nothing() {
        let text = "Name: a\nVersion: 1\nLicense: BSD\n        \n        All rights reserved.\n\t\n\
                    Requires-Dist: b>=1\rDynamic: License\n\nRequires-Dist: c\n";
        let metadata = Metadata::parse("METADATA", text.as_bytes()).unwrap();
        assert_eq!(metadata.requires_dist, ["b>=1"]);
        assert_eq!(metadata.dynamic, ["license"]);
    }

    #[test]
    fn metadata_of_sources_is_static_or_not() {
        let is_static = |version: &str, dynamic: &str| {
            let text = format!("Metadata-Version: {version}\nName: a\nVersion: 1\n{dynamic}");
            Metadata::parse("PKG-INFO", text.as_bytes()).unwrap().is_static()
        };
        assert!(
            is_static("2.2", "") && is_static("2.10", "Dynamic: License\n") && is_static("3.0", "")
        );
        assert!(!is_static("2.1", "") && !is_static("2.4", "Dynamic: Requires-Dist\n"));
        assert!(!is_static("", "") && !is_static("x", ""));
    }

    #[test]
    fn what_is_no_head_is_refused_with_its_line() {
        let message = |text: &str| Metadata::parse("M", text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message("Name: a\nVersion 1"), "M:2: expected 'Name: value', found 'Version 1'");
        assert_eq!(message("Name: a\nA b: 1"), "M:2: expected 'Name: value', found 'A b: 1'");
        assert_eq!(message(" a"), "M:1: a continuation without a header");
        assert_eq!(message("Name: a\n\nVersion: 1"), "M:1: no 'Version' in the metadata");
        assert_eq!(message("Name: a\nVersion: 1\nversion: 2"), "M:3: a second 'version'");
        assert_eq!(message(""), "M:1: no 'Name' in the metadata");
    }
}
