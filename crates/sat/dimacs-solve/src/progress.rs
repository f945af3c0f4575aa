//! How far a search is: reported by the thread that searches to the one that waits.

use cdcl::Statistics;
use std::sync::{Mutex, PoisonError};

/// What a search has done so far; nothing before it starts, and of an engine that does not say.
#[derive(Debug, Default)]
pub(crate) struct Progress(Mutex<Option<Statistics>>);

impl Progress {
    pub(crate) fn set(&self, statistics: Statistics) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(statistics);
    }

    pub(crate) fn get(&self) -> Option<Statistics> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
