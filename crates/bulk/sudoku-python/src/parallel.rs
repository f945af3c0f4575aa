//! Work on parts of an array, a thread each, until it is done or Ctrl-C ends it.

use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// A thread has no fewer rows, so that a few rows take one thread.
const LEAST: usize = 256;
/// A part is no larger, so that a call can end soon between parts, even if a row takes some milliseconds.
const MOST: usize = 16;
/// How often Python is asked for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// A call from Python, which a signal such as Ctrl-C can end.
pub(crate) struct Call {
    caller: ThreadId,
    asked: Mutex<Instant>,
    is_over: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Call {
    /// A call by this thread. Python handles signals in its main thread, so in another one nothing ends it.
    pub(crate) fn new() -> Self {
        Self {
            caller: thread::current().id(),
            asked: Mutex::new(Instant::now()),
            is_over: AtomicBool::new(false),
            error: Mutex::new(None),
        }
    }

    /// Whether work goes on; to be asked every few milliseconds, without Python's lock.
    pub(crate) fn goes_on(&self) -> bool {
        if thread::current().id() == self.caller {
            self.ask();
        }
        !self.is_over.load(Ordering::Relaxed)
    }

    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method alone is not general enough in its lifetimes"
    )]
    fn ask(&self) {
        let mut asked = locked(&self.asked);
        if asked.elapsed() < PATIENCE {
            return;
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            locked(&self.error).get_or_insert(error);
            self.is_over.store(true, Ordering::Relaxed);
        }
        *asked = Instant::now();
    }

    /// What the signal's handler raised, if one ended the call.
    fn result(&self) -> PyResult<()> {
        locked(&self.error).take().map_or(Ok(()), Err)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As many threads as were asked for, else one for each core, or one where the system does not count them.
pub(crate) fn n_threads(asked: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.unwrap_or_else(cores).max(1)
}

/// Calls `work` with the parts of a slice and where each starts, in parallel, as long as the call goes on. Where the
/// system refuses a thread, those that run do its part.
///
/// # Errors
/// What a signal's handler raised; not all parts are done then.
pub(crate) fn for_each_part<T: Send>(
    call: &Call,
    threads: Option<usize>,
    items: &mut [T],
    work: impl Fn(usize, &mut [T]) + Sync,
) -> PyResult<()> {
    let mut nothing = vec![(); items.len()];
    let work = |start, items: &mut [T], _: &mut [()]| work(start, items);
    for_each_part_of_two(call, threads, MOST, items, &mut nothing, work)
}

/// The same with two slices of one length, cut at the same places, into parts of up to `most`.
pub(crate) fn for_each_part_of_two<T: Send, U: Send>(
    call: &Call,
    threads: Option<usize>,
    most: usize,
    items: &mut [T],
    others: &mut [U],
    work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
) -> PyResult<()> {
    let n_threads = n_threads(threads);
    let least = if items.len() <= n_threads { 1 } else { LEAST };
    let n_threads = n_threads.min(items.len().div_ceil(least)).max(1);
    let length = items.len().div_ceil(n_threads).clamp(1, most);
    let parts = items.chunks_mut(length).zip(others.chunks_mut(length)).enumerate();
    let parts = Mutex::new(parts);
    let next = || if call.goes_on() { locked(&parts).next() } else { None };
    let work_on = || {
        while let Some((index, (items, others))) = next() {
            work(index * length, items, others);
        }
    };
    // Nothing is sent: the channel is closed when the last thread has ended.
    let (running, all_done) = channel::<()>();
    thread::scope(|scope| {
        for _ in 1..n_threads {
            let running = running.clone();
            let work_on = &work_on;
            let work_on = move || {
                work_on();
                drop(running);
            };
            if thread::Builder::new().spawn_scoped(scope, work_on).is_err() {
                break;
            }
        }
        drop(running);
        work_on();
        while all_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            call.ask();
        }
    });
    call.result()
}
