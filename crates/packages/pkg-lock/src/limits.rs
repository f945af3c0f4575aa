//! The limits of a run, looked at on every step of a search, and its progress.

use crate::Stopped;
use pipe_cli::resident_memory;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// How often the memory is looked up: that is a read of a file.
const MEMORY_EVERY: Duration = Duration::from_millis(20);

/// When progress is reported first; then after twice the time, and so on.
const FIRST_NEWS: Duration = Duration::from_secs(4);

/// Watches one run.
#[derive(Debug)]
pub(crate) struct Limits {
    start: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    next_memory: Duration,
    next_news: Option<Duration>,
    n_steps: usize,
}

impl Limits {
    /// `memory` in bytes.
    pub(crate) fn new(time: Option<Duration>, memory: Option<u64>) -> Self {
        let next_news = io::stderr().is_terminal().then_some(FIRST_NEWS);
        Self {
            start: Instant::now(),
            time,
            memory,
            next_memory: Duration::ZERO,
            next_news,
            n_steps: 0,
        }
    }

    /// Looks at the limits, after each step.
    pub(crate) fn check(&mut self) -> Result<(), Stopped> {
        self.n_steps += 1;
        let elapsed = self.start.elapsed();
        if self.time.is_some_and(|time| elapsed >= time) {
            return Err(Stopped::Time);
        }
        if let Some(limit) = self.memory
            && elapsed >= self.next_memory
        {
            self.next_memory = elapsed + MEMORY_EVERY;
            if resident_memory().is_some_and(|used| used > limit) {
                return Err(Stopped::Memory);
            }
        }
        if let Some(next) = self.next_news.filter(|&next| elapsed >= next) {
            self.next_news = Some(2 * next);
            pipe_cli::note(format!(
                "searching for {} s, {} steps",
                elapsed.as_secs(),
                self.n_steps
            ));
        }
        Ok(())
    }

    /// How long the run has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What is left of the time, at least a moment.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let left = self.time?.saturating_sub(self.start.elapsed());
        Some(left.max(Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stop() {
        assert_eq!(Limits::new(None, None).check(), Ok(()));
        assert_eq!(Limits::new(Some(Duration::ZERO), None).check(), Err(Stopped::Time));
        if resident_memory().is_some() {
            assert_eq!(Limits::new(None, Some(1)).check(), Err(Stopped::Memory));
        }
    }
}
