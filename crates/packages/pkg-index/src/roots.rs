//! The certificates that are trusted: those that the user names, or those of the system.
//!
//! The first of the variables `PIP_CERT`, `REQUESTS_CA_BUNDLE` and `SSL_CERT_FILE` that is set names a file of
//! certificates, as for pip. Without one, the system's bundle is read where systems have it; without that,
//! Mozilla's list is built in.

use crate::Error;
use std::fs;
use std::path::PathBuf;
use ureq::tls::{Certificate, PemItem, RootCerts, parse_pem};

const VARIABLES: [&str; 3] = ["PIP_CERT", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"];

/// Debian and its kin, Fedora and its kin, openSUSE, macOS and Alpine.
const BUNDLES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// The roots for `https://`.
///
/// # Errors
/// A file that a variable names cannot be read or holds no certificate.
pub(crate) fn roots() -> Result<RootCerts, Error> {
    for variable in VARIABLES {
        let named = std::env::var_os(variable).filter(|value| !value.is_empty());
        if let Some(path) = named.map(PathBuf::from) {
            let wrong = |reason: String| Error::Address {
                at: path.display().to_string(),
                reason: format!("the certificates that {variable} names: {reason}"),
            };
            let bytes = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
            let certificates = certificates(&bytes);
            if certificates.is_empty() {
                return Err(wrong("there is none".to_owned()));
            }
            return Ok(RootCerts::new_with_certs(&certificates));
        }
    }
    // A bundle that cannot be read is as good as none: there is another list.
    let mut bundles = BUNDLES.iter().filter_map(|bundle| fs::read(bundle).ok());
    let of_system = bundles.find_map(|bytes| {
        let all = certificates(&bytes);
        (!all.is_empty()).then_some(all)
    });
    Ok(of_system.map_or(RootCerts::WebPki, |all| RootCerts::new_with_certs(&all)))
}

/// The certificates of a PEM file; old bundles hold some that nobody reads any more.
fn certificates(pem: &[u8]) -> Vec<Certificate<'static>> {
    let certificate = |item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    };
    parse_pem(pem).filter_map(certificate).collect()
}
