//! Runs the work on a thread of its own and stops waiting for it at a limit or a signal.
//!
//! The work may be blocked in a read from a slow pipe or deep in a search that looks at no clock, so
//! nobody asks it to stop: the process ends without it.

use std::fs;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The name of the thread that works.
const WORKER: &str = "solver";

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
    /// The memory of the machine, or the address space that the process may have, is nearly used up.
    Exhausted,
    /// SIGINT or SIGTERM.
    Signal,
    /// The work panicked.
    Panic,
}

/// The result of `work`, or why it was stopped.
///
/// # Errors
/// The system has no thread or no signal handler left.
pub(crate) fn run<T: Send + 'static>(
    limits: Limits,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Result<T, Stopped>> {
    let start = Instant::now();
    let signals = Signals::catch()?;
    keep_quiet_about_panics();
    let (sender, receiver) = mpsc::channel();
    // The receiver may be gone, and the process with it.
    let worker = move || drop(sender.send(work()));
    thread::Builder::new().name(WORKER.to_owned()).spawn(worker)?;
    let machine = Machine::ask();
    let result = loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => break Ok(result),
            Err(RecvTimeoutError::Disconnected) => break Err(Stopped::Panic),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if signals.came() {
            break Err(Stopped::Signal);
        }
        if limits.time.is_some_and(|time| start.elapsed() >= time) {
            break Err(Stopped::Time);
        }
        let Some(used) = Used::ask() else { continue };
        if limits.memory.is_some_and(|memory| used.resident > memory) {
            break Err(Stopped::Memory);
        }
        if machine.is_exhausted(used) {
            break Err(Stopped::Exhausted);
        }
    };
    signals.release();
    Ok(result)
}

/// The resident memory of this process in bytes; `None` where the system does not say.
pub(crate) fn resident_memory() -> Option<u64> {
    Used::ask().map(|used| used.resident)
}

/// What this process uses, in bytes.
#[derive(Debug, Clone, Copy)]
struct Used {
    resident: u64,
    address_space: u64,
}

impl Used {
    fn ask() -> Option<Self> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let address_space = kib_after("VmSize:", &status)?;
        Some(Self { resident: kib_after("VmRSS:", &status)?, address_space })
    }
}

/// What there is to use, in bytes; the most there can be where the system does not say.
#[derive(Debug, Clone, Copy)]
struct Machine {
    memory: u64,
    address_space: u64,
}

impl Machine {
    fn ask() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let limits = read("/proc/self/limits");
        let soft = limits.lines().find_map(|line| line.strip_prefix("Max address space"));
        let soft = soft.and_then(|line| line.split_whitespace().next()?.parse().ok());
        let memory = kib_after("MemTotal:", &read("/proc/meminfo"));
        Self { memory: memory.unwrap_or(u64::MAX), address_space: soft.unwrap_or(u64::MAX) }
    }

    /// Whether no more than a sixteenth of the memory is left, or less address space than a table
    /// may need that grows by a quarter of what is in use.
    fn is_exhausted(self, used: Used) -> bool {
        used.resident > self.memory - self.memory / 16
            || used.address_space.saturating_add(used.resident / 4) > self.address_space
    }
}

/// The bytes that a line of `/proc` gives in KiB.
fn kib_after(label: &str, text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
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
struct Signals {
    came: Arc<AtomicBool>,
    released: Arc<AtomicBool>,
}

impl Signals {
    fn catch() -> std::io::Result<Self> {
        let signals = Self { came: Arc::default(), released: Arc::default() };
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::clone(&signals.released))?;
            flag::register(signal, Arc::clone(&signals.came))?;
        }
        Ok(signals)
    }

    fn came(&self) -> bool {
        self.came.load(Ordering::Relaxed)
    }

    fn release(&self) {
        self.released.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_with_its_result_or_is_left_behind() {
        assert_eq!(run(Limits::default(), || 7).unwrap(), Ok(7));
        assert_eq!(
            run(Limits::default(), || panic!("on purpose")).unwrap(),
            Err::<(), _>(Stopped::Panic)
        );
        let machine = Machine { memory: 16_000, address_space: 1000 };
        let used = |resident, address_space| Used { resident, address_space };
        assert!(!machine.is_exhausted(used(400, 900)) && machine.is_exhausted(used(404, 900)));
        let machine = Machine { address_space: u64::MAX, ..machine };
        assert!(!machine.is_exhausted(used(15_000, 90_000)));
        assert!(machine.is_exhausted(used(15_001, 90_000)));
        let never = || loop {
            thread::park();
        };
        let time = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        assert_eq!(run::<()>(time, never).unwrap(), Err(Stopped::Time));
        if resident_memory().is_some() {
            let memory = Limits { memory: Some(1), ..Limits::default() };
            assert_eq!(run::<()>(memory, never).unwrap(), Err(Stopped::Memory));
        }
    }
}
