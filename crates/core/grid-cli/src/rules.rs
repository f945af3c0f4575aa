//! The rules that options name: variants, and regions from a file.

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pipe_cli::Input;
use std::path::PathBuf;
use sudoku_core::{Geometry, Grid, House, Puzzle, Regions, Rules, Variant};

/// More than the text of any regions.
const MAX_BYTES: u64 = 16 << 20;

/// The rules of a puzzle, because its text does not say them.
#[derive(Debug, Clone, Default, Args)]
pub struct RuleOptions {
    /// Houses besides rows, columns and blocks; several with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = variant_parser())]
    pub variant: Vec<Variant>,

    /// Irregular regions in place of the blocks: a grid of symbols, one for each region
    #[arg(long, value_name = "FILE", conflicts_with = "block")]
    pub regions: Option<PathBuf>,
}

fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| name.parse::<Variant>())
}

/// The same with the regions read.
#[derive(Debug, Clone, Default)]
pub struct ExtraRules {
    variants: Vec<Variant>,
    regions: Option<Regions>,
}

impl RuleOptions {
    /// Reads the regions.
    ///
    /// # Errors
    /// The file cannot be read, or is not a grid of regions.
    pub fn read(&self) -> anyhow::Result<ExtraRules> {
        let regions = match &self.regions {
            Some(path) => {
                let mut input = Input::open(Some(path))?;
                let name = input.name().to_owned();
                let text = input.read_up_to(MAX_BYTES)?;
                let text = String::from_utf8(text).with_context(|| name.clone())?;
                let regions = Regions::parse(&text);
                Some(
                    regions
                        .map_err(|error| anyhow::anyhow!("{name}:{}: {error}", error.position()))?,
                )
            }
            None => None,
        };
        let mut variants = self.variant.clone();
        variants.sort_unstable();
        variants.dedup();
        Ok(ExtraRules { variants, regions })
    }
}

impl ExtraRules {
    /// Whether there is no rule in them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty() && self.regions.is_none()
    }

    /// A blank grid of the side that the regions have.
    #[must_use]
    pub fn blank(&self) -> Option<Grid> {
        let regions = self.regions.as_ref()?;
        Geometry::new(1, regions.side()).ok().map(|rows| Grid::blank(rows).without_blocks())
    }

    /// Puts the rules into a puzzle.
    ///
    /// # Errors
    /// The puzzle cannot have them.
    pub fn apply(&self, puzzle: Puzzle) -> anyhow::Result<Puzzle> {
        if self.is_empty() {
            return Ok(puzzle);
        }
        let Puzzle { mut grid, alphabet, mut rules, notes } = puzzle;
        if let Some(regions) = &self.regions {
            let side = regions.side();
            anyhow::ensure!(
                (grid.shape().rows(), grid.shape().cols()) == (side, side),
                "the regions are of a grid of side {side}, found one of {}",
                grid.shape_in_words()
            );
            grid = grid.without_blocks();
            let lines = House::lines(grid.shape()).chain(regions.houses().iter().cloned());
            rules = Rules::new(grid.shape(), lines.collect(), rules.constraints().to_vec())?;
        }
        let mut houses = rules.houses().to_vec();
        for variant in &self.variants {
            houses.extend(variant.houses(&grid, &rules)?);
        }
        let rules = Rules::new(grid.shape(), houses, rules.constraints().to_vec())?;
        Ok(Puzzle { grid, alphabet, rules, notes })
    }

    /// The rules of a grid whose puzzle is not known.
    ///
    /// # Errors
    /// As of [`Self::apply`].
    pub fn of_grid(&self, grid: &Grid) -> anyhow::Result<Rules> {
        let alphabet = sudoku_core::Alphabet::of_shape(grid.shape());
        Ok(self.apply(Puzzle::classic(grid.clone(), alphabet))?.rules)
    }
}
