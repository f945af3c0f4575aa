//! The shape of the grid that an index is for.

use clap::Args;
use grid_cli::{GridOptions, parse_block};
use pipe_cli::Failure;
use std::path::PathBuf;
use sudoku_core::Geometry;
use sudoku_packages::CellPackages;

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
    /// The geometry that is meant.
    ///
    /// # Errors
    /// The side has no blocks, or the puzzle cannot be read.
    pub fn geometry(&self) -> anyhow::Result<Geometry> {
        if let Some(puzzle) = &self.puzzle {
            let grid = GridOptions::default().read(Some(puzzle))?.grid;
            return Ok(CellPackages::of_grid(&grid)?.geometry());
        }
        match (self.block, self.side) {
            (Some(geometry), _) => Ok(geometry),
            (None, side) => Geometry::of_side(side.unwrap_or(9)).map_err(|error| {
                Failure::new(error).help("name the shape of a block with --block HxW").into()
            }),
        }
    }
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
