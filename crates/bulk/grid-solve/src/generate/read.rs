//! Puzzles and patterns that the generator starts from: one a line, the first word of it.

use anyhow::Context;
use grid_engine::{N_CELLS, Puzzle, PuzzleError};
use pipe_cli::Input;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A puzzle, and where it stands: `puzzles.txt:3`.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) puzzle: Puzzle,
    pub(crate) place: String,
}

/// The puzzles of a file, or of standard input; blank lines and those that start with `#` are left out.
///
/// # Errors
/// It cannot be read, or a line is no puzzle.
pub(crate) fn puzzles(path: Option<&Path>) -> anyhow::Result<Vec<Placed>> {
    let input = Input::open(path)?;
    let name = input.name().to_owned();
    let mut found = Vec::new();
    for (index, line) in BufReader::new(input.into_reader()).lines().enumerate() {
        let line = line.with_context(|| name.clone())?;
        let text = line.trim_start();
        let word = text.split([' ', '\t', ',', ';', '#']).next().unwrap_or("");
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let before = line.len() - text.len();
        let puzzle = Puzzle::parse(word.as_bytes()).map_err(|error| {
            let position = match error {
                PuzzleError::Symbol { position, .. } => position,
                PuzzleError::Length { found } => found.min(N_CELLS),
                _ => 0,
            };
            anyhow::anyhow!("{name}:{}:{}: {error}", index + 1, before + position + 1)
        })?;
        found.push(Placed { puzzle, place: format!("{name}:{}", index + 1) });
    }
    Ok(found)
}
