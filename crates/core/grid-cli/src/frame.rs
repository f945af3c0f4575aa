//! Checking and printing solved grids.

use crate::GridOptions;
use anyhow::{bail, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pipe_cli::Failure;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use sudoku_core::format::Layout;
use sudoku_core::{
    Alphabet, Geometry, Grid, HouseKind, Puzzle, Rules, Value, Violation, changed_givens,
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
        let puzzle = match &self.puzzle {
            Some(path) => Some(self.options.read(Some(path))?),
            None => None,
        };
        Ok(Frame {
            geometry: puzzle.as_ref().map(|puzzle| puzzle.grid.geometry()).or(self.options.block),
            alphabet: self.options.alphabet.clone(),
            puzzle,
            layout: self.format,
            bold: io::stdout().is_terminal(),
        })
    }
}

/// What a decoder is told of the puzzle and of the output.
#[derive(Debug, Clone)]
pub struct Frame {
    geometry: Option<Geometry>,
    alphabet: Option<Alphabet>,
    puzzle: Option<Puzzle>,
    layout: Layout,
    bold: bool,
}

impl Frame {
    /// The shape that the puzzle or `--block` gives.
    #[must_use]
    pub fn geometry(&self) -> Option<Geometry> {
        self.geometry
    }

    /// The shape of a grid of `side`: that of the puzzle or of `--block` if it has this side, the
    /// squarest blocks if there is neither.
    ///
    /// # Errors
    /// It has another side, the side is prime, or the alphabet has too few symbols for it.
    pub fn geometry_of_side(&self, side: usize) -> anyhow::Result<Geometry> {
        let geometry = match self.geometry {
            Some(geometry) if geometry.side() == side => geometry,
            Some(geometry) => bail!("found a grid of side {side}, expected {geometry}"),
            None => Geometry::of_side(side)?,
        };
        self.fitting_alphabet(geometry)?;
        Ok(geometry)
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
        let alphabet = self.fitting_alphabet(grid.geometry())?;
        if let Some(violation) = self.rules(grid.geometry()).violations(grid).first() {
            return Err(self.no_solution(violation, &alphabet).into());
        }
        if let Some(puzzle) = &self.puzzle {
            ensure!(
                puzzle.grid.geometry() == grid.geometry(),
                "found a grid of {}, expected {}",
                grid.geometry(),
                puzzle.grid.geometry()
            );
            if let Some(violation) = changed_givens(&puzzle.grid, grid).first() {
                bail!("the grid is no solution of the puzzle: {}", violation.describe(&alphabet));
            }
        }
        Ok(())
    }

    /// The rules of the puzzle, or the usual ones.
    fn rules(&self, geometry: Geometry) -> Cow<'_, Rules> {
        let of_puzzle = self.puzzle.as_ref().map(|puzzle| Cow::Borrowed(&puzzle.rules));
        of_puzzle.unwrap_or_else(|| Cow::Owned(Rules::classic(geometry)))
    }

    /// The squarest blocks are a guess that a broken block puts in doubt.
    fn no_solution(&self, violation: &Violation, alphabet: &Alphabet) -> Failure {
        let what = violation.describe(alphabet);
        let failure = Failure::new(format!("the grid is no solution: {what}"));
        match violation {
            Violation::Repeated { house, .. }
                if house.kind == HouseKind::Block && self.geometry.is_none() =>
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
        let alphabet = self.fitting_alphabet(grid.geometry())?;
        let mut broken = self.rules(grid.geometry()).repetitions(grid);
        if let Some(puzzle) = &self.puzzle {
            broken.extend(changed_givens(&puzzle.grid, grid));
        }
        match broken.first() {
            Some(violation) => {
                bail!("the grid is no partial solution: {}", violation.describe(&alphabet))
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
        let alphabet = self.fitting_alphabet(grid.geometry())?;
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
    pub fn symbol(&self, geometry: Geometry, value: Value) -> String {
        self.alphabet(geometry).symbol(value)
    }

    /// The alphabet of the puzzle, of `--alphabet`, or that of the side.
    fn alphabet(&self, geometry: Geometry) -> Alphabet {
        let named = self.puzzle.as_ref().map(|puzzle| &puzzle.alphabet).or(self.alphabet.as_ref());
        named.cloned().unwrap_or_else(|| Alphabet::default_of(geometry.side()))
    }

    fn fitting_alphabet(&self, geometry: Geometry) -> anyhow::Result<Alphabet> {
        let side = geometry.side();
        let alphabet = self.alphabet(geometry);
        match alphabet.shortage(side) {
            Some(shortage) => bail!(shortage),
            None => Ok(alphabet),
        }
    }
}
