//! The answer to one request, read from the folder: no state, no network.
//!
//! Only `GET` and `HEAD` are answered, and only with what lies in the folder: the path is decoded
//! once, its parts must be plain names, and what they lead to is looked at again after symbolic
//! links are resolved. A page that ends in `/` comes as HTML or JSON, as the client wants. An `ETag`
//! lets clients ask whether what they have is still right.

use super::accept::{Form, wanted};
use hyper::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH, LOCATION, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Response, StatusCode};
use percent_encoding::percent_decode_str;
use pkg_index::{PackageName, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

type Reply = Response<Vec<u8>>;

/// Answers a request for `path`, still percent-encoded, from the canonical folder `root`.
pub(super) fn answer(root: &Path, method: &Method, path: &str, headers: &HeaderMap) -> Reply {
    if method != Method::GET && method != Method::HEAD {
        let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered");
        set(&mut answer, ALLOW, "GET, HEAD");
        return answer;
    }
    let Some(parts) = parts(path) else {
        return plain(StatusCode::BAD_REQUEST, "the path is malformed");
    };
    if parts.is_empty() {
        return redirect("/simple/");
    }
    if let Some(normal) = normalised(&parts) {
        return redirect(&normal);
    }
    let Some(file) = inside(root, &parts) else {
        return plain(StatusCode::NOT_FOUND, "not found");
    };
    match (file.is_dir(), path.ends_with('/')) {
        (true, true) => page(&file, headers),
        (true, false) => redirect(&format!("/{}/", parts.join("/"))),
        (false, true) => plain(StatusCode::NOT_FOUND, "not found"),
        (false, false) => content(&file, content_type(&file), headers),
    }
}

/// The decoded parts of a path; `None` if one could mean more than a name in a folder.
fn parts(path: &str) -> Option<Vec<String>> {
    let rest = path.strip_prefix('/')?;
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    if rest.is_empty() {
        return Some(Vec::new());
    }
    let is_name = |part: &String| {
        !matches!(part.as_str(), "" | "." | "..")
            && !part.contains(|c: char| matches!(c, '/' | '\\' | ':') || c.is_control())
    };
    rest.split('/').map(|part| decoded(part).filter(is_name)).collect()
}

/// Replaces `%41` by `A`; `None` for a `%` without two digits, or if what comes out is not text.
fn decoded(part: &str) -> Option<String> {
    let is_escape = |rest: &str| {
        rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let is_well_formed = part.split('%').skip(1).all(is_escape);
    let text = percent_decode_str(part).decode_utf8().ok().filter(|_| is_well_formed)?;
    Some(text.into_owned())
}

/// Where the page of a project is, if its name is spelt in another way here.
fn normalised(parts: &[String]) -> Option<String> {
    let [simple, name] = parts else { return None };
    let normal: PackageName = name.parse().ok()?;
    (simple == "simple" && name != normal.as_str()).then(|| format!("/simple/{normal}/"))
}

/// The file of these parts, if it is in the folder after links are resolved.
fn inside(root: &Path, parts: &[String]) -> Option<PathBuf> {
    let path = parts.iter().fold(root.to_owned(), |path, part| path.join(part));
    path.canonicalize().ok().filter(|path| path.starts_with(root))
}

/// The page of a folder in the form that the client wants.
fn page(folder: &Path, headers: &HeaderMap) -> Reply {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    let has = |form: &Form| folder.join(form.file()).is_file();
    let mut answer = match wanted(accept).into_iter().find(has) {
        Some(form) => content(&folder.join(form.file()), form.content_type(), headers),
        None if has(&Form::Html) || has(&Form::Json) => {
            plain(StatusCode::NOT_ACCEPTABLE, "there are HTML and JSON")
        }
        None => plain(StatusCode::NOT_FOUND, "not found"),
    };
    set(&mut answer, VARY, "Accept");
    answer
}

/// The content of a file, unless the client has it.
fn content(file: &Path, content_type: &'static str, headers: &HeaderMap) -> Reply {
    let Ok(bytes) = fs::read(file) else {
        return plain(StatusCode::NOT_FOUND, "not found");
    };
    let tag = format!("\"{}\"", Sha256::of(&bytes));
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut answer = Response::new(if is_known { Vec::new() } else { bytes });
    if is_known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    }
    set(&mut answer, ETAG, &tag);
    set(&mut answer, CONTENT_TYPE, content_type);
    set(&mut answer, CACHE_CONTROL, "no-cache");
    set(&mut answer, X_CONTENT_TYPE_OPTIONS, "nosniff");
    answer
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => Form::Html.content_type(),
        Some("json") => "application/json",
        Some("metadata" | "txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn redirect(to: &str) -> Reply {
    let mut answer = plain(StatusCode::MOVED_PERMANENTLY, to);
    set(&mut answer, LOCATION, to);
    answer
}

fn plain(status: StatusCode, text: &str) -> Reply {
    let mut answer = Response::new(format!("{text}\n").into_bytes());
    *answer.status_mut() = status;
    set(&mut answer, CONTENT_TYPE, "text/plain; charset=utf-8");
    answer
}

/// Sets a header; a value that cannot be one, which a file's name might bring, is left out.
fn set(answer: &mut Reply, header: hyper::header::HeaderName, value: &str) {
    if let Ok(value) = value.parse() {
        answer.headers_mut().insert(header, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tempfile::TempDir;

    /// An index of one project, and a secret beside it.
    fn folder() -> (TempDir, PathBuf) {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().canonicalize().unwrap().join("index");
        let project = root.join("simple/a-b");
        fs::create_dir_all(&project).unwrap();
        fs::create_dir_all(root.join("files")).unwrap();
        fs::write(project.join("index.html"), "<html>").unwrap();
        fs::write(project.join("index.json"), "{}").unwrap();
        fs::write(root.join("files/a.whl"), "PK").unwrap();
        fs::write(outer.path().join("secret"), "secret").unwrap();
        (outer, root)
    }

    fn get(root: &Path, path: &str, headers: &[(hyper::header::HeaderName, &str)]) -> Reply {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(name, value.parse().unwrap());
        }
        answer(root, &Method::GET, path, &map)
    }

    #[test]
    fn pages_come_in_the_form_that_is_wanted() {
        let (_outer, root) = folder();
        let form = |accept| {
            let answer = get(&root, "/simple/a-b/", &[(ACCEPT, accept)]);
            assert_eq!(answer.headers()[VARY], "Accept");
            (answer.status().as_u16(), String::from_utf8(answer.into_body()).unwrap())
        };
        assert_eq!(form("*/*"), (200, "<html>".to_owned()));
        assert_eq!(form("application/vnd.pypi.simple.v1+json"), (200, "{}".to_owned()));
        assert_eq!(form("image/png").0, 406);
        let answer = get(&root, "/files/a.whl", &[]);
        assert_eq!((answer.status().as_u16(), &answer.body()[..]), (200, &b"PK"[..]));
    }

    #[test]
    fn redirects_lead_to_the_page() {
        let (_outer, root) = folder();
        for (path, to) in [
            ("/", "/simple/"),
            ("/simple/a-b", "/simple/a-b/"),
            ("/simple/A_B", "/simple/a-b/"),
            ("/simple/A.-b/", "/simple/a-b/"),
        ] {
            let answer = get(&root, path, &[]);
            assert_eq!(
                (answer.status().as_u16(), &answer.headers()[LOCATION]),
                (301, &to.parse::<hyper::header::HeaderValue>().unwrap()),
                "{path}"
            );
        }
    }

    #[test]
    fn a_client_that_has_the_content_gets_none() {
        let (_outer, root) = folder();
        let tag = get(&root, "/files/a.whl", &[]).headers()[ETAG].to_str().unwrap().to_owned();
        let again = get(&root, "/files/a.whl", &[(IF_NONE_MATCH, &format!("\"x\", {tag}"))]);
        assert_eq!((again.status().as_u16(), again.body().len()), (304, 0));
        fs::write(root.join("files/a.whl"), "PK2").unwrap();
        assert_eq!(get(&root, "/files/a.whl", &[(IF_NONE_MATCH, &tag)]).status(), 200);
    }

    #[test]
    fn there_is_no_way_out_of_the_folder() {
        let (outer, root) = folder();
        for path in [
            "/../secret",
            "/%2e%2e/secret",
            "/files/../../secret",
            "/files/%2E%2E/%2e%2e/secret",
            "/..%2fsecret",
            "/..%5csecret",
            "//secret",
            "/files//a.whl",
            "/./secret",
            "/%00",
            "/%",
            "/%zz",
            "/%ff",
            "secret",
            "/C:/secret",
            "*",
        ] {
            assert_eq!(get(&root, path, &[]).status(), 400, "{path}");
        }
        let absolute = outer.path().join("secret").display().to_string();
        assert!(!get(&root, &format!("/{absolute}"), &[]).status().is_success());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../../secret", root.join("files/link")).unwrap();
            assert_eq!(get(&root, "/files/link", &[]).status(), 404);
        }
        assert_eq!(get(&root, "/files/", &[]).status(), 404, "folders are not listed");
    }

    #[test]
    fn nothing_is_written() {
        let (_outer, root) = folder();
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
            assert_eq!(answer(&root, &method, "/files/a.whl", &HeaderMap::new()).status(), 405);
        }
    }

    proptest! {
        #[test]
        fn no_path_reaches_the_secret(path in "(/|\\.|\\.\\.|%2e|%2f|secret|files|a.whl|\\\\|%5c|:|~){0,12}") {
            let (_outer, root) = folder();
            let answer = get(&root, &path, &[]);
            prop_assert_ne!(&answer.body()[..], &b"secret"[..]);
        }
    }
}
