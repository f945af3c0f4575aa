//! An output file that is whole or absent.
//!
//! The content goes to a temporary file in the same folder, which is renamed into place once everything is
//! written and on the disk. Whatever ends the work before that leaves the old file as it was. A link stays a
//! link: the file that it leads to is replaced. A file that is replaced passes its permissions on; a new one has
//! those of any new file.

use anyhow::{Context, ensure};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that is being written and not there yet; dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    temporary: NamedTempFile,
}

/// The end of the name of each temporary file.
const SUFFIX: &str = ".part";

/// Removes the temporary files beside `path` that another process left, which was killed: those whose names have its
/// number between two dashes.
///
/// # Errors
/// The folder cannot be read, or a file cannot be removed.
pub fn remove_left(path: &Path, process: u32) -> io::Result<()> {
    let number = format!("-{process}-");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.contains(&number) && name.ends_with(SUFFIX) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Writes a whole file.
///
/// # Errors
/// `path` is there but is not a file, or it cannot be written; the error begins with the path.
pub fn write_file(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(content).with_context(|| path.display().to_string())?;
    file.keep()
}

impl WholeFile {
    /// Begins the file that is to stand at `path`.
    ///
    /// # Errors
    /// `path` is there but is not a file, or nothing can be written beside it; the error begins with the path.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        Self::beside(path).with_context(|| path.display().to_string())
    }

    fn beside(path: &Path) -> anyhow::Result<Self> {
        // What is there is asked for by the path itself: the link `/dev/stdout` to a pipe leads to no other path.
        let (path, permissions) = match fs::metadata(path) {
            Ok(found) => {
                // A pipe or a device would be lost under the new file.
                ensure!(found.is_file(), "found something other than a file");
                (path.canonicalize()?, Some(found.permissions()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                ensure!(!path.is_symlink(), "found a link to nothing");
                (path.to_owned(), None)
            }
            Err(error) => return Err(error.into()),
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name =
            path.file_name().context("found the name of a folder, expected that of a file")?;
        let prefix = format!(".{}-{}-", name.to_string_lossy(), std::process::id());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        // A temporary file would be its owner's alone; what the user's mask takes away is taken away.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions)?;
        }
        Ok(Self { path, temporary })
    }

    /// The file behind it, for a writer of its own.
    ///
    /// # Errors
    /// The system has no more handles.
    pub fn handle(&self) -> io::Result<File> {
        self.temporary.as_file().try_clone()
    }

    /// Puts the file into place.
    ///
    /// # Errors
    /// It does not reach the disk, or cannot be renamed; the error begins with the path.
    pub fn keep(self) -> anyhow::Result<()> {
        let name = self.path.display().to_string();
        self.temporary.as_file().sync_all().with_context(|| name.clone())?;
        self.temporary.persist(&self.path).map_err(|error| error.error).context(name)?;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(folder.path()), [""; 0]);
        write_file(&path, b"first").unwrap();
        WholeFile::create(&path).unwrap().write_all(b"half").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_file(&path, b"second").unwrap();
        assert_eq!(
            (fs::read(&path).unwrap().as_slice(), names(folder.path())),
            (&b"second"[..], vec!["out".to_owned()])
        );
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_file(folder.path(), b"").unwrap_err();
        let expected = format!("{}: found something other than a file", folder.path().display());
        assert_eq!(format!("{error:#}"), expected);
        assert!(write_file(&folder.path().join("missing/out"), b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_what_is_no_file_stay() {
        use std::os::fd::AsRawFd;
        let folder = tempfile::tempdir().unwrap();
        let (_reader, writer) = io::pipe().unwrap();
        let pipe = format!("/dev/fd/{}", writer.as_raw_fd());
        for (name, target) in [("pipe", &*pipe), ("device", "/dev/null"), ("nothing", "missing")] {
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(target, &link).unwrap();
            assert!(write_file(&link, b"").is_err(), "{name}");
            assert_eq!(fs::read_link(&link).unwrap(), Path::new(target));
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let (old, new, link) =
            (folder.path().join("old"), folder.path().join("new"), folder.path().join("link"));
        fs::write(&old, "old").unwrap();
        let of_a_new_file = mode(&old);
        fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("old", &link).unwrap();
        write_file(&link, b"other").unwrap();
        assert_eq!(fs::read(&old).unwrap(), b"other");
        assert!(link.is_symlink() && mode(&old) == 0o640);
        write_file(&new, b"new").unwrap();
        assert_eq!(mode(&new), of_a_new_file);
    }
}
