//! Writing: the layouts by name, and a module for each family of them.

mod cells;
mod csv;
mod framed;
mod json;
mod line;
mod rows;

pub use framed::pretty_with_bold;

use crate::{Alphabet, Grid};
use std::fmt;
use std::str::FromStr;

/// A way to write a grid; every one of them can be read again.
///
/// Symbols that take several characters, numbers, are separated by blanks in every layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Layout {
    /// A line for each row, `.` for a blank.
    #[default]
    Rows,
    /// All cells in a line.
    Line,
    /// Rows drawn with box lines round the blocks.
    Pretty,
    /// A JSON object with side, block, alphabet and rows.
    Json,
    /// Rows with a blank between the symbols.
    Spaced,
    /// qqwing's readable grid: `|` between blocks, rules of `-`.
    Readable,
    /// Rows after `[Puzzle]`, as `SadMan` Sudoku has them.
    Sdk,
    /// All cells in a line, `0` for a blank where 0 is not a symbol.
    Sdm,
    /// Simple Sudoku's frame of `*`, `-` and `|`.
    Ss,
    /// A line for each row, commas between the cells, nothing in a blank.
    Csv,
}

impl Layout {
    /// All of them, the four commonest first.
    pub const ALL: [Self; 10] = [
        Self::Rows,
        Self::Line,
        Self::Pretty,
        Self::Json,
        Self::Spaced,
        Self::Readable,
        Self::Sdk,
        Self::Sdm,
        Self::Ss,
        Self::Csv,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Line => "line",
            Self::Pretty => "pretty",
            Self::Json => "json",
            Self::Spaced => "spaced",
            Self::Readable => "readable",
            Self::Sdk => "sdk",
            Self::Sdm => "sdm",
            Self::Ss => "ss",
            Self::Csv => "csv",
        }
    }

    /// The text of a grid, with a line end at its end.
    #[must_use]
    pub fn write(self, grid: &Grid, alphabet: &Alphabet) -> String {
        match self {
            Self::Rows => rows::write(grid, alphabet),
            Self::Line => line::write(grid, alphabet, "."),
            Self::Pretty => framed::pretty_with_bold(grid, alphabet, |_| false),
            Self::Json => json::write(grid, alphabet),
            Self::Spaced => rows::write_spaced(grid, alphabet),
            Self::Readable => framed::write_readable(grid, alphabet),
            Self::Sdk => format!("[Puzzle]\n{}", rows::write(grid, alphabet)),
            Self::Sdm => line::write(grid, alphabet, if alphabet.has_zero() { "." } else { "0" }),
            Self::Ss => framed::write_ss(grid, alphabet),
            Self::Csv => csv::write(grid, alphabet),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Not the name of a layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown layout '{0}'")]
pub struct UnknownLayout(String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(name: &str) -> Result<Self, UnknownLayout> {
        let layout = Self::ALL.into_iter().find(|layout| layout.name() == name);
        layout.ok_or_else(|| UnknownLayout(name.to_owned()))
    }
}
