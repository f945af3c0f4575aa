//! Versions and their order.
//!
//! ```text
//! version  "v"? (epoch "!")? release pre? post? dev? ("+" local)?
//! release  number ("." number)*             1.0 = 1.0.0
//! pre      sep? ("a"|"b"|"rc" and longer forms) sep? number?
//! post     "-" number | sep? ("post"|"rev"|"r") sep? number?
//! dev      sep? "dev" sep? number?          sep: "." "-" "_"
//! ```
//!
//! Within a release the order is dev, pre-releases, the release, post-releases; a `dev` stands before what it
//! is of. Local parts come last, numbers after words.
//!
//! # References
//! - Python Packaging User Guide, "Version specifiers" (PEP 440), its appendix

use std::cmp::Ordering;

/// A version.
#[derive(Debug, Clone, Default)]
pub struct Version {
    pub(crate) epoch: u64,
    pub(crate) release: Vec<u64>,
    /// The letter and the number.
    pub(crate) pre: Option<(char, u64)>,
    pub(crate) post: Option<u64>,
    pub(crate) dev: Option<u64>,
    pub(crate) local: Vec<Local>,
}

/// A part of a local version; words come before numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Local {
    Word(String),
    Number(u64),
}

impl Version {
    /// Reads a version; `None` if the text is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_ascii_lowercase();
        let (public, local) = match lower.split_once('+') {
            Some((public, local)) => (public, Some(local)),
            None => (lower.as_str(), None),
        };
        let mut cursor = Cursor(public.strip_prefix('v').unwrap_or(public));
        let mut version = Self::default();
        let first = cursor.number()?;
        if cursor.eat("!") {
            version.epoch = first;
            version.release.push(cursor.number()?);
        } else {
            version.release.push(first);
        }
        while cursor.0.starts_with('.') && cursor.0[1..].starts_with(|c: char| c.is_ascii_digit()) {
            cursor.eat(".");
            version.release.push(cursor.number()?);
        }
        let pre = [
            ("alpha", 'a'),
            ("beta", 'b'),
            ("preview", 'c'),
            ("pre", 'c'),
            ("rc", 'c'),
            ("a", 'a'),
            ("b", 'b'),
            ("c", 'c'),
        ];
        for (word, letter) in pre {
            if let Some(number) = cursor.part(word).ok()? {
                version.pre = Some((letter, number));
                break;
            }
        }
        if cursor.0.starts_with('-') && cursor.0[1..].starts_with(|c: char| c.is_ascii_digit()) {
            cursor.eat("-");
            version.post = Some(cursor.number()?);
        } else {
            for word in ["post", "rev", "r"] {
                if let Some(number) = cursor.part(word).ok()? {
                    version.post = Some(number);
                    break;
                }
            }
        }
        version.dev = cursor.part("dev").ok()?;
        if !cursor.0.is_empty() {
            return None;
        }
        if let Some(local) = local {
            version.local = local_parts(local)?;
        }
        Some(version)
    }

    pub(crate) fn is_prerelease(&self) -> bool {
        self.pre.is_some() || self.dev.is_some()
    }

    /// Without the local part.
    pub(crate) fn public(&self) -> Self {
        Self { local: Vec::new(), ..self.clone() }
    }

    /// The number at a place of the release; what is not there is 0.
    pub(crate) fn part(&self, i: usize) -> u64 {
        self.release.get(i).map_or(0, |&number| number)
    }

    fn release_order(&self, other: &Self) -> Ordering {
        let n = self.release.len().max(other.release.len());
        let parts = (0..n).map(|i| self.part(i).cmp(&other.part(i)));
        self.epoch.cmp(&other.epoch).then(parts.fold(Ordering::Equal, Ordering::then))
    }

    /// Where the version stands within its release: before, among or after its pre-releases.
    fn rank(&self) -> (u8, char, u64, u8, u64, u8, u64) {
        let (stage, letter, number) = match self.pre {
            Some((letter, number)) => (1, letter, number),
            None if self.post.is_none() && self.dev.is_some() => (0, ' ', 0),
            None => (2, ' ', 0),
        };
        let (has_post, post) = self.post.map_or((0, 0), |post| (1, post));
        let (is_whole, dev) = self.dev.map_or((1, 0), |dev| (0, dev));
        (stage, letter, number, has_post, post, is_whole, dev)
    }
}

fn local_parts(text: &str) -> Option<Vec<Local>> {
    let part = |part: &str| {
        let is_valid = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_valid.then(|| part.parse().map_or_else(|_| Local::Word(part.to_owned()), Local::Number))
    };
    text.split(['.', '-', '_']).map(part).collect()
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.release_order(other)
            .then_with(|| self.rank().cmp(&other.rank()))
            .then_with(|| self.local.cmp(&other.local))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

/// A number of more than 64 bits.
struct TooLarge;

/// What is left of a text.
struct Cursor<'t>(&'t str);

impl Cursor<'_> {
    fn eat(&mut self, prefix: &str) -> bool {
        let rest = self.0.strip_prefix(prefix);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn number(&mut self) -> Option<u64> {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        digits.parse().ok()
    }

    /// A separator, a word, a separator and a number, of which only the word must be there.
    fn part(&mut self, word: &str) -> Result<Option<u64>, TooLarge> {
        let start = self.0.strip_prefix(['.', '-', '_']).unwrap_or(self.0);
        let Some(rest) = start.strip_prefix(word) else { return Ok(None) };
        let after = rest.strip_prefix(['.', '-', '_']).unwrap_or(rest);
        if !after.starts_with(|c: char| c.is_ascii_digit()) {
            self.0 = rest;
            return Ok(Some(0));
        }
        self.0 = after;
        self.number().map(Some).ok_or(TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_order() {
        let ordered = [
            "1.dev0",
            "1.0a0.dev1",
            "1.0a1.dev2",
            "1.0a1",
            "1.0a1.post1.dev0",
            "1.0a1.post1",
            "1.0b2",
            "1.0rc1",
            "1.0",
            "1.0+abc",
            "1.0+abc.1",
            "1.0+5",
            "1.0.post0.dev3",
            "1.0.post0",
            "1.0.1",
            "1.10",
            "1!0.1",
        ];
        let versions: Vec<Version> =
            ordered.iter().map(|text| Version::parse(text).unwrap()).collect();
        for (i, a) in versions.iter().enumerate() {
            for (j, b) in versions.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{} {}", ordered[i], ordered[j]);
            }
        }
    }

    #[test]
    fn one_version_has_many_spellings() {
        let canonical = |text: &str| Version::parse(text).unwrap();
        for (a, b) in [
            ("1.0", "v1"),
            ("1.0.0", "1"),
            ("1.0alpha1", "1.0-a.1"),
            ("1.0c1", "1.0RC1"),
            ("1.0-1", "1.0.post1"),
            ("1.0.rev", "1.0post0"),
            ("1.0_dev", "1.0.dev0"),
            ("1.0+Ab-1", "1.0+ab.1"),
        ] {
            assert_eq!(canonical(a), canonical(b), "{a} {b}");
        }
        for wrong in [
            "",
            "x",
            "1.",
            "1..0",
            "1.0+",
            "1.0a1a2",
            "1.0.post1.post2",
            "1 0",
            "99999999999999999999",
        ] {
            assert!(Version::parse(wrong).is_none(), "{wrong}");
        }
    }
}
