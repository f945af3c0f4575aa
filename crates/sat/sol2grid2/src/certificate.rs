//! A certificate: a folder that shows to others that a solution is the only one, or that there is none.
//!
//! ```text
//! certificate.json   {"claim": "unique", "encoding": "natural", "options": ["--variant=diagonals"]}
//! puzzle.txt         the puzzle, byte for byte; puzzle.json if it is JSON
//! regions.txt        what --regions names, if it is among the options
//! solution.txt       the solution, if the claim is "unique" and not "none"
//! problem.cnf        what sudoku2cnf writes for puzzle, options and encoding; if the claim is "unique",
//!                    with the blocking clause of the solution
//! proof              that problem.cnf has no model, in a format that proof-check reads
//! ```
//!
//! `options` are those with which each tool reads the puzzle. Anyone can check the folder by hand with
//! `grid-check`, `sudoku2cnf` and `proof-check`; [`verify`](crate::verify) runs them.

use grid_cli::GridOptions;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

pub(crate) const DESCRIPTION: &str = "certificate.json";
pub(crate) const REGIONS: &str = "regions.txt";
pub(crate) const SOLUTION: &str = "solution.txt";
pub(crate) const PROBLEM: &str = "problem.cnf";
pub(crate) const PROOF: &str = "proof";
/// The names that a puzzle may have: as text and as JSON.
pub(crate) const PUZZLES: [&str; 2] = ["puzzle.txt", "puzzle.json"];

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Claim {
    /// The solution is the only one.
    Unique,
    /// There is none.
    None,
}

/// The file [`DESCRIPTION`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Description {
    pub(crate) claim: Claim,
    /// The encoding's name.
    pub(crate) encoding: String,
    /// Words of a command line, the regions by the name that they have in the folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<String>,
}

/// A puzzle in a file, and how it is read.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) puzzle: PathBuf,
    pub(crate) options: GridOptions,
}

impl Source {
    /// The same with the copies that a folder has.
    pub(crate) fn in_folder(&self, folder: &Path, name: &str) -> Self {
        let mut options = self.options.clone();
        if let Some(regions) = &mut options.rules.regions {
            *regions = folder.join(REGIONS);
        }
        Self { puzzle: folder.join(name), options }
    }
}
