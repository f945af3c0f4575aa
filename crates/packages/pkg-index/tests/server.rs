//! An index on a server of this machine: parts of files, user and password, one request a page.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use pkg_index::{Cache, Index, Indexes, Role, Sha256, StaticIndex};
use std::fs;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What a server did.
#[derive(Debug, Default)]
struct Counts {
    bytes: AtomicU64,
    /// Pages that were sent; the others were the same.
    pages: AtomicU64,
    same: AtomicU64,
}

/// A wheel of more than a megabyte.
fn wheel() -> Vec<u8> {
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut wheel = ZipWriter::new(Cursor::new(Vec::new()));
    wheel.start_file("a/data", stored).unwrap();
    wheel.write_all(&vec![7; 1_200_000]).unwrap();
    wheel.start_file("a-1.dist-info/METADATA", stored).unwrap();
    wheel.write_all(b"Name: a\nVersion: 1\nRequires-Dist: b\n").unwrap();
    wheel.finish().unwrap().into_inner()
}

/// Serves the page of `a` and its wheel to those who know the password.
fn serve(offers_parts: bool) -> (u16, Arc<Counts>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let counts = Arc::new(Counts::default());
    let shared = Arc::clone(&counts);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let counts = Arc::clone(&shared);
            thread::spawn(move || answer_all(&stream.unwrap(), offers_parts, &counts));
        }
    });
    (port, counts)
}

fn answer_all(stream: &TcpStream, offers_parts: bool, counts: &Counts) {
    let wheel = wheel();
    let mut lines = BufReader::new(stream).lines();
    while let Some(Ok(request)) = lines.next() {
        let headers: Vec<String> =
            lines.by_ref().map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
        let header = |name: &str| {
            let found = headers.iter().filter_map(|line| line.split_once(": "));
            let mut found = found.filter(|(key, _)| key.eq_ignore_ascii_case(name));
            found.next().map(|(_, value)| value)
        };
        let digest = Sha256::of(&wheel);
        let page = format!(
            "<a href='/files/a-1-py3-none-any.whl#sha256={digest}'>a-1-py3-none-any.whl</a>"
        );
        let page = page.as_bytes();
        let is_file = request.contains("/files/");
        let mut status = "200 OK";
        let mut body = if is_file { &wheel[..] } else { page };
        // "me:p@ss"
        if header("authorization") != Some("Basic bWU6cEBzcw==") {
            (status, body) = ("401 Unauthorized", b"");
        } else if !is_file && header("if-none-match") == Some("\"1\"") {
            (status, body) = ("304 Not Modified", b"");
            counts.same.fetch_add(1, Ordering::Relaxed);
        } else if !is_file {
            counts.pages.fetch_add(1, Ordering::Relaxed);
        } else if let Some(range) = header("range").filter(|_| offers_parts) {
            let (first, last) = range.strip_prefix("bytes=").unwrap().split_once('-').unwrap();
            status = "206 Partial Content";
            body = &wheel[first.parse().unwrap()..=last.parse().unwrap()];
        }
        let parts = if offers_parts { "Accept-Ranges: bytes\r\n" } else { "" };
        let etag = if is_file { "" } else { "ETag: \"1\"\r\n" };
        let mut out = stream;
        let head =
            format!("HTTP/1.1 {status}\r\n{parts}{etag}Content-Length: {}\r\n\r\n", body.len());
        out.write_all(head.as_bytes()).unwrap();
        if !request.starts_with("HEAD") {
            counts.bytes.fetch_add(body.len() as u64, Ordering::Relaxed);
            out.write_all(body).unwrap();
        }
    }
}

fn read(index: &dyn Index) -> Vec<String> {
    let project = index.project(&"a".parse().unwrap()).unwrap().unwrap();
    index.metadata(&project.files[0]).unwrap().requires_dist
}

#[test]
fn of_a_large_wheel_only_the_end_is_fetched() {
    let (port, counts) = serve(true);
    let index = StaticIndex::open(&format!("http://me:p%40ss@127.0.0.1:{port}/simple")).unwrap();
    assert_eq!(read(&index), ["b"]);
    assert_eq!(read(&index), ["b"]);
    let n_bytes = counts.bytes.load(Ordering::Relaxed);
    assert!(n_bytes < 150_000, "{n_bytes} bytes for a METADATA");
    assert_eq!(counts.pages.load(Ordering::Relaxed), 1);
    assert_eq!(index.root(), format!("http://127.0.0.1:{port}/simple/"), "no password in locks");
}

#[test]
fn a_server_without_parts_gives_the_whole() {
    let (port, counts) = serve(false);
    let index = StaticIndex::open(&format!("http://me:p%40ss@127.0.0.1:{port}/simple")).unwrap();
    assert_eq!(read(&index), ["b"]);
    assert!(counts.bytes.load(Ordering::Relaxed) > 1_200_000);
}

#[test]
fn a_wrong_password_is_said() {
    let (port, _) = serve(true);
    let index = StaticIndex::open(&format!("http://127.0.0.1:{port}/simple")).unwrap();
    let error = index.project(&"a".parse().unwrap()).unwrap_err();
    assert!(error.to_string().ends_with("/simple/a/: 401 Unauthorized"), "{error}");
}

#[test]
fn what_is_in_the_cache_is_not_fetched_again() {
    let (port, counts) = serve(true);
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        let cache = Arc::new(Cache::new(folder.path().to_owned()));
        let address = format!("http://me:p%40ss@127.0.0.1:{port}/simple");
        (StaticIndex::open(&address).unwrap().with_cache(Arc::clone(&cache)), cache)
    };
    let n_bytes = || counts.bytes.load(Ordering::Relaxed);
    let n_pages = || (counts.pages.load(Ordering::Relaxed), counts.same.load(Ordering::Relaxed));
    assert_eq!(read(&open().0), ["b"]);
    let n_first = n_bytes();
    assert_eq!(n_pages(), (1, 0));
    let (index, cache) = open();
    assert_eq!(read(&index), ["b"]);
    assert_eq!((n_bytes(), n_pages()), (n_first, (1, 1)));
    assert!(cache.troubles().is_empty());
    // Every entry loses its last byte: all is fetched anew, and said.
    let mut n_damaged = 0;
    damage(folder.path(), &mut n_damaged);
    assert_eq!(n_damaged, 2);
    let (index, cache) = open();
    assert_eq!(read(&index), ["b"]);
    assert_eq!(n_pages(), (2, 1));
    assert_eq!(cache.troubles().len(), 2);
    let (index, cache) = open();
    assert_eq!(read(&index), ["b"]);
    assert_eq!(n_pages(), (2, 2));
    assert!(cache.troubles().is_empty());
}

fn damage(folder: &Path, n: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            damage(&path, n);
        } else {
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
            *n += 1;
        }
    }
}

#[test]
fn a_package_comes_from_the_first_index_that_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let index = |name: &str, files: &[&str]| {
        for file in files {
            let page = folder.path().join(name).join(file.split('-').next().unwrap());
            fs::create_dir_all(&page).unwrap();
            fs::write(page.join("index.html"), format!("<a href='{file}'>{file}</a>")).unwrap();
        }
        StaticIndex::open(&folder.path().join(name).display().to_string()).unwrap()
    };
    let mut indexes = Indexes::new(vec![
        (index("one", &["a-1-py3-none-any.whl", "d-1-py3-none-any.whl"]), Role::Ordinary),
        (
            index("two", &["a-2-py3-none-any.whl", "b-2-py3-none-any.whl", "d-2-py3-none-any.whl"]),
            Role::Ordinary,
        ),
        (index("three", &["c-3-py3-none-any.whl", "d-3-py3-none-any.whl"]), Role::Explicit),
    ]);
    indexes.tie("d".parse().unwrap(), 2);
    let found = |name: &str| {
        let project = indexes.project(&name.parse().unwrap()).unwrap()?;
        assert_eq!(project.files.len(), 1);
        Some((project.files[0].version.clone(), project.files[0].index))
    };
    assert_eq!(found("a"), Some(("1".to_owned(), 0)));
    assert_eq!(found("b"), Some(("2".to_owned(), 1)));
    assert_eq!(found("c"), None, "an explicit index has only what is tied to it");
    assert_eq!(found("d"), Some(("3".to_owned(), 2)));
}
