//! What is asked, and what is found out: the words that reading, solving and printing share.

use crate::args::{Args, Only, OutputFormat};
use crate::boards::Flaw;
use crate::fields::LONGEST;
use crate::training::Training;
use grid_engine::{Level, N_CELLS, PuzzleError, SIDE};
use pipe_cli::Failure;
use std::fmt;
use std::ops::Range;

/// How far solutions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// One.
    First,
    /// Two, to know whether there is only one.
    Unique,
    /// As many as there are.
    Count,
    /// The same, and each is printed.
    All,
}

/// What the command line asks for.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches of a command line")]
pub(crate) struct Job {
    pub(crate) search: Search,
    /// So many solutions are looked for.
    pub(crate) limit: u64,
    /// Whether puzzles are rated.
    pub(crate) rate: bool,
    /// Whether canonical forms are wanted.
    pub(crate) canonical: bool,
    /// Whether givens that are not needed are left out.
    pub(crate) why: bool,
    /// Whether rearrangements of earlier puzzles are left out.
    pub(crate) dedupe: bool,
    /// What puzzles are compared with.
    pub(crate) training: Option<Training>,
    /// Whether the puzzles are a training set: nothing is printed, and what is found out is kept.
    pub(crate) is_training: bool,
    pub(crate) only: Option<Only>,
    pub(crate) format: OutputFormat,
    /// Whether the columns of the input come first.
    pub(crate) keep: bool,
    /// Whether a line is the puzzle itself, because only some are wanted.
    pub(crate) prints_puzzles: bool,
    pub(crate) level: Level,
}

/// So many solutions are looked for with `--count` and `--all`: a grid without givens has 6.67 · 10²¹.
const LIMIT: u64 = 1_000_000;

impl Job {
    /// # Errors
    /// What is asked does not fit on a line.
    pub(crate) fn new(args: &Args) -> anyhow::Result<Self> {
        let needs_status = args.unique || args.why || args.only.is_some() || args.against.is_some();
        let search = match (needs_status, args.count, args.all) {
            (_, true, _) => Search::Count,
            (_, _, true) => Search::All,
            (true, ..) => Search::Unique,
            _ => Search::First,
        };
        let limit = match search {
            Search::First => 1,
            Search::Unique => 2,
            Search::Count | Search::All => args.limit.map_or(LIMIT, std::num::NonZeroU64::get),
        };
        let chooser = if args.only.is_some() { "--only" } else { "--against" };
        if (args.only.is_some() || args.against.is_some()) && search == Search::Count && limit == 1
        {
            // With one solution it is not known whether there are more.
            let message = format!("found --limit 1 with --count and {chooser}, expected 2 or more");
            return Err(Failure::new(message).help("a second solution tells the status").into());
        }
        let format = if args.keep { OutputFormat::Csv } else { args.format };
        let asked = [args.count, args.rate, args.canonical, args.against.is_some()];
        let n_asked = asked.into_iter().filter(|it| *it).count();
        if format == OutputFormat::Line && n_asked > 1 {
            let message = "a line has room for one of --count, --rate, --canonical and --against";
            return Err(Failure::new(message)
                .help("--format csv, --format jsonl and --keep print all of them")
                .into());
        }
        if args.keep && args.format == OutputFormat::Jsonl {
            return Err(Failure::new("--keep prints CSV, not JSON").into());
        }
        Ok(Self {
            search,
            limit,
            rate: args.rate,
            canonical: args.canonical,
            why: args.why,
            dedupe: args.dedupe,
            training: None,
            is_training: false,
            only: args.only,
            format,
            keep: args.keep,
            prints_puzzles: (args.only.is_some() || args.dedupe)
                && n_asked == 0
                && !args.all
                && !args.why,
            level: args.simd.unwrap_or_else(Level::best),
        })
    }

    /// What is asked about the puzzles of a training set.
    pub(crate) fn of_training(args: &Args) -> Self {
        Self {
            search: Search::Unique,
            limit: 2,
            rate: false,
            canonical: false,
            why: false,
            dedupe: false,
            training: None,
            is_training: true,
            only: None,
            format: OutputFormat::Line,
            keep: false,
            prints_puzzles: false,
            level: args.simd.unwrap_or_else(Level::best),
        }
    }
}

/// A line, a record or a board: a puzzle, or what should be one.
#[derive(Debug)]
pub(crate) struct Record {
    /// The number of its first line, from 1.
    pub(crate) line: u64,
    /// All of it, without its line end.
    pub(crate) row: Range<usize>,
    /// Where the text of the puzzle is.
    pub(crate) text: Range<usize>,
    /// Its place among the block's puzzles.
    pub(crate) puzzle: Result<usize, Invalid>,
}

/// Why a record is not a puzzle, and where: the column is from 1, none if it is not at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid {
    pub(crate) line: u64,
    pub(crate) column: Option<usize>,
    pub(crate) fault: Fault,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The text of the puzzle.
    Cells(PuzzleError),
    /// There is no field for the puzzle.
    NoField { found: usize, column: usize },
    /// More or fewer fields than in the first record.
    Width { found: usize, expected: usize },
    /// A field for a cell with more in it.
    Wide { found: usize },
    /// A quoted field that does not end.
    OpenQuote,
    /// A board.
    Board(Flaw),
    /// Two equal givens in a house, in words.
    Clash(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(PuzzleError::Length { found: LONGEST.. }) => {
                write!(f, "found more than {N_CELLS} cells")
            }
            Self::Cells(error) => error.fmt(f),
            Self::NoField { found, column } => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "found {found} field{s}, expected the puzzle in field {}", column + 1)
            }
            Self::Width { found, expected } => {
                write!(f, "found {found} fields, expected {expected}")
            }
            Self::Wide { found } => write!(f, "found {found} characters, expected one cell"),
            Self::OpenQuote => f.write_str("a quoted field is not closed"),
            Self::Board(Flaw::Cells { found, .. }) => {
                write!(f, "found {found} cells, expected {SIDE}")
            }
            Self::Board(Flaw::Rows { found }) => {
                write!(f, "the board ends after {found} rows, expected {SIDE}")
            }
            Self::Clash(reason) => f.write_str(reason),
        }
    }
}

/// What was found out about a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// No puzzle, or one whose givens clash.
    Invalid(Invalid),
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
            Self::Invalid(_) => "invalid",
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
            Self::Invalid => matches!(finding, Finding::Invalid(_)),
        }
    }
}
