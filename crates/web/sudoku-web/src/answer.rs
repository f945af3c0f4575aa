//! From a request to its answer: the page's files, and the headers that go with them.
//!
//! # References
//! - RFC 9110: HTTP semantics; RFC 9111: caching
//! - W3C, *Content Security Policy Level 3*

use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
};
use hyper::{Method, Response, StatusCode};

/// The files of a page: names relative to its folder, and contents.
pub type Page = &'static [(&'static str, &'static [u8])];

/// Where the page is.
pub const ADDRESS: &str = "/examples/sudoku-solver/";

/// The page loads its own files and nothing else; no script and no style stands in its text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What every answer says.
const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The answer to a request for `path`.
#[must_use]
pub fn answer(page: Page, method: &Method, path: &str) -> Response<&'static [u8]> {
    let mut answer = if *method == Method::GET || *method == Method::HEAD {
        get(page, path)
    } else {
        let mut refusal = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD");
        refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        refusal
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let length = answer.body().len().into();
    answer.headers_mut().insert(CONTENT_LENGTH, length);
    if *method == Method::HEAD {
        *answer.body_mut() = &[];
    }
    answer
}

fn get(page: Page, path: &str) -> Response<&'static [u8]> {
    let Some(name) = path.strip_prefix(ADDRESS) else {
        let is_above = path == "/" || path == ADDRESS.trim_end_matches('/');
        return if is_above { redirect() } else { text(StatusCode::NOT_FOUND, "not found") };
    };
    let name = if name.is_empty() { "index.html" } else { name };
    if page.is_empty() {
        let how = "The page is not part of this program. In a checkout, `make web` builds both.\n";
        return text(StatusCode::SERVICE_UNAVAILABLE, how);
    }
    let Some((_, content)) = page.iter().find(|(known, _)| *known == name) else {
        return text(StatusCode::NOT_FOUND, "not found");
    };
    // The name of an asset changes with its content.
    let kept = if name.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
    with(StatusCode::OK, &[(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, kept)], content)
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
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Page = &[("index.html", b"<!doctype html>"), ("assets/a.wasm", b"\0asm")];

    fn seen(page: Page, method: &Method, path: &str) -> (u16, String, usize) {
        let answer = answer(page, method, path);
        let kind = answer.headers().get(CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
        (answer.status().as_u16(), kind.to_owned(), answer.body().len())
    }

    #[test]
    fn files_have_their_kind() {
        let html = seen(SOME, &Method::GET, ADDRESS);
        assert_eq!(html, (200, "text/html; charset=utf-8".to_owned(), 15));
        let path = format!("{ADDRESS}assets/a.wasm");
        assert_eq!(seen(SOME, &Method::GET, &path), (200, "application/wasm".to_owned(), 4));
        assert_eq!(seen(SOME, &Method::HEAD, &path).2, 0);
        assert_eq!(answer(SOME, &Method::HEAD, &path).headers()[CONTENT_LENGTH], "4");
    }

    #[test]
    fn all_else_is_refused() {
        for path in ["/x", "/examples/sudoku-solver/../x", "/examples/sudoku-solver/assets"] {
            assert_eq!(seen(SOME, &Method::GET, path).0, 404, "{path}");
        }
        assert_eq!(seen(SOME, &Method::POST, ADDRESS).0, 405);
        assert_eq!(seen(&[], &Method::GET, ADDRESS).0, 503);
        for path in ["/", "/examples/sudoku-solver"] {
            assert_eq!(answer(SOME, &Method::GET, path).headers()[LOCATION], ADDRESS);
        }
    }
}
