//! The command line of `grid-solve`.

use clap::{ArgGroup, Parser, ValueEnum};
use grid_engine::Level;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Solves classic 9×9 puzzles by the million: a puzzle a line in, a line out.
///
/// Classic 9×9 only: rows, columns and blocks. Other sides and variants are for sudoku2cnf and its solver.
///
/// A line is 81 characters, with . or 0 for a blank; or fields, of which the first line that has a puzzle, or a
/// header with a name such as puzzle, quizzes or board, says which. Quoted CSV and boards of nine lines are read as
/// well, and files compressed with gzip, zstd or xz. Blank lines and lines that start with # are left out.
///
/// A line of 81 characters comes out when it is solved; otherwise the puzzle, a blank and a status: none (it has
/// no solution), multiple (with --unique), or invalid and why.
#[derive(Debug, Clone, Parser)]
#[command(name = "grid-solve", version, after_help = AFTER_HELP)]
#[command(group(ArgGroup::new("search").args(["unique", "count", "all"])))]
#[expect(clippy::struct_excessive_bools, reason = "they are switches of a command line")]
pub struct Args {
    /// Where the puzzles are; none or - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Prove that the solution is the only one
    #[arg(long)]
    pub(crate) unique: bool,

    /// Count the solutions
    #[arg(long)]
    pub(crate) count: bool,

    /// Print every solution, a line each
    #[arg(long, conflicts_with_all = ["rate", "canonical", "keep", "dedupe", "against"])]
    pub(crate) all: bool,

    /// Print each puzzle with the guesses of a fixed solver, the hardest technique that a person needs
    /// (hidden-single, naked-single, locked-candidate, subset or search) and the steps of the first four
    #[arg(long)]
    pub(crate) rate: bool,

    /// Print the smallest puzzle that is equivalent: transposed, with lines exchanged and digits renamed
    #[arg(long)]
    pub(crate) canonical: bool,

    /// Print each puzzle without the givens that it does not need: left are those that clash if it has no
    /// solution, or that are enough for the only one; of these no more can go. The status follows
    #[arg(long, conflicts_with_all = ["count", "all", "rate", "canonical", "keep", "format", "dedupe", "against"])]
    pub(crate) why: bool,

    /// Leave out puzzles that are rearrangements of earlier ones
    #[arg(long)]
    pub(crate) dedupe: bool,

    /// Print each puzzle with what a training set gives away of it: puzzle and its line there, if it is a rearrangement
    /// of that puzzle; grid and the line, if its only solution is a rearrangement of that puzzle's; or new
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,

    /// How much memory --dedupe and --against may take for what they have seen; --dedupe goes on with temporary files
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..1 << 24))]
    pub(crate) memory: u64,

    /// Look for no more solutions than this, with --count and --all [default: 1000000]
    #[arg(long, value_name = "N", requires = "search", conflicts_with = "unique")]
    pub(crate) limit: Option<NonZeroU64>,

    /// Print the puzzles with this status and no others
    #[arg(long, value_name = "STATUS")]
    pub(crate) only: Option<Only>,

    /// How to print
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: OutputFormat,

    /// Print CSV with the columns of the input, and after them what was found out
    #[arg(long)]
    pub(crate) keep: bool,

    /// Which column has the puzzles: its name in the header, or its number from 1
    #[arg(long, value_name = "NAME|N", value_parser = column)]
    pub(crate) column: Option<Column>,

    /// Write to this file, when all is done; compressed if its name ends with .gz, .zst or .xz
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Print totals, rate and guesses at the end, on standard error
    #[arg(long)]
    pub(crate) stats: bool,

    /// How many threads solve [default: one for each core]
    #[arg(short = 'j', long = "threads", value_name = "THREADS", value_parser = pipe_cli::threads)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The instructions to solve with [default: the best of this machine]
    #[arg(long, value_name = "LEVEL", value_parser = level, hide = true)]
    pub(crate) simd: Option<Level>,
}

const AFTER_HELP: &str = "\
Examples:
  grid-solve puzzles.txt > solutions.txt
  grid-solve --only unique puzzles.csv | sort -u
  grid-solve --unique --format jsonl --stats puzzles.sdm
  grid-solve --unique --rate --canonical --keep -o rated.csv.gz sudoku.csv.zst
  grid-solve --why --only none puzzles.txt
  grid-solve --dedupe puzzles.txt > different.txt
  grid-solve --against train.csv test.csv | grep -v ' new$'

Exit codes: 0 done; 1 some line is invalid; 2 trouble (usage, input or output).";

/// How results are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// The solution; or the puzzle and what is known about it
    #[default]
    Line,
    /// Fields with a line of names first
    Csv,
    /// A JSON object a line
    Jsonl,
}

/// Which puzzles are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Only {
    /// Those with one solution
    Unique,
    /// Those with several
    Multiple,
    /// Those without
    None,
    /// Lines that are not a puzzle, and puzzles whose givens clash
    Invalid,
}

/// The column with the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// By its name in the header, in upper or lower case.
    Name(String),
    /// By its number, from 1.
    Number(usize),
}

impl Args {
    /// How many bytes forms may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory << 20
    }

    /// How many threads solve.
    pub(crate) fn threads(&self) -> usize {
        threads_or_cores(self.threads)
    }
}

/// As many threads as were asked for, else one for each core, or one where the system does not count them.
pub(crate) fn threads_or_cores(asked: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().ok();
    asked.or_else(cores).map_or(1, NonZeroUsize::get)
}

fn column(text: &str) -> Result<Column, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Column::Name(text.to_owned()));
    }
    match text.parse() {
        Ok(0) => Err("columns count from 1".to_owned()),
        Ok(number) => Ok(Column::Number(number)),
        Err(error) => Err(error.to_string()),
    }
}

fn level(text: &str) -> Result<Level, String> {
    let level = match text {
        "portable" => Level::Portable,
        "avx2" => Level::Avx2,
        "avx512" => Level::Avx512,
        _ => return Err("expected portable, avx2 or avx512".to_owned()),
    };
    let available = level.is_available();
    available.then_some(level).ok_or_else(|| "this machine does not have it".to_owned())
}
