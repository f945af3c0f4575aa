//! A folder of packages as uv names it: by its path, spelled as the project or the command line spelled it.
//!
//! | spelled | in `uv.lock` | its files there |
//! |---|---|---|
//! | `../idx`, `./idx/` | seen from the project: `../idx`, `idx` | seen from the index |
//! | `/srv/idx/` | `/srv/idx` | absolute |
//! | `file:///srv/idx/` | `/srv/idx/` | absolute |
//!
//! Paths are compared as they are written, without following links.
//!
//! # References
//! - docs/formats/uv-lock.md

use std::path::{Component, Path, PathBuf};
use url::Url;

/// A folder of packages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folder {
    /// Absolute, without `.` and `..`.
    place: PathBuf,
    /// As the lock has it.
    written: String,
    /// Where the index was read, links followed; `None` if not on this machine.
    root: Option<PathBuf>,
    is_relative: bool,
}

impl Folder {
    /// The folder that `spelled` names, seen from the folder `from`; `None` for an address on a server. `root` is the
    /// folder that was read, which is one deeper where pages are in `simple`.
    pub(crate) fn new(
        spelled: &str,
        from: &Path,
        project: &Path,
        root: Option<PathBuf>,
    ) -> Option<Self> {
        let (path, ends_in_slash) = if spelled.starts_with("file://") {
            (Url::parse(spelled).ok()?.to_file_path().ok()?, spelled.ends_with('/'))
        } else if spelled.contains("://") {
            return None;
        } else {
            (PathBuf::from(spelled), false)
        };
        let is_relative = path.is_relative();
        let mut place = normal(&from.join(path));
        let read = root.as_deref();
        if read.is_some_and(|root| root.parent() == place.canonicalize().ok().as_deref())
            && read.is_some_and(|root| root.ends_with("simple"))
        {
            place.push("simple");
        }
        let mut written = if is_relative {
            relative(&place, &normal(project))?
        } else {
            place.to_str()?.to_owned()
        };
        if ends_in_slash && !written.ends_with('/') {
            written.push('/');
        }
        Some(Self { place, written, root, is_relative })
    }

    /// As `uv.lock` names it.
    pub(crate) fn as_path(&self) -> &str {
        &self.written
    }

    /// As an address.
    pub(crate) fn as_url(&self) -> Option<String> {
        let ends_in_slash = !self.is_relative && self.written.ends_with('/');
        let url = if ends_in_slash {
            Url::from_directory_path(&self.place)
        } else {
            Url::from_file_path(&self.place)
        };
        Some(url.ok()?.into())
    }

    /// The path of one of its files; `None` if it is on a server.
    pub(crate) fn path_of(&self, file: &str) -> Option<String> {
        let root = self.root.as_deref()?;
        let url = Url::parse(file).ok().filter(|url| url.scheme() == "file")?;
        let path = relative(&normal(&url.to_file_path().ok()?), root)?;
        if self.is_relative {
            Some(path)
        } else {
            Some(normal(&self.place.join(path)).to_str()?.to_owned())
        }
    }
}

/// The path without `.` and `..`, which are taken by name.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            _ => normal.push(component),
        }
    }
    normal
}

/// The way from one absolute path to another, `../` for the folder above; `None` if it is not UTF-8.
fn relative(path: &Path, from: &Path) -> Option<String> {
    let n_common =
        path.components().zip(from.components()).take_while(|(one, other)| one == other).count();
    let up = "../".repeat(from.components().count() - n_common);
    let names: Option<Vec<&str>> =
        path.components().skip(n_common).map(|name| name.as_os_str().to_str()).collect();
    let down = names?.join("/");
    Some(if up.is_empty() && down.is_empty() { ".".to_owned() } else { up + &down })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As uv 0.13.9 wrote them for the project in `/w/c/proj`.
    #[test]
    fn folders_are_spelled_as_uv_spells_them() {
        let project = Path::new("/w/c/proj");
        let named = |spelled: &str, root: &str, file: &str| {
            let folder = Folder::new(spelled, project, project, Some(root.into())).unwrap();
            let path = folder.path_of(&format!("file://{file}")).unwrap();
            (folder.as_path().to_owned(), path, folder.as_url().unwrap())
        };
        for (spelled, root, written, path, url) in [
            ("../idx", "/w/c/idx", "../idx", "a/a.whl", "file:///w/c/idx"),
            ("../idx/", "/w/c/idx", "../idx", "a/a.whl", "file:///w/c/idx"),
            (".././proj/../idx//", "/w/c/idx", "../idx", "a/a.whl", "file:///w/c/idx"),
            (
                "idx/simple",
                "/w/c/proj/idx/simple",
                "idx/simple",
                "a/a.whl",
                "file:///w/c/proj/idx/simple",
            ),
            (".", "/w/c/proj", ".", "a/a.whl", "file:///w/c/proj"),
            ("..", "/w/c", "../", "a/a.whl", "file:///w/c"),
            ("../..", "/w", "../../", "a/a.whl", "file:///w"),
            ("../a b é", "/w/c/a b é", "../a b é", "a/a.whl", "file:///w/c/a%20b%20%C3%A9"),
            ("/w/c/proj/../idx//", "/w/c/idx", "/w/c/idx", "/w/c/idx/a/a.whl", "file:///w/c/idx"),
            ("file:///w/c/idx", "/w/c/idx", "/w/c/idx", "/w/c/idx/a/a.whl", "file:///w/c/idx"),
            ("file:///w/c/idx/", "/w/c/idx", "/w/c/idx/", "/w/c/idx/a/a.whl", "file:///w/c/idx/"),
            ("file:///w/c/a%20b", "/w/c/a b", "/w/c/a b", "/w/c/a b/a/a.whl", "file:///w/c/a%20b"),
            // A link, `/w/c/link`, to the index.
            ("/w/c/link", "/srv/idx", "/w/c/link", "/w/c/link/a/a.whl", "file:///w/c/link"),
        ] {
            let file = format!("{root}/a/a.whl").replace(' ', "%20").replace('é', "%C3%A9");
            let expected = (written.to_owned(), path.to_owned(), url.to_owned());
            assert_eq!(named(spelled, root, &file), expected, "{spelled}");
        }
        let folder = Folder::new("../idx/simple", project, project, Some("/w/c/idx/simple".into()));
        let folder = folder.unwrap();
        assert_eq!(folder.path_of("file:///w/c/idx/files/a.whl").unwrap(), "../files/a.whl");
        assert_eq!(folder.path_of("https://h/a.whl"), None);
        assert_eq!(Folder::new("https://h/simple", project, project, None), None);
    }
}
