//! The grid that an index is for, and its rules.

use clap::Args;
use grid_cli::{GridOptions, RuleOptions, parse_block};
use pipe_cli::Failure;
use std::path::PathBuf;
use sudoku_core::{Alphabet, Geometry, Grid, Puzzle};

/// The side, the block shape, or a puzzle that has them; 9×9 with 3×3 blocks otherwise.
#[derive(Debug, Clone, Default, Args)]
#[group(multiple = false)]
pub struct Shape {
    /// The side of the grid, with the squarest blocks [default: 9]
    #[arg(long, value_name = "N")]
    side: Option<usize>,

    /// Rows and columns of a block, such as 2x3
    #[arg(long, value_name = "HxW", value_parser = parse_block)]
    block: Option<Geometry>,

    /// A puzzle of this shape
    #[arg(long, value_name = "FILE")]
    puzzle: Option<PathBuf>,
}

impl Shape {
    /// A puzzle of this shape with these rules, whatever its cells hold.
    ///
    /// # Errors
    /// The side has no blocks, a file cannot be read, or a rule is more than relations of two cells.
    pub fn puzzle(&self, rules: &RuleOptions) -> anyhow::Result<Puzzle> {
        let puzzle = if let Some(puzzle) = &self.puzzle {
            let options = GridOptions { rules: rules.clone(), ..GridOptions::default() };
            options.read(Some(puzzle))?
        } else {
            let extra = rules.read()?;
            let blank = match (self.block, self.side, extra.blank()) {
                (Some(geometry), ..) => Grid::blank(geometry),
                (None, None, Some(blank)) => blank,
                (None, side, _) => Grid::blank(of_side(side.unwrap_or(9))?),
            };
            let alphabet = Alphabet::of_shape(blank.shape());
            extra.apply(Puzzle::classic(blank, alphabet))?
        };
        grid_cli::only_relations(&puzzle, "a package index")?;
        Ok(puzzle)
    }
}

fn of_side(side: usize) -> anyhow::Result<Geometry> {
    Geometry::of_side(side).map_err(|error| {
        Failure::new(error).help("name the shape of a block with --block HxW").into()
    })
}

/// Refuses a side above the largest that is wanted.
///
/// # Errors
/// It is larger.
pub(crate) fn check_side(geometry: Geometry, max_side: usize) -> anyhow::Result<()> {
    let side = geometry.side();
    if side > max_side {
        let message = format!("the grid has side {side}, expected at most {max_side}");
        return Err(Failure::new(message).help(format!("--max-side {side} allows it")).into());
    }
    Ok(())
}
