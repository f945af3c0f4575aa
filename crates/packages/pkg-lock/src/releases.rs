//! The versions of one package that may be chosen, and why the others may not.
//!
//! Versions are enumerated once, the less wanted first; the index in the list is the version's bit in every
//! [`VersionSet`](crate::version_set::VersionSet). Left out are
//!
//! - pre-releases, unless the project itself names one of this package or there is nothing else;
//! - withdrawn versions, unless the project pins exactly this one;
//! - versions that do not run on every Python of the project, by `Requires-Python`;
//! - versions whose wheels fit no Python of the project, by their tags;
//! - versions without a wheel or separate metadata: to know what they require one would have to
//!   run their build;
//! - what a constraint of the project excludes.
//!
//! Where nothing can be locked otherwise, pre-releases are let in as the last choice: before all others.

use crate::specifiers::Specifiers;
use pep440_rs::{Version, VersionSpecifier, VersionSpecifiers, release_specifiers_to_ranges};
use pkg_index::{File, FileKind, MetadataFile, PackageName, Project, TagPythons, tag_pythons};
use std::collections::BTreeMap;
use std::fmt;

/// A package's versions.
#[derive(Debug)]
pub(crate) struct Releases {
    pub(crate) name: PackageName,
    /// False if the index does not have the package.
    pub(crate) exists: bool,
    /// Those that may be chosen: first the pre-releases of the last choice, then the others, each oldest
    /// first.
    pub(crate) versions: Vec<Release>,
    /// How many are a last choice.
    pub(crate) n_last: usize,
    /// Those that may not, oldest first.
    pub(crate) excluded: Vec<(Version, Exclusion)>,
}

/// A version and its files.
#[derive(Debug)]
pub(crate) struct Release {
    pub(crate) version: Version,
    /// At least one, in the order of the page.
    pub(crate) files: Vec<File>,
    /// The place of the file whose metadata speaks for the version.
    described: usize,
}

/// Why a version may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exclusion {
    PreRelease,
    Yanked,
    Python,
    Tags,
    NoMetadata,
    Constraint,
}

/// What is said about a package beyond requirements.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReleasePolicy {
    pub(crate) prereleases: Prereleases,
    /// Versions that are pinned, withdrawn or not.
    pub(crate) pins: Vec<Version>,
    /// What every version must satisfy.
    pub(crate) constraints: Vec<Specifiers>,
}

/// Whether pre-releases may be chosen beside others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Prereleases {
    #[default]
    Excluded,
    /// Where nothing else will do.
    LastChoice,
    /// Like any other version.
    Wanted,
}

impl Releases {
    pub(crate) fn absent(name: &PackageName) -> Self {
        let name = name.clone();
        Self { name, exists: false, versions: Vec::new(), n_last: 0, excluded: Vec::new() }
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
        let prereleases = if only_prereleases { Prereleases::Wanted } else { policy.prereleases };
        let mut releases = Self { exists: true, ..Self::absent(&project.name) };
        let mut of_last_choice = Vec::new();
        for (version, files) in by_version {
            match choose(&version, &files, python, policy, prereleases) {
                Err(exclusion) => releases.excluded.push((version, exclusion)),
                Ok(described) => {
                    let is_last =
                        version.any_prerelease() && prereleases == Prereleases::LastChoice;
                    let place = if is_last { &mut of_last_choice } else { &mut releases.versions };
                    place.push(Release { version, files, described });
                }
            }
        }
        releases.n_last = of_last_choice.len();
        releases.versions.splice(0..0, of_last_choice);
        releases
    }
}

impl Release {
    /// The file whose metadata speaks for the version.
    pub(crate) fn described(&self) -> &File {
        &self.files[self.described]
    }
}

/// The place of the file whose metadata speaks for the version, or why it may not be chosen.
fn choose(
    version: &Version,
    files: &[File],
    python: Option<&Specifiers>,
    policy: &ReleasePolicy,
    prereleases: Prereleases,
) -> Result<usize, Exclusion> {
    if !policy.constraints.iter().all(|constraint| constraint.contains(version)) {
        return Err(Exclusion::Constraint);
    }
    if version.any_prerelease() && prereleases == Prereleases::Excluded {
        return Err(Exclusion::PreRelease);
    }
    if files.iter().all(|file| file.yanked) && !policy.pins.contains(version) {
        return Err(Exclusion::Yanked);
    }
    if !files.iter().any(|file| runs_on(python, file.requires_python.as_deref())) {
        return Err(Exclusion::Python);
    }
    let fits = |file: &File| file.kind == FileKind::Source || fits(python, &file.filename);
    let is_beside = |file: &File| file.metadata != MetadataFile::Absent;
    let is_wheel = |file: &File| file.kind == FileKind::Wheel;
    if files.iter().any(is_wheel) && !files.iter().any(|file| is_wheel(file) && fits(file)) {
        return Err(Exclusion::Tags);
    }
    // The one whose metadata is the cheapest to get.
    let beside = files.iter().position(|file| is_beside(file) && fits(file));
    let wheel = || files.iter().position(|file| is_wheel(file) && fits(file));
    beside.or_else(wheel).ok_or(Exclusion::NoMetadata)
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

/// Whether a wheel can be installed on some Python of the project.
fn fits(project: Option<&Specifiers>, filename: &str) -> bool {
    let any_python = Specifiers::any();
    let project = project.unwrap_or(&any_python);
    tag_pythons(filename).into_iter().any(|tag| {
        let (major, minor, is_open) = match tag {
            TagPythons::Minor(major, minor) => (major, minor, false),
            TagPythons::From(major, minor) => (major, minor, true),
            TagPythons::Unknown => return true,
        };
        let first = VersionSpecifier::greater_than_equal_version(Version::new([major, minor]));
        let end =
            if is_open { [major.saturating_add(1), 0] } else { [major, minor.saturating_add(1)] };
        let end = VersionSpecifier::less_than_version(Version::new(end));
        let tagged = release_specifiers_to_ranges(VersionSpecifiers::from_iter([first, end]));
        project
            .alternatives()
            .iter()
            .any(|wanted| !release_specifiers_to_ranges(wanted.clone()).is_disjoint(&tagged))
    })
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PreRelease => "is a pre-release",
            Self::Yanked => "was withdrawn",
            Self::Python => "does not run on every Python of the project",
            Self::Tags => "has no wheel for any Python of the project",
            Self::NoMetadata => "has no wheel",
            Self::Constraint => "is excluded by a constraint",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Exclusion::{Constraint, NoMetadata, PreRelease, Python, Tags, Yanked};
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
        let named = |tags: &str, version: &str| {
            file(&format!("a-{version}-{tags}.whl"), version, FileKind::Wheel)
        };
        let wheel = |version: &str| named("py3-none-any", version);
        let files = vec![
            wheel("10.0"),
            wheel("9.0"),
            wheel("11.0rc1"),
            File { yanked: true, ..wheel("8.0") },
            File { requires_python: Some(">=3.10".to_owned()), ..wheel("12.0") },
            File { requires_python: Some(">=3.6,<5".to_owned()), ..wheel("7.0") },
            file("a.tar.gz", "6.0", FileKind::Source),
            wheel("nonsense"),
            named("cp37-cp37m-win32", "6.5"),
            named("cp37-abi3-win32", "6.6"),
            wheel("5.0"),
        ];
        let name: PackageName = "a".parse().unwrap();
        let project = Project { name, files };
        let python = Specifiers::parse(">=3.8,<4").unwrap();
        let chosen = |policy: &ReleasePolicy| {
            let releases = Releases::new(project.clone(), Some(&python), policy);
            releases.versions.iter().map(|r| r.version.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&ReleasePolicy::default()), ["5.0", "6.6", "7.0", "9.0", "10.0"]);
        let constraints = vec![Specifiers::parse(">5").unwrap()];
        let (prereleases, pins) = (Prereleases::Wanted, vec!["8".parse().unwrap()]);
        let mut policy = ReleasePolicy { prereleases, pins, constraints };
        assert_eq!(chosen(&policy), ["6.6", "7.0", "8.0", "9.0", "10.0", "11.0rc1"]);
        policy.prereleases = Prereleases::LastChoice;
        assert_eq!(chosen(&policy), ["11.0rc1", "6.6", "7.0", "8.0", "9.0", "10.0"]);
        policy = ReleasePolicy { constraints: policy.constraints, ..ReleasePolicy::default() };
        let releases = Releases::new(project, Some(&python), &policy);
        let why: Vec<_> = releases.excluded.iter().map(|(_, why)| *why).collect();
        assert_eq!(why, [Constraint, NoMetadata, Tags, Yanked, PreRelease, Python]);
    }

    #[test]
    fn prereleases_are_taken_when_there_is_nothing_else() {
        let files = vec![file("a-1.0a1-py3-none-any.whl", "1.0a1", FileKind::Wheel)];
        let project = Project { name: "a".parse().unwrap(), files };
        assert_eq!(Releases::new(project, None, &ReleasePolicy::default()).versions.len(), 1);
    }
}
