//! Requirements: a name, extras, specifiers and a marker (PEP 508).
//!
//! A lock holds for every environment, so a marker that some environment fulfils counts as fulfilled;
//! only what `requires-python` rules out is left out. The marker itself goes into the lock.
//!
//! # References
//! - Python Packaging User Guide, "Dependency specifiers" (PEP 508)

use crate::specifiers::Specifiers;
use pep440_rs::{Version, release_specifiers_to_ranges};
use pep508_rs::{
    ExtraName, ExtraOperator, MarkerExpression, MarkerOperator, MarkerTree, MarkerValueExtra,
    MarkerValueString, MarkerValueVersion, VerbatimUrl, VersionOrUrl,
};
use pkg_index::{PackageName, TagPlatform};
use pubgrub::Ranges;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The longest requirement that is read.
const LONGEST: usize = 8 << 10;

/// How deep parentheses may be nested: the parser of markers calls itself.
const DEEPEST: usize = 50;

/// How many `or` may stand beside `and` in a marker: each may double the size of its normal form.
const MOST_ORS: usize = 16;

/// A requirement on a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub(crate) name: PackageName,
    pub(crate) extras: BTreeSet<String>,
    pub(crate) specifiers: Specifiers,
    pub(crate) marker: Marker,
    /// Pre-releases are wanted, whether the specifiers name one or not.
    pub(crate) prereleases: bool,
    /// Name and marker as they were written, for locks that repeat them.
    pub(crate) written_name: String,
    pub(crate) written_marker: String,
}

impl Requirement {
    /// A requirement without extras and marker.
    pub(crate) fn plain(name: PackageName, specifiers: Specifiers) -> Self {
        Self {
            written_name: name.to_string(),
            name,
            extras: BTreeSet::new(),
            specifiers,
            marker: Marker::ALWAYS,
            prereleases: false,
            written_marker: String::new(),
        }
    }

    /// Reads `name[extra]>=1.2 ; marker`.
    ///
    /// # Errors
    /// Says in a few words what is wrong.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        check_limits(text)?;
        names_are_valid(text)?;
        let text = &without_last_comma(text)[..];
        let parsed = pep508_rs::Requirement::<VerbatimUrl>::from_str(text)
            .map_err(|error| error.message.to_string().replace('`', "'"))?;
        let name = parsed.name.to_string().parse::<PackageName>().map_err(|e| e.to_string())?;
        let specifiers = match parsed.version_or_url {
            None => Specifiers::any(),
            Some(VersionOrUrl::VersionSpecifier(clauses)) => {
                Specifiers::written(clauses, &text[start_of_specifiers(text)..head_length(text)])
            }
            Some(VersionOrUrl::Url(_)) => {
                return Err(format!("'{name}' is required from an address, not from the index"));
            }
        };
        let extras = parsed.extras.iter().map(ToString::to_string).collect();
        let (written_name, written_marker) = (written_name(text), written_marker(text));
        let marker = Marker(parsed.marker);
        Ok(Self { extras, marker, written_name, written_marker, ..Self::plain(name, specifiers) })
    }
}

impl Requirement {
    /// The requirement with its marker, as messages name it.
    pub(crate) fn with_marker(&self) -> String {
        self.marker
            .as_text()
            .map_or_else(|| self.to_string(), |marker| format!("{self} ; {marker}"))
    }
}

/// Without the marker.
impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if !self.extras.is_empty() {
            let extras: Vec<&str> = self.extras.iter().map(String::as_str).collect();
            write!(f, "[{}]", extras.join(","))?;
        }
        if self.specifiers.is_any() { Ok(()) } else { write!(f, " {}", self.specifiers) }
    }
}

/// In which environments a requirement holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marker(MarkerTree);

impl Marker {
    pub(crate) const ALWAYS: Self = Self(MarkerTree::TRUE);
    pub(crate) const NEVER: Self = Self(MarkerTree::FALSE);

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        check_limits(text)?;
        let tree = MarkerTree::parse_str::<VerbatimUrl>(text);
        tree.map(Self).map_err(|error| error.message.to_string().replace('`', "'"))
    }

    /// The environments that a project with these Python specifiers knows.
    pub(crate) fn of_python(specifiers: &Specifiers) -> Self {
        let mut all = Self::NEVER;
        for clauses in specifiers.alternatives() {
            let mut one = Self::ALWAYS;
            for clause in clauses.iter() {
                let expression = MarkerExpression::Version {
                    key: MarkerValueVersion::PythonFullVersion,
                    specifier: clause.clone(),
                };
                one = one.and(&Self(MarkerTree::expression(expression)));
            }
            all = all.or(&one);
        }
        all
    }

    /// Where a wheel of this platform can be installed.
    pub(crate) fn of_platform(platform: TagPlatform) -> Self {
        let is = |key, value: Option<&str>| {
            value.map_or(Self::ALWAYS, |value| {
                Self(MarkerTree::expression(MarkerExpression::String {
                    key,
                    operator: MarkerOperator::Equal,
                    value: value.to_owned(),
                }))
            })
        };
        is(MarkerValueString::SysPlatform, platform.system)
            .and(&is(MarkerValueString::PlatformMachine, platform.machine))
    }

    /// Where an extra is asked for.
    ///
    /// # Panics
    /// The name is not valid; names of extras are checked where they are read.
    pub(crate) fn of_extra(name: &str) -> Self {
        let name = ExtraName::new(name.to_owned()).expect("names of extras are checked when read");
        Self(MarkerTree::expression(MarkerExpression::Extra {
            operator: ExtraOperator::Equal,
            name: MarkerValueExtra::Extra(name),
        }))
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        let mut tree = self.0.clone();
        tree.and(other.0.clone());
        Self(tree)
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        let mut tree = self.0.clone();
        tree.or(other.0.clone());
        Self(tree)
    }

    pub(crate) fn is_always(&self) -> bool {
        self.0.is_true()
    }

    pub(crate) fn is_never(&self) -> bool {
        self.0.is_false()
    }

    /// Where it does not hold.
    pub(crate) fn not(&self) -> Self {
        Self(self.0.negate())
    }

    /// The Pythons on which it can hold, whatever else the environment is.
    pub(crate) fn pythons(&self) -> Ranges<Version> {
        let mut all = Ranges::empty();
        if self.is_always() {
            return Ranges::full();
        }
        for conjunction in self.0.to_dnf() {
            let mut one = Ranges::full();
            for expression in conjunction {
                if let MarkerExpression::Version { key, specifier } = expression
                    && matches!(
                        key,
                        MarkerValueVersion::PythonFullVersion | MarkerValueVersion::PythonVersion
                    )
                {
                    one = one.intersection(&release_specifiers_to_ranges(specifier.into()));
                }
            }
            all = all.union(&one);
        }
        all
    }

    /// Whether it depends on which extras are asked for.
    pub(crate) fn names_extra(&self) -> bool {
        !self.is_always() && self.0.to_dnf().iter().flatten().any(is_extra)
    }

    /// Whether it can hold with this extra, and never without any.
    pub(crate) fn needs_extra(&self, name: &str) -> bool {
        self.with_extras(&BTreeSet::new()).is_never()
            && !self.with_extras(&BTreeSet::from([name.to_owned()])).is_never()
    }

    /// The marker where every extra is asked for.
    pub(crate) fn with_all_extras(&self) -> Self {
        let mut names = BTreeSet::new();
        for expression in self.0.to_dnf().into_iter().flatten() {
            if let MarkerExpression::Extra { name: MarkerValueExtra::Extra(name), .. } = expression
            {
                names.insert(name.to_string());
            }
        }
        self.with_extras(&names)
    }

    /// The marker's text; `None` for one that always holds.
    pub(crate) fn as_text(&self) -> Option<String> {
        (!self.is_always()).then(|| self.to_string())
    }

    /// Whether both can hold in one environment.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// Whether it holds only where some extra is not asked for.
    pub(crate) fn excludes_extra(&self) -> bool {
        let is_it = |one: &MarkerExpression| {
            matches!(one, MarkerExpression::Extra { operator: ExtraOperator::NotEqual, .. })
        };
        self.names_extra() && self.0.to_dnf().iter().flatten().any(is_it)
    }

    /// What a requirement on which an override stands keeps of its marker: for which extra it is.
    pub(crate) fn only_extra(&self) -> Self {
        match self.0.top_level_extra() {
            Some(extra) => Self(MarkerTree::expression(extra)),
            None if self.names_extra() => self.clone(),
            None => Self::ALWAYS,
        }
    }

    /// The marker where exactly these extras are asked for: what is left says nothing about extras.
    pub(crate) fn with_extras(&self, asked: &BTreeSet<String>) -> Self {
        if !self.names_extra() {
            return self.clone();
        }
        let is_asked = |name: &ExtraName| asked.contains(name.as_ref());
        let mut result = Self::NEVER;
        for conjunction in self.0.to_dnf() {
            let mut one = Self::ALWAYS;
            for expression in conjunction {
                let holds = match &expression {
                    MarkerExpression::Extra { operator, name } => {
                        let asked = matches!(name, MarkerValueExtra::Extra(name) if is_asked(name));
                        Some(asked == matches!(operator, ExtraOperator::Equal))
                    }
                    _ => None,
                };
                match holds {
                    Some(true) => {}
                    Some(false) => one = Self::NEVER,
                    None => one = one.and(&Self(MarkerTree::expression(expression))),
                }
            }
            result = result.or(&one);
        }
        result
    }
}

fn is_extra(expression: &MarkerExpression) -> bool {
    matches!(expression, MarkerExpression::Extra { .. })
}

/// Empty for a marker that always holds.
impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.try_to_string() {
            Some(text) => f.write_str(&text.replace('\'', "\"")),
            None => Ok(()),
        }
    }
}

/// Refuses names, of the package and of extras, that end in `-`, `_` or `.`: the parser panics on them.
fn names_are_valid(text: &str) -> Result<(), String> {
    let check = |name: &str| name.parse::<PackageName>().map(drop).map_err(|e| e.to_string());
    check(&written_name(text))?;
    let head = &text[..head_length(text)];
    let Some((_, extras)) = head.split_once('[') else { return Ok(()) };
    let extras = extras.split_once(']').map_or(extras, |(extras, _)| extras);
    extras.split(',').map(str::trim).filter(|extra| !extra.is_empty()).try_for_each(check)
}

/// The length of what stands before the marker.
fn head_length(text: &str) -> usize {
    text.find(';').unwrap_or(text.len())
}

fn start_of_specifiers(text: &str) -> usize {
    let head = &text[..head_length(text)];
    let after_extras = head.find(']').unwrap_or(0);
    head[after_extras..]
        .find(['<', '>', '=', '!', '~', '('])
        .map_or(head.len(), |i| after_extras + i)
}

/// Without a comma behind the last specifier, which `packaging` reads as nothing.
fn without_last_comma(text: &str) -> Cow<'_, str> {
    let (head, marker) = text.split_at(head_length(text));
    let open = head.trim_end();
    let (inside, close) = open.strip_suffix(')').map_or((open, ""), |inside| (inside, ")"));
    match inside.trim_end().strip_suffix(',') {
        Some(before) if start_of_specifiers(before) < before.len() => {
            Cow::Owned(format!("{before}{close} {marker}"))
        }
        _ => Cow::Borrowed(text),
    }
}

fn written_name(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.trim_start().chars().take_while(|&c| is_part(c)).collect()
}

fn written_marker(text: &str) -> String {
    text.split_once(';').map_or(String::new(), |(_, marker)| marker.trim().replace('\'', "\""))
}

/// Refuses what would drive the parser too deep.
fn check_limits(text: &str) -> Result<(), String> {
    if text.len() > LONGEST {
        return Err(format!("a requirement of more than {LONGEST} bytes"));
    }
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    if deepest > DEEPEST {
        return Err(format!("parentheses are nested more than {DEEPEST} deep"));
    }
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let n_ors = words.clone().filter(|&word| word == "or").count();
    if n_ors > MOST_ORS && (deepest > 0 || words.any(|word| word == "and")) {
        return Err(format!("a marker with 'and' and more than {MOST_ORS} 'or'"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn requirements_are_read() {
        let requirement = Requirement::parse("A_b[Y,x] >=1.0, <2 ; os_name == 'nt'").unwrap();
        assert_eq!(requirement.to_string(), "a-b[x,y] >=1.0,<2");
        assert_eq!(requirement.marker.to_string(), "os_name == \"nt\"");
        assert_eq!(Requirement::parse("a").unwrap().to_string(), "a");
    }

    #[test]
    fn what_is_none_is_refused() {
        let nested = format!("a ; {}os_name == 'nt'{}", "(".repeat(10_000), ")".repeat(10_000));
        let ors = format!("a ; {}", vec!["(os_name == 'a' or os_name == 'b')"; 17].join(" and "));
        let pairs: Vec<String> =
            (0..60).map(|i| format!("extra == 'a{i}' and extra == 'b{i}'")).collect();
        let pairs = format!("a ; {}", pairs.join(" or "));
        for text in [
            "",
            "../a",
            "a b",
            "a >=",
            "a @ http://h/a.whl",
            "a[",
            "é",
            "a.",
            "a[x.]",
            &nested,
            &ors,
            &pairs,
        ] {
            assert!(Requirement::parse(text).is_err(), "{text:.20}");
        }
    }

    #[test]
    fn extras_are_taken_out_of_markers() {
        let marker = Requirement::parse("a ; extra == 'x' and os_name == 'nt'").unwrap().marker;
        assert!(marker.with_extras(&BTreeSet::new()).is_never());
        let x = BTreeSet::from(["x".to_owned()]);
        assert_eq!(marker.with_extras(&x).to_string(), "os_name == \"nt\"");
        let plain = Requirement::parse("a ; os_name == 'nt'").unwrap().marker;
        assert_eq!(plain.with_extras(&x), plain);
    }

    #[test]
    fn python_versions_meet_or_not() {
        let python = Marker::of_python(&Specifiers::parse(">=3.8,<4").unwrap());
        let meets = |text: &str| Marker::parse(text).unwrap().overlaps(&python);
        assert!(meets("python_version < '3.9'") && meets("os_name == 'nt'"));
        assert!(!meets("python_version < '3.8'") && !meets("python_version >= '4.0'"));
    }

    #[test]
    fn stars_of_python_versions_are_kept() {
        let python = |text: &str| Marker::of_python(&Specifiers::parse(text).unwrap());
        let overlaps =
            |text: &str, marker: &str| Marker::parse(marker).unwrap().overlaps(&python(text));
        assert!(overlaps("==3.9.*", "python_full_version >= '3.9.1'"));
        assert!(!overlaps("==3.9.*", "python_version == '3.10'"));
        assert!(!overlaps(">=3.8,!=3.9.*", "python_version == '3.9'"));
        assert!(overlaps("~=3.8", "python_version == '3.11'"));
        let poetrys = Marker::of_python(&Specifiers::parse_poetry("3.9.*").unwrap());
        assert_eq!(poetrys.to_string(), "python_full_version == \"3.9.*\"");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(
            text in "(a|b|>=|==|1|\\.|\\*|,|;|\\[|\\]|\\(|\\)| |@|'|os_name|extra|and|or|é|!){0,20}",
        ) {
            let _ = Requirement::parse(&text);
        }
    }
}
