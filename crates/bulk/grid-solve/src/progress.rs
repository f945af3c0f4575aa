//! Bars on a terminal: how much of the files is done, and how many puzzles are found.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};
use std::path::PathBuf;
use std::time::Duration;

/// The bar, where there is somebody to see it and the results do not scroll through it.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar as long as the files are; without files how long it gets is not known.
    pub(crate) fn new(files: &[PathBuf]) -> Self {
        if !stderr().is_terminal() || stdout().is_terminal() {
            return Self(None);
        }
        // Without the size of a file, or of a pipe, the bar has no length.
        let size = |path: &PathBuf| path.metadata().ok().filter(std::fs::Metadata::is_file);
        let sizes: Option<u64> = files.iter().map(|path| size(path).map(|it| it.len())).sum();
        let bar = match sizes.filter(|_| !files.is_empty()) {
            Some(sizes) => ProgressBar::new(sizes),
            None => ProgressBar::no_length(),
        };
        let style =
            ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
        bar.set_style(style.expect("the template is well-formed"));
        Self(Some(bar))
    }

    /// So many bytes more are done.
    pub(crate) fn add(&self, n_bytes: usize) {
        if let Some(bar) = &self.0 {
            bar.inc(n_bytes as u64);
        }
    }

    /// All is done: the bar goes.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The bar of a run that looks for puzzles, once that takes a while.
#[derive(Debug)]
pub(crate) struct Search(ProgressBar);

impl Search {
    /// What is over sooner needs no bar.
    const SHORT: Duration = Duration::from_secs(2);

    /// A bar for so many puzzles; without a number how many there are is not known.
    pub(crate) fn new(count: Option<u64>) -> Self {
        let bar = count.map_or_else(ProgressBar::no_length, ProgressBar::new);
        bar.set_draw_target(ProgressDrawTarget::hidden());
        let template = match count {
            Some(_) => "{wide_bar} {pos}/{len} puzzles{msg} {elapsed}",
            None => "{spinner} {pos} puzzles{msg} {elapsed}",
        };
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well-formed"));
        Self(bar)
    }

    /// So many puzzles more are found; `write` writes them, while the bar is out of the way.
    pub(crate) fn found<T>(&self, n_puzzles: usize, write: impl FnOnce() -> T) -> T {
        let result = self.0.suspend(write);
        self.0.inc(n_puzzles as u64);
        if self.0.is_hidden() && self.0.elapsed() > Self::SHORT {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        result
    }

    /// So many attempts were made.
    pub(crate) fn tried(&self, n_attempts: u64) {
        self.0.set_message(format!(", {n_attempts} attempts"));
    }
}

impl Drop for Search {
    /// Before anything else is said the bar goes.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
