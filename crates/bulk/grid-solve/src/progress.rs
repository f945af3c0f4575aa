//! A bar on a terminal, of how much of the files is done.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};
use std::path::PathBuf;

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
