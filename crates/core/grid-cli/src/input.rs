//! Reading one puzzle from a file or standard input.

use crate::text::Choice;
use crate::{ExtraRules, GridText, RuleOptions};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use puzzle_formats::{LineRule, Options};
use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use sudoku_core::format::ReadOptions;
use sudoku_core::{Alphabet, Geometry, Grid, Puzzle};

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

    /// Rules besides the usual ones.
    #[command(flatten)]
    pub rules: RuleOptions,

    /// What drawn lines of a colour mean, in SudokuPad: 67f067=whisper; may be repeated, once for each colour
    #[arg(long = "line", value_name = "COLOUR=KIND")]
    pub lines: Vec<LineRule>,

    /// Pass over drawings that may be rules, in SudokuPad
    #[arg(long)]
    pub ignore_drawings: bool,
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
    /// The file cannot be read, the text is not a grid, or it has several puzzles and none was chosen.
    pub fn read(&self) -> anyhow::Result<Puzzle> {
        self.options.read(self.file.as_deref())
    }

    /// The file's name as messages show it.
    #[must_use]
    pub fn name(&self) -> String {
        let file = self.file.as_deref().filter(|file| *file != Path::new("-"));
        file.map_or("<stdin>".to_owned(), |file| file.display().to_string())
    }
}

impl GridOptions {
    /// Reads exactly one puzzle from `path`, or from standard input for `None` and `-`.
    ///
    /// # Errors
    /// As of [`GridInput::read`].
    pub fn read(&self, path: Option<&Path>) -> anyhow::Result<Puzzle> {
        let mut text = GridText::read(path)?;
        let puzzle = self.choose(&mut text)?;
        puzzle.ok_or_else(|| anyhow!("{}: found no grid: it says that there is none", text.name()))
    }

    /// Reads exactly one puzzle from a text; nothing if that says that there is no grid.
    ///
    /// # Errors
    /// As of [`GridInput::read`].
    pub fn choose(&self, text: &mut GridText) -> anyhow::Result<Option<Puzzle>> {
        let mut choice = Choice::new(self.nth);
        let last = self.each(text, |number, puzzle| choice.see(number, puzzle))?;
        let puzzle = choice.made(text, last)?;
        for note in puzzle.iter().flat_map(|puzzle| &puzzle.notes) {
            pipe_cli::note(format!("{}: {note}", text.name()));
        }
        Ok(puzzle)
    }

    /// Shows each puzzle of a text, of whatever kind, to `visit` with its number from 1, until that breaks off; how many
    /// it saw.
    ///
    /// # Errors
    /// The text has something else, one of the puzzles cannot have the rules of the options, or reading fails.
    pub fn each(
        &self,
        text: &mut GridText,
        mut visit: impl FnMut(usize, Puzzle) -> ControlFlow<()>,
    ) -> anyhow::Result<usize> {
        let extra = self.rules.read()?;
        let name = text.name().to_owned();
        let mut broken = Ok(());
        let mut see = |number, puzzle: anyhow::Result<Puzzle>| match puzzle
            .and_then(|puzzle| extra.apply(puzzle))
            .with_context(|| name.clone())
        {
            Ok(puzzle) => visit(number, puzzle),
            Err(error) => {
                broken = Err(error);
                ControlFlow::Break(())
            }
        };
        let seen = if text.has_variants() {
            text.visit_variants(&self.pad_options(), |number, puzzle| see(number, self.fit(puzzle)))
        } else {
            text.visit(&self.read_options(&extra), |number, puzzle| see(number, Ok(puzzle)))
        };
        broken.and(seen)
    }

    /// The options for readers of other programs' puzzles.
    #[must_use]
    pub fn pad_options(&self) -> Options {
        Options { lines: self.lines.clone(), ignore_drawings: self.ignore_drawings }
    }

    /// A variant puzzle, which says its blocks itself, in the symbols that were named.
    fn fit(&self, puzzle: Puzzle) -> anyhow::Result<Puzzle> {
        if self.block.is_some() {
            bail!("the puzzle states its own blocks, expected no --block");
        }
        let Some(alphabet) = self.alphabet.clone() else { return Ok(puzzle) };
        match alphabet.shortage(puzzle.rules.shape().n_values()) {
            Some(shortage) => bail!(shortage),
            None => Ok(Puzzle { alphabet, ..puzzle }),
        }
    }

    /// The options as words of a command line, for another tool that reads the same puzzle.
    #[must_use]
    pub fn words(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        let mut word = |name: &str, value: &OsStr| {
            let mut word = OsString::from(format!("--{name}="));
            word.push(value);
            words.push(word);
        };
        if let Some(alphabet) = &self.alphabet {
            word("alphabet", alphabet.to_string().as_ref());
        }
        if let Some(block) = self.block {
            let text = format!("{}x{}", block.block_height(), block.block_width());
            word("block", text.as_ref());
        }
        if let Some(nth) = self.nth {
            word("nth", nth.to_string().as_ref());
        }
        for variant in &self.rules.variant {
            word("variant", variant.name().as_ref());
        }
        if let Some(regions) = &self.rules.regions {
            word("regions", regions.as_os_str());
        }
        for line in &self.lines {
            word("line", line.to_string().as_ref());
        }
        if self.ignore_drawings {
            words.push("--ignore-drawings".into());
        }
        words
    }

    /// The same for the library's reader; a puzzle that it reads has no rules yet but the usual ones.
    #[must_use]
    pub fn read_options(&self, extra: &ExtraRules) -> ReadOptions {
        ReadOptions {
            alphabet: self.alphabet.clone(),
            like: extra.blank().or_else(|| self.block.map(Grid::blank)),
        }
    }
}

/// Refuses a puzzle with a constraint that is more than relations of two cells, for tools that cannot say it.
///
/// # Errors
/// The puzzle has one; the message names the first.
pub fn only_relations(puzzle: &Puzzle, output: &str) -> anyhow::Result<()> {
    match puzzle.rules.conflicts() {
        Err(constraint) => Err(anyhow!(
            "{constraint}: {output} can say houses and relations of two cells, not this rule"
        )),
        Ok(_) => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_height_by_width() {
        assert_eq!(parse_block("2x3"), Ok(Geometry::new(2, 3).unwrap()));
        assert_eq!(parse_block("1X7"), Ok(Geometry::new(1, 7).unwrap()));
        for text in [
            "",
            "3",
            "x",
            "2x",
            "-1x3",
            "2x3x4",
            "0x3",
            "36x36",
            "99999999999x9",
            "99999999999999999999x9",
        ] {
            assert!(parse_block(text).is_err(), "{text}");
        }
        let error = parse_block("99999999999x99999999999").unwrap_err();
        assert!(error.starts_with("side 9999999999800000000001 is too large: "), "{error}");
    }

    #[test]
    fn words_give_the_same_options() {
        #[derive(Debug, clap::Parser)]
        struct Tool {
            #[command(flatten)]
            options: GridOptions,
        }
        for words in [
            &[][..],
            &["--alphabet=0-9A-F", "--block=2x8", "--nth=3"],
            &["--alphabet=numbers from 0"],
            &["--variant=diagonals", "--variant=windows", "--regions=a b=c.txt"],
        ] {
            let parsed = <Tool as clap::Parser>::try_parse_from([&["tool"], words].concat());
            assert_eq!(parsed.unwrap().options.words(), words);
        }
    }

    #[test]
    fn puzzles_count_from_one() {
        assert_eq!(parse_nth("1"), Ok(1));
        assert!(parse_nth("0").is_err() && parse_nth("x").is_err());
    }
}
