//! Which versions of a package a requirement admits.
//!
//! PEP 440 joins clauses by "and"; Poetry's `||` adds "or". So specifiers are a list of alternatives,
//! each of them PEP 440's. Poetry's own operators are written out in PEP 440's:
//!
//! ```text
//! ^1.2.3   >=1.2.3,<2        up to the next change of the first part that is not 0
//! ~1.2.3   >=1.2.3,<1.3      up to the next change of the second part, or of the only one
//! 1.2.3    ==1.2.3           a version alone is exactly this one
//! *        any version
//! ```
//!
//! # References
//! - Python Packaging User Guide, "Version specifiers" (PEP 440)
//! - Poetry documentation, "Dependency specification"

use pep440_rs::{
    Operator, Version, VersionSpecifier, VersionSpecifiers, release_specifiers_to_ranges,
};
use pubgrub::Ranges;
use std::fmt;
use std::ops::Bound;
use std::str::FromStr;

/// The longest text that is read as specifiers.
const LONGEST: usize = 8 << 10;

/// What versions are admitted: those that satisfy one of the alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Specifiers {
    alternatives: Vec<VersionSpecifiers>,
    text: String,
}

impl Specifiers {
    /// Any version.
    pub(crate) fn any() -> Self {
        VersionSpecifiers::empty().into()
    }

    /// This version and no other.
    pub(crate) fn exactly(version: &Version) -> Self {
        VersionSpecifiers::from(VersionSpecifier::equals_version(version.clone())).into()
    }

    /// Reads PEP 440's specifiers, `>=1.2,!=1.3`. A comma with nothing beside it says nothing, as for `packaging`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let clauses = text.split(',').map(str::trim).filter(|clause| !clause.is_empty());
        let text = clauses.collect::<Vec<_>>().join(",");
        pep440(&text).map(|clauses| Self::written(clauses, &text))
    }

    /// Reads `Requires-Python`. Old releases have `>=3.6.*`, which was `>=3.6`, and commas at the end.
    pub(crate) fn parse_python(text: &str) -> Result<Self, String> {
        let clauses = text.split(',').map(str::trim);
        let strict = clauses.map(|clause| match clause.strip_suffix(".*") {
            Some(bound) if clause.starts_with(['<', '>']) => bound,
            _ => clause,
        });
        Self::parse(&strict.collect::<Vec<_>>().join(","))
    }

    /// PEP 440's specifiers, shown as they were written, without blanks and parentheses.
    pub(crate) fn written(clauses: VersionSpecifiers, text: &str) -> Self {
        let text = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')')).collect();
        Self { alternatives: vec![clauses], text }
    }

    /// Reads Poetry's constraints, `^1.2 || ~2.0`.
    pub(crate) fn parse_poetry(text: &str) -> Result<Self, String> {
        let alternatives: Vec<_> = text
            .split('|')
            .filter(|part| !part.is_empty())
            .map(|part| pep440(&poetry_clauses(part)?))
            .collect::<Result<_, String>>()?;
        if alternatives.is_empty() {
            return Err("expected a version constraint, found nothing".to_owned());
        }
        Ok(Self { alternatives, text: text.trim().to_owned() })
    }

    pub(crate) fn contains(&self, version: &Version) -> bool {
        let holds =
            |clauses: &VersionSpecifiers| clauses.iter().all(|clause| admits(clause, version));
        self.alternatives.iter().any(holds)
    }

    /// Whether a pre-release is named, so that pre-releases are wanted.
    pub(crate) fn name_prerelease(&self) -> bool {
        self.alternatives.iter().flat_map(|clauses| clauses.iter()).any(|clause| {
            clause.any_prerelease()
                && !matches!(clause.operator(), Operator::NotEqual | Operator::NotEqualStar)
        })
    }

    /// The versions that are named by `==`.
    pub(crate) fn pins(&self) -> impl Iterator<Item = &Version> {
        self.alternatives
            .iter()
            .flat_map(|clauses| clauses.iter())
            .filter(|clause| matches!(clause.operator(), Operator::Equal | Operator::ExactEqual))
            .map(VersionSpecifier::version)
    }

    /// The alternatives, each of them PEP 440's.
    pub(crate) fn alternatives(&self) -> &[VersionSpecifiers] {
        &self.alternatives
    }

    /// In PEP 440's words, as they were written if they are; `None` for alternatives.
    pub(crate) fn as_pep440(&self) -> Option<String> {
        let [clauses] = &self.alternatives[..] else { return None };
        let is_pep440 = VersionSpecifiers::from_str(&self.text).is_ok();
        Some(if is_pep440 { self.text.clone() } else { Self::from(clauses.clone()).text })
    }

    /// The same for specifiers of Pythons, whose alternatives may be one range: `~3.11 || ~3.12`.
    pub(crate) fn pythons_as_pep440(&self) -> Option<String> {
        if let Some(text) = self.as_pep440() {
            return Some(text);
        }
        let each = self.alternatives.iter().cloned().map(release_specifiers_to_ranges);
        let all: Ranges<Version> = each.fold(Ranges::empty(), |all, one| all.union(&one));
        let mut ranges = all.iter();
        let (Some((first, last)), None) = (ranges.next(), ranges.next()) else { return None };
        let clause = |bound: &Bound<Version>, including: &str, excluding: &str| match bound {
            Bound::Included(version) => Some(format!("{including}{version}")),
            Bound::Excluded(version) => Some(format!("{excluding}{version}")),
            Bound::Unbounded => None,
        };
        let clauses = [clause(first, ">=", ">"), clause(last, "<=", "<")];
        Some(clauses.into_iter().flatten().collect::<Vec<_>>().join(","))
    }

    /// Whether every version is admitted.
    pub(crate) fn is_any(&self) -> bool {
        self.alternatives.iter().any(VersionSpecifiers::is_empty)
    }
}

impl From<VersionSpecifiers> for Specifiers {
    fn from(clauses: VersionSpecifiers) -> Self {
        let text: Vec<String> =
            clauses.iter().map(|clause| clause.to_string().replace(' ', "")).collect();
        Self { alternatives: vec![clauses], text: text.join(",") }
    }
}

/// As it was written; nothing for any version.
impl fmt::Display for Specifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether a clause admits a version.
///
/// The specification leaves room; where it does, this follows `packaging`, which pip uses:
/// a release is padded with zeros before it is compared with a prefix, `<V` leaves out the pre-releases
/// of V alone, `>V` the post-releases of V alone.
fn admits(clause: &VersionSpecifier, version: &Version) -> bool {
    let bound = clause.version();
    let public = || version.clone().without_local();
    match clause.operator() {
        Operator::Equal => is_equal(version, bound),
        Operator::NotEqual => !is_equal(version, bound),
        Operator::ExactEqual => version.to_string().eq_ignore_ascii_case(&bound.to_string()),
        Operator::EqualStar => has_prefix(version, bound, bound.release().len()),
        Operator::NotEqualStar => !has_prefix(version, bound, bound.release().len()),
        Operator::TildeEqual => {
            public() >= *bound && has_prefix(version, bound, bound.release().len() - 1)
        }
        Operator::GreaterThanEqual => public() >= *bound,
        Operator::LessThanEqual => public() <= *bound,
        Operator::LessThan => {
            let is_its_prerelease = || {
                let earliest = bound.clone().without_local().with_dev(Some(0));
                !bound.any_prerelease() && version.any_prerelease() && *version >= earliest
            };
            version < bound && !is_its_prerelease()
        }
        Operator::GreaterThan => {
            let is_its_post_release = || {
                let base = public().with_post(None).with_dev(None);
                !bound.is_post() && version.is_post() && base == *bound
            };
            let is_its_local = || !version.local().is_empty() && public() == *bound;
            version > bound && !is_its_post_release() && !is_its_local()
        }
    }
}

/// Local parts count only where the bound has one.
fn is_equal(version: &Version, bound: &Version) -> bool {
    if bound.local().is_empty() {
        version.clone().without_local() == *bound
    } else {
        version == bound
    }
}

/// Whether the first `n` numbers of two releases are equal; what is not there is 0.
fn has_prefix(version: &Version, bound: &Version, n: usize) -> bool {
    let part = |version: &Version, i: usize| version.release().get(i).copied().unwrap_or(0);
    version.epoch() == bound.epoch() && (0..n).all(|i| part(version, i) == part(bound, i))
}

fn pep440(text: &str) -> Result<VersionSpecifiers, String> {
    if text.len() > LONGEST {
        return Err(format!("specifiers of more than {LONGEST} bytes"));
    }
    VersionSpecifiers::from_str(text).map_err(|error| first_line(&error.to_string()))
}

/// What follows the first line of the parser's errors points into the text.
fn first_line(message: &str) -> String {
    message.split_once('\n').map_or(message, |(first, _)| first).to_owned()
}

/// One of Poetry's alternatives in PEP 440's clauses.
fn poetry_clauses(text: &str) -> Result<String, String> {
    let mut clauses = Vec::new();
    for clause in words(text) {
        if clause == "*" {
            continue;
        }
        let bound = |rest: &str, kept: &dyn Fn(&[u64]) -> usize| {
            let rest = rest.trim();
            let version = Version::from_str(rest)
                .map_err(|error| format!("'{rest}' is not a version: {error}"))?;
            let release = version.release();
            let n_kept = kept(release).min(release.len() - 1) + 1;
            let mut upper = release[..n_kept].to_vec();
            upper[n_kept - 1] = upper[n_kept - 1].saturating_add(1);
            let upper = Version::new(upper).with_epoch(version.epoch());
            Ok::<_, String>(format!(">={version},<{upper}"))
        };
        clauses.push(if let Some(rest) = clause.strip_prefix('^') {
            bound(rest, &|release| {
                release.iter().position(|&part| part != 0).unwrap_or(release.len())
            })?
        } else if clause.starts_with("~=") {
            clause
        } else if let Some(rest) = clause.strip_prefix('~') {
            bound(rest, &|_| 1)?
        } else if clause.starts_with(|c: char| c.is_ascii_digit() || c == 'v') {
            format!("=={clause}")
        } else if clause.starts_with('=') && !clause.starts_with("==") {
            format!("={clause}")
        } else {
            clause
        });
    }
    Ok(clauses.join(","))
}

/// The clauses of `>= 1.2, <2 !=1.5`: separated by commas or blanks, which may follow an operator too.
fn words(text: &str) -> Vec<String> {
    let mut clauses: Vec<String> = Vec::new();
    for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
    {
        match clauses.last_mut().filter(|last| last.ends_with(['<', '>', '=', '~', '^'])) {
            Some(operator) => operator.push_str(word),
            None => clauses.push(word.to_owned()),
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(text: &str, version: &str) -> bool {
        Specifiers::parse_poetry(text).unwrap().contains(&version.parse().unwrap())
    }

    #[test]
    fn poetrys_operators() {
        // constraint, versions inside, versions outside
        let cases: [(&str, &[&str], &[&str]); 14] = [
            ("^1.2.3", &["1.2.3", "1.9"], &["1.2.2", "2.0"]),
            ("^1", &["1.0", "1.9"], &["0.9", "2.0.0"]),
            ("^0.2.3", &["0.2.3", "0.2.9"], &["0.3", "0.2.2"]),
            ("^0.0.3", &["0.0.3"], &["0.0.4", "0.0.2"]),
            ("^0.0", &["0.0.9"], &["0.1"]),
            ("^0", &["0.0", "0.9"], &["1.0"]),
            ("~1.2.3", &["1.2.3", "1.2.9"], &["1.3", "1.2.2"]),
            ("~1.2", &["1.2", "1.2.9"], &["1.3"]),
            ("~1", &["1.0", "1.9"], &["2.0"]),
            ("1.2.*", &["1.2", "1.2.9"], &["1.3"]),
            ("2.0.0", &["2.0.0", "2"], &["2.0.1"]),
            (">= 1.2, <2 !=1.5", &["1.2", "1.6"], &["1.5", "2.0", "1.1"]),
            ("^1.0 || =3.0", &["1.5", "3.0"], &["2.0", "3.1"]),
            ("*", &["0", "9.9"], &[]),
        ];
        for (text, inside, outside) in cases {
            assert!(inside.iter().all(|version| admits(text, version)), "{text}");
            assert!(!outside.iter().any(|version| admits(text, version)), "{text}");
        }
    }

    #[test]
    fn clauses_admit_what_packaging_admits() {
        // specifier, versions inside, versions outside
        let cases: [(&str, &[&str], &[&str]); 9] = [
            ("==2.1.*", &["2.1", "2.1.5", "2.1a1", "2.1.post1+x"], &["2", "2.10", "1!2.1"]),
            ("!=2.1.*", &["2", "1.5", "2.2"], &["2.1", "2.1.0"]),
            ("==2.0.1.*", &["2.0.1"], &["2.0", "2"]),
            ("==1.0.*", &["1a1", "1", "1.0.3"], &["1.1", "0.9"]),
            ("<3.0.0a8", &["3.0.0a7", "3.0.0.dev1", "2"], &["3.0.0a8", "3.0.0"]),
            ("<3", &["2.9.post1"], &["3.0a1", "3.0.0.dev0", "3"]),
            ("<1!1", &["1.0a1", "5"], &["1!1.dev0", "1!1"]),
            (">1.0a1", &["1.0.post1", "1.0", "1.0a2"], &["1.0a1.post1", "1.0a1+x"]),
            (">1.0", &["1.0.1", "1.1.post1"], &["1.0.post1", "1.0.post1.dev1", "1.0+x"]),
        ];
        for (text, inside, outside) in cases {
            let specifiers = Specifiers::parse(text).unwrap();
            let admits = |version: &str| specifiers.contains(&version.parse().unwrap());
            for version in inside {
                assert!(admits(version), "{text} {version}");
            }
            for version in outside {
                assert!(!admits(version), "{text} {version}");
            }
        }
    }

    #[test]
    fn what_is_no_constraint_is_refused() {
        for text in ["", "|", "^", "^x", "~", "?1", ">=", "1..2", "^18446744073709551616", "é"] {
            assert!(Specifiers::parse_poetry(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn prereleases_are_wanted_where_they_are_named() {
        let named = |text: &str| Specifiers::parse(text).unwrap().name_prerelease();
        assert!(named(">=1.0a1") && named("==1.0rc1") && named("<2,>=1.dev1"));
        assert!(!named(">=1.0") && !named("!=1.0a1") && !named("==1.*"));
    }
}
