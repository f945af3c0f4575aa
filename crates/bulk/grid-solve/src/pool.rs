//! The threads: one reads blocks, some solve them, the caller's takes them in order.
//!
//! ```text
//! free ──► reader ──► waiting ──► workers ──► done ──► in order ──► free
//! ```
//!
//! A fixed number of blocks goes round, so that neither a slow output nor a slow puzzle piles up memory. The
//! threads are not waited for: when the caller has enough, the reader may still hang in a read.

use crate::blocks::Blocks;
use crate::job::Job;
use crate::work::Block;
use anyhow::bail;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;

/// What the threads tell the caller.
enum Message {
    /// The block of this number is solved.
    Solved(usize, Box<Block>),
    /// There are so many blocks and no more, or there would be, but reading failed.
    End(usize, anyhow::Result<()>),
}

/// Solves all blocks with `n_threads` workers and hands them to `take` in order.
///
/// # Errors
/// Those of reading, after the blocks before it, and those of `take`.
pub(crate) fn run(
    blocks: Blocks,
    n_threads: usize,
    job: &Arc<Job>,
    mut take: impl FnMut(&Block) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (free, free_blocks) = channel();
    let (waiting, waiting_blocks) = channel();
    let (done, messages) = channel();
    for _ in 0..=2 * n_threads {
        free.send(Box::default()).expect("the receiver is in this function");
    }
    let waiting_blocks = Arc::new(Mutex::new(waiting_blocks));
    for _ in 0..n_threads {
        let (waiting, done, job) = (waiting_blocks.clone(), done.clone(), job.clone());
        Builder::new().spawn(move || work(&waiting, &done, &job))?;
    }
    Builder::new().spawn(move || read(blocks, &free_blocks, &waiting, &done))?;

    let (mut next, mut early, mut end) = (0, BTreeMap::new(), None);
    for message in messages {
        match message {
            Message::Solved(number, block) => drop(early.insert(number, block)),
            Message::End(count, result) => end = Some((count, result)),
        }
        while let Some(block) = early.remove(&next) {
            take(&block)?;
            next += 1;
            // After the end nobody wants it any more.
            let _ = free.send(block);
        }
        if end.as_ref().is_some_and(|(count, _)| *count == next) {
            break;
        }
    }
    match end {
        Some((count, result)) if count == next => result,
        _ => bail!("a thread ended before its work"),
    }
}

fn read(
    mut blocks: Blocks,
    free: &Receiver<Box<Block>>,
    waiting: &Sender<(usize, Box<Block>)>,
    done: &Sender<Message>,
) {
    let mut count = 0;
    let result = loop {
        let Ok(mut block) = free.recv() else { return };
        match blocks.next_lines(&mut block.text) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
        if waiting.send((count, block)).is_err() {
            return;
        }
        count += 1;
    };
    // When the caller has stopped, nobody waits for the end.
    let _ = done.send(Message::End(count, result));
}

fn work(waiting: &Mutex<Receiver<(usize, Box<Block>)>>, done: &Sender<Message>, job: &Job) {
    loop {
        let next = match waiting.lock() {
            Ok(waiting) => waiting.recv(),
            Err(_) => return,
        };
        let Ok((number, mut block)) = next else { return };
        block.solve(job);
        if done.send(Message::Solved(number, block)).is_err() {
            return;
        }
    }
}
