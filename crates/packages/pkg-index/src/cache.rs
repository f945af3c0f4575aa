//! What was fetched, kept on disk: pages by their address, metadata by the digest of its file.
//!
//! ```text
//! pkg-lock cache 1
//! etag: "…"                 pages only: what the server is asked about next time
//! json: true                pages only: which of the two forms it has
//! sha256: 2cf24d…           of what follows the empty line
//!
//! …
//! ```
//!
//! An entry is written beside its place and renamed, so that it is whole or absent, however many processes write
//! it. One whose bytes are not those of its digest is damaged; it counts as absent, and is written anew.
//! Metadata never changes, as its file does not; a page is used only if the server says that it is
//! still the same.
//!
//! # References
//! - RFC 9110, "HTTP Semantics", section 13: conditional requests
//! - XDG Base Directory Specification

use crate::Sha256;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::NamedTempFile;

const HEAD: &str = "pkg-lock cache 1";

/// A folder of entries. What goes wrong in it stops nobody; it is kept for whoever asks.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    troubles: Mutex<Vec<String>>,
}

/// A panic in a thread ends the program, so that no lock is poisoned.
pub(crate) const NO_PANIC: &str = "no thread panicked";

/// A page as it was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CachedPage {
    pub(crate) etag: String,
    pub(crate) is_json: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Cache {
    /// The cache in a folder, which is made when the first entry is written.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, troubles: Mutex::default() }
    }

    /// Where this user's cache is: below `XDG_CACHE_HOME`, else `~/.cache`, on Windows
    /// `LOCALAPPDATA`; `None` for somebody without a home.
    #[must_use]
    pub fn usual_folder() -> Option<PathBuf> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let absolute = |path: &PathBuf| path.is_absolute();
        let base = if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else {
            variable("XDG_CACHE_HOME")
                .filter(absolute)
                .or_else(|| Some(variable("HOME").filter(absolute)?.join(".cache")))
        };
        Some(base?.join("pkg-lock"))
    }

    /// What went wrong so far: damaged entries, and the first that could not be written.
    ///
    /// # Panics
    /// A thread of this program panicked.
    #[must_use]
    pub fn troubles(&self) -> Vec<String> {
        self.troubles.lock().expect(NO_PANIC).clone()
    }

    /// The metadata of the file with this digest.
    pub(crate) fn metadata(&self, digest: Sha256) -> Option<Vec<u8>> {
        let (_, bytes) = self.read(&self.place("metadata", digest))?;
        Some(bytes)
    }

    pub(crate) fn keep_metadata(&self, digest: Sha256, bytes: &[u8]) {
        self.write(&self.place("metadata", digest), "", bytes);
    }

    /// The page at an address.
    pub(crate) fn page(&self, url: &str) -> Option<CachedPage> {
        let place = self.place("pages", Sha256::of(url.as_bytes()));
        let (headers, bytes) = self.read(&place)?;
        let header = |name: &str| {
            let line = headers.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|rest| rest.strip_prefix(": ")).map(str::to_owned)
        };
        let is_json = header("json").is_some_and(|value| value == "true");
        Some(CachedPage { etag: header("etag")?, is_json, bytes })
    }

    pub(crate) fn keep_page(&self, url: &str, page: &CachedPage) {
        let CachedPage { etag, is_json, bytes } = page;
        // A header that would break the lines of an entry is no ETag.
        if !etag.contains(['\n', '\r']) {
            let headers = format!("etag: {etag}\njson: {is_json}\n");
            self.write(&self.place("pages", Sha256::of(url.as_bytes())), &headers, bytes);
        }
    }

    /// A folder of a million files would be slow on some systems.
    fn place(&self, kind: &str, digest: Sha256) -> PathBuf {
        let name = digest.to_string();
        self.folder.join(kind).join(&name[..2]).join(&name[2..])
    }

    /// The headers and the bytes of an entry; `None` if it is absent or damaged.
    fn read(&self, place: &Path) -> Option<(String, Vec<u8>)> {
        let file = match fs::read(place) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => {
                self.note(format!("{}: {error}", place.display()));
                return None;
            }
        };
        let entry = parse(&file);
        if entry.is_none() {
            self.note(format!("{}: the entry is damaged and read anew", place.display()));
        }
        entry
    }

    fn write(&self, place: &Path, headers: &str, bytes: &[u8]) {
        if let Err(error) = write_whole(place, headers, bytes) {
            // One is enough: a full disk or a folder of somebody else troubles all.
            let text = format!("{}: cannot be written: {error}", self.folder.display());
            let mut troubles = self.troubles.lock().expect(NO_PANIC);
            if !troubles.iter().any(|known| known.contains(": cannot be written: ")) {
                troubles.push(text);
            }
        }
    }

    fn note(&self, trouble: String) {
        self.troubles.lock().expect(NO_PANIC).push(trouble);
    }
}

fn parse(file: &[u8]) -> Option<(String, Vec<u8>)> {
    let end = file.windows(2).position(|pair| pair == b"\n\n")?;
    let (headers, bytes) = (str::from_utf8(&file[..=end]).ok()?, &file[end + 2..]);
    let headers = headers.strip_prefix(HEAD)?.strip_prefix('\n')?;
    let digest = headers.lines().find_map(|line| line.strip_prefix("sha256: "))?;
    let is_whole = digest.parse() == Ok(Sha256::of(bytes));
    is_whole.then(|| (headers.to_owned(), bytes.to_vec()))
}

fn write_whole(place: &Path, headers: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = place.parent().ok_or(ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    write!(file, "{HEAD}\n{headers}sha256: {}\n\n", Sha256::of(bytes))?;
    file.write_all(bytes)?;
    file.persist(place)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn entries_are_found_again_or_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("c"));
        let digest = Sha256::of(b"wheel");
        assert_eq!(cache.metadata(digest), None);
        cache.keep_metadata(digest, b"Name: a\n\nText\n");
        assert_eq!(cache.metadata(digest).unwrap(), b"Name: a\n\nText\n");
        let page = CachedPage { etag: "\"7\"".into(), is_json: true, bytes: b"{}".to_vec() };
        cache.keep_page("http://h/", &page);
        assert_eq!(cache.page("http://h/"), Some(page));
        assert_eq!(cache.page("http://i/"), None);
        assert!(cache.troubles().is_empty());
        let place = cache.place("metadata", digest);
        let whole = fs::read(&place).unwrap();
        for damaged in [&whole[..whole.len() - 1], &whole[..20], b"", b"\xff\n\n"] {
            fs::write(&place, damaged).unwrap();
            assert_eq!(cache.metadata(digest), None);
        }
        assert_eq!(cache.troubles().len(), 4);
        cache.keep_metadata(digest, b"new");
        assert_eq!(cache.metadata(digest).unwrap(), b"new");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("c"), "a file").unwrap();
        let cache = Cache::new(folder.path().join("c"));
        for text in [&b"a"[..], b"b"] {
            cache.keep_metadata(Sha256::of(text), text);
        }
        let troubles = cache.troubles();
        assert!(
            matches!(&troubles[..], [one] if one.contains("cannot be written")),
            "{troubles:?}"
        );
    }

    #[test]
    fn two_who_write_at_once_leave_a_whole_entry() {
        let folder = tempfile::tempdir().unwrap();
        let caches = [(); 2].map(|()| Cache::new(folder.path().to_owned()));
        let digest = Sha256::of(b"wheel");
        thread::scope(|scope| {
            for cache in &caches {
                scope.spawn(|| {
                    for _ in 0..200 {
                        cache.keep_metadata(digest, &[7; 10_000]);
                        assert_eq!(cache.metadata(digest).unwrap(), [7; 10_000]);
                    }
                });
            }
        });
        assert!(caches.iter().all(|cache| cache.troubles().is_empty()));
    }
}
