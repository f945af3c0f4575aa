//! Looks whether the packages of the cells are at an address.
//!
//! A resolver that cannot find a package says the same as for a puzzle without a solution, so this
//! is asked first. The first and the last cell must have every version, and the first version of each
//! must exclude the peers of its cell: an index of another shape does not.

use crate::size::Shape;
use anyhow::{Context, ensure};
use clap::Args;
use grid_cli::RuleOptions;
use pipe_cli::Failure;
use pkg_index::{Index, PackageName, StaticIndex};
use std::collections::BTreeSet;
use std::io::Write;
use sudoku_core::{Cell, Rules, Value};
use sudoku_packages::{CellPackages, version};

/// The arguments of `sudoku2pkg probe`.
#[derive(Debug, Clone, Args)]
pub struct ProbeArgs {
    /// The index: a folder or the address of its simple pages
    #[arg(value_name = "DIR|URL")]
    pub index: String,

    /// The shape of the grid.
    #[command(flatten)]
    pub shape: Shape,

    /// Its rules.
    #[command(flatten)]
    pub rules: RuleOptions,
}

/// Checks the index and says what it is.
///
/// # Errors
/// There is no index, or it lacks something.
pub fn run(args: &ProbeArgs) -> anyhow::Result<()> {
    let puzzle = args.shape.puzzle(&args.rules)?;
    let packages = CellPackages::of_grid(&puzzle.grid)?;
    let index = StaticIndex::open(&args.index)?;
    check(&index, &packages, &puzzle.rules).with_context(|| args.index.clone())?;
    let geometry = packages.geometry();
    pipe_cli::with_stdout(|out| Ok(writeln!(out, "{}: the cells of {geometry}", args.index)?))
}

/// Checks that an index has the packages of the cells.
///
/// # Errors
/// It cannot be read, or lacks something.
pub fn check(index: &impl Index, packages: &CellPackages, rules: &Rules) -> anyhow::Result<()> {
    let last = packages.geometry().side() - 1;
    for cell in [Cell { row: 0, col: 0 }, Cell { row: last, col: last }] {
        check_cell(index, packages, rules, cell)?;
    }
    Ok(())
}

fn check_cell(
    index: &impl Index,
    packages: &CellPackages,
    rules: &Rules,
    cell: Cell,
) -> anyhow::Result<()> {
    let geometry = packages.geometry();
    let name: PackageName = packages.name(cell).parse()?;
    let Some(project) = index.project(&name)? else {
        let message = format!("the index has no package {name}, expected the cells of {geometry}");
        return Err(Failure::new(message).help("sudoku2pkg index DIR writes them").into());
    };
    let found: BTreeSet<Value> =
        project.files.iter().filter_map(|file| packages.value(&file.version).ok()).collect();
    if let Some(missing) = (0..geometry.side() as Value).find(|value| !found.contains(value)) {
        anyhow::bail!("{name} has no version {}, expected one for each value", version(missing));
    }
    let first = project.files.iter().find(|file| packages.value(&file.version) == Ok(0));
    let metadata = index.metadata(first.context("no first version")?)?;
    let required: BTreeSet<Cell> =
        metadata.requires_dist.iter().filter_map(|text| packages.cell(name_in(text))).collect();
    ensure!(
        required == rules.peers(cell).into_iter().collect(),
        "{name} does not require the peers of its cell, expected the cells of {geometry}"
    );
    Ok(())
}

/// The name at the start of a requirement.
fn name_in(requirement: &str) -> &str {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    requirement.split(|c| !is_name(c)).next().unwrap_or_default()
}
