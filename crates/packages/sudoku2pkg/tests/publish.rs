//! `sudoku2pkg publish` against a small server that behaves as devpi and other indexes do.

#![expect(clippy::unwrap_used, reason = "the helpers are a part of the tests")]

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

const PASSWORD: &str = "open sesame";

/// What the server has and how it behaves.
#[derive(Default)]
struct State {
    /// File name to digest.
    files: BTreeMap<String, String>,
    is_devpi: bool,
    /// Each upload fails in this way until it has failed so often.
    failures: usize,
    /// After so many uploads every request fails.
    breaks_after: Option<usize>,
    n_uploads: usize,
    /// What each request said of who is asking.
    authorizations: Vec<String>,
}

struct Server {
    state: Arc<Mutex<State>>,
    url: String,
}

impl Server {
    fn start(state: State) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/poetry/sudoku/", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || serve(stream, &state));
            }
        });
        Self { state, url }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

/// Answers one request and hangs up.
fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let header = |name: &str| {
        head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then(|| value.to_owned())
        })
    };
    let length = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = String::from_utf8_lossy(&body).into_owned();
    let mut words = head.split(' ');
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let mut state = state.lock().unwrap();
    let who = header("x-devpi-auth").or_else(|| header("authorization")).unwrap_or_default();
    let (status, text) = match (method, path) {
        _ if state.breaks_after.is_some_and(|limit| state.n_uploads >= limit) => {
            ("503 Broken", String::new())
        }
        ("POST", "/+login") if state.is_devpi => login(&body),
        ("POST", "/poetry/sudoku/") => upload(&mut state, &body, who),
        ("GET", path) => match path.strip_prefix("/poetry/sudoku/+simple/") {
            Some("") => ("200 OK", String::new()),
            Some(project) => page(&state, project.trim_end_matches('/')),
            None => ("404 Not Found", String::new()),
        },
        _ => ("404 Not Found", String::new()),
    };
    let length = text.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    );
}

fn login(body: &str) -> (&'static str, String) {
    if body.contains(PASSWORD) {
        ("200 OK", "{\"result\": {\"password\": \"token\"}}".to_owned())
    } else {
        ("401 Unauthorized", String::new())
    }
}

fn upload(state: &mut State, body: &str, who: String) -> (&'static str, String) {
    if state.failures > 0 {
        state.failures -= 1;
        return ("503 Busy", String::new());
    }
    state.authorizations.push(who);
    let field = |start: &str, end: &str| {
        let rest = &body[body.find(start).unwrap() + start.len()..];
        rest[..rest.find(end).unwrap()].to_owned()
    };
    assert!(body.contains("name=\":action\"\r\n\r\nfile_upload\r\n"));
    let name = field("filename=\"", "\"");
    let digest = field("name=\"sha256_digest\"\r\n\r\n", "\r\n");
    if state.files.contains_key(&name) {
        return ("400 Bad Request", format!("File {name} already exists"));
    }
    state.n_uploads += 1;
    state.files.insert(name, digest);
    ("200 OK", String::new())
}

fn page(state: &State, project: &str) -> (&'static str, String) {
    let start = format!("{}-", project.replace('-', "_"));
    let files = state.files.iter().filter(|(name, _)| name.starts_with(&start));
    let links: Vec<String> = files
        .map(|(name, digest)| format!("<a href=\"/f/{name}#sha256={digest}\">{name}</a>"))
        .collect();
    if links.is_empty() { ("404 Not Found", String::new()) } else { ("200 OK", links.concat()) }
}

fn cells() -> TempDir {
    let here = tempfile::tempdir().unwrap();
    let mut index = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    index.current_dir(here.path()).args(["index", "cells", "--side", "4"]).assert().success();
    here
}

fn publish(here: &TempDir, server: &Server, words: &[&str]) -> Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    command.current_dir(here.path()).env("SUDOKU2PKG_PASSWORD", PASSWORD);
    let assert =
        command.args(["publish", "cells", &server.url]).args(words).assert().stdout(is_empty());
    assert.stderr(contains(PASSWORD).not())
}

const AS_POETRY: &[&str] = &["--user", "poetry"];

#[test]
fn publishing_twice_changes_nothing() {
    let here = cells();
    let server = Server::start(State { is_devpi: true, ..State::default() });
    publish(&here, &server, AS_POETRY)
        .success()
        .stderr("sudoku2pkg: note: 64 files published, 0 were there already\n");
    publish(&here, &server, AS_POETRY)
        .success()
        .stderr("sudoku2pkg: note: 0 files published, 64 were there already\n");
    let state = server.state();
    assert_eq!((state.files.len(), state.n_uploads), (64, 64));
    // base64 of poetry:token
    assert!(state.authorizations.iter().all(|who| who == "cG9ldHJ5OnRva2Vu"));
    for (name, digest) in &state.files {
        let bytes = fs::read(here.path().join("cells/files").join(name)).unwrap();
        assert_eq!(&pkg_index::Sha256::of(&bytes).to_string(), digest);
    }
}

#[test]
fn others_than_devpi_get_the_password_itself() {
    let here = cells();
    let server = Server::start(State::default());
    publish(&here, &server, AS_POETRY).success();
    // base64 of poetry:open sesame
    assert!(
        server.state().authorizations.iter().all(|who| who == "Basic cG9ldHJ5Om9wZW4gc2VzYW1l")
    );
    // Without its simple pages nothing is known of what the server has.
    publish(&here, &server, &[])
        .code(2)
        .stderr(contains("already exists\nhelp: name its simple pages with --check-url"));
    let simple = format!("{}+simple/", server.url);
    publish(&here, &server, &["--check-url", &simple])
        .success()
        .stderr(contains("64 were there already"));
}

#[test]
fn a_wrong_password_is_said_and_not_shown() {
    let here = cells();
    let server = Server::start(State { is_devpi: true, ..State::default() });
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    command.current_dir(here.path()).env("SUDOKU2PKG_PASSWORD", "guess");
    let run = command.args(["publish", "cells", &server.url, "--user", "poetry"]).assert().code(2);
    run.stderr(
        contains("does not accept the password of user 'poetry'").and(contains("guess").not()),
    );
    let with_user = server.url.replace("http://", "http://poetry:guess@");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    let run =
        command.current_dir(here.path()).args(["publish", "cells", &with_user]).assert().code(2);
    run.stderr(contains("expected it in --user").and(contains("guess").not()));
}

#[test]
fn a_busy_server_is_asked_again() {
    let here = cells();
    let server = Server::start(State { failures: 3, ..State::default() });
    publish(&here, &server, AS_POETRY).success().stderr(contains("64 files published"));
}

#[test]
fn a_broken_publication_goes_on_where_it_was() {
    let here = cells();
    let server =
        Server::start(State { is_devpi: true, breaks_after: Some(20), ..State::default() });
    let run = publish(&here, &server, AS_POETRY).code(2);
    run.stderr(
        contains(
            "20 files published, 0 were there already, 44 are left; publishing again continues",
        )
        .and(contains("the server still says 503")),
    );
    server.state().breaks_after = None;
    publish(&here, &server, AS_POETRY)
        .success()
        .stderr(contains("44 files published, 20 were there already"));
}

#[test]
fn another_file_of_the_same_name_is_an_error_before_anything_is_done() {
    let here = cells();
    let server = Server::start(State { is_devpi: true, ..State::default() });
    let name = "sudoku4_cell23-3.0.0-py3-none-any.whl";
    server.state().files.insert(name.to_owned(), "0".repeat(64));
    publish(&here, &server, AS_POETRY)
        .code(2)
        .stderr(contains(format!("the server has another {name}")));
    assert_eq!(server.state().n_uploads, 0);
}

#[test]
fn a_wheel_that_is_not_what_the_index_says_is_not_published() {
    let here = cells();
    let server = Server::start(State { is_devpi: true, ..State::default() });
    fs::write(here.path().join("cells/files/sudoku4_cell11-1.0.0-py3-none-any.whl"), "PK").unwrap();
    publish(&here, &server, AS_POETRY).code(2).stderr(contains(
        "sudoku4_cell11-1.0.0-py3-none-any.whl: the file differs from the one in the index",
    ));
    assert!(!server.state().files.contains_key("sudoku4_cell11-1.0.0-py3-none-any.whl"));
}

#[test]
fn trouble_at_the_start() {
    let here = cells();
    let publish = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
        command
            .current_dir(here.path())
            .arg("publish")
            .args(words)
            .assert()
            .code(2)
            .stdout(is_empty())
    };
    publish(&["nowhere", "http://127.0.0.1:1/"])
        .stderr(contains("nowhere: found no index of cells"));
    publish(&["cells", "ftp://127.0.0.1/"])
        .stderr(contains("found ftp, expected an address of http or https"));
    publish(&["cells", "http://127.0.0.1:1/", "--jobs", "1"])
        .stderr(contains("no answer from the server after 5 tries: connection refused"));
}
