//! From a request to its answer: the page's files, and the headers that go with them.
//!
//! A file is sent compressed to who takes gzip, and not at all to who has its version. A request for another host
//! than this machine comes from a page that was made to look local (DNS rebinding), and is refused.
//!
//! # References
//! - RFC 9110: HTTP semantics (entity tags § 8.8.3, codings § 12.5.3, status 421 § 15.5.20); RFC 9111: caching
//! - W3C, *Content Security Policy Level 3*

use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HOST, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION, VARY,
};
use hyper::{Method, Response, StatusCode};

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Its name, relative to the page's folder.
    pub name: &'static str,
    /// The tag of its version, in quotes.
    pub tag: &'static str,
    /// What is in it.
    pub content: &'static [u8],
    /// The same, compressed with gzip.
    pub zipped: &'static [u8],
}

/// The files of a page.
pub type Page = &'static [File];

/// Where the page is.
pub const ADDRESS: &str = "/examples/sudoku-solver/";

/// The page loads its own files and nothing else; no script and no style stands in its text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// What every answer says.
const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The answer to a request for `path`.
#[must_use]
pub fn answer(
    page: Page,
    method: &Method,
    path: &str,
    request: &HeaderMap,
) -> Response<&'static [u8]> {
    let mut answer = if !is_for_this_machine(request) {
        text(StatusCode::MISDIRECTED_REQUEST, "this server answers for 127.0.0.1 and localhost")
    } else if *method == Method::GET || *method == Method::HEAD {
        get(page, path, request)
    } else {
        let mut refusal = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD");
        refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        refusal
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if answer.status() != StatusCode::NOT_MODIFIED {
        let length = answer.body().len().into();
        answer.headers_mut().insert(CONTENT_LENGTH, length);
    }
    if *method == Method::HEAD {
        *answer.body_mut() = &[];
    }
    answer
}

/// Whether the request names the loopback as its host, with any port.
fn is_for_this_machine(request: &HeaderMap) -> bool {
    let Some(host) = request.get(HOST).and_then(|host| host.to_str().ok()) else {
        return false;
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => host,
    };
    name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")
}

fn get(page: Page, path: &str, request: &HeaderMap) -> Response<&'static [u8]> {
    let Some(name) = path.strip_prefix(ADDRESS) else {
        let is_above = path == "/" || path == ADDRESS.trim_end_matches('/');
        return if is_above { redirect() } else { text(StatusCode::NOT_FOUND, "not found") };
    };
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(file) = page.iter().find(|file| file.name == name) else {
        return text(StatusCode::NOT_FOUND, "not found");
    };
    // The name of an asset changes with its content.
    let kept = if name.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = vec![(CACHE_CONTROL, kept), (ETAG, file.tag), (VARY, "accept-encoding")];
    if lists(request, &IF_NONE_MATCH, |tag| tag == "*" || tag.trim_start_matches("W/") == file.tag)
    {
        return with(StatusCode::NOT_MODIFIED, &headers, &[]);
    }
    headers.push((CONTENT_TYPE, kind(name)));
    if lists(request, &ACCEPT_ENCODING, is_gzip) && file.zipped.len() < file.content.len() {
        headers.push((CONTENT_ENCODING, "gzip"));
        return with(StatusCode::OK, &headers, file.zipped);
    }
    with(StatusCode::OK, &headers, file.content)
}

/// Whether one of the members of a header's list is wanted.
fn lists(request: &HeaderMap, header: &HeaderName, wanted: impl Fn(&str) -> bool) -> bool {
    let texts = request.get_all(header).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|member| wanted(member.trim()))
}

/// `gzip`, `gzip;q=0.5`, but not `gzip;q=0`.
fn is_gzip(member: &str) -> bool {
    let (coding, weight) = member.split_once(';').unwrap_or((member, ""));
    let weight = weight.trim().trim_start_matches("q=");
    coding.trim().eq_ignore_ascii_case("gzip")
        && (weight.is_empty() || weight.bytes().any(|digit| matches!(digit, b'1'..=b'9')))
}

fn redirect() -> Response<&'static [u8]> {
    with(StatusCode::PERMANENT_REDIRECT, &[(LOCATION, ADDRESS)], &[])
}

fn text(status: StatusCode, content: &'static str) -> Response<&'static [u8]> {
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    with(status, &headers, content.as_bytes())
}

fn with(
    status: StatusCode,
    headers: &[(HeaderName, &'static str)],
    body: &'static [u8],
) -> Response<&'static [u8]> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The media type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Page = &[
        File {
            name: "index.html",
            tag: "\"ab\"",
            content: b"<!doctype html>",
            zipped: b"a longer one than before",
        },
        File { name: "assets/a.wasm", tag: "\"cd\"", content: b"\0asm", zipped: b"gz" },
    ];

    fn request(headers: &[(HeaderName, &'static str)]) -> HeaderMap {
        let all = [(HOST, "localhost:8137")].into_iter().chain(headers.iter().cloned());
        all.map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
    }

    fn seen(method: &Method, path: &str) -> (u16, String, usize) {
        let answer = answer(SOME, method, path, &request(&[]));
        let kind = answer.headers().get(CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
        (answer.status().as_u16(), kind.to_owned(), answer.body().len())
    }

    #[test]
    fn files_have_their_kind() {
        let html = seen(&Method::GET, ADDRESS);
        assert_eq!(html, (200, "text/html; charset=utf-8".to_owned(), 15));
        let path = format!("{ADDRESS}assets/a.wasm");
        assert_eq!(seen(&Method::GET, &path), (200, "application/wasm".to_owned(), 4));
        assert_eq!(seen(&Method::HEAD, &path).2, 0);
        let head = answer(SOME, &Method::HEAD, &path, &request(&[]));
        assert_eq!(head.headers()[CONTENT_LENGTH], "4");
    }

    #[test]
    fn all_else_is_refused() {
        for path in ["/x", "/examples/sudoku-solver/../x", "/examples/sudoku-solver/assets"] {
            assert_eq!(seen(&Method::GET, path).0, 404, "{path}");
        }
        assert_eq!(seen(&Method::POST, ADDRESS).0, 405);
        for path in ["/", "/examples/sudoku-solver"] {
            let answer = answer(SOME, &Method::GET, path, &request(&[]));
            assert_eq!(answer.headers()[LOCATION], ADDRESS);
        }
    }

    #[test]
    fn files_are_compressed_for_who_takes_that() {
        let path = format!("{ADDRESS}assets/a.wasm");
        for (accepted, expected) in [
            ("gzip", "gz"),
            ("br, GZIP;q=0.8", "gz"),
            ("gzip;q=0", "\0asm"),
            ("gzip;q=0.000", "\0asm"),
            ("br", "\0asm"),
        ] {
            let headers = request(&[(ACCEPT_ENCODING, accepted)]);
            let answer = answer(SOME, &Method::GET, &path, &headers);
            assert_eq!(*answer.body(), expected.as_bytes(), "{accepted}");
            let is_zipped = answer.headers().contains_key(CONTENT_ENCODING);
            assert_eq!(
                (is_zipped, &answer.headers()[VARY]),
                (expected == "gz", &HeaderValue::from_static("accept-encoding"))
            );
        }
        // What grows is sent as it is.
        let page = answer(SOME, &Method::GET, ADDRESS, &request(&[(ACCEPT_ENCODING, "gzip")]));
        assert_eq!(page.body().len(), 15);
    }

    #[test]
    fn a_version_that_is_known_is_not_sent_again() {
        for (tag, status) in
            [("\"ab\"", 304), ("\"x\", W/\"ab\"", 304), ("*", 304), ("\"cd\"", 200)]
        {
            let answer = answer(SOME, &Method::GET, ADDRESS, &request(&[(IF_NONE_MATCH, tag)]));
            assert_eq!(answer.status().as_u16(), status, "{tag}");
            assert_eq!(answer.headers()[ETAG], "\"ab\"");
            assert_eq!(answer.body().is_empty(), status == 304);
        }
    }

    #[test]
    fn other_hosts_are_refused() {
        for (host, status) in [
            ("127.0.0.1", 200),
            ("127.0.0.1:8137", 200),
            ("LOCALHOST:1", 200),
            ("evil.example", 421),
            ("evil.example:8137", 421),
            ("localhost.evil.example", 421),
            ("localhost:x", 421),
        ] {
            let headers = [(HOST, HeaderValue::from_static(host))].into_iter().collect();
            let answer = answer(SOME, &Method::GET, ADDRESS, &headers);
            assert_eq!(answer.status().as_u16(), status, "{host}");
        }
        assert_eq!(answer(SOME, &Method::GET, ADDRESS, &HeaderMap::new()).status().as_u16(), 421);
    }
}
