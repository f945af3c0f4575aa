//! Gets the bytes at an address: `file://` below one folder, `http://` or `https://`.

use crate::Error;
use crate::cache::{Cache, CachedPage};
use crate::credentials::Credentials;
use crate::roots::roots;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use ureq::http::header::{
    ACCEPT, ACCEPT_RANGES, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RANGE,
};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, RequestBuilder};
use url::Url;

/// The longest page, metadata file or wheel that is read.
const LONGEST: u64 = 256 << 20;

/// How long a server may keep us waiting for one answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

const PAGES: &str = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, \
                     text/html;q=0.1";

/// How many requests are under way at a time.
const N_WORKERS: usize = 16;

/// A page and the form that the server says it has.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) at: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_json: bool,
}

/// What a server says.
enum Answer {
    /// A page or a file, and its `ETag`.
    Page(Page, Option<String>),
    /// What is in the cache holds.
    Same,
    Absent,
}

/// Reads from one index and from nowhere else on this machine.
#[derive(Debug)]
pub(crate) struct Fetcher {
    agent: Agent,
    /// The folder that local files must stand in; `None` for an index behind HTTP.
    folder: Option<PathBuf>,
    roots: RootCerts,
    credentials: Option<Credentials>,
    cache: Option<Arc<Cache>>,
}

impl Fetcher {
    /// A reader that waits at most `patience` for an answer.
    ///
    /// # Errors
    /// The certificates that the user names cannot be read.
    pub(crate) fn new(
        root: &Url,
        folder: Option<PathBuf>,
        patience: Duration,
        credentials: Option<Credentials>,
    ) -> Result<Self, Error> {
        let is_far = folder.is_none() && !is_loopback(root.as_str());
        let roots = if is_far { roots()? } else { RootCerts::WebPki };
        let agent = agent(root, patience, &roots);
        Ok(Self { agent, folder, roots, credentials, cache: None })
    }

    pub(crate) fn with_patience(self, root: &Url, patience: Duration) -> Self {
        Self { agent: agent(root, patience, &self.roots), ..self }
    }

    /// The same reader, which keeps pages in a cache.
    pub(crate) fn with_cache(self, cache: Arc<Cache>) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// The cache, of an index behind HTTP.
    pub(crate) fn cache(&self) -> Option<&Cache> {
        self.cache.as_deref().filter(|_| self.is_remote())
    }

    /// Whether the index is behind HTTP.
    pub(crate) fn is_remote(&self) -> bool {
        self.folder.is_none()
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
        let kept = self.cache().and_then(|cache| cache.page(url.as_str()));
        let etag = kept.as_ref().map(|page| page.etag.as_str());
        match self.request(url, PAGES, etag)? {
            Answer::Absent => Ok(None),
            Answer::Same => Ok(kept.map(|CachedPage { is_json, bytes, .. }| Page {
                at: url.to_string(),
                bytes,
                is_json,
            })),
            Answer::Page(Page { at, bytes, is_json }, etag) => {
                let Some((cache, etag)) = self.cache().zip(etag) else {
                    return Ok(Some(Page { at, bytes, is_json }));
                };
                let page = CachedPage { etag, is_json, bytes };
                cache.keep_page(url.as_str(), &page);
                Ok(Some(Page { at, bytes: page.bytes, is_json }))
            }
        }
    }

    /// The file at `url`.
    pub(crate) fn file(&self, url: &Url) -> Result<Vec<u8>, Error> {
        if url.scheme() == "file" {
            return self.local(url);
        }
        match self.request(url, "*/*", None)? {
            Answer::Page(page, _) => Ok(page.bytes),
            Answer::Absent | Answer::Same => Err(http(url, "404 Not Found")),
        }
    }

    /// The length of a file on a server that offers parts of it.
    pub(crate) fn length(&self, url: &Url) -> Option<u64> {
        let answer = self.authorized(self.agent.head(url.as_str()), url).call();
        // What goes wrong here goes wrong again when the whole file is asked for.
        let answer = answer.ok().filter(|answer| answer.status().is_success())?;
        let header = |name| answer.headers().get(name)?.to_str().ok();
        header(ACCEPT_RANGES).filter(|unit| *unit == "bytes")?;
        header(CONTENT_LENGTH)?.parse().ok()
    }

    /// The bytes `first..=last` of a file on a server.
    pub(crate) fn part(&self, url: &Url, first: u64, last: u64) -> io::Result<Vec<u8>> {
        let request = self.agent.get(url.as_str()).header(RANGE, format!("bytes={first}-{last}"));
        let answer = self.authorized(request, url).call();
        let mut answer = answer.map_err(|error| io::Error::other(reason(error)))?;
        if answer.status().as_u16() != 206 {
            return Err(io::Error::other(answer.status().to_string()));
        }
        let bytes = answer.body_mut().with_config().limit(LONGEST).read_to_vec();
        bytes.map_err(|error| io::Error::other(reason(error)))
    }

    fn authorized<B>(&self, request: RequestBuilder<B>, url: &Url) -> RequestBuilder<B> {
        match self.credentials.as_ref().and_then(|credentials| credentials.header(url)) {
            Some(header) => request.header(AUTHORIZATION, header),
            None => request,
        }
    }

    /// Whether something answers at `url`, and what it says if not.
    pub(crate) fn probe(&self, url: &Url) -> Result<(), String> {
        if let Ok(path) = url.to_file_path() {
            let metadata = fs::metadata(&path).map_err(|error| io_reason(&error))?;
            return if metadata.is_dir() { Ok(()) } else { Err("not a folder".to_owned()) };
        }
        match self.authorized(self.agent.get(url.as_str()).header(ACCEPT, PAGES), url).call() {
            Ok(response) if response.status().is_success() => Ok(()),
            Ok(response) => Err(response.status().to_string()),
            Err(error) => Err(reason(error)),
        }
    }

    /// The folder of an index on this machine.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
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
        read_file(&path).map_err(|source| Error::Io { at: shown(url), source })
    }

    /// Asks a server; with an `ETag`, only for what is no longer the same.
    fn request(&self, url: &Url, accept: &str, etag: Option<&str>) -> Result<Answer, Error> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(http(url, "only file://, http:// and https:// are supported"));
        }
        let mut request = self.agent.get(url.as_str()).header(ACCEPT, accept);
        if let Some(etag) = etag {
            request = request.header(IF_NONE_MATCH, etag);
        }
        let answer = self.authorized(request, url).call();
        let mut answer = answer.map_err(|error| http(url, &reason(error)))?;
        if matches!(answer.status().as_u16(), 404 | 410) {
            return Ok(Answer::Absent);
        }
        if etag.is_some() && answer.status().as_u16() == 304 {
            return Ok(Answer::Same);
        }
        if !answer.status().is_success() {
            return Err(http(url, &answer.status().to_string()));
        }
        // A header that is not ASCII says nothing here.
        let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
        let is_json = header(CONTENT_TYPE).is_some_and(|kind| kind.contains("json"));
        let etag = header(ETAG).map(str::to_owned);
        let bytes = answer.body_mut().with_config().limit(LONGEST).read_to_vec();
        let bytes = bytes.map_err(|error| http(url, &reason(error)))?;
        Ok(Answer::Page(Page { at: url.to_string(), bytes, is_json }, etag))
    }
}

/// The bytes of a file on this machine.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        // A pipe might never end, and not even begin.
        return Err(io::Error::other("not a file"));
    }
    let file = fs::File::open(path)?;
    // A list as long as the file is read at once; an index has many small files.
    let mut bytes = Vec::with_capacity(metadata.len().min(LONGEST) as usize + 1);
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

fn agent(root: &Url, patience: Duration, roots: &RootCerts) -> Agent {
    let tls = TlsConfig::builder().root_certs(roots.clone()).build();
    let config = Agent::config_builder()
        .timeout_global(Some(patience))
        .http_status_as_error(false)
        .tls_config(tls);
    let config = if is_loopback(root.as_str()) { config.proxy(None) } else { config };
    config.build().into()
}

/// Does something for each item, for several at a time.
pub(crate) fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..N_WORKERS.min(items.len()) {
            scope.spawn(worker);
        }
    });
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
        // What is wrong with a certificate is said in words.
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            let hint = "PIP_CERT, REQUESTS_CA_BUNDLE or SSL_CERT_FILE may name the roots";
            let text = error.to_string();
            if text.contains("certificate") { format!("{text}; {hint}") } else { text }
        }
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
