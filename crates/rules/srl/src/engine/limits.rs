//! When to stop early.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

/// What a run may use at most. What is `None` is not limited.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Inferred triples.
    pub max_triples: Option<usize>,
    /// Rounds of one group of rules that depend on each other.
    pub max_rounds: Option<u64>,
    /// Bytes for terms that SET and blank nodes make, counting text and bookkeeping.
    pub max_term_bytes: Option<usize>,
    /// Time.
    pub timeout: Option<Duration>,
    /// Set from another thread to end the run.
    pub cancelled: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// 100 million triples (1 to 3 GB) and 2 GiB of new terms; no limit of rounds or time.
    fn default() -> Self {
        Self {
            max_triples: Some(100_000_000),
            max_rounds: None,
            max_term_bytes: Some(2 << 30),
            timeout: None,
            cancelled: None,
        }
    }
}

impl Limits {
    /// No limits: memory and time are the caller's.
    #[must_use]
    pub fn unlimited() -> Self {
        Self { max_triples: None, max_term_bytes: None, ..Self::default() }
    }
}

/// The limit that ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::max_triples`]
    Triples(usize),
    /// [`Limits::max_rounds`], or the rounds of [`crate::repeat`].
    Rounds(u64),
    /// [`Limits::max_term_bytes`]
    TermBytes(usize),
    /// [`Limits::timeout`]
    Time(Duration),
    /// [`Limits::cancelled`]
    Cancelled,
    /// A text of more than 16 MiB.
    TextSize,
    /// Triple terms nested deeper than 100.
    Nesting,
    /// The choices of [`mod@crate::choose`].
    Choices(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Triples(most) => write!(f, "more than {most} triples were inferred"),
            Self::Rounds(1) => write!(f, "new triples came after 1 round"),
            Self::Rounds(most) => write!(f, "new triples came after {most} rounds"),
            Self::TermBytes(most) => write!(f, "new terms took more than {most} bytes"),
            Self::Time(most) => write!(f, "it took longer than {} s", most.as_secs_f64()),
            Self::Cancelled => write!(f, "it was cancelled"),
            Self::TextSize => write!(f, "a text grew beyond 16 MiB"),
            Self::Nesting => write!(f, "triple terms nested deeper than 100"),
            Self::Choices(1) => write!(f, "1 choice did not settle it"),
            Self::Choices(most) => write!(f, "{most} choices did not settle it"),
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The inference graph is whole.
    Complete,
    /// A limit ended the run; the inference graph holds lawful conclusions, but not all, and what was
    /// concluded from the absence of others is still right for each finished layer.
    Stopped(Limit),
}

/// Watches over the limits during a run.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    limits: Limits,
    started: Instant,
    /// Rows that were looked at since the run began; only now and then the clock is asked.
    pub(super) ticks: u64,
    next_look: u64,
    /// Triples that were inferred.
    inferred: usize,
    /// Set when a limit is reached.
    pub(super) reached: Option<Limit>,
}

impl Watch {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            started: Instant::now(),
            ticks: 0,
            next_look: 4096,
            inferred: 0,
            reached: None,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// To be called at each step; says whether to go on.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.ticks += 1;
        if self.ticks >= self.next_look {
            self.look();
        }
        self.reached.is_none()
    }

    /// Looks at the clock and the flag.
    pub(super) fn look(&mut self) {
        self.next_look = self.ticks + 4096;
        if let Some(timeout) = self.limits.timeout
            && self.started.elapsed() > timeout
        {
            self.reached = Some(Limit::Time(timeout));
        }
        if self.limits.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.reached = Some(Limit::Cancelled);
        }
    }

    /// Takes note of how many triples were inferred.
    pub(super) fn triples(&mut self, inferred: usize) {
        self.inferred = inferred;
        self.would_infer(0);
    }

    /// Sees whether so many more triples are too many.
    pub(super) fn would_infer(&mut self, more: usize) {
        let inferred = self.inferred + more;
        self.reached = match self.limits.max_triples {
            Some(most) if inferred > most => Some(Limit::Triples(most)),
            _ => self.reached,
        };
    }

    pub(super) fn rounds(&mut self, rounds: u64) {
        self.reached = match self.limits.max_rounds {
            Some(most) if rounds > most => Some(Limit::Rounds(most)),
            _ => self.reached,
        };
    }

    pub(super) fn term_bytes(&mut self, bytes: usize) {
        self.reached = match self.limits.max_term_bytes {
            Some(most) if bytes > most => Some(Limit::TermBytes(most)),
            _ => self.reached,
        };
    }
}
