//! The tool: its arguments, and what it prints.

use crate::literals::Literals;
use crate::{EncodeError, Encoding, encode, encode_annotated, explain};
use clap::Parser;
use grid_cli::GridInput;
use pipe_cli::Failure;
use std::io::Write;
use std::process::ExitCode;
use sudoku_core::{Alphabet, Geometry, GridShape};

/// Encodes a Sudoku puzzle as a DIMACS CNF.
#[derive(Debug, Clone, Parser)]
#[command(name = "sudoku2cnf", version, after_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    input: GridInput,

    /// Which clauses say that a grid is a solution
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    encoding: Encoding,

    /// Say in comment lines what the clauses mean
    #[arg(long)]
    annotate: bool,

    /// Say what a variable, a negated one or a whole clause means, and encode nothing
    #[arg(long, value_name = "VAR", allow_hyphen_values = true)]
    explain: Vec<Literals>,

    /// The side of the grid that --explain is about, where no puzzle is given [default: 9]
    #[arg(long, value_name = "N", requires = "explain", conflicts_with_all = ["file", "block"])]
    side: Option<usize>,

    /// The largest side that is encoded: 64 has 33 million clauses, 100 has 198 million
    #[arg(long, value_name = "N", default_value_t = 64)]
    max_side: usize,
}

const AFTER_HELP: &str = "\
Examples:
  sudoku2cnf input.txt > problem.cnf
  sudoku2cnf --explain 462 --explain '-1 -82 0'

Exit codes: 0 done; 2 trouble (usage, input or output, malformed input).";

/// The tool: reads a puzzle and writes its CNF to standard output, or explains literals.
///
/// # Errors
/// The puzzle cannot be read or is too large, a literal is not a cell variable, or writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if args.explain.is_empty() {
        write_cnf(&args)?;
    } else {
        write_explanations(&args)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_cnf(args: &Args) -> anyhow::Result<()> {
    let puzzle = args.input.read()?;
    let shape = puzzle.grid.shape();
    let side = shape.rows().max(shape.cols()).max(shape.n_values());
    if side > args.max_side {
        let name = args.input.name();
        let message =
            format!("{name}: the grid has side {side}, expected at most {}", args.max_side);
        return Err(Failure::new(message).help(format!("--max-side {side} allows it")).into());
    }
    if let Some(clash) = puzzle.clash() {
        let what = clash.describe(&puzzle.alphabet);
        pipe_cli::warning(format!("{what}, so the puzzle has no solution"));
    }
    pipe_cli::with_stdout(|out| {
        let written = if args.annotate {
            encode_annotated(&puzzle, args.encoding, out)
        } else {
            encode(&puzzle, args.encoding, out)
        };
        written.map(drop).map_err(|error| match error {
            EncodeError::Io(error) => error.into(),
            other => anyhow::Error::new(other).context(args.input.name()),
        })
    })
}

fn write_explanations(args: &Args) -> anyhow::Result<()> {
    let (shape, alphabet) = explained_grid(args)?;
    let literals = args.explain.iter().flat_map(|argument| &argument.0);
    let explanations = literals
        .map(|literal| explain(shape, &alphabet, *literal))
        .collect::<Result<Vec<_>, _>>()?;
    pipe_cli::with_stdout(|out| {
        Ok(explanations.iter().try_for_each(|said| writeln!(out, "{said}"))?)
    })
}

/// The grid whose variables are explained: that of the file, or one of the side that is named.
fn explained_grid(args: &Args) -> anyhow::Result<(GridShape, Alphabet)> {
    if args.input.file.is_some() {
        let puzzle = args.input.read()?;
        return Ok((puzzle.grid.shape(), puzzle.alphabet));
    }
    let options = &args.input.options;
    let geometry = match (options.block, args.side) {
        (Some(geometry), _) => geometry,
        // Block shapes make no difference to the numbering, so a prime side is fine here.
        (None, Some(side)) => Geometry::new(1, side)?,
        (None, None) => Geometry::of_side(9)?,
    };
    let alphabet = options.alphabet.clone();
    let shape = GridShape::from(geometry);
    Ok((shape, alphabet.unwrap_or_else(|| Alphabet::of_shape(shape))))
}
