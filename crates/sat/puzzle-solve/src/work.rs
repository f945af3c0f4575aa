//! Puzzles to answers, several at a time, in order.
//!
//! One thread reads, some solve, one writes. How far reading may be ahead of writing is bounded, so that memory does not
//! grow with the input, even if the first puzzle takes longest.

use crate::clauses::{Limits, NoAnswer};
use crate::modes::{self, Mode};
use crate::progress::Progress;
use anyhow::{Context, anyhow, bail};
use pipe_cli::Input;
use puzzle_formats::{Options, Piece, Pieces, Read};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};
use sudoku_core::Puzzle;
use sudoku_core::format::{self, ReadOptions};

/// The cells of the smallest grid that may stand alone in a line: shorter lines may be the rows of a larger grid, of which
/// each would be answered as a puzzle.
const FEWEST_CELLS: usize = 81;

/// How many puzzles may be read and not yet written, for each that is solved at the same time.
const AHEAD: usize = 64;

/// What is asked of each puzzle.
pub(crate) struct Job {
    /// The input's name as messages show it.
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_literals: u64,
    /// The only puzzle to answer, from 1.
    pub(crate) nth: Option<usize>,
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
    let nth = job.nth;
    let reading = Builder::new().spawn(move || read(input, nth, &permitted, &tasks))?;
    let waiting_tasks = Arc::new(Mutex::new(waiting_tasks));
    for _ in 0..n_jobs {
        let (job, answers) = (Arc::clone(job), answers.clone());
        let waiting_tasks = Arc::clone(&waiting_tasks);
        Builder::new().spawn(move || {
            // The lock is held while waiting alone.
            let next = || waiting_tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            while let Ok((index, piece)) = next() {
                // Nobody listens any more when standard output is closed.
                if answers.send((index, answer(&job, &piece))).is_err() {
                    break;
                }
            }
        })?;
    }
    drop(answers);
    write(&finished, &permits, out, is_complete)?;
    let read = reading.join().map_err(|_| anyhow!("internal error: the reader stopped"))?;
    let n_read = read.with_context(|| job.name.clone())?;
    match job.nth.filter(|nth| *nth > n_read) {
        Some(nth) => {
            bail!("{}: there is no puzzle {nth}, the last is puzzle {n_read}", job.name)
        }
        None => Ok(()),
    }
}

/// Hands out the puzzles while there are permits and somebody takes them.
///
/// Ends with how many there were.
fn read(
    input: Input,
    nth: Option<usize>,
    permitted: &Receiver<()>,
    tasks: &SyncSender<Task>,
) -> io::Result<usize> {
    let pieces = Pieces::new(BufReader::new(input.into_reader()));
    let (first, n_wanted) = nth.map_or((0, usize::MAX), |nth| (nth - 1, 1));
    let mut n_read: usize = 0;
    for piece in pieces.take(first.saturating_add(n_wanted)) {
        let piece = piece?;
        n_read += 1;
        let Some(index) = n_read.checked_sub(first + 1) else { continue };
        if permitted.recv().is_err() || tasks.send((index, piece)).is_err() {
            break;
        }
    }
    Ok(n_read)
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
fn answer(job: &Job, piece: &Piece) -> Map<String, Value> {
    let mut members =
        solve(job, piece).unwrap_or_else(|error| match error.downcast_ref::<NoAnswer>() {
            Some(why) => modes::no_answer(*why),
            None => Map::from_iter([
                ("status".to_owned(), json!("error")),
                ("message".to_owned(), json!(format!("{error:#}"))),
            ]),
        });
    members.insert("line".to_owned(), json!(piece.line));
    members
}

fn solve(job: &Job, piece: &Piece) -> anyhow::Result<Map<String, Value>> {
    let (mut puzzle, title) = puzzle(job, piece)?;
    let notes = std::mem::take(&mut puzzle.notes);
    let deadline = job.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limits = Limits { deadline, literals: job.max_literals };
    let mut members = modes::answer(puzzle, job.mode, limits)?;
    if !notes.is_empty() {
        members.insert("notes".to_owned(), json!(notes));
    }
    if let Some(title) = title {
        members.insert("title".to_owned(), json!(title));
    }
    Ok(members)
}

/// The puzzle that a piece is, a variant or a grid alone, and its title.
fn puzzle(job: &Job, piece: &Piece) -> anyhow::Result<(Puzzle, Option<String>)> {
    let fault = |place, what: String| anyhow!("{}:{place}: {what}", job.name);
    let of_whole = |what: String| anyhow!("{}:{}:1: {what}", job.name, piece.line);
    let text = piece.text.as_deref().map_err(|error| fault(error.position(), error.to_string()))?;
    if puzzle_formats::detect(text).is_none() {
        let grids = format::read(text.as_bytes(), &ReadOptions::default());
        let grids = grids.map_err(|error| piece.in_whole(error.fault));
        let grids = grids.map_err(|error| fault(error.position(), error.message))?;
        let n_grids = grids.len();
        let [grid] = <[Puzzle; 1]>::try_from(grids)
            .map_err(|_| of_whole(format!("found {n_grids} grids, expected one")))?;
        let n_cells = grid.grid.shape().n_cells();
        if n_cells < FEWEST_CELLS {
            return Err(of_whole(format!(
                "found {n_cells} cells, expected {FEWEST_CELLS} or more, as fewer may be a row of a grid"
            )));
        }
        return Ok((grid, None));
    }
    let read = puzzle_formats::read(text, &job.options).map_err(|error| piece.in_whole(error));
    let Read { spec, notes, .. } = read.map_err(|error| fault(error.position(), error.message))?;
    let puzzle = spec.puzzle().map_err(|error| of_whole(error.to_string()))?;
    Ok((Puzzle { notes, ..puzzle }, spec.title))
}
