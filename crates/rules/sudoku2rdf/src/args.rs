//! The tool: its arguments, and what it prints.

use crate::graph::triples;
use crate::write;
use anyhow::Context;
use clap::{Parser, ValueEnum};
use grid_cli::{GridInput, GridText};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use sudoku_core::Puzzle;

const AFTER_HELP: &str = "\
Examples:
  sudoku2rdf input.txt | srl-run --merge --repeat --fold ex:hasValue sudoku.srl | rdf2grid
  sudoku2rdf --all puzzles.sdm > puzzles.nq

Exit codes: 0 done; 2 trouble (usage, input or output, malformed input).";

/// Write a Sudoku puzzle as an RDF graph.
///
/// Cells are <urn:square/1> to <urn:square/n²>, row by row, with ex:hasIndexI, ex:hasIndexJ and, if
/// filled, ex:hasValue; ex:digits has every value as ex:digit. Values count from 1, whatever the symbols.
#[derive(Debug, Clone, Parser)]
#[command(name = "sudoku2rdf", version, after_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    input: GridInput,

    /// The syntax of the graph
    #[arg(short, long, value_enum, default_value_t, value_name = "SYNTAX")]
    output: Syntax,

    /// Write every puzzle of the file, as N-Quads with a named graph each: <urn:puzzle/1> …
    #[arg(long, conflicts_with_all = ["output", "nth"])]
    all: bool,
}

/// A syntax of one graph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Syntax {
    /// Turtle, a line for each cell
    #[default]
    Turtle,
    /// N-Triples
    #[value(alias = "nt")]
    Ntriples,
}

/// The tool: reads a puzzle and writes its graph to standard output.
///
/// # Errors
/// The puzzle cannot be read, or writing fails.
#[expect(clippy::needless_pass_by_value, reason = "the body of every tool takes its arguments")]
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if args.all {
        write_all(&args.input)?;
    } else {
        let puzzle = args.input.read()?;
        grid_cli::only_relations(&puzzle, "a graph")?;
        warn_of_clash(&puzzle, "the puzzle");
        let triples = triples(&puzzle).with_context(|| args.input.name())?;
        pipe_cli::with_stdout(|out| {
            match args.output {
                Syntax::Turtle => write::turtle(&triples, out)?,
                Syntax::Ntriples => write::ntriples(&triples, None, out)?,
            }
            Ok(())
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_all(input: &GridInput) -> anyhow::Result<()> {
    let mut text = GridText::read(input.file.as_deref())?;
    pipe_cli::with_stdout(|out| {
        let mut written = Ok(());
        let read = input.options.each(&mut text, |number, puzzle| {
            written = grid_cli::only_relations(&puzzle, "a graph").and_then(|()| {
                warn_of_clash(&puzzle, &format!("puzzle {number}"));
                let name = format!("<urn:puzzle/{number}>");
                Ok(write::ntriples(&triples(&puzzle)?, Some(&name), out)?)
            });
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        // Up to here there are whole graphs, whatever comes next.
        out.flush()?;
        read.and(written)
    })
}

fn warn_of_clash(puzzle: &Puzzle, name: &str) {
    if let Some(clash) = puzzle.clash() {
        let what = clash.describe(&puzzle.alphabet);
        pipe_cli::warning(format!("{what}, so {name} has no solution"));
    }
}
