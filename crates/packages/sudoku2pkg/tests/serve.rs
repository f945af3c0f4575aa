//! `sudoku2pkg serve` over real connections.

#![expect(clippy::unwrap_used, reason = "the helpers are a part of the tests")]

use assert_cmd::Command as Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

fn cells() -> TempDir {
    let here = tempfile::tempdir().unwrap();
    let mut index = Assert::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
    index.current_dir(here.path()).args(["index", "cells", "--side", "4"]).assert().success();
    here
}

/// A server that is stopped with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sudoku2pkg"))
            .args(["serve", "--port", "0"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("http://").unwrap().strip_suffix("/simple/").unwrap();
        Self { address: address.to_owned(), child }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request and reads its answer, leaving the connection open: status, head and body.
fn ask(stream: &mut TcpStream, method: &str, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n").unwrap();
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).unwrap(), 0, "the connection is closed: {head}");
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let has_body = method != "HEAD" && !lower.starts_with("http/1.1 304");
    let mut body = vec![0; if has_body { length.unwrap_or(0) } else { 0 }];
    reader.read_exact(&mut body).unwrap();
    (head[9..12].parse().unwrap(), lower, body)
}

#[test]
fn one_connection_serves_many_requests() {
    let here = cells();
    let server = Server::start(&here.path().join("cells"));
    let mut stream = server.connect();
    let (status, head, page) = ask(&mut stream, "GET", "/simple/sudoku4-cell11/", "");
    assert_eq!(status, 200);
    assert!(head.contains("content-type: text/html") && head.contains("vary: accept"));
    assert_eq!(
        page,
        std::fs::read(here.path().join("cells/simple/sudoku4-cell11/index.html")).unwrap()
    );
    let json = "Accept: application/vnd.pypi.simple.v1+json\r\n";
    let (status, head, page) = ask(&mut stream, "GET", "/simple/sudoku4-cell11/", json);
    assert!(status == 200 && head.contains("content-type: application/vnd.pypi.simple.v1+json"));
    assert!(serde_json::from_slice::<serde_json::Value>(&page).unwrap()["files"].is_array());
    let wheel = "/files/sudoku4_cell11-1.0.0-py3-none-any.whl";
    let (status, head, body) = ask(&mut stream, "GET", wheel, "");
    assert_eq!((status, &body[..2]), (200, &b"PK"[..]));
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    assert_eq!(ask(&mut stream, "GET", wheel, &format!("If-None-Match: {tag}\r\n")).0, 304);
    let (status, head, _) = ask(&mut stream, "HEAD", wheel, "");
    assert!(status == 200 && head.contains(&format!("content-length: {}", body.len())));
    assert_eq!(ask(&mut stream, "GET", "/simple/no-such/", "").0, 404);
    assert_eq!(ask(&mut stream, "GET", "/simple/../../etc/passwd", "").0, 400);
    assert_eq!(ask(&mut stream, "DELETE", wheel, "").0, 405);
    assert_eq!(ask(&mut stream, "GET", wheel, "").2, body, "the connection still answers");
}

#[test]
fn a_crowd_of_connections_is_answered() {
    let here = cells();
    let server = Server::start(&here.path().join("cells"));
    let mut streams: Vec<TcpStream> = (0..150).map(|_| server.connect()).collect();
    for stream in streams.iter_mut().rev() {
        assert_eq!(ask(stream, "GET", "/simple/", "").0, 200);
    }
}

#[test]
fn a_client_that_talks_nonsense_hurts_only_itself() {
    let here = cells();
    let server = Server::start(&here.path().join("cells"));
    let endless = vec![b'a'; 1 << 20];
    for nonsense in [&b"\0\xff\r\n\r\n"[..], b"GET / HTTP/9.9\r\n\r\n", &endless] {
        let mut stream = server.connect();
        // The server may hang up before everything is sent.
        let _ = stream.write_all(nonsense);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 2"));
    }
    assert_eq!(ask(&mut server.connect(), "GET", "/simple/", "").0, 200);
}

#[cfg(unix)]
#[test]
fn it_serves_as_long_as_a_command_runs() {
    let here = cells();
    let serve = |words: &[&str]| {
        let mut command = Assert::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
        command
            .current_dir(here.path())
            .args(["serve", "--port", "0", "cells", "--"])
            .args(words)
            .assert()
    };
    let tool = env!("CARGO_BIN_EXE_sudoku2pkg");
    let probe = format!("'{tool}' probe \"$SUDOKU2PKG_URL\" --side 4");
    serve(&["sh", "-c", &probe]).success().stdout(contains("the cells of 4×4"));
    serve(&["sh", "-c", "exit 7"]).code(7).stdout(is_empty());
    serve(&["sh", "-c", "kill -9 $$"]).code(137);
    serve(&["no-such-program"]).code(2).stderr(contains("no-such-program: No such file"));
}

#[test]
fn trouble_at_the_start() {
    let here = cells();
    let serve = |words: &[&str]| {
        let mut command = Assert::new(env!("CARGO_BIN_EXE_sudoku2pkg"));
        command
            .current_dir(here.path())
            .arg("serve")
            .args(words)
            .assert()
            .code(2)
            .stdout(is_empty())
    };
    serve(&["nowhere"]).stderr(contains("nowhere: No such file or directory"));
    serve(&["."]).stderr(contains(".: found no index").and(contains("help: sudoku2pkg index .")));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    serve(&["cells", "--port", &port])
        .stderr(contains(": address in use\nhelp: choose another port"));
}
