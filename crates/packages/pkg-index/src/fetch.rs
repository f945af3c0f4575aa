//! Gets the bytes at an address: `file://` below one folder, `http://` or `https://`.

use crate::Error;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
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

/// A page and the form that the server says it has.
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
}

impl Fetcher {
    /// A reader that waits at most `patience` for an answer.
    pub(crate) fn new(root: &Url, folder: Option<PathBuf>, patience: Duration) -> Self {
        // A proxy cannot reach the loopback of this machine.
        let is_loopback = match root.host() {
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            Some(url::Host::Domain(name)) => name == "localhost",
            None => false,
        };
        let config =
            Agent::config_builder().timeout_global(Some(patience)).http_status_as_error(false);
        let config = if is_loopback { config.proxy(None) } else { config };
        Self { agent: config.build().into(), folder }
    }

    pub(crate) fn with_patience(self, root: &Url, patience: Duration) -> Self {
        Self::new(root, self.folder, patience)
    }

    /// The page at `url`; `None` if there is none.
    pub(crate) fn page(&self, url: &Url) -> Result<Option<Page>, Error> {
        if url.scheme() == "file" {
            for (name, is_json) in [("index.html", false), ("index.json", true)] {
                let Ok(file) = url.join(name) else { continue };
                if let Some(bytes) = self.local(&file)? {
                    return Ok(Some(Page { at: file.into(), bytes, is_json }));
                }
            }
            return Ok(None);
        }
        self.remote(url, PAGES)
    }

    /// The file at `url`.
    pub(crate) fn file(&self, url: &Url) -> Result<Vec<u8>, Error> {
        if url.scheme() == "file" {
            return self.local(url)?.ok_or_else(|| Error::Io {
                at: shown(url),
                source: io::ErrorKind::NotFound.into(),
            });
        }
        let page = self.remote(url, "*/*")?;
        page.map(|page| page.bytes).ok_or_else(|| http(url, "404 Not Found"))
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
            Err(error) => Err(error.to_string()),
        }
    }

    fn local(&self, url: &Url) -> Result<Option<Vec<u8>>, Error> {
        let inside =
            |path: &Path| self.folder.as_ref().is_some_and(|folder| path.starts_with(folder));
        // `Url` has resolved every `..`; links in the folder are its owner's will.
        let path =
            url.to_file_path().ok().filter(|path| inside(path)).ok_or_else(|| Error::Address {
                at: shown(url),
                reason: "this file is outside of the index".to_owned(),
            })?;
        let io = |source| Error::Io { at: shown(url), source };
        let file = match fs::File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(io)?,
        };
        let mut bytes = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(io)?;
        if bytes.len() as u64 > LONGEST {
            return Err(io(io::ErrorKind::FileTooLarge.into()));
        }
        Ok(Some(bytes))
    }

    fn remote(&self, url: &Url, accept: &str) -> Result<Option<Page>, Error> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(http(url, "only file://, http:// and https:// are spoken here"));
        }
        let answer = self.agent.get(url.as_str()).header(ACCEPT, accept).call();
        let mut answer = answer.map_err(|error| http(url, &error.to_string()))?;
        if matches!(answer.status().as_u16(), 404 | 410) {
            return Ok(None);
        }
        if !answer.status().is_success() {
            return Err(http(url, &answer.status().to_string()));
        }
        let kind = answer.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_json = kind.is_some_and(|kind| kind.contains("json"));
        let bytes = answer.body_mut().with_config().limit(LONGEST).read_to_vec();
        let bytes = bytes.map_err(|error| http(url, &error.to_string()))?;
        Ok(Some(Page { at: url.to_string(), bytes, is_json }))
    }
}

/// An address as messages show it: the path of a local file.
pub(crate) fn shown(url: &Url) -> String {
    url.to_file_path().map_or_else(|()| url.to_string(), |path| path.display().to_string())
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
