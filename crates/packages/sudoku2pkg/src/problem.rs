//! A puzzle as a project: `pyproject.toml`.
//!
//! It requires the package of every cell, a given's pinned to the given's version. The index to take
//! them from is a part of the project, because without one a resolver would ask the public index for
//! packages of these names.
//!
//! ```text
//! given v  ->  "sudoku-cell11==v.0.0"        blank  ->  "sudoku-cell12"
//! ```
//!
//! With hints, the project also says what the requirements of the cells cannot: each value stands
//! somewhere in each house. `pkg-lock` alone reads that, in a table of its own; it follows from the
//! rules, so that the locks are the same.
//!
//! # References
//! - PEP 621: the table `project`; PEP 508, PEP 440: requirements and versions
//! - Poetry, *The pyproject.toml file*; uv, *Package indexes*

use crate::index::manifest::{Manifest, rules_digest};
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use grid_cli::GridInput;
use pipe_cli::Failure;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use sudoku_core::Puzzle;
use sudoku_packages::CellPackages;
use sudoku_packages::project::{DEFAULT_INDEX, NAME, has_hints, hints, poetry1, project};
use url::Url;

/// The arguments of `sudoku2pkg problem`.
#[derive(Debug, Clone, Args)]
pub struct ProblemArgs {
    /// The puzzle.
    #[command(flatten)]
    pub input: GridInput,

    /// The index that the project names: a folder, or the address of its simple pages
    /// [default: where `sudoku2pkg serve` serves one]
    #[arg(long, value_name = "DIR|URL")]
    pub index: Option<String>,

    /// Write DIR/pyproject.toml instead of standard output
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// For which tools the project is written
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    pub style: Style,

    /// Say for pkg-lock, too, that each value stands somewhere in each row, column and block [default at side 9]
    #[arg(long)]
    pub hints: bool,

    /// Do not say so
    #[arg(long, conflicts_with = "hints")]
    pub no_hints: bool,
}

/// The form of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Style {
    /// The table `project`, which Poetry from 2.0, uv, pdm, pip and pkg-lock read
    #[default]
    Project,
    /// The table `tool.poetry` of Poetry 1
    Poetry1,
}

/// Writes the project.
///
/// # Errors
/// The puzzle cannot be read, the index is for another grid, or writing fails.
pub fn run(args: &ProblemArgs) -> anyhow::Result<()> {
    let puzzle = args.input.read()?;
    grid_cli::only_relations(&puzzle, "a package index")?;
    if let Some(clash) = puzzle.clash() {
        let what = clash.describe(&puzzle.alphabet);
        pipe_cli::warning(format!("{what}, so the puzzle has no solution"));
    }
    let index = match &args.index {
        Some(address) => index_url(address, &puzzle)?,
        None => DEFAULT_INDEX.to_owned(),
    };
    let mut text = match args.style {
        Style::Project => project(&puzzle.grid, &index)?,
        Style::Poetry1 => poetry1(&puzzle.grid, &index)?,
    };
    let is_usual = has_hints(&puzzle) && matches!(args.style, Style::Project);
    if args.hints || is_usual && !args.no_hints {
        text.push_str(&hints(&puzzle)?);
    }
    match &args.out {
        Some(folder) => write_into(folder, &text),
        None => pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?)),
    }
}

/// The address that the project names for a folder or an address.
fn index_url(address: &str, puzzle: &Puzzle) -> anyhow::Result<String> {
    if address.contains("://") {
        let url = Url::parse(address).with_context(|| address.to_owned())?;
        let is_secret = url.password().is_some() || !url.username().is_empty();
        ensure!(
            !is_secret,
            "the index address has a user in it, expected none: a project is shared"
        );
        let is_known = matches!(url.scheme(), "http" | "https" | "file");
        ensure!(is_known, "{address}: expected an address of http, https or file");
        return Ok(url.into());
    }
    let folder = Path::new(address);
    let Some(manifest) = Manifest::read(folder)? else {
        let message = format!("{address}: found no index of cells");
        return Err(Failure::new(message).help(format!("sudoku2pkg index {address}")).into());
    };
    let (found, geometry) = (manifest.geometry, CellPackages::of_grid(&puzzle.grid)?.geometry());
    ensure!(found == geometry, "{address}: found the index of {found}, the puzzle is {geometry}");
    ensure!(
        manifest.rules == rules_digest(geometry, &puzzle.rules),
        "{address}: found the index of a puzzle with other houses: write one with the same --variant and --regions"
    );
    let simple = folder.join("simple").canonicalize().with_context(|| address.to_owned())?;
    let url = Url::from_directory_path(&simple).ok().with_context(|| address.to_owned())?;
    Ok(url.into())
}

/// Writes the project into a folder whole or not at all; another project's file is left alone.
fn write_into(folder: &Path, text: &str) -> anyhow::Result<()> {
    let path = folder.join("pyproject.toml");
    let named = || path.display().to_string();
    match fs::read(&path) {
        Ok(found) if found == text.as_bytes() => return Ok(()),
        Ok(found) if !is_problem(&found) => {
            bail!("{}: found another project here, expected {NAME} or none", named())
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(named),
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    pipe_cli::write_file(&path, text.as_bytes())?;
    for lock in ["poetry.lock", "uv.lock"].map(|name| folder.join(name)) {
        if lock.exists() {
            let lock = lock.display();
            pipe_cli::warning(format!(
                "{lock} exists; resolvers prefer the versions of an old lock"
            ));
        }
    }
    Ok(())
}

fn is_problem(found: &[u8]) -> bool {
    let name = format!("name = \"{NAME}\"");
    found.split(|byte| *byte == b'\n').any(|line| line.trim_ascii() == name.as_bytes())
}
