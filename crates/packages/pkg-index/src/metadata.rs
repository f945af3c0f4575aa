//! A distribution's core metadata: the header lines of `METADATA`.
//!
//! The format is that of a mail's head: `Name: value` lines, continued by lines that begin with a
//! blank, ended by an empty line. What a resolver does not need is skipped.

use crate::Error;

/// What a resolver needs of a version's metadata.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
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
}

impl Metadata {
    /// Reads the head of a `METADATA` file; `at` is its name in messages.
    ///
    /// # Errors
    /// A line is no header, or there is no name or no version.
    pub fn parse(at: &str, bytes: &[u8]) -> Result<Self, Error> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut metadata = Self::default();
        let mut header: Option<(&str, String)> = None;
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                break;
            }
            if line.starts_with([' ', '\t']) {
                let Some((_, value)) = &mut header else {
                    return Err(Error::malformed(at, i + 1, "a continuation without a header"));
                };
                value.push('\n');
                value.push_str(line.trim());
                continue;
            }
            let Some((name, value)) = line.split_once(':') else {
                let start: String = line.chars().take(40).collect();
                let reason = format!("expected 'Name: value', found '{start}'");
                return Err(Error::malformed(at, i + 1, reason));
            };
            if let Some((name, value)) = header.replace((name, value.trim().to_owned())) {
                metadata.set(name, value);
            }
        }
        if let Some((name, value)) = header {
            metadata.set(name, value);
        }
        for (name, value) in [("Name", &metadata.name), ("Version", &metadata.version)] {
            if value.is_empty() {
                return Err(Error::malformed(at, 1, format!("no '{name}' in the metadata")));
            }
        }
        Ok(metadata)
    }

    fn set(&mut self, header: &str, value: String) {
        match header.trim().to_ascii_lowercase().as_str() {
            "name" => self.name = value,
            "version" => self.version = value,
            "summary" => self.summary = value,
            "requires-python" => self.requires_python = Some(value),
            "requires-dist" => self.requires_dist.push(value),
            "provides-extra" => self.provides_extra.push(value),
            _ => {}
        }
    }
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
    fn what_is_no_head_is_refused_with_its_line() {
        let message = |text: &str| Metadata::parse("M", text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message("Name: a\nVersion 1"), "M:2: expected 'Name: value', found 'Version 1'");
        assert_eq!(message(" a"), "M:1: a continuation without a header");
        assert_eq!(message("Name: a\n\nVersion: 1"), "M:1: no 'Version' in the metadata");
        assert_eq!(message(""), "M:1: no 'Name' in the metadata");
    }
}
