//! What is asked, and what is found out: the words that reading, solving and printing share.

use crate::args::{Args, Format, Only};
use grid_engine::{Level, PuzzleError};
use std::ops::Range;

/// What is asked of each puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A solution.
    First,
    /// A solution and whether it is the only one.
    Unique,
    /// How many solutions there are.
    Count,
    /// All of them.
    All,
    /// How hard it is.
    Rate,
    /// Its canonical form.
    Canonical,
}

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) mode: Mode,
    pub(crate) limit: u64,
    pub(crate) only: Option<Only>,
    pub(crate) format: Format,
    pub(crate) level: Level,
}

/// So many solutions are looked for with `--count` and `--all`: a grid without givens has 6.67 · 10²¹.
const LIMIT: u64 = 1_000_000;

impl Job {
    pub(crate) fn new(args: &Args) -> Self {
        let mode = match (args.unique || args.only.is_some(), args.count, args.all) {
            (_, true, _) => Mode::Count,
            (_, _, true) => Mode::All,
            (true, ..) => Mode::Unique,
            _ if args.rate => Mode::Rate,
            _ if args.canonical => Mode::Canonical,
            _ => Mode::First,
        };
        let limit = match mode {
            Mode::First | Mode::Rate | Mode::Canonical => 1,
            Mode::Unique => 2,
            Mode::Count | Mode::All => args.limit.map_or(LIMIT, std::num::NonZeroU64::get),
        };
        let level = args.simd.unwrap_or_else(Level::best);
        Self { mode, limit, only: args.only, format: args.format, level }
    }
}

/// A line with a puzzle, or with what should be one.
#[derive(Debug)]
pub(crate) struct Record {
    /// Its number, from 1.
    pub(crate) line: u64,
    /// Where the puzzle starts in it, from 1.
    pub(crate) column: usize,
    /// Where its text is.
    pub(crate) text: Range<usize>,
    /// Its place among the block's puzzles.
    pub(crate) puzzle: Result<usize, PuzzleError>,
}

/// What was found out about a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// No puzzle, or one whose givens clash; why, and where in the line if it is at a place.
    Invalid { column: Option<usize>, reason: String },
    /// No solution.
    None,
    /// A solution, and nobody asked for more.
    Solved,
    /// One solution.
    Unique,
    /// Two or more.
    Multiple,
}

impl Finding {
    /// The status that is printed.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "invalid",
            Self::None => "none",
            Self::Solved => "solved",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
        }
    }
}

impl Only {
    pub(crate) fn is(self, finding: &Finding) -> bool {
        match self {
            Self::Unique => *finding == Finding::Unique,
            Self::Multiple => *finding == Finding::Multiple,
            Self::None => *finding == Finding::None,
            Self::Invalid => matches!(finding, Finding::Invalid { .. }),
        }
    }
}
