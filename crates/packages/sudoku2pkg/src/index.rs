//! The rules of Sudoku as a static package index: a folder of wheels with its pages.
//!
//! ```text
//! DIR/sudoku-index.json                                      the manifest
//! DIR/simple/index.html, index.json                          the projects
//! DIR/simple/sudoku-cell25/index.html, index.json            the files of a project
//! DIR/files/sudoku_cell25-3.0.0-py3-none-any.whl             a version
//! DIR/files/sudoku_cell25-3.0.0-py3-none-any.whl.metadata    its metadata
//! ```
//!
//! It is written beside its place and then renamed, so that a folder is a whole index or none. An
//! index has `n³` wheels; each requires the peers of its cell: `2(n−1) + (h−1)(w−1)` where rows, columns and
//! blocks are all the houses.

pub mod manifest;
pub mod pages;
pub mod wheel;

use crate::size::{Shape, check_side};
use anyhow::{Context, anyhow};
use clap::Args;
use grid_cli::RuleOptions;
use manifest::{Manifest, rules_digest};
use pages::{Link, Page};
use pipe_cli::Failure;
use pkg_index::Sha256;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_core::{Geometry, Rules};
use sudoku_packages::CellPackages;

/// The arguments of `sudoku2pkg index`.
#[derive(Debug, Clone, Args)]
pub struct IndexArgs {
    /// The folder to write; it becomes the index of this shape if it is one of another
    pub dir: PathBuf,

    /// The shape of the grid.
    #[command(flatten)]
    pub shape: Shape,

    /// Its rules.
    #[command(flatten)]
    pub rules: RuleOptions,

    /// The largest side for which an index is written: 36 has 46,656 wheels, 64 has 262,144
    #[arg(long, value_name = "N", default_value_t = 36)]
    pub max_side: usize,
}

/// Writes the index, unless it is there already.
///
/// # Errors
/// The folder holds something else, or cannot be written.
pub fn run(args: &IndexArgs) -> anyhow::Result<()> {
    let puzzle = args.shape.puzzle(&args.rules)?;
    let geometry = CellPackages::of_grid(&puzzle.grid)?.geometry();
    check_side(geometry, args.max_side)?;
    let replaces = match state(&args.dir, geometry, rules_digest(geometry, &puzzle.rules))? {
        State::Current => return Ok(()),
        State::Free => false,
        State::Other => true,
    };
    let parent = match args.dir.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    let scratch = tempfile::Builder::new()
        .prefix(".sudoku-index-")
        .tempdir_in(parent)
        .with_context(|| parent.display().to_string())?;
    let new = scratch.path().join("new");
    write(&new, geometry, &puzzle.rules)?;
    if replaces {
        rename(&args.dir, &scratch.path().join("old"))?;
    } else if args.dir.exists() {
        fs::remove_dir(&args.dir).with_context(|| args.dir.display().to_string())?;
    }
    rename(&new, &args.dir)
}

/// What stands where an index is wanted.
enum State {
    /// The index that is wanted.
    Current,
    /// Nothing.
    Free,
    /// Another index, or this one with files missing.
    Other,
}

fn state(dir: &Path, geometry: Geometry, rules: Option<Sha256>) -> anyhow::Result<State> {
    if !dir.exists() {
        return Ok(State::Free);
    }
    let named = || dir.display().to_string();
    let mut entries = fs::read_dir(dir).with_context(named)?;
    if entries.next().is_none() {
        return Ok(State::Free);
    }
    // A manifest that cannot be read is one of another format, which is replaced as well.
    if !dir.join(manifest::FILE).is_file() {
        let message = format!("{}: the folder is not empty and is not an index of cells", named());
        return Err(Failure::new(message).help("name a folder that does not exist yet").into());
    }
    let is_wanted = |found: Manifest| found.geometry == geometry && found.rules == rules;
    let is_same = matches!(Manifest::read(dir), Ok(Some(found)) if is_wanted(found));
    let n_files = fs::read_dir(dir.join("files")).map_or(0, Iterator::count);
    let is_whole = n_files == 2 * geometry.n_cells() * geometry.side();
    Ok(if is_same && is_whole { State::Current } else { State::Other })
}

fn rename(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::rename(from, to).with_context(|| to.display().to_string())
}

/// Writes an index into a folder that is not there yet; the same bytes every time.
///
/// # Errors
/// A constraint is more than relations of two cells, or a file cannot be written.
pub fn write(dir: &Path, geometry: Geometry, rules: &Rules) -> anyhow::Result<()> {
    let packages = CellPackages::new(geometry);
    let conflicts =
        rules.conflicts().map_err(|other| anyhow!("{other}: no relation of two cells"))?;
    let (files, simple) = (dir.join("files"), dir.join("simple"));
    create_folder(&files)?;
    let mut names = Vec::new();
    let mut checksums = Vec::new();
    for index in 0..geometry.n_cells() {
        let cell = geometry.cell(index);
        let name = packages.name(cell);
        let wheels = wheel::wheels_of(&packages, rules, &conflicts, cell)?;
        let links: Vec<Link> = wheels.iter().map(Link::to).collect();
        for wheel in &wheels {
            create(&files.join(&wheel.filename), &wheel.bytes)?;
            create(&files.join(format!("{}.metadata", wheel.filename)), wheel.metadata.as_bytes())?;
        }
        create_page(&simple.join(&name), &pages::project(&name, &links))?;
        checksums.extend(
            wheels
                .into_iter()
                .zip(&links)
                .map(|(wheel, link)| (wheel.filename, link.checksum_line())),
        );
        names.push(name);
    }
    create_page(&simple, &pages::root(&names))?;
    checksums.sort();
    let list: String = checksums.into_iter().map(|(_, line)| line).collect();
    let rules = rules_digest(geometry, rules);
    let manifest = Manifest { geometry, rules, wheels: Sha256::of(list.as_bytes()) };
    create(&dir.join(manifest::FILE), manifest.text().as_bytes())
}

fn create_page(folder: &Path, page: &Page) -> anyhow::Result<()> {
    create_folder(folder)?;
    create(&folder.join("index.html"), page.html.as_bytes())?;
    create(&folder.join("index.json"), page.json.as_bytes())
}

fn create_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| path.display().to_string())
}

fn create(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    fs::write(path, content).with_context(|| path.display().to_string())
}
