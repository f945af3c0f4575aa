//! User and password for an index: from its address, else from the user's `netrc`.
//!
//! They are sent to the host of the index and to no other, and stand in no lock and no message.

use crate::Error;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use url::Url;

/// Credentials for one host and port.
#[derive(Clone)]
pub(crate) struct Credentials {
    host: String,
    port: Option<u16>,
    /// The value of the header `Authorization`.
    header: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("host", &self.host).finish_non_exhaustive()
    }
}

impl Credentials {
    /// Takes user and password out of an address, or looks its host up in `netrc`.
    ///
    /// # Errors
    /// The file that `NETRC` names, or one in the user's folder, cannot be read.
    pub(crate) fn take(url: &mut Url) -> Result<Option<Self>, Error> {
        let Some(host) = url.host_str().map(str::to_owned) else { return Ok(None) };
        // `%40` is `@`.
        let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let in_address = (!url.username().is_empty() || url.password().is_some())
            .then(|| (decoded(url.username()), decoded(url.password().unwrap_or(""))));
        // An address with a host takes these two changes.
        let is_clean = url.set_username("").is_ok() && url.set_password(None).is_ok();
        let found = match in_address.filter(|_| is_clean) {
            Some(found) => Some(found),
            None => netrc(std::env::var_os("NETRC"))?.and_then(|text| in_netrc(&text, &host)),
        };
        let Some((user, password)) = found else { return Ok(None) };
        let header = format!("Basic {}", STANDARD.encode(format!("{user}:{password}")));
        Ok(Some(Self { host, port: url.port_or_known_default(), header }))
    }

    /// The header for an address, if it is of the same host.
    pub(crate) fn header(&self, url: &Url) -> Option<&str> {
        let is_same =
            url.host_str() == Some(&self.host) && url.port_or_known_default() == self.port;
        is_same.then_some(&self.header)
    }
}

/// The text of the file that is named, or of the one in the user's folder.
fn netrc(named: Option<OsString>) -> Result<Option<String>, Error> {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".netrc"));
    let is_named = named.is_some();
    let Some(path) = named.map(PathBuf::from).or_else(home) else { return Ok(None) };
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        // Most users have none.
        Err(error) if !is_named && error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { at: path.display().to_string(), source }),
    }
}

/// User and password of a host: `machine HOST login USER password PASSWORD`, or `default …`.
fn in_netrc(text: &str, host: &str) -> Option<(String, String)> {
    let (mut is_here, mut user, mut password) = (false, None, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "machine" | "default" if is_here && user.is_some() => break,
            "machine" => is_here = words.next() == Some(host),
            "default" => is_here = true,
            "login" if is_here => user = words.next(),
            "password" if is_here => password = words.next(),
            _ => {}
        }
    }
    Some((user?.to_owned(), password.unwrap_or("").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_go_to_their_host_alone() {
        let mut url = Url::parse("https://me:p%40ss@example.org/simple/").unwrap();
        let credentials = Credentials::take(&mut url).unwrap().unwrap();
        assert_eq!(url.as_str(), "https://example.org/simple/");
        let header = |url: &str| credentials.header(&Url::parse(url).unwrap()).map(str::to_owned);
        assert_eq!(
            header("https://example.org/f").unwrap(),
            format!("Basic {}", STANDARD.encode("me:p@ss"))
        );
        assert_eq!(header("https://example.org:444/f"), None);
        assert_eq!(header("https://files.example.org/f"), None);
    }

    #[test]
    fn a_netrc_that_is_named_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("netrc");
        let error = netrc(Some(path.clone().into_os_string())).unwrap_err();
        assert_eq!(error.to_string(), path.display().to_string());
        fs::write(&path, "default login d").unwrap();
        assert_eq!(netrc(Some(path.into_os_string())).unwrap().unwrap(), "default login d");
    }

    #[test]
    fn netrc_has_hosts_and_a_default() {
        let text = "machine a login x password y\n# no\nmachine b\n login u\n password v\ndefault login d\n";
        let found = |host: &str| in_netrc(text, host);
        assert_eq!(found("a"), Some(("x".into(), "y".into())));
        assert_eq!(found("b"), Some(("u".into(), "v".into())));
        assert_eq!(found("c"), Some(("d".into(), String::new())));
        assert_eq!(in_netrc("machine a login x", "b"), None);
    }
}
