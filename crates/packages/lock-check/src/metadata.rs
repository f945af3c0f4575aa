//! The headers of `METADATA` that a check needs.
//!
//! A header goes on in the lines that begin with a blank; the first empty line ends the head.

/// Name, version, Pythons, and requirements as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// `Name`.
    pub name: String,
    /// `Version`.
    pub version: String,
    /// `Requires-Python`.
    pub requires_python: Option<String>,
    /// `Requires-Dist`.
    pub requires_dist: Vec<String>,
}

impl Metadata {
    /// Reads a head; what is not a header is skipped, and what is missing is empty.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
        let head = text.find("\n\n").map_or(text.as_str(), |end| &text[..end]);
        // Unfolded first, so that each header is a line.
        let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
        let mut metadata = Self::default();
        for (name, value) in unfolded.lines().filter_map(|line| line.split_once(':')) {
            let value = value.trim().to_owned();
            match name.to_ascii_lowercase().as_str() {
                "name" => metadata.name = value,
                "version" => metadata.version = value,
                "requires-python" => metadata.requires_python = Some(value),
                "requires-dist" => metadata.requires_dist.push(value),
                _ => {}
            }
        }
        metadata
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_blanks_ends_nothing() {
        let text = "Name: a\nVersion: 1\nLicense: BSD\n        \n        Rights.\nRequires-Dist: b\n\t>=1\n\nRequires-Dist: c\n";
        let metadata = Metadata::read(text.as_bytes());
        assert_eq!((metadata.name.as_str(), metadata.version.as_str()), ("a", "1"));
        assert_eq!(metadata.requires_dist, ["b >=1"]);
        assert_eq!(Metadata::read(text.replace('\n', "\r\n").as_bytes()), metadata);
    }
}
