//! A line on a terminal that says how many puzzles are done.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::{Duration, Instant};

/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(500);

/// The line, where there is somebody to see it and the answers do not scroll through it.
#[derive(Debug)]
pub(crate) struct Progress {
    is_shown: bool,
    start: Instant,
    last: Instant,
    n_done: u64,
    n_without_answer: u64,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        let is_shown = stderr().is_terminal() && !stdout().is_terminal();
        Self { is_shown, start: now, last: now, n_done: 0, n_without_answer: 0 }
    }

    /// One more puzzle is done.
    pub(crate) fn add(&mut self, has_answer: bool) {
        self.n_done += 1;
        self.n_without_answer += u64::from(!has_answer);
        if self.is_shown && self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            print(&format!(
                "{} puzzles, {} without an answer, {} s",
                self.n_done,
                self.n_without_answer,
                self.start.elapsed().as_secs()
            ));
        }
    }
}

/// Replaces the line.
fn print(text: &str) {
    // The line is a courtesy: a terminal that is gone does not end the run.
    drop(write!(stderr(), "\r\x1b[K{text}"));
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            print("");
        }
    }
}
