//! Names of packages.

use std::fmt;
use std::str::FromStr;

/// The longest name that is accepted; file systems end at 255 bytes a part.
const LONGEST: usize = 200;

/// A normalised package name: lower case, runs of `-`, `_` and `.` are one `-`.
///
/// A name is a valid part of a path on every system: it consists of `a`–`z`, `0`–`9` and inner `-`.
///
/// ```
/// # use pkg_index::PackageName;
/// let name: PackageName = "Sudoku_.Cell11".parse()?;
/// assert_eq!(name.as_str(), "sudoku-cell11");
/// assert!("../../etc/passwd".parse::<PackageName>().is_err());
/// # Ok::<(), pkg_index::InvalidName>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageName(Box<str>);

/// A text that is not a package name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid package name '{0}', expected letters, digits and inner '-', '_' or '.', at most {LONGEST}"
)]
pub struct InvalidName(String);

impl PackageName {
    /// The normalised name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as wheels spell it in their file names: `_` for `-`.
    #[must_use]
    pub fn in_file_names(&self) -> String {
        self.0.replace('-', "_")
    }
}

impl FromStr for PackageName {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        let bytes = text.as_bytes();
        let valid = bytes.len() <= LONGEST
            && bytes.first().is_some_and(u8::is_ascii_alphanumeric)
            && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
            && bytes.iter().all(|&byte| byte.is_ascii_alphanumeric() || is_separator(byte));
        if !valid {
            return Err(InvalidName(text.chars().take(LONGEST).collect()));
        }
        let mut name = String::with_capacity(text.len());
        for c in text.chars() {
            match (is_separator(c as u8), name.ends_with('-')) {
                (true, true) => {}
                (true, false) => name.push('-'),
                (false, _) => name.push(c.to_ascii_lowercase()),
            }
        }
        Ok(Self(name.into_boxed_str()))
    }
}

impl fmt::Display for PackageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_could_leave_a_folder_is_no_name() {
        for text in
            ["", "..", "../a", "a/b", "a\\b", "-a", "a.", "a b", "ä", "a\0", &"a".repeat(201)]
        {
            assert!(text.parse::<PackageName>().is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn normalising_twice_changes_nothing(text in "[A-Za-z0-9]([A-Za-z0-9._-]{0,20}[A-Za-z0-9])?") {
            let once: PackageName = text.parse().unwrap();
            prop_assert_eq!(&once.as_str().parse::<PackageName>().unwrap(), &once);
            prop_assert!(!once.as_str().contains("--"));
        }
    }
}
