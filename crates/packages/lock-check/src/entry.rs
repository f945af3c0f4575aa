//! A version in a lock: what the lock says about it and what the index does.

use crate::fault::Fault;
use crate::marker::{Marker, normal};
use crate::requirement::Requirement;
use crate::specifier::Specifiers;
use crate::version::Version;
use py_locks::{LockFile, LockedPackage, poetry};
use std::collections::{BTreeMap, BTreeSet};

/// A version in the lock with what the index says about it.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) version: Version,
    pub(crate) text: String,
    /// Where the lock has it.
    pub(crate) condition: Condition,
    pub(crate) requires_python: Option<(String, Specifiers)>,
    pub(crate) requirements: Vec<Requirement>,
    /// What the lock says beside the version.
    pub(crate) said: Said,
    pub(crate) reached: std::cell::Cell<bool>,
}

/// What a lock repeats about a version, where its format does.
#[derive(Default)]
pub(crate) struct Said {
    /// Only extras need it.
    pub(crate) is_optional: bool,
    /// The Pythons it runs on.
    pub(crate) python: Option<(String, Specifiers)>,
}

impl Said {
    /// Of the package at a place in the lock.
    pub(crate) fn read(lock: &LockFile, place: usize) -> Result<Self, String> {
        let (is_optional, python) = match lock {
            LockFile::Poetry(lock) => {
                let package = &lock.packages[place];
                (package.optional, Some(&package.python_versions))
            }
            LockFile::Pdm(lock) => (false, lock.packages[place].requires_python.as_ref()),
            LockFile::Pylock(lock) => (false, lock.packages[place].requires_python.as_ref()),
            _ => (false, None),
        };
        let read = |text: &String| {
            let specifiers =
                Specifiers::parse_python(text).or_else(|_| Specifiers::parse_poetry(text));
            let specifiers = specifiers.map_err(|reason| format!("Python {text}: {reason}"))?;
            Ok::<_, String>((text.clone(), specifiers))
        };
        Ok(Self { is_optional, python: python.map(read).transpose()? })
    }
}

/// When a lock installs a package.
pub(crate) enum Condition {
    Marker(Marker),
    /// Poetry's: for each group a marker.
    Groups(BTreeMap<String, Marker>),
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.text)
    }
}

impl Entry {
    /// What the lock says of Pythons must be what the metadata says, for each of these.
    pub(crate) fn compare_pythons(&self, pythons: &[String], faults: &mut BTreeSet<Fault>) {
        let Some((says, of_lock)) = &self.said.python else { return };
        let differs = |python: &String| {
            Version::parse(python).is_some_and(|python| {
                let requires = self.requires_python.as_ref();
                of_lock.contains(&python) != requires.is_none_or(|(_, own)| own.contains(&python))
            })
        };
        if pythons.iter().any(differs) {
            let requires = self.requires_python.as_ref();
            faults.insert(Fault::OtherPythons {
                locked: self.to_string(),
                says: says.clone(),
                requires: requires.map_or_else(String::new, |(text, _)| text.clone()),
            });
        }
    }

    pub(crate) fn check_python(&self, python: &str, faults: &mut BTreeSet<Fault>) {
        if let Some((text, specifiers)) = &self.requires_python
            && !Version::parse(python).is_some_and(|version| specifiers.contains(&version))
        {
            faults.insert(Fault::Python {
                locked: self.to_string(),
                requires: text.clone(),
                python: python.to_owned(),
            });
        }
    }
}

pub(crate) type Entries = BTreeMap<String, Vec<Entry>>;

pub(crate) fn condition(
    locked: &LockedPackage,
    poetrys: Option<&poetry::Package>,
) -> Result<Condition, String> {
    let Some(package) = poetrys else {
        let marker = locked.marker.as_deref().map_or(Ok(Marker::always()), Marker::parse)?;
        return Ok(Condition::Marker(marker));
    };
    let mut groups = BTreeMap::new();
    for group in &package.groups {
        let marker = match &package.markers {
            poetry::Markers::Always => Marker::always(),
            poetry::Markers::All(marker) => Marker::parse(marker)?,
            poetry::Markers::ByGroup(all) => {
                let own = all.iter().find(|(name, _)| name == group);
                own.map_or(Ok(Marker::always()), |(_, marker)| Marker::parse(marker))?
            }
        };
        groups.insert(normal(group), marker);
    }
    Ok(Condition::Groups(groups))
}
