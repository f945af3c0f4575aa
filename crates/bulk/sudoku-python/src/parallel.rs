//! Work on parts of an array, a thread each.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A part is no smaller, so that a few rows take one thread.
const LEAST: usize = 256;

/// As many threads as were asked for, else one for each core, or one where the system does not count them.
pub(crate) fn n_threads(asked: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.unwrap_or_else(cores).max(1)
}

/// Calls `work` with the parts of a slice and where each starts, in parallel. Where the system refuses a thread, those that
/// run do its part.
pub(crate) fn for_each_part<T: Send>(
    threads: Option<usize>,
    items: &mut [T],
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let mut nothing = vec![(); items.len()];
    for_each_part_of_two(threads, items, &mut nothing, |start, items, _| work(start, items));
}

/// The same with two slices of one length, cut at the same places.
pub(crate) fn for_each_part_of_two<T: Send, U: Send>(
    threads: Option<usize>,
    items: &mut [T],
    others: &mut [U],
    work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
) {
    let n_threads = n_threads(threads);
    let small = if items.len() <= n_threads { 1 } else { LEAST };
    let length = items.len().div_ceil(n_threads).max(small);
    let n_parts = items.len().div_ceil(length);
    let parts = items.chunks_mut(length).zip(others.chunks_mut(length)).enumerate();
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_on = || {
        while let Some((index, (items, others))) = next() {
            work(index * length, items, others);
        }
    };
    thread::scope(|scope| {
        for _ in 1..n_parts {
            if thread::Builder::new().spawn_scoped(scope, work_on).is_err() {
                break;
            }
        }
        work_on();
    });
}
