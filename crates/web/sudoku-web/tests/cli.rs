//! The server as a process.

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::contains;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether the page was built before the program, and a line where it was not.
fn has_page() -> bool {
    let has_page = !sudoku_web::PAGE.is_empty();
    if !has_page {
        eprintln!("not run: the page is not part of the program; `make web-dist` builds it");
    }
    has_page
}

#[test]
fn a_program_without_the_page_says_so_at_its_start() {
    if sudoku_web::PAGE.is_empty() {
        let message = "sudoku-web: error: the page is not part of this program\nhelp: ";
        cargo_bin_cmd!("sudoku-web").assert().code(2).stdout("").stderr(contains(message));
    }
}

#[test]
fn it_says_where_the_page_is_and_answers_there() {
    if !has_page() {
        return;
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_sudoku-web"))
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let mut address = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("its output"));
    let server = Server(child);
    stdout.read_line(&mut address).expect("an address");
    let rest = address.trim().strip_prefix("http://").expect("an address");
    let (host, path) = rest.split_at(rest.find('/').expect("a path"));
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'none'; "), "{answer}");
    drop(server);
}

#[test]
fn a_port_that_is_taken_is_trouble() {
    if !has_page() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    let message = format!("sudoku-web: error: 127.0.0.1:{port}: ");
    cargo_bin_cmd!("sudoku-web").args(["--port", &port]).assert().code(2).stderr(contains(message));
}
