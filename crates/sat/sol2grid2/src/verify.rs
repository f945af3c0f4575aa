//! Checks a certificate from the puzzle on.
//!
//! The solution is checked against the puzzle by `grid-check`; the puzzle is encoded anew by
//! `sudoku2cnf`, and what comes out, with the blocking clause of the solution, must be `problem.cnf`
//! byte for byte; the proof is checked by `proof-check`. No solver takes part, so nobody need trust
//! one.

use crate::certificate::{
    Claim, DESCRIPTION, Description, PROBLEM, PROOF, PUZZLES, REGIONS, SOLUTION, Source,
};
use crate::programs::objection;
use crate::question::Question;
use anyhow::{Context, bail, ensure};
use clap::Parser;
use grid_cli::{GridOptions, GridText};
use pipe_cli::Input;
use std::ffi::OsString;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use sudoku_core::Grid;
use sudoku_core::format::ReadOptions;

/// More than any description has.
const MAX_DESCRIPTION: u64 = 1 << 16;

/// A folder that claims to be a certificate.
#[derive(Debug)]
pub(crate) struct Certificate {
    folder: PathBuf,
    pub(crate) claim: Claim,
    encoding: String,
    /// The puzzle that is in the folder.
    pub(crate) source: Source,
}

/// The options as the description has them.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Words {
    #[command(flatten)]
    options: GridOptions,
}

impl Certificate {
    /// Reads the description.
    ///
    /// # Errors
    /// It cannot be read or is none, or the folder has no puzzle.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Self> {
        let mut input = Input::open(Some(&folder.join(DESCRIPTION)))?;
        let text = input.read_up_to(MAX_DESCRIPTION)?;
        let description: Description = serde_json::from_slice(&text)
            .map_err(|error| input.error_at(error.line() as u64, error.column() as u64, &error))?;
        let words = Words::try_parse_from(&description.options);
        let mut options = words.ok().with_context(|| {
            format!("{}: found options that no puzzle has: {:?}", input.name(), description.options)
        })?;
        if let Some(regions) = &options.options.rules.regions {
            let name = input.name();
            ensure!(regions == Path::new(REGIONS), "{name}: found other regions than {REGIONS}");
            options.options.rules.regions = Some(folder.join(REGIONS));
        }
        let mut puzzles = PUZZLES.iter().map(|name| folder.join(name)).filter(|path| path.exists());
        let source = match (puzzles.next(), puzzles.next()) {
            (Some(puzzle), None) => Source { puzzle, options: options.options },
            (None, _) => bail!("{}: found no {}", folder.display(), PUZZLES.join(" or ")),
            (Some(_), Some(_)) => {
                bail!("{}: found both {}, expected one", folder.display(), PUZZLES.join(" and "))
            }
        };
        let Description { claim, encoding, .. } = description;
        Ok(Self { folder: folder.to_owned(), claim, encoding, source })
    }

    /// Checks it for a puzzle: the solution, or what does not hold.
    ///
    /// # Errors
    /// A file cannot be read, or a tool cannot be run.
    pub(crate) fn verify(&self, source: &Source) -> anyhow::Result<Result<Option<Grid>, String>> {
        let grid = match self.claim {
            Claim::Unique => Some(self.solution(source)?),
            Claim::None => None,
        };
        if grid.is_some() {
            let mut words = source.options.words();
            words.extend(
                ["--".into(), source.puzzle.clone().into()]
                    .into_iter()
                    .chain([self.file(SOLUTION)]),
            );
            if let Some(wrong) = objection("grid-check", words)? {
                return Ok(Err(format!("{SOLUTION}: {wrong}")));
            }
        }
        let formula = self.folder.join(PROBLEM);
        let file = File::open(&formula).with_context(|| formula.display().to_string())?;
        let question =
            Question::new(&source.puzzle, &source.options, &self.encoding, grid.as_ref())?;
        let difference = question.difference(BufReader::with_capacity(1 << 16, file));
        if let Some(line) = difference.with_context(|| formula.display().to_string())? {
            return Ok(Err(format!(
                "{PROBLEM}:{line}: this line is not what sudoku2cnf and the solution say"
            )));
        }
        let wrong = objection("proof-check", [self.file(PROBLEM), self.file(PROOF)])?;
        Ok(match wrong {
            None => Ok(grid),
            Some(wrong) => Err(format!("{PROOF}: {wrong}")),
        })
    }

    fn file(&self, name: &str) -> OsString {
        self.folder.join(name).into()
    }

    /// The grid in the file of the solution.
    fn solution(&self, source: &Source) -> anyhow::Result<Grid> {
        let puzzle = source.options.read(Some(&source.puzzle))?;
        let mut text = GridText::read(Some(&self.folder.join(SOLUTION)))?;
        let options = ReadOptions { alphabet: Some(puzzle.alphabet), like: Some(puzzle.grid) };
        let solution = text.puzzle(&options, None)?;
        let solution = solution.with_context(|| format!("{}: found no grid", text.name()))?;
        Ok(solution.grid)
    }
}
