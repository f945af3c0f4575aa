//! Serves an index over HTTP, read-only and on the loopback alone.
//!
//! Resolvers open some fifty connections at once and keep them: the listener's backlog is above a
//! thousand and connections are kept alive, as HTTP/1.1 has it. With a backlog of five and a
//! connection a file, the same lock takes a hundred times as long.
//!
//! With a command, the server lives as long as the command runs, which is told the address in
//! `SUDOKU2PKG_URL`; its exit code is ours. So a script needs no process ids and leaves none behind.

mod accept;
mod answer;

use anyhow::Context;
use clap::Args;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use pipe_cli::Failure;
use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// The port, unless another is named; `sudoku2pkg problem` names the same.
pub const DEFAULT_PORT: u16 = 8090;

/// How long a connection may be silent.
const PATIENCE: Duration = Duration::from_mins(1);

/// The arguments of `sudoku2pkg serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// The index
    pub dir: PathBuf,

    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = DEFAULT_PORT, value_name = "N")]
    pub port: u16,

    /// Serve while this runs, with the address in `SUDOKU2PKG_URL`
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Serves until the process is stopped or the command has ended.
///
/// # Errors
/// The folder is not an index, the port is taken, or the command cannot be started.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    let named = || args.dir.display().to_string();
    let root = args.dir.canonicalize().with_context(named)?;
    if !root.join("simple").is_dir() {
        let message = format!("{}: found no index, expected a folder with simple/ in it", named());
        let help = format!("sudoku2pkg index {}", named());
        return Err(Failure::new(message).help(help).into());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(serve(args, root));
    // A request that is still being answered has nobody left to read the answer.
    runtime.shutdown_background();
    result
}

async fn serve(args: &ServeArgs, root: PathBuf) -> anyhow::Result<ExitCode> {
    let listener = listen(args.port).await?;
    let port = listener.local_addr()?.port();
    let url = format!("http://127.0.0.1:{port}/simple/");
    let root: Arc<Path> = root.into();
    let Some((program, arguments)) = args.command.split_first() else {
        pipe_cli::with_stdout(|out| Ok(writeln!(out, "{url}")?))?;
        accept_all(listener, root).await;
        return Ok(ExitCode::SUCCESS);
    };
    let mut command = tokio::process::Command::new(program);
    command.args(arguments).env("SUDOKU2PKG_URL", &url).kill_on_drop(true);
    let mut child = command.spawn().with_context(|| program.to_string_lossy().into_owned())?;
    tokio::select! {
        status = child.wait() => Ok(exit_code(status?)),
        () = accept_all(listener, root) => Ok(ExitCode::SUCCESS),
        // The command is stopped as we are: dropping `child` sees to it.
        code = told_to_stop() => Ok(ExitCode::from(code)),
    }
}

/// The shell's codes for a process that SIGINT or SIGTERM ended.
const INTERRUPTED: u8 = 128 + 2;
#[cfg(unix)]
const TERMINATED: u8 = 128 + 15;

/// How the caller names a port: where make runs this, by a variable.
fn port_option() -> &'static str {
    if std::env::var_os("MAKELEVEL").is_some() { "PORT=N" } else { "--port N" }
}

/// The command's own code; what a signal ended has the shell's code for it.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    #[cfg(unix)]
    let code = code.or_else(|| {
        let signal = std::os::unix::process::ExitStatusExt::signal(&status)?;
        u8::try_from(128 + signal).ok()
    });
    ExitCode::from(code.unwrap_or(pipe_cli::TROUBLE))
}

/// Waits for a signal; gives its exit code.
async fn told_to_stop() -> u8 {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            return tokio::select! {
                _ = terminate.recv() => TERMINATED,
                _ = tokio::signal::ctrl_c() => INTERRUPTED,
            };
        }
    }
    let _ = tokio::signal::ctrl_c().await;
    INTERRUPTED
}

async fn listen(port: u16) -> anyhow::Result<TcpListener> {
    // Its backlog is 1024.
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| {
        let message = format!("127.0.0.1:{port}: {}", error.kind());
        let failure = Failure::new(message);
        match error.kind() {
            ErrorKind::AddrInUse => {
                failure.help(format!("choose another port with {}", port_option())).into()
            }
            _ => failure.into(),
        }
    })
}

async fn accept_all(listener: TcpListener, root: Arc<Path>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(connection(stream, Arc::clone(&root)))),
            // Too many open files: wait for some to be closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Answers the requests of one connection, one after the other.
async fn connection(stream: TcpStream, root: Arc<Path>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| respond(request, Arc::clone(&root)));
    // A client that breaks the protocol or goes away ends its own connection and nothing else.
    let _ = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

async fn respond(
    request: Request<Incoming>,
    root: Arc<Path>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, _) = request.into_parts();
    let read = move || answer::answer(&root, &head.method, head.uri.path(), &head.headers);
    let answer = tokio::task::spawn_blocking(read).await.unwrap_or_else(|_| {
        let mut failed = Response::new(Vec::new());
        *failed.status_mut() = hyper::StatusCode::INTERNAL_SERVER_ERROR;
        failed
    });
    Ok(answer.map(|bytes| Full::new(Bytes::from(bytes))))
}

#[cfg(test)]
mod tests {
    use super::DEFAULT_PORT;
    use sudoku_packages::project::DEFAULT_INDEX;

    #[test]
    fn a_project_asks_where_the_server_is() {
        assert_eq!(DEFAULT_INDEX, format!("http://127.0.0.1:{DEFAULT_PORT}/simple/"));
    }
}
