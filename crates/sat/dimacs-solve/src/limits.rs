//! Runs the work on a thread of its own and stops waiting for it at a limit or a signal.
//!
//! The work may be blocked in a read from a slow pipe or deep in a search that looks at no clock, so
//! nobody asks it to stop: the process ends without it.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use pipe_cli::resident_memory;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The name of the threads that work.
pub(crate) const WORKER: &str = "solver";

/// How long a limit or a signal may wait to be seen.
const TICK: Duration = Duration::from_millis(20);

/// What ends the work early.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Limits {
    /// From the start of the process on, or nearly so.
    pub(crate) time: Option<Duration>,
    /// Of the resident memory, in bytes.
    pub(crate) memory: Option<u64>,
}

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The time was over.
    Time,
    /// The process grew over its memory limit.
    Memory,
    /// SIGINT or SIGTERM.
    Signal,
    /// The system refused memory.
    #[cfg_attr(
        not(unix),
        expect(dead_code, reason = "only a process of its own can be refused memory")
    )]
    Refused,
    /// The work panicked.
    Panic,
}

/// What the thread that works hands over.
enum Message<T, E> {
    /// A part of the result.
    Part(E),
    /// The end of it.
    End(T),
}

/// Hands over parts of a result while the work goes on.
pub(crate) struct Parts<T, E>(SyncSender<Message<T, E>>);

impl<T, E> Parts<T, E> {
    /// Waits while many are not yet taken; false if nobody takes them any more.
    pub(crate) fn send(&self, part: E) -> bool {
        self.0.send(Message::Part(part)).is_ok()
    }
}

/// How many parts may wait.
const WAITING: usize = 16;

/// The result of `work`, or why it was stopped. Meanwhile `meanwhile` gets the parts that it hands over, and
/// is called without one now and then.
///
/// # Errors
/// The system has no thread or no signal handler left; those of `meanwhile`.
pub(crate) fn run<T: Send + 'static, E: Send + 'static>(
    limits: Limits,
    mut meanwhile: impl FnMut(Option<E>) -> anyhow::Result<()>,
    work: impl FnOnce(&Parts<T, E>) -> T + Send + 'static,
) -> anyhow::Result<Result<T, Stopped>> {
    let start = Instant::now();
    let signals = Signals::catch()?;
    keep_quiet_about_panics();
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let worker = move || {
        let parts = Parts(sender);
        let result = work(&parts);
        // The receiver may be gone, and the process with it.
        drop(parts.0.send(Message::End(result)));
    };
    thread::Builder::new().name(WORKER.to_owned()).spawn(worker)?;
    let result = loop {
        match receiver.recv_timeout(TICK) {
            Ok(Message::End(result)) => break Ok(result),
            Ok(Message::Part(part)) => meanwhile(Some(part))?,
            Err(RecvTimeoutError::Disconnected) => break Err(Stopped::Panic),
            Err(RecvTimeoutError::Timeout) => meanwhile(None)?,
        }
        if signals.came() {
            break Err(Stopped::Signal);
        }
        if limits.time.is_some_and(|time| start.elapsed() >= time) {
            break Err(Stopped::Time);
        }
        if limits.memory.is_some_and(|memory| resident_memory().is_some_and(|used| used > memory)) {
            break Err(Stopped::Memory);
        }
    };
    signals.release();
    Ok(result)
}

/// A panic of the worker becomes a message and an exit code; its own text is for nobody.
fn keep_quiet_about_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some(WORKER) {
            usual(info);
        }
    }));
}

/// SIGINT and SIGTERM, noted while the work goes on and deadly as usual before and after.
pub(crate) struct Signals {
    came: Arc<AtomicBool>,
    released: Arc<AtomicBool>,
}

impl Signals {
    pub(crate) fn catch() -> std::io::Result<Self> {
        let signals = Self { came: Arc::default(), released: Arc::default() };
        for signal in [SIGINT, SIGTERM] {
            flag::register(signal, Arc::clone(&signals.came))?;
            flag::register_conditional_default(signal, Arc::clone(&signals.released))?;
        }
        Ok(signals)
    }

    pub(crate) fn came(&self) -> bool {
        self.came.load(Ordering::Relaxed)
    }

    pub(crate) fn release(&self) {
        self.released.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_with_its_result_or_is_left_behind() {
        let mut parts = Vec::new();
        let work = |out: &Parts<i32, i32>| {
            assert!((0..100).all(|part| out.send(part)));
            7
        };
        let take = |part: Option<i32>| {
            parts.extend(part);
            Ok(())
        };
        assert_eq!(run(Limits::default(), take, work).unwrap(), Ok(7));
        assert_eq!(parts, (0..100).collect::<Vec<_>>());
        let none = |_: Option<()>| Ok(());
        let panics = |_: &Parts<(), ()>| panic!("on purpose");
        assert_eq!(run(Limits::default(), none, panics).unwrap(), Err(Stopped::Panic));
        let never = |_: &Parts<(), ()>| loop {
            thread::park();
        };
        let time = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        assert_eq!(run(time, none, never).unwrap(), Err(Stopped::Time));
        if resident_memory().is_some() {
            let memory = Limits { memory: Some(1), ..Limits::default() };
            assert_eq!(run(memory, none, never).unwrap(), Err(Stopped::Memory));
        }
    }
}
