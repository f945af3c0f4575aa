//! Environments: what markers ask about.

use crate::version::Version;
use std::collections::{BTreeMap, BTreeSet};

/// The values of a marker's variables on one machine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Environment {
    values: BTreeMap<String, String>,
}

/// Platforms: `os_name`, `sys_platform`, `platform_system`, `platform_machine`, implementation.
const PLATFORMS: [[&str; 5]; 5] = [
    ["posix", "linux", "Linux", "x86_64", "cpython"],
    ["posix", "linux", "Linux", "aarch64", "cpython"],
    ["nt", "win32", "Windows", "AMD64", "cpython"],
    ["posix", "darwin", "Darwin", "arm64", "cpython"],
    ["posix", "linux", "Linux", "x86_64", "pypy"],
];

impl Environment {
    fn new(python: &str, platform: [&str; 5]) -> Self {
        let [os, sys, system, machine, implementation] = platform;
        let minor: Vec<&str> = python.splitn(3, '.').take(2).collect();
        let minor = minor.join(".");
        let name = if implementation == "pypy" { "PyPy" } else { "CPython" };
        let values = [
            ("os_name", os),
            ("sys_platform", sys),
            ("platform_system", system),
            ("platform_machine", machine),
            ("implementation_name", implementation),
            ("platform_python_implementation", name),
            ("python_full_version", python),
            ("python_version", &minor),
            ("implementation_version", python),
            ("platform_release", ""),
            ("platform_version", ""),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self { values: values.into() }
    }

    /// The value of a variable; empty for one that is not known.
    #[must_use]
    pub fn value(&self, variable: &str) -> &str {
        self.values.get(variable).map_or("", String::as_str)
    }

    /// The Python, `3.11.2`.
    #[must_use]
    pub fn python(&self) -> &str {
        self.value("python_full_version")
    }

    /// A sample: each of `pythons` on the usual platforms if `compared`, the variables that markers
    /// compare and the values that they compare them with, asks about one; and one environment more
    /// for each such value.
    pub(crate) fn sample(pythons: &[String], compared: &BTreeSet<(String, String)>) -> Vec<Self> {
        let is_platform = |name: &str| !name.starts_with("python_") && name != "extra";
        let asked: Vec<_> = compared.iter().filter(|(name, _)| is_platform(name)).collect();
        let n_platforms = if asked.is_empty() { 1 } else { PLATFORMS.len() };
        let mut all = BTreeSet::new();
        for python in pythons {
            for platform in &PLATFORMS[..n_platforms] {
                all.insert(Self::new(python, *platform));
            }
            for (variable, value) in &asked {
                let mut one = Self::new(python, PLATFORMS[0]);
                one.values.insert(variable.clone(), value.clone());
                all.insert(one);
            }
        }
        all.into_iter().collect()
    }

    /// Pythons to try: all minor versions, and around each that a marker or specifier names.
    pub(crate) fn pythons(named: &BTreeSet<String>) -> Vec<String> {
        let mut all: BTreeSet<Vec<u64>> = (6..=15).map(|minor| vec![3, minor, 0]).collect();
        for version in named.iter().filter_map(|text| Version::parse(text)) {
            let [major, minor, patch] = [version.part(0), version.part(1), version.part(2)];
            all.insert(vec![major, minor, patch]);
            all.insert(vec![major, minor, patch.saturating_add(1)]);
            all.insert(vec![major, minor, patch.saturating_sub(1)]);
        }
        let text = |parts: Vec<u64>| parts.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
        all.into_iter().map(text).collect()
    }
}
