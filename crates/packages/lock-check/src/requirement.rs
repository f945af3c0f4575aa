//! Requirements: `name[extra,…] specifiers ; marker`.

use crate::marker::{Marker, normal};
use crate::specifier::Specifiers;
use std::collections::BTreeSet;
use std::fmt;

/// A requirement on a package.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// The normalised name.
    pub name: String,
    /// The normalised extras.
    pub extras: BTreeSet<String>,
    /// The versions that are admitted.
    pub specifiers: Specifiers,
    /// Where it holds.
    pub marker: Marker,
    /// Name and specifiers as written.
    pub text: String,
}

impl Requirement {
    /// Reads a requirement on a package of an index.
    ///
    /// # Errors
    /// Says what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (head, marker) = match text.split_once(';') {
            Some((head, marker)) => (head.trim(), Marker::parse(marker)?),
            None => (text.trim(), Marker::always()),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let end = head.find(|c| !is_name(c)).unwrap_or(head.len());
        let (name, rest) = head.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return Err(format!("'{head}' does not begin with a name"));
        }
        let mut rest = rest.trim_start();
        let mut extras = BTreeSet::new();
        if let Some(inside) = rest.strip_prefix('[') {
            let (list, after) = inside.split_once(']').ok_or("expected ']'")?;
            let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
            extras.extend(names.map(normal));
            rest = after.trim_start();
        }
        if rest.starts_with('@') {
            return Err(format!("'{name}' is required from an address"));
        }
        let inside = rest.strip_prefix('(').and_then(|inside| inside.strip_suffix(')'));
        let specifiers = Specifiers::parse(inside.unwrap_or(rest))?;
        Ok(Self { name: normal(name), extras, specifiers, marker, text: head.to_owned() })
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_read() {
        let one = Requirement::parse("A_b[X, y_z] (>=1.0, <2) ; os_name == 'nt'").unwrap();
        assert_eq!((one.name.as_str(), one.extras.len()), ("a-b", 2));
        assert!(one.extras.contains("y-z"));
        for wrong in ["", "[x]", "a[x", "a @ http://h/a.whl", "a 1.0", "a ; b"] {
            assert!(Requirement::parse(wrong).is_err(), "{wrong}");
        }
    }
}
