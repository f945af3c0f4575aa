//! The versions of one package that may be chosen, and why the others may not.
//!
//! Versions are enumerated once, the less wanted first; the index in the list is the version's bit in every
//! [`VersionSet`](crate::version_set::VersionSet). Left out are
//!
//! - pre-releases, unless the project itself names one of this package or there is nothing else;
//! - withdrawn versions, unless the project pins exactly this one;
//! - versions that do not run on the latest Pythons of the environments, by `Requires-Python`;
//! - versions whose wheels fit no Python of the project, by their tags, or that have nothing but wheels and none for an
//!   environment that the project requires;
//! - versions that have only source archives from before metadata could be static: to know what they require
//!   one would have to run their build;
//! - what a constraint of the project excludes.
//!
//! A version that runs only on the later Pythons, or not in every required environment, is there for an engine that can
//! split the environments.
//! Where nothing can be locked otherwise, pre-releases are let in as the last choice: before all others.

use crate::environments::{Environments, RunsOn};
use crate::requirement::Marker;
use crate::specifiers::Specifiers;
use pep440_rs::{Version, VersionSpecifier, VersionSpecifiers};
use pkg_index::{
    File, FileKind, MetadataFile, PackageName, Project, TagPythons, Timestamp, tag_platforms,
    tag_pythons,
};
use pubgrub::Ranges;
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
    /// The places of those that are taken where they fit, the most wanted first.
    pub(crate) preferred: Vec<usize>,
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
    /// Where it can be installed, if not in all of the environments, and why not.
    pub(crate) only_where: Option<(Marker, Exclusion)>,
}

/// Since when a source archive may say what holds for all that is built from it (PEP 643).
const STATIC_METADATA: Timestamp = Timestamp::of_day(2020, 10, 24);

/// Why a version may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exclusion {
    PreRelease,
    Yanked,
    Python,
    Tags,
    Required,
    NoMetadata,
    Constraint,
}

/// What is said about a package beyond requirements.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReleasePolicy {
    pub(crate) prereleases: Prereleases,
    /// Versions that are pinned, withdrawn or not.
    pub(crate) pins: Vec<Version>,
    /// Versions that are taken where they fit, the most wanted first.
    pub(crate) preferred: Vec<Version>,
    /// The only kind of files that counts.
    pub(crate) kind: Option<FileKind>,
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
        Self {
            name: name.clone(),
            exists: false,
            versions: Vec::new(),
            n_last: 0,
            preferred: Vec::new(),
            excluded: Vec::new(),
        }
    }

    pub(crate) fn new(
        project: Project,
        environments: &Environments,
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
        for (version, mut files) in by_version {
            // A version comes from one index.
            let first = files.first().map(|file| file.index);
            files.retain(|file| Some(file.index) == first);
            match choose(&version, &files, environments, policy, prereleases) {
                Err(exclusion) => releases.excluded.push((version, exclusion)),
                Ok((described, only_where)) => {
                    let is_last =
                        version.any_prerelease() && prereleases == Prereleases::LastChoice;
                    let place = if is_last { &mut of_last_choice } else { &mut releases.versions };
                    place.push(Release { version, files, described, only_where });
                }
            }
        }
        releases.n_last = of_last_choice.len();
        releases.versions.splice(0..0, of_last_choice);
        let place =
            |wanted: &Version| releases.versions.iter().position(|one| one.version == *wanted);
        releases.preferred = policy.preferred.iter().filter_map(place).collect();
        releases
    }
}

impl Release {
    /// The file whose metadata speaks for the version.
    pub(crate) fn described(&self) -> &File {
        &self.files[self.described]
    }
}

/// The place of the file whose metadata speaks for the version and where it can be installed if not everywhere, or why
/// it may not be chosen.
fn choose(
    version: &Version,
    files: &[File],
    environments: &Environments,
    policy: &ReleasePolicy,
    prereleases: Prereleases,
) -> Result<(usize, Option<(Marker, Exclusion)>), Exclusion> {
    if !policy.constraints.iter().all(|constraint| constraint.contains(version)) {
        return Err(Exclusion::Constraint);
    }
    if version.any_prerelease() && prereleases == Prereleases::Excluded {
        return Err(Exclusion::PreRelease);
    }
    if files.iter().all(|file| file.yanked) && !policy.pins.contains(version) {
        return Err(Exclusion::Yanked);
    }
    let is_wanted = |file: &File| policy.kind.is_none_or(|kind| file.kind == kind);
    let only_where = match from_python(environments, files)? {
        Some(python) => Some((since(python), Exclusion::Python)),
        None => without_lacking(environments, files, is_wanted)?
            .map(|marker| (marker, Exclusion::Required)),
    };
    let fits = |file: &File| {
        is_wanted(file) && (file.kind == FileKind::Source || fits(environments, &file.filename))
    };
    let is_beside = |file: &File| file.metadata != MetadataFile::Absent;
    let is_wheel = |file: &File| file.kind == FileKind::Wheel;
    // The one whose metadata is the cheapest to get.
    let beside = files.iter().position(|file| is_beside(file) && fits(file));
    let wheel = || files.iter().position(|file| is_wheel(file) && fits(file));
    let may_be_static = |file: &File| {
        fits(file)
            && file.kind == FileKind::Source
            && file.uploaded.is_none_or(|at| at >= STATIC_METADATA)
    };
    let source = || files.iter().position(may_be_static);
    let has_wheels = files.iter().any(|file| is_wheel(file) && is_wanted(file));
    let described = beside.or_else(wheel).or_else(source);
    let none = if has_wheels { Exclusion::Tags } else { Exclusion::NoMetadata };
    Ok((described.ok_or(none)?, only_where))
}

/// `None` if one of the files runs on every Python of the environments, else the first that one does.
fn from_python(environments: &Environments, files: &[File]) -> Result<Option<Version>, Exclusion> {
    let mut first: Option<Version> = None;
    for file in files {
        let pythons = file.requires_python.as_deref().map(Specifiers::parse_python);
        // A malformed one says nothing here: the metadata decides.
        let Some(Ok(pythons)) = pythons else { return Ok(None) };
        match environments.run(&pythons) {
            RunsOn::All => return Ok(None),
            RunsOn::From(python) if first.as_ref().is_none_or(|known| python < *known) => {
                first = Some(python);
            }
            RunsOn::From(_) | RunsOn::Few => {}
        }
    }
    first.map(Some).ok_or(Exclusion::Python)
}

/// From this Python on.
pub(crate) fn since(python: Version) -> Marker {
    let from = VersionSpecifier::greater_than_equal_version(python);
    Marker::of_python(&Specifiers::from(VersionSpecifiers::from(from)))
}

/// The environments without those that are required and that none of the wheels is for; `None` if there are no such.
/// Where there is a source archive, anything can be built.
fn without_lacking(
    environments: &Environments,
    files: &[File],
    is_wanted: impl Fn(&File) -> bool,
) -> Result<Option<Marker>, Exclusion> {
    let wanted = || files.iter().filter(|file| is_wanted(file));
    if wanted().any(|file| file.kind == FileKind::Source) {
        return Ok(None);
    }
    let fits = |required: &Marker| {
        let mut platforms = wanted().flat_map(|file| tag_platforms(&file.filename));
        platforms.any(|platform| Marker::of_platform(platform).overlaps(required))
    };
    let lacking = environments.required().filter(|required| !fits(required));
    let Some(lacking) = lacking.cloned().reduce(|all, one| all.or(&one)) else { return Ok(None) };
    let others = lacking.not();
    if others.overlaps(environments.marker()) { Ok(Some(others)) } else { Err(Exclusion::Required) }
}

/// Whether a wheel can be installed on some Python and some system of the project.
fn fits(environments: &Environments, filename: &str) -> bool {
    let fits_system =
        tag_platforms(filename).into_iter().any(|platform| environments.have_system(platform));
    fits_system
        && tag_pythons(filename).into_iter().any(|tag| {
            let (major, minor, is_open) = match tag {
                TagPythons::Minor(major, minor) => (major, minor, false),
                TagPythons::From(major, minor) => (major, minor, true),
                TagPythons::Unknown => return true,
            };
            let end = if is_open {
                [major.saturating_add(1), 0]
            } else {
                [major, minor.saturating_add(1)]
            };
            let tagged = Ranges::between(Version::new([major, minor]), Version::new(end));
            environments.have_some_of(&tagged)
        })
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PreRelease => "is a pre-release",
            Self::Yanked => "was withdrawn",
            Self::Python => "does not run on every Python of the project",
            Self::Tags => "has no wheel for any Python of the project",
            Self::Required => "has no wheel for a required environment",
            Self::NoMetadata => "has no wheel",
            Self::Constraint => "is excluded by a constraint",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Exclusion::{Constraint, NoMetadata, PreRelease, Tags, Yanked};
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
            uploaded: None,
            index: 0,
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
            File {
                uploaded: Some(Timestamp::of_day(2020, 1, 1)),
                ..file("a.tar.gz", "6.0", FileKind::Source)
            },
            wheel("nonsense"),
            named("cp37-cp37m-win32", "6.5"),
            named("cp37-abi3-win32", "6.6"),
            wheel("5.0"),
        ];
        let name: PackageName = "a".parse().unwrap();
        let project = Project { name, files };
        let python = Specifiers::parse(">=3.8,<4").unwrap();
        let environments = Environments::of(Some(&python), &Marker::ALWAYS, &[]);
        let chosen = |policy: &ReleasePolicy| {
            let releases = Releases::new(project.clone(), &environments, policy);
            releases.versions.iter().map(|r| r.version.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&ReleasePolicy::default()), ["5.0", "6.6", "7.0", "9.0", "10.0", "12.0"]);
        let constraints = vec![Specifiers::parse(">5").unwrap()];
        let (prereleases, pins) = (Prereleases::Wanted, vec!["8".parse().unwrap()]);
        let mut policy =
            ReleasePolicy { prereleases, pins, constraints, ..ReleasePolicy::default() };
        assert_eq!(chosen(&policy), ["6.6", "7.0", "8.0", "9.0", "10.0", "11.0rc1", "12.0"]);
        policy.prereleases = Prereleases::LastChoice;
        assert_eq!(chosen(&policy), ["11.0rc1", "6.6", "7.0", "8.0", "9.0", "10.0", "12.0"]);
        policy = ReleasePolicy { constraints: policy.constraints, ..ReleasePolicy::default() };
        let releases = Releases::new(project, &environments, &policy);
        let why: Vec<_> = releases.excluded.iter().map(|(_, why)| *why).collect();
        assert_eq!(why, [Constraint, NoMetadata, Tags, Yanked, PreRelease]);
        let later = releases.versions.iter().find(|one| one.only_where.is_some()).unwrap();
        assert_eq!(later.version.to_string(), "12.0");
    }

    #[test]
    fn prereleases_are_taken_when_there_is_nothing_else() {
        let files = vec![file("a-1.0a1-py3-none-any.whl", "1.0a1", FileKind::Wheel)];
        let project = Project { name: "a".parse().unwrap(), files };
        assert_eq!(
            Releases::new(
                project,
                &Environments::of(None, &Marker::ALWAYS, &[]),
                &ReleasePolicy::default()
            )
            .versions
            .len(),
            1
        );
    }
}
