//! Says that there is no answer where the system refuses memory.
//!
//! Where memory is refused, a Rust program aborts, wherever it is. So if the address space is limited
//! (`ulimit -v`), the work is done by a child, the same program with the same words, and the process that was called
//! waits for it: it hands on what the child says on standard error and its exit code, and speaks only if the child was
//! refused memory. Without a limit there is one process, as the system then refuses nothing before it ends
//! the process.
//!
//! # References
//! - POSIX.1-2017, `setrlimit`: `RLIMIT_AS`
//! - `std::alloc::handle_alloc_error`: prints that an allocation failed and aborts

use crate::limits::{Signals, Stopped};
use anyhow::Context;
use rustix::process::{Pid, Resource, Signal, getrlimit, kill_process};
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Set for the child.
const VARIABLE: &str = "DIMACS_SOLVE_IS_SUPERVISED";

/// How the standard library begins its message.
const REFUSED: &str = "memory allocation of ";

/// How long a signal may wait to be handed on.
const TICK: Duration = Duration::from_millis(20);

/// How a child ended.
pub(crate) enum Ended {
    /// By itself, with this exit code.
    Exited(ExitCode),
    /// Without an answer; its process had this number.
    Stopped(Stopped, u32),
}

/// Whether a child shall do the work.
pub(crate) fn is_needed() -> bool {
    if env::var_os(VARIABLE).is_none() {
        return getrlimit(Resource::As).current.is_some();
    }
    // The child is not to outlive the process that waits for it.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::set_parent_process_death_signal(Some(Signal::KILL)) {
        pipe_cli::warning(format!("this process may outlive the one that started it: {error}"));
    }
    false
}

/// Has a child do the work for these words of a command line, the first of which is the tool's name.
///
/// # Errors
/// The system starts no process or no thread.
pub(crate) fn run(words: &[OsString]) -> anyhow::Result<Ended> {
    let signals = Signals::catch()?;
    let program = env::current_exe().context("the path of this program")?;
    let mut command = Command::new(program);
    command.args(words.iter().skip(1)).env(VARIABLE, "1").stderr(Stdio::piped());
    let mut child = command.spawn().context("a process of its own for the search")?;
    let pid = child.id();
    let stderr = child.stderr.take().context("internal error: the standard error of a child")?;
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || drop(sender.send(hand_on(stderr))))?;
    let mut was_stopped = false;
    let was_refused = loop {
        match receiver.recv_timeout(TICK) {
            Ok(was_refused) => break was_refused.context("the standard error of the search")?,
            Err(RecvTimeoutError::Disconnected) => break false,
            Err(RecvTimeoutError::Timeout) if signals.came() => {
                was_stopped = true;
                if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                    // It may have ended meanwhile, which is what is wanted.
                    let _ = kill_process(pid, Signal::TERM);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    let status = child.wait().context("the search")?;
    signals.release();
    Ok(match status.code() {
        Some(code) => Ended::Exited(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))),
        None if was_refused => Ended::Stopped(Stopped::Refused, pid),
        None if was_stopped => Ended::Stopped(Stopped::Signal, pid),
        None => Ended::Stopped(Stopped::Panic, pid),
    })
}

/// Copies lines to standard error, up to the one that says that memory was refused; whether there is one.
///
/// What comes after it is about a trace of calls.
fn hand_on(stderr: impl Read) -> std::io::Result<bool> {
    let mut lines = BufReader::new(stderr);
    let mut was_refused = false;
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        was_refused |= line.starts_with(REFUSED.as_bytes());
        if !was_refused {
            std::io::stderr().write_all(&line)?;
        }
        line.clear();
    }
    Ok(was_refused)
}
