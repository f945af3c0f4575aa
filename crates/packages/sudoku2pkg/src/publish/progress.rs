//! How far a publication is: a bar on a terminal, nothing elsewhere.

use super::locked;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;

const WIDTH: usize = 30;

/// Counts what is done and shows it.
pub(super) struct Progress {
    total: usize,
    done: Mutex<usize>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(total: usize) -> Self {
        let progress =
            Self { total, done: Mutex::new(0), is_shown: io::stderr().is_terminal() && total > 0 };
        progress.show(0);
        progress
    }

    /// One more is done.
    pub(super) fn advance(&self) {
        let mut done = locked(&self.done);
        *done += 1;
        self.show(*done);
    }

    /// Ends the line of the bar; gives the number that is done.
    pub(super) fn finish(self) -> usize {
        if self.is_shown {
            let _ = writeln!(io::stderr());
        }
        *locked(&self.done)
    }

    fn show(&self, done: usize) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{}", bar(done, self.total));
        }
    }
}

fn bar(done: usize, total: usize) -> String {
    let filled = WIDTH * done / total.max(1);
    format!("[{}{}] {done} of {total}", "#".repeat(filled), "-".repeat(WIDTH - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(bar(0, 729), format!("[{}] 0 of 729", "-".repeat(30)));
        assert_eq!(bar(364, 728), format!("[{}{}] 364 of 728", "#".repeat(15), "-".repeat(15)));
        assert_eq!(bar(7, 7), format!("[{}] 7 of 7", "#".repeat(30)));
    }
}
