//! A project's page: the files of all versions of one package.

use crate::{PackageName, Sha256, Timestamp};

/// One package's files, in the order of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The package.
    pub name: PackageName,
    /// Its wheels and source archives; other files are left out.
    pub files: Vec<File>,
}

/// A wheel or a source archive of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The file's name, `sudoku_cell11-3.0.0-py3-none-any.whl`.
    pub filename: String,
    /// The version, as the file's name spells it.
    pub version: String,
    /// Wheel or source archive.
    pub kind: FileKind,
    /// The absolute address, `file://` or `http://`, without a fragment.
    pub url: String,
    /// The file's digest, where the page has one.
    pub sha256: Option<Sha256>,
    /// The file's length in bytes, where the page says it.
    pub size: Option<u64>,
    /// Specifiers of the Pythons it runs on.
    pub requires_python: Option<String>,
    /// Whether the metadata stands beside the file.
    pub metadata: MetadataFile,
    /// Withdrawn: only for those who ask for exactly this version.
    pub yanked: bool,
    /// When it was uploaded, where the page says it.
    pub uploaded: Option<Timestamp>,
    /// The place of its index among several; 0 if there is one.
    pub index: usize,
}

/// What kind of file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A built distribution, `.whl`.
    Wheel,
    /// A source distribution, `.tar.gz` or `.zip`.
    Source,
}

/// The file `FILE.metadata`, that spares the download of the wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetadataFile {
    /// The index has none.
    Absent,
    /// There is one, without a digest.
    Unhashed,
    /// There is one with this digest.
    Hashed(Sha256),
}

/// How the names of wheels and source archives end.
pub(crate) const ENDINGS: [&str; 3] = [".whl", ".tar.gz", ".zip"];

/// Version and kind by a file's name; `None` for what is not a file of `package`.
///
/// A wheel is `NAME-VERSION(-BUILD)?-PYTHON-ABI-PLATFORM.whl`, a source archive
/// `NAME-VERSION.tar.gz`, where old tools leave `-` in NAME.
pub(crate) fn version_and_kind(
    package: &PackageName,
    filename: &str,
) -> Option<(String, FileKind)> {
    parts(filename, |name| name.parse().ok().as_ref() == Some(package))
}

/// Whether a file's name is that of a wheel or a source archive of any package.
pub(crate) fn is_of_a_package(filename: &str) -> bool {
    parts(filename, |name| name.parse::<PackageName>().is_ok()).is_some()
}

/// Version and kind by the name of a file of a package that is asked for.
fn parts(filename: &str, is_asked_for: impl Fn(&str) -> bool) -> Option<(String, FileKind)> {
    if let Some(stem) = filename.strip_suffix(".whl") {
        let parts: Vec<&str> = stem.split('-').collect();
        let is_ours = matches!(parts.len(), 5 | 6) && is_asked_for(parts[0]);
        return is_ours.then(|| (parts[1].replace('_', "-"), FileKind::Wheel));
    }
    let stem = [".tar.gz", ".zip"].iter().find_map(|suffix| filename.strip_suffix(suffix))?;
    stem.match_indices('-').find_map(|(dash, _)| {
        let (name, version) = (&stem[..dash], &stem[dash + 1..]);
        let is_ours = is_asked_for(name) && version.starts_with(|c: char| c.is_ascii_digit());
        is_ours.then(|| (version.to_owned(), FileKind::Source))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_tell_the_version() {
        let package: PackageName = "a-b".parse().unwrap();
        let found = |name| version_and_kind(&package, name);
        assert_eq!(found("a_b-1.0-py3-none-any.whl"), Some(("1.0".to_owned(), FileKind::Wheel)));
        assert_eq!(found("A.B-1.0-1-py3-none-any.whl").unwrap().0, "1.0");
        assert_eq!(found("a-b-1.0.tar.gz"), Some(("1.0".to_owned(), FileKind::Source)));
        assert_eq!(found("a_b-1.0rc1.zip").unwrap().0, "1.0rc1");
        for other in
            ["a_c-1.0-py3-none-any.whl", "a_b-1.0.whl", "a_b.tar.gz", "a_b-1.0.exe", "", "-"]
        {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
