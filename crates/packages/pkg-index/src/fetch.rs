//! Gets the bytes at an address: `file://` below one folder, `http://` or `https://`.

use crate::Error;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use ureq::Agent;
use ureq::http::header::{ACCEPT, CONTENT_TYPE};
use url::Url;

/// The longest page, metadata file or wheel that is read.
const LONGEST: u64 = 256 << 20;

/// How long a server may keep us waiting for one answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

const PAGES: &str = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, \
                     text/html;q=0.1";

const PAGES_AND_FILES: &str = "application/vnd.pypi.simple.v1+json, \
                               application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1, */*;q=0.01";

/// How many requests are under way at a time.
const N_WORKERS: usize = 16;

/// A page and the form that the server says it has.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) at: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_json: bool,
}

/// Reads from one index and from nowhere else on this machine.
#[derive(Debug)]
pub(crate) struct Fetcher {
    agent: Agent,
    /// The folder that local files must stand in; `None` for an index behind HTTP.
    folder: Option<PathBuf>,
    /// What was fetched ahead and not yet asked for.
    ahead: Mutex<HashMap<Url, Page>>,
}

impl Fetcher {
    /// A reader that waits at most `patience` for an answer.
    pub(crate) fn new(root: &Url, folder: Option<PathBuf>, patience: Duration) -> Self {
        let config =
            Agent::config_builder().timeout_global(Some(patience)).http_status_as_error(false);
        let config = if is_loopback(root.as_str()) { config.proxy(None) } else { config };
        Self { agent: config.build().into(), folder, ahead: Mutex::default() }
    }

    pub(crate) fn with_patience(self, root: &Url, patience: Duration) -> Self {
        Self::new(root, self.folder, patience)
    }

    /// The page at `url`; `None` if there is none.
    pub(crate) fn page(&self, url: &Url) -> Result<Option<Page>, Error> {
        if url.scheme() == "file" {
            for (name, is_json) in [("index.html", false), ("index.json", true)] {
                let Ok(file) = url.join(name) else { continue };
                match self.local(&file) {
                    Ok(bytes) => return Ok(Some(Page { at: file.into(), bytes, is_json })),
                    Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
            return Ok(None);
        }
        self.remote(url, PAGES)
    }

    /// The file at `url`.
    pub(crate) fn file(&self, url: &Url) -> Result<Vec<u8>, Error> {
        if url.scheme() == "file" {
            return self.local(url);
        }
        let page = self.remote(url, "*/*")?;
        page.map(|page| page.bytes).ok_or_else(|| http(url, "404 Not Found"))
    }

    /// Fetches from a server what will be asked for, several at a time. What fails here is asked for
    /// again, and fails there.
    pub(crate) fn prefetch(&self, urls: &[Url]) {
        if self.folder.is_some() || urls.len() < 2 {
            return;
        }
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(url) = urls.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Ok(Some(page)) = self.request(url, PAGES_AND_FILES) else { continue };
                if let Ok(mut ahead) = self.ahead.lock() {
                    ahead.insert(url.clone(), page);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..N_WORKERS.min(urls.len()) {
                scope.spawn(work);
            }
        });
    }

    /// Whether something answers at `url`, and what it says if not.
    pub(crate) fn probe(&self, url: &Url) -> Result<(), String> {
        if let Ok(path) = url.to_file_path() {
            let metadata = fs::metadata(&path).map_err(|error| io_reason(&error))?;
            return if metadata.is_dir() { Ok(()) } else { Err("not a folder".to_owned()) };
        }
        match self.agent.get(url.as_str()).header(ACCEPT, PAGES).call() {
            Ok(response) if response.status().is_success() => Ok(()),
            Ok(response) => Err(response.status().to_string()),
            Err(error) => Err(reason(error)),
        }
    }

    fn local(&self, url: &Url) -> Result<Vec<u8>, Error> {
        let inside =
            |path: &Path| self.folder.as_ref().is_some_and(|folder| path.starts_with(folder));
        // `Url` has resolved every `..`; links in the folder are its owner's will.
        let path =
            url.to_file_path().ok().filter(|path| inside(path)).ok_or_else(|| Error::Address {
                at: shown(url),
                reason: "this file is outside of the index".to_owned(),
            })?;
        let io = |source| Error::Io { at: shown(url), source };
        let metadata = fs::metadata(&path).map_err(io)?;
        if !metadata.is_file() {
            // A pipe might never end, and not even begin.
            return Err(io(io::Error::other("not a file")));
        }
        let file = fs::File::open(&path).map_err(io)?;
        // A list as long as the file is read at once; an index has many small files.
        let mut bytes = Vec::with_capacity(metadata.len().min(LONGEST) as usize + 1);
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(io)?;
        if bytes.len() as u64 > LONGEST {
            return Err(io(io::ErrorKind::FileTooLarge.into()));
        }
        Ok(bytes)
    }

    fn remote(&self, url: &Url, accept: &str) -> Result<Option<Page>, Error> {
        let ahead = self.ahead.lock().ok().and_then(|mut ahead| ahead.remove(url));
        if ahead.is_some() {
            return Ok(ahead);
        }
        self.request(url, accept)
    }

    fn request(&self, url: &Url, accept: &str) -> Result<Option<Page>, Error> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(http(url, "only file://, http:// and https:// are spoken here"));
        }
        let answer = self.agent.get(url.as_str()).header(ACCEPT, accept).call();
        let mut answer = answer.map_err(|error| http(url, &reason(error)))?;
        if matches!(answer.status().as_u16(), 404 | 410) {
            return Ok(None);
        }
        if !answer.status().is_success() {
            return Err(http(url, &answer.status().to_string()));
        }
        let kind = answer.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_json = kind.is_some_and(|kind| kind.contains("json"));
        let bytes = answer.body_mut().with_config().limit(LONGEST).read_to_vec();
        let bytes = bytes.map_err(|error| http(url, &reason(error)))?;
        Ok(Some(Page { at: url.to_string(), bytes, is_json }))
    }
}

/// An address as messages show it: the path of a local file.
pub(crate) fn shown(url: &Url) -> String {
    url.to_file_path().map_or_else(|()| url.to_string(), |path| path.display().to_string())
}

/// Whether an address is on the loopback of this machine, which a proxy cannot reach.
#[must_use]
pub fn is_loopback(address: &str) -> bool {
    let url = Url::parse(address);
    match url.as_ref().ok().and_then(Url::host) {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Why there is no answer; the system's numbers help nobody.
fn reason(error: ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => error.kind().to_string(),
        error => error.to_string(),
    }
}

fn http(url: &Url, reason: &str) -> Error {
    Error::Http { at: url.to_string(), reason: reason.to_owned() }
}

fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such folder".to_owned(),
        _ => error.to_string(),
    }
}
