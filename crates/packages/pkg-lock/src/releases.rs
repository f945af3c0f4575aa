//! The versions of one package that may be chosen, and why the others may not.
//!
//! Versions are enumerated once, oldest first; the index in the list is the version's bit in every
//! [`VersionSet`](crate::version_set::VersionSet). Left out are
//!
//! - pre-releases, unless the project itself names one of this package or there is nothing else;
//! - withdrawn versions, unless the project pins exactly this one;
//! - versions that do not run on every Python of the project;
//! - versions without a wheel or separate metadata: to know what they require one would have to
//!   run their build.

use crate::specifiers::Specifiers;
use pep440_rs::{Version, release_specifiers_to_ranges};
use pkg_index::{File, FileKind, MetadataFile, PackageName, Project};
use std::collections::BTreeMap;
use std::fmt;

/// A package's versions.
#[derive(Debug)]
pub(crate) struct Releases {
    pub(crate) name: PackageName,
    /// False if the index does not have the package.
    pub(crate) exists: bool,
    /// Those that may be chosen, oldest first.
    pub(crate) versions: Vec<Release>,
    /// Those that may not, oldest first.
    pub(crate) excluded: Vec<(Version, Exclusion)>,
}

/// A version and its files.
#[derive(Debug)]
pub(crate) struct Release {
    pub(crate) version: Version,
    /// At least one, in the order of the page.
    pub(crate) files: Vec<File>,
}

/// Why a version may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exclusion {
    PreRelease,
    Yanked,
    Python,
    NoMetadata,
}

/// What the project says about a package beyond its requirements.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReleasePolicy {
    /// Pre-releases are wanted.
    pub(crate) prereleases: bool,
    /// Versions that are pinned, withdrawn or not.
    pub(crate) pins: Vec<Version>,
}

impl Releases {
    pub(crate) fn absent(name: &PackageName) -> Self {
        Self { name: name.clone(), exists: false, versions: Vec::new(), excluded: Vec::new() }
    }

    pub(crate) fn new(
        project: Project,
        python: Option<&Specifiers>,
        policy: &ReleasePolicy,
    ) -> Self {
        let mut by_version: BTreeMap<Version, Vec<File>> = BTreeMap::new();
        for file in project.files {
            // Old pages list files whose versions mean nothing by today's rules.
            if let Ok(version) = file.version.parse() {
                by_version.entry(version).or_default().push(file);
            }
        }
        let only_prereleases = by_version.keys().all(Version::any_prerelease);
        let prereleases = policy.prereleases || only_prereleases;
        let mut releases = Self { exists: true, ..Self::absent(&project.name) };
        for (version, files) in by_version {
            let exclusion = if version.any_prerelease() && !prereleases {
                Some(Exclusion::PreRelease)
            } else if files.iter().all(|file| file.yanked) && !policy.pins.contains(&version) {
                Some(Exclusion::Yanked)
            } else if !files.iter().any(|file| runs_on(python, file.requires_python.as_deref())) {
                Some(Exclusion::Python)
            } else if described(&files).is_none() {
                Some(Exclusion::NoMetadata)
            } else {
                None
            };
            match exclusion {
                Some(exclusion) => releases.excluded.push((version, exclusion)),
                None => releases.versions.push(Release { version, files }),
            }
        }
        releases
    }
}

impl Release {
    /// The file whose metadata speaks for the version.
    pub(crate) fn described(&self) -> &File {
        described(&self.files).unwrap_or(&self.files[0])
    }
}

/// The file whose metadata is the cheapest to get.
fn described(files: &[File]) -> Option<&File> {
    let beside = |file: &&File| file.metadata != MetadataFile::Absent;
    files.iter().find(beside).or_else(|| files.iter().find(|file| file.kind == FileKind::Wheel))
}

/// Whether a file's `Requires-Python` holds for every Python of the project; a malformed one says
/// nothing.
fn runs_on(project: Option<&Specifiers>, file: Option<&str>) -> bool {
    let (Some(project), Some(file)) = (project, file) else { return true };
    let Ok(file) = Specifiers::parse(file) else { return true };
    project.alternatives().iter().all(|wanted| {
        let wanted = release_specifiers_to_ranges(wanted.clone());
        file.alternatives()
            .iter()
            .any(|offered| wanted.subset_of(&release_specifiers_to_ranges(offered.clone())))
    })
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PreRelease => "is a pre-release",
            Self::Yanked => "was withdrawn",
            Self::Python => "does not run on every Python of the project",
            Self::NoMetadata => "has no wheel",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Exclusion::{NoMetadata, PreRelease, Python, Yanked};
    use super::*;

    fn file(filename: &str, version: &str, kind: FileKind) -> File {
        File {
            filename: filename.to_owned(),
            version: version.to_owned(),
            kind,
            url: String::new(),
            sha256: None,
            size: None,
            requires_python: None,
            metadata: MetadataFile::Absent,
            yanked: false,
        }
    }

    #[test]
    fn versions_are_ordered_and_sorted_out() {
        let wheel = |version: &str| file("a.whl", version, FileKind::Wheel);
        let files = vec![
            wheel("10.0"),
            wheel("9.0"),
            wheel("11.0rc1"),
            File { yanked: true, ..wheel("8.0") },
            File { requires_python: Some(">=3.10".to_owned()), ..wheel("12.0") },
            File { requires_python: Some(">=3.6,<5".to_owned()), ..wheel("7.0") },
            file("a.tar.gz", "6.0", FileKind::Source),
            wheel("nonsense"),
        ];
        let name: PackageName = "a".parse().unwrap();
        let project = Project { name, files };
        let python = Specifiers::parse(">=3.8,<4").unwrap();
        let chosen = |policy: &ReleasePolicy| {
            let releases = Releases::new(project.clone(), Some(&python), policy);
            releases.versions.iter().map(|r| r.version.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&ReleasePolicy::default()), ["7.0", "9.0", "10.0"]);
        let policy = ReleasePolicy { prereleases: true, pins: vec!["8".parse().unwrap()] };
        assert_eq!(chosen(&policy), ["7.0", "8.0", "9.0", "10.0", "11.0rc1"]);
        let releases = Releases::new(project, Some(&python), &ReleasePolicy::default());
        let why: Vec<_> = releases.excluded.iter().map(|(_, why)| *why).collect();
        assert_eq!(why, [NoMetadata, Yanked, PreRelease, Python]);
    }

    #[test]
    fn prereleases_are_taken_when_there_is_nothing_else() {
        let files = vec![file("a.whl", "1.0a1", FileKind::Wheel)];
        let project = Project { name: "a".parse().unwrap(), files };
        assert_eq!(Releases::new(project, None, &ReleasePolicy::default()).versions.len(), 1);
    }
}
