//! Puzzles to answers, several at a time, in order.
//!
//! One thread reads, some solve, one writes. How far reading may be ahead of writing is bounded, so that memory does not
//! grow with the input, even if the first puzzle takes longest.

use crate::clauses::{Limits, NoAnswer};
use crate::modes::{self, Mode};
use crate::progress::Progress;
use crate::puzzles::{Piece, Puzzles};
use anyhow::{Context, anyhow};
use pipe_cli::Input;
use puzzle_formats::Options;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How many puzzles may be read and not yet written, for each that is solved at the same time.
const AHEAD: usize = 64;

/// What is asked of each puzzle.
pub(crate) struct Job {
    /// The input's name as messages show it.
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_literals: u64,
    pub(crate) options: Options,
}

/// A puzzle with its place among all.
type Task = (usize, Piece);

/// Writes a line of JSON for each puzzle. `is_complete` becomes false where one has no answer.
///
/// # Errors
/// Reading or writing fails.
pub(crate) fn run(
    job: &Arc<Job>,
    input: Input,
    n_jobs: usize,
    out: &mut impl Write,
    is_complete: &mut bool,
) -> anyhow::Result<()> {
    let (tasks, waiting_tasks) = mpsc::sync_channel::<Task>(n_jobs);
    let (answers, finished) = mpsc::channel();
    let (permits, permitted) = mpsc::sync_channel(AHEAD * n_jobs);
    for _ in 0..AHEAD * n_jobs {
        permits.send(()).expect("the other end is here");
    }
    // Threads of their own: where writing failed, nobody waits for further input or for unfinished puzzles.
    let reading = Builder::new().spawn(move || read(input, &permitted, &tasks))?;
    let waiting_tasks = Arc::new(Mutex::new(waiting_tasks));
    for _ in 0..n_jobs {
        let (job, answers) = (Arc::clone(job), answers.clone());
        let waiting_tasks = Arc::clone(&waiting_tasks);
        Builder::new().spawn(move || {
            // The lock is held while waiting alone.
            let next = || waiting_tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            while let Ok((index, (line, text))) = next() {
                // Nobody listens any more when standard output is closed.
                if answers.send((index, answer(&job, line, text))).is_err() {
                    break;
                }
            }
        })?;
    }
    drop(answers);
    write(&finished, &permits, out, is_complete)?;
    reading
        .join()
        .map_err(|_| anyhow!("internal error: the reader stopped"))?
        .with_context(|| job.name.clone())
}

/// Hands out the puzzles while there are permits and somebody takes them.
fn read(input: Input, permitted: &Receiver<()>, tasks: &SyncSender<Task>) -> io::Result<()> {
    let mut puzzles = Puzzles::new(BufReader::new(input.into_reader()));
    for index in 0.. {
        if permitted.recv().is_err() {
            break;
        }
        let Some(puzzle) = puzzles.next()? else { break };
        if tasks.send((index, puzzle)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Writes the answers in order.
fn write(
    finished: &Receiver<(usize, Map<String, Value>)>,
    permits: &SyncSender<()>,
    out: &mut impl Write,
    is_complete: &mut bool,
) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let mut waiting: BTreeMap<usize, Map<String, Value>> = BTreeMap::new();
    let mut written = 0;
    while let Ok((index, answer)) = finished.recv() {
        waiting.insert(index, answer);
        while let Some(answer) = waiting.remove(&written) {
            let status = answer.get("status").and_then(Value::as_str);
            let has_answer = !matches!(status, Some("error" | "no answer"));
            *is_complete &= has_answer;
            writeln!(out, "{}", Value::Object(answer))?;
            out.flush()?;
            written += 1;
            progress.add(has_answer);
            // The reader is gone when it has read all, and then needs none.
            let _ = permits.send(());
        }
    }
    Ok(())
}

/// The answer to one puzzle.
fn answer(job: &Job, line: usize, text: Result<String, String>) -> Map<String, Value> {
    let text = text.map_err(|error| anyhow!("{}:{error}", job.name));
    let solved = text.and_then(|text| solve(job, line, &text));
    let mut members = solved.unwrap_or_else(|error| match error.downcast_ref::<NoAnswer>() {
        Some(why) => modes::no_answer(*why),
        None => Map::from_iter([
            ("status".to_owned(), json!("error")),
            ("message".to_owned(), json!(format!("{error:#}"))),
        ]),
    });
    members.insert("line".to_owned(), json!(line));
    members
}

fn solve(job: &Job, line: usize, text: &str) -> anyhow::Result<Map<String, Value>> {
    let read = puzzle_formats::read(text, &job.options).map_err(|error| {
        anyhow!("{}:{}:{}: {error}", job.name, line as u64 + error.line - 1, error.column)
    })?;
    let puzzle = read.spec.puzzle().map_err(|error| anyhow!("{}:{line}:1: {error}", job.name))?;
    let deadline = job.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limits = Limits { deadline, literals: job.max_literals };
    let mut members = modes::answer(puzzle, job.mode, limits)?;
    if !read.notes.is_empty() {
        members.insert("notes".to_owned(), json!(read.notes));
    }
    if let Some(title) = read.spec.title {
        members.insert("title".to_owned(), json!(title));
    }
    Ok(members)
}
