//! Lines to answers, several at a time, in order.

use crate::modes::{self, Mode};
use crate::problem::Problem;
use anyhow::anyhow;
use puzzle_formats::Options;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What is asked of each line.
pub(crate) struct Job {
    pub(crate) mode: Mode,
    pub(crate) timeout: Option<Duration>,
    pub(crate) options: Options,
}

/// The puzzles of a text: the whole, if it is one object over several lines, and otherwise each line with its number.
fn puzzles(text: &str) -> Vec<(usize, &str)> {
    let is_object = text.trim_start().starts_with('{');
    if is_object && serde_json::from_str::<Value>(text).is_ok() {
        return vec![(1, text)];
    }
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).collect()
}

/// Writes a line of JSON for each puzzle.
pub(crate) fn run(
    job: &Job,
    text: &str,
    n_jobs: usize,
    out: &mut impl Write,
    is_complete: &mut bool,
) -> anyhow::Result<()> {
    let puzzles = puzzles(text);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        // Dropped when writing fails, before the threads are waited for: they then begin no further puzzle.
        let receiver = receiver;
        for _ in 0..n_jobs.min(puzzles.len()) {
            let sender = sender.clone();
            let (puzzles, next) = (&puzzles, &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((line, text)) = puzzles.get(index) else { break };
                    // Nobody listens any more when standard output is closed.
                    if sender.send((index, answer(job, *line, text))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<usize, Map<String, Value>> = BTreeMap::new();
        let mut written = 0;
        while let Ok((index, answer)) = receiver.recv() {
            waiting.insert(index, answer);
            while let Some(answer) = waiting.remove(&written) {
                let status = answer.get("status").and_then(Value::as_str);
                *is_complete &= !matches!(status, Some("error" | "no answer"));
                writeln!(out, "{}", Value::Object(answer))?;
                out.flush()?;
                written += 1;
            }
        }
        Ok(())
    })
}

/// The answer to one line.
fn answer(job: &Job, line: usize, text: &str) -> Map<String, Value> {
    let mut members = match solve(job, line, text) {
        Ok(members) => members,
        Err(error) => Map::from_iter([
            ("status".to_owned(), json!("error")),
            ("message".to_owned(), json!(format!("{error:#}"))),
        ]),
    };
    members.insert("line".to_owned(), json!(line));
    members
}

fn solve(job: &Job, line: usize, text: &str) -> anyhow::Result<Map<String, Value>> {
    let read = puzzle_formats::read(text, &job.options)
        .map_err(|error| anyhow!("{}:{}: {error}", line as u64 + error.line - 1, error.column))?;
    let puzzle = read.spec.puzzle().map_err(|error| anyhow!("{line}:1: {error}"))?;
    let deadline = job.timeout.map(|timeout| Instant::now() + timeout);
    let problem = Problem::new(puzzle, deadline)?;
    let mut members = modes::answer(problem, job.mode)?;
    if !read.notes.is_empty() {
        members.insert("notes".to_owned(), json!(read.notes));
    }
    if let Some(title) = read.spec.title {
        members.insert("title".to_owned(), json!(title));
    }
    Ok(members)
}
