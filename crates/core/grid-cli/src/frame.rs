//! Checking and printing solved grids.

use crate::{ExtraRules, GridOptions};
use anyhow::{bail, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pipe_cli::Failure;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use sudoku_core::format::Layout;
use sudoku_core::{
    Alphabet, Geometry, Grid, GridShape, HouseKind, Puzzle, Rules, Value, Violation, changed_givens,
};

/// The arguments of a tool that prints grids.
#[derive(Debug, Clone, Args)]
pub struct GridOutput {
    /// The puzzle: its blocks and symbols are used, and its givens checked
    #[arg(long, value_name = "FILE")]
    pub puzzle: Option<PathBuf>,

    /// What the text of the puzzle does not say.
    #[command(flatten)]
    pub options: GridOptions,

    /// The layout of the grid
    #[arg(long, default_value = "rows", value_name = "LAYOUT", value_parser = layout_parser())]
    pub format: Layout,
}

fn layout_parser() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::ALL.map(Layout::name)).try_map(|name| name.parse::<Layout>())
}

impl GridOutput {
    /// Reads the puzzle, if one is named.
    ///
    /// # Errors
    /// As of [`GridInput::read`](crate::GridInput::read).
    pub fn frame(&self) -> anyhow::Result<Frame> {
        let (puzzle, extra) = match &self.puzzle {
            // The rules of the options are then in the puzzle.
            Some(path) => (Some(self.options.read(Some(path))?), ExtraRules::default()),
            None => (None, self.options.rules.read()?),
        };
        let blank = match &puzzle {
            Some(puzzle) => Some(puzzle.grid.blank_copy()),
            None => extra.blank().or_else(|| self.options.block.map(Grid::blank)),
        };
        Ok(Frame {
            blank,
            alphabet: self.options.alphabet.clone(),
            puzzle,
            extra,
            layout: self.format,
            bold: io::stdout().is_terminal(),
        })
    }
}

/// What a decoder knows of the puzzle and of the output.
#[derive(Debug, Clone)]
pub struct Frame {
    blank: Option<Grid>,
    alphabet: Option<Alphabet>,
    puzzle: Option<Puzzle>,
    extra: ExtraRules,
    layout: Layout,
    bold: bool,
}

impl Frame {
    /// A grid of blanks of the shape that the puzzle, `--regions` or `--block` gives.
    #[must_use]
    pub fn blank(&self) -> Option<&Grid> {
        self.blank.as_ref()
    }

    /// A grid of blanks of `side`: of the shape of [`Self::blank`] if it has this side, with the squarest
    /// blocks if nothing gives a shape.
    ///
    /// # Errors
    /// It has another side, the side is prime, or the alphabet has too few symbols for it.
    pub fn blank_of_side(&self, side: usize) -> anyhow::Result<Grid> {
        let blank = match &self.blank {
            Some(blank) if (blank.shape().rows(), blank.shape().cols()) == (side, side) => {
                blank.clone()
            }
            Some(blank) => {
                bail!("found a grid of side {side}, expected {}", blank.shape_in_words())
            }
            None => Grid::blank(Geometry::of_side(side)?),
        };
        self.fitting_alphabet(blank.shape())?;
        Ok(blank)
    }

    /// The puzzle, if one was named.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// Checks that the grid is a solution, and one of the puzzle if there is one.
    ///
    /// # Errors
    /// The first broken rule; it names the cells.
    pub fn check(&self, grid: &Grid) -> anyhow::Result<()> {
        let alphabet = self.fitting_alphabet(grid.shape())?;
        self.check_shape(grid)?;
        if let Some(violation) = self.rules(grid)?.violations(grid).first() {
            return Err(self.no_solution(violation, &alphabet).into());
        }
        if let Some(puzzle) = &self.puzzle
            && let Some(violation) = changed_givens(&puzzle.grid, grid).first()
        {
            bail!("the grid is not a solution of the puzzle: {}", violation.describe(&alphabet));
        }
        Ok(())
    }

    /// The rules of the puzzle, or those of the options.
    fn rules(&self, grid: &Grid) -> anyhow::Result<Cow<'_, Rules>> {
        match &self.puzzle {
            Some(puzzle) => Ok(Cow::Borrowed(&puzzle.rules)),
            None => Ok(Cow::Owned(self.extra.of_grid(grid)?)),
        }
    }

    /// A grid of another shape than the puzzle's cannot be judged by its rules.
    fn check_shape(&self, grid: &Grid) -> anyhow::Result<()> {
        if let Some(puzzle) = &self.puzzle {
            ensure!(
                puzzle.grid.shape() == grid.shape() && puzzle.grid.blocks() == grid.blocks(),
                "found a grid of {}, expected {}",
                grid.shape_in_words(),
                puzzle.grid.shape_in_words()
            );
        }
        Ok(())
    }

    /// The squarest blocks are a guess that a broken block puts in doubt.
    fn no_solution(&self, violation: &Violation, alphabet: &Alphabet) -> Failure {
        let what = violation.describe(alphabet);
        let failure = Failure::new(format!("the grid is not a solution: {what}"));
        match violation {
            Violation::Repeated { house, .. }
                if house.kind == HouseKind::Block && self.blank.is_none() =>
            {
                failure.help(
                    "if its blocks have another shape, name it with --block HxW or --puzzle FILE",
                )
            }
            _ => failure,
        }
    }

    /// Checks that no rule is broken so far in a grid that may have blanks, and that the givens of the
    /// puzzle, if there is one, are in it.
    ///
    /// # Errors
    /// The first broken rule; it names the cells.
    pub fn check_partial(&self, grid: &Grid) -> anyhow::Result<()> {
        let alphabet = self.fitting_alphabet(grid.shape())?;
        self.check_shape(grid)?;
        let rules = self.rules(grid)?;
        let mut broken = rules.repetitions(grid);
        broken.extend(rules.broken_constraints(grid));
        if let Some(puzzle) = &self.puzzle {
            broken.extend(changed_givens(&puzzle.grid, grid));
        }
        match broken.first() {
            Some(violation) => {
                bail!("the grid is not a partial solution: {}", violation.describe(&alphabet))
            }
            None => Ok(()),
        }
    }

    /// Writes the grid in the chosen layout and the puzzle's symbols; in `pretty` the givens are
    /// bold if standard output is a terminal.
    ///
    /// # Errors
    /// Writing fails, or the alphabet has too few symbols.
    pub fn write(&self, out: &mut impl Write, grid: &Grid) -> anyhow::Result<()> {
        let alphabet = self.fitting_alphabet(grid.shape())?;
        let text = match &self.puzzle {
            Some(puzzle) if self.bold && self.layout == Layout::Pretty => {
                let given = |cell| puzzle.grid.get(cell).is_some();
                sudoku_core::format::pretty_with_bold(grid, &alphabet, given)
            }
            _ => self.layout.write(grid, &alphabet),
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    /// The symbol in which a value is printed.
    #[must_use]
    pub fn symbol(&self, shape: impl Into<GridShape>, value: Value) -> String {
        self.alphabet(shape.into()).symbol(value)
    }

    /// The alphabet of the puzzle, of `--alphabet`, or that of the side.
    fn alphabet(&self, shape: GridShape) -> Alphabet {
        let named = self.puzzle.as_ref().map(|puzzle| &puzzle.alphabet).or(self.alphabet.as_ref());
        named.cloned().unwrap_or_else(|| Alphabet::of_shape(shape))
    }

    fn fitting_alphabet(&self, shape: GridShape) -> anyhow::Result<Alphabet> {
        let alphabet = self.alphabet(shape);
        match alphabet.shortage(shape.n_values()) {
            Some(shortage) => bail!(shortage),
            None => Ok(alphabet),
        }
    }
}
