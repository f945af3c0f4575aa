//! Packages and what they require, in the numbers that the engines work with.

use crate::releases::Releases;
use crate::requirement::{Marker, Requirement};
use crate::version_set::VersionSet;
use std::fmt;
use std::rc::Rc;

/// The number of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PackageId(pub(crate) u32);

/// A package, perhaps with one of its extras.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) extra: Option<String>,
    pub(crate) releases: Rc<Releases>,
}

/// A requirement in numbers: one of these versions of this package.
#[derive(Debug, Clone)]
pub(crate) struct Dependency {
    pub(crate) package: PackageId,
    pub(crate) versions: VersionSet,
    /// Where it holds; extras are decided.
    pub(crate) marker: Marker,
    pub(crate) requirement: Rc<Requirement>,
    /// One of the requirements that were joined here names a pre-release.
    pub(crate) names_prerelease: bool,
}

/// What a version requires.
#[derive(Debug, Clone)]
pub(crate) enum Dependencies {
    Known(Rc<[Dependency]>),
    /// It can never be installed here: it requires another version of itself, or does not run on every Python.
    Impossible(String),
    /// It can never be installed: its own metadata is at fault.
    LeftOut(String),
}

/// `name` or `name[extra]`.
impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.releases.name)?;
        self.extra.as_ref().map_or(Ok(()), |extra| write!(f, "[{extra}]"))
    }
}
