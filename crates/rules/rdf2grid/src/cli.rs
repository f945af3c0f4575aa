//! The tool.
//!
//! Rules stall rather than guess, so a graph may leave cells open; `--partial` prints such a grid and
//! says how many. Anything that no grid has is an error that names the cell.

use crate::decode::{DecodeError, decode};
use crate::facts::Facts;
use crate::read::{format_of, graphs};
use anyhow::{Context, bail};
use clap::Parser;
use grid_cli::{Frame, GridOutput};
use pipe_cli::{Failure, Input};
use rdf_graph::io::ReadError;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sudoku_core::format::Layout;
use sudoku_core::{Geometry, Grid};

const AFTER_HELP: &str = "\
Reads Turtle, N-Triples and TriG, and with --all or from files that end in .nq N-Quads.

Example:
  sudoku2rdf input.txt | srl-run --merge --repeat --fold ex:hasValue sudoku.srl |
    rdf2grid --partial --puzzle input.txt

Exit codes:
  0  the grid, or with --all those of all graphs
  1  with --all: some graphs are not grids; each has a line with the reason where its grid would be
  2  the graph is not a grid, or cannot be read; nothing more is printed";

/// The exit code where some of the graphs are not grids.
const NOT_ALL: u8 = 1;

/// Read a Sudoku grid from an RDF graph.
///
/// A cell is a resource with ex:hasIndexI, ex:hasIndexJ and ex:hasValue, as sudoku2rdf writes it.
#[derive(Debug, Clone, Parser)]
#[command(name = "rdf2grid", version, after_help = AFTER_HELP)]
pub struct Args {
    /// The graph; standard input if there is no file or it is -
    file: Option<PathBuf>,

    /// Print a grid that has open cells, and say how many
    #[arg(long)]
    partial: bool,

    /// Print a grid for each named graph of N-Quads or TriG, in their order, or why it is none
    #[arg(long, conflicts_with = "puzzle")]
    all: bool,

    /// What is known of the puzzle, and how to print the grid.
    #[command(flatten)]
    output: GridOutput,
}

/// The tool: reads a graph and writes its grid to standard output.
///
/// # Errors
/// The graph cannot be read or is not a grid, or writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let frame = args.output.frame()?;
    let input = Input::open(args.file.as_deref())?;
    let name = input.name().to_owned();
    let format = format_of(args.file.as_deref().unwrap_or(Path::new("-")), args.all);
    let mut graphs = graphs(input.into_reader(), format);
    if args.all {
        print_all(&args, &frame, &mut graphs, &name)?;
    } else {
        let facts = match graphs.next() {
            None => Facts::default(),
            Some(graph) => graph.map_err(|error| located(&name, error))?.1,
        };
        if let Some(other) = graphs.next() {
            let (other, _) = other.map_err(|error| located(&name, error))?;
            return Err(Failure::new(format!("{name}: there is a second graph, {other}"))
                .help("--all prints a grid for each graph")
                .into());
        }
        let grid = grid_of(&facts, &frame, args.partial).context(name)?;
        pipe_cli::with_stdout(|out| frame.write(out, &grid))?;
        let open = n_open(&grid);
        if open > 0 {
            pipe_cli::note(format!("{open} of {} cells are open", grid.cells().len()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_all(
    args: &Args,
    frame: &Frame,
    graphs: &mut dyn Iterator<Item = Result<(String, Facts), ReadError>>,
    name: &str,
) -> anyhow::Result<()> {
    let is_line = matches!(args.output.format, Layout::Line | Layout::Sdm);
    let (mut n_graphs, mut n_grids, mut n_partial, mut open) = (0, 0, 0, 0);
    pipe_cli::with_stdout(|out| {
        for graph in graphs {
            let (graph, facts) = graph.map_err(|error| located(name, error))?;
            if n_graphs > 0 && !is_line {
                writeln!(out)?;
            }
            n_graphs += 1;
            match grid_of(&facts, frame, args.partial) {
                Ok(grid) => {
                    frame.write(out, &grid)?;
                    n_grids += 1;
                    n_partial += usize::from(!grid.is_full());
                    open += n_open(&grid);
                }
                Err(error) => {
                    pipe_cli::warning(format!("{name}: {graph}: {error}"));
                    match args.output.format {
                        Layout::Json => writeln!(out, "null")?,
                        _ => writeln!(out, "No grid: {error}")?,
                    }
                }
            }
        }
        Ok(())
    })?;
    if n_partial > 0 {
        pipe_cli::note(format!(
            "{n_partial} of {n_grids} grids are partial, {open} cells are open"
        ));
    }
    if n_grids < n_graphs {
        let message = format!("{name}: not a grid: {} of {n_graphs} graphs", n_graphs - n_grids);
        return Err(Failure::new(message).code(NOT_ALL).into());
    }
    Ok(())
}

fn located(name: &str, error: ReadError) -> anyhow::Error {
    match error {
        ReadError::Syntax(error) => anyhow::anyhow!("{name}:{}: {error}", error.position()),
        error => anyhow::Error::new(error).context(name.to_owned()),
    }
}

/// The grid of a graph, checked.
fn grid_of(facts: &Facts, frame: &Frame, partial: bool) -> anyhow::Result<Grid> {
    let blank = match (facts.block()?, frame.blank()) {
        (Some(stated), Some(known)) => {
            // A grid without blocks is said to have blocks of one row.
            let of_rows = Geometry::new(1, known.shape().cols()).ok();
            if known.blocks().or(of_rows) != Some(stated) {
                bail!("found a grid of {stated}, expected {}", known.shape_in_words());
            }
            known.clone()
        }
        (Some(stated), None) => Grid::blank(stated),
        (None, _) => frame.blank_of_side(facts.side()?)?,
    };
    let grid = decode(facts, &blank).map_err(|error| {
        let message = error.describe(|value| frame.symbol(blank.shape(), value));
        let failure = Failure::new(message);
        match error {
            DecodeError::MissingCell(_) => {
                failure.help("srl-run --merge prints the triples of the puzzle too")
            }
            _ => failure,
        }
    })?;
    if grid.is_full() {
        frame.check(&grid)?;
    } else if partial {
        frame.check_partial(&grid)?;
    } else {
        let first = grid.cells().iter().position(Option::is_none).unwrap_or_default();
        let message = format!("{} has no value", blank.shape().cell(first));
        let help = format!("--partial prints a grid with open cells, here {}", n_open(&grid));
        return Err(Failure::new(message).help(help).into());
    }
    Ok(grid)
}

fn n_open(grid: &Grid) -> usize {
    grid.cells().iter().filter(|value| value.is_none()).count()
}
