//! Reading one puzzle from a file or standard input.

use anyhow::Context;
use clap::Args;
use pipe_cli::{Failure, Input};
use std::path::{Path, PathBuf};
use sudoku_core::format::{self, Puzzle, ReadError, ReadOptions, Remedy};
use sudoku_core::{Alphabet, Geometry};

/// More text than any grid has: one of the largest side, as aligned numbers, has 8.3 MB.
const MAX_BYTES: u64 = 16 << 20;

/// What a person can say of a grid, because the text does not say it.
#[derive(Debug, Clone, Default, Args)]
pub struct GridOptions {
    /// The symbols in the order of their values: 1-9, 0-9A-F, 1-9A-G, A-P, A-Y, numbers …
    #[arg(long, value_name = "NAME")]
    pub alphabet: Option<Alphabet>,

    /// Rows and columns of a block, such as 2x3; the squarest blocks otherwise
    #[arg(long, value_name = "HxW", value_parser = parse_block)]
    pub block: Option<Geometry>,

    /// The puzzle to take from a file that has several, counted from 1
    #[arg(long, value_name = "N", value_parser = parse_nth)]
    pub nth: Option<usize>,
}

/// The arguments of a tool that reads one puzzle.
#[derive(Debug, Clone, Args)]
pub struct GridInput {
    /// The puzzle; standard input if there is no file or it is -
    pub file: Option<PathBuf>,

    /// What the text of the puzzle does not say.
    #[command(flatten)]
    pub options: GridOptions,
}

impl GridInput {
    /// Reads exactly one puzzle; what the reader took for granted goes to standard error as notes.
    ///
    /// # Errors
    /// The file cannot be read, the text is no grid, or it has several puzzles and none was chosen.
    pub fn read(&self) -> anyhow::Result<Puzzle> {
        self.options.read(self.file.as_deref())
    }
}

impl GridOptions {
    /// Reads exactly one puzzle from `path`, or from standard input for `None` and `-`.
    ///
    /// # Errors
    /// As of [`GridInput::read`].
    pub fn read(&self, path: Option<&Path>) -> anyhow::Result<Puzzle> {
        let mut input = Input::open(path)?;
        let text = input.read_up_to(MAX_BYTES)?;
        let puzzles =
            format::read(&text, &self.read_options()).map_err(|error| located(&input, &error))?;
        let puzzle = self.choose(puzzles).context(input.name().to_owned())?;
        for note in &puzzle.notes {
            pipe_cli::note(format!("{}: {note}", input.name()));
        }
        Ok(puzzle)
    }

    /// The same for the library's reader.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions { alphabet: self.alphabet.clone(), geometry: self.block }
    }

    fn choose(&self, mut puzzles: Vec<Puzzle>) -> Result<Puzzle, Failure> {
        let count = puzzles.len();
        match self.nth {
            None if count == 1 => Ok(puzzles.remove(0)),
            None => Err(Failure::new(format!("found {count} puzzles, expected one"))
                .help(format!("choose one with --nth 1 to --nth {count}"))),
            Some(nth) if nth <= count => Ok(puzzles.swap_remove(nth - 1)),
            Some(nth) => {
                Err(Failure::new(format!("there is no puzzle {nth}, the input has {count}")))
            }
        }
    }
}

fn located(input: &Input, error: &ReadError) -> anyhow::Error {
    let place = format!("{}:{}:{}: {error}", input.name(), error.line, error.column);
    let failure = Failure::new(place);
    let help = match &error.remedy {
        Some(Remedy::Alphabet(fitting)) => {
            let names: Vec<String> =
                fitting.iter().map(|name| format!("--alphabet {name}")).collect();
            format!("name the symbols with {}", names.join(" or "))
        }
        Some(Remedy::Geometry) => "name rows and columns of a block with --block HxW".to_owned(),
        _ => return failure.into(),
    };
    failure.help(help).into()
}

/// Reads `2x3` as blocks of two rows and three columns.
///
/// # Errors
/// Not two numbers with an `x` between them, or a shape that cannot be had.
pub fn parse_block(text: &str) -> Result<Geometry, String> {
    let numbers = text
        .split_once(['x', 'X', '×'])
        .and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
    let (height, width) = numbers.ok_or("expected HEIGHTxWIDTH, such as 2x3")?;
    Geometry::new(height, width).map_err(|error| error.to_string())
}

fn parse_nth(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|nth| *nth > 0).ok_or_else(|| "expected a number from 1".to_owned())
}
