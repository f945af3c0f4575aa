//! Serves the grid editor on the loopback, from files that are part of the program.
//!
//! The page asks nothing of a server but its files: whatever serves `web/dist` does as well. What this one adds are
//! the headers: a policy that lets the page load its own files alone, and how long a file may be kept.

pub mod answer;

use crate::answer::{Page, answer};
use clap::Parser;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use pipe_cli::Failure;
use std::convert::Infallible;
use std::io::{ErrorKind, Write};
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// The page as `make web-dist` built it; empty where it was not built.
pub static PAGE: Page = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// How long a connection may be silent.
const PATIENCE: Duration = Duration::from_mins(1);

const AFTER_HELP: &str = "\
Example:
  sudoku-web
  xdg-open http://127.0.0.1:8137/examples/sudoku-solver/

Exit codes: 0 done; 2 trouble (usage, the port is taken, a program without the page).";

/// Serves the grid editor on 127.0.0.1 until the process is stopped.
#[derive(Debug, Clone, Parser)]
#[command(name = "sudoku-web", version, after_help = AFTER_HELP)]
pub struct Args {
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = 8137, value_name = "N")]
    port: u16,
}

/// The tool: prints the address and serves.
///
/// # Errors
/// The page is not part of the program, the port is taken, or standard output cannot be written.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if PAGE.is_empty() {
        let failure = Failure::new("the page is not part of this program");
        return Err(failure.help("in a checkout, `make web` builds both and starts it").into());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(serve(args.port));
    runtime.shutdown_background();
    result
}

async fn serve(port: u16) -> anyhow::Result<ExitCode> {
    let listener = listen(port).await?;
    let port = listener.local_addr()?.port();
    pipe_cli::with_stdout(|out| Ok(writeln!(out, "http://127.0.0.1:{port}{}", answer::ADDRESS)?))?;
    tokio::select! {
        () = accept_all(listener) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn listen(port: u16) -> anyhow::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| {
        let failure = Failure::new(format!("127.0.0.1:{port}: {}", error.kind()));
        match error.kind() {
            ErrorKind::AddrInUse => failure.help("choose another port with --port N").into(),
            _ => failure.into(),
        }
    })
}

async fn accept_all(listener: TcpListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(connection(stream))),
            // Too many open files: wait for some to be closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Answers the requests of one connection, one after the other.
async fn connection(stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    // A client that breaks the protocol or goes away ends its own connection and nothing else.
    let _ = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), service_fn(respond))
        .await;
}

async fn respond(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let answer = answer(PAGE, request.method(), request.uri().path(), request.headers());
    Ok(answer.map(|body| Full::new(Bytes::from_static(body))))
}
