//! Many data graphs through one process: the rules run on each by itself.
//!
//! The rule set is read and stratified once. Graphs come, are inferred from and go one at a time, so
//! memory follows the largest of them. A failure ends the output behind the last graph that is whole.

use crate::data;
use crate::infer::{InferArgs, evaluate};
use crate::output::write_quads;
use srl::engine::{Engine, Limit};
use srl::term::Term;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// What is printed after a limit.
const BEFORE: &str = "the graphs before it are printed";

/// Reads N-Quads, infers for each graph, writes N-Quads.
pub(crate) fn run(
    args: &InferArgs,
    engine: &Engine<'_>,
    fold: &[Term],
    only: &[Term],
) -> anyhow::Result<ExitCode> {
    let path = match &args.data[..] {
        [] => Path::new("-"),
        [path] => PathBuf::as_path(path),
        _ => anyhow::bail!("--each-graph takes one file"),
    };
    pipe_cli::with_stdout(|out| {
        let result = each(args, engine, fold, only, path, out);
        // Up to here there are whole graphs, whatever the next one was.
        out.flush()?;
        result
    })?;
    Ok(ExitCode::SUCCESS)
}

fn each(
    args: &InferArgs,
    engine: &Engine<'_>,
    fold: &[Term],
    only: &[Term],
    path: &Path,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut options = args.run.clone();
    for graph in data::graphs(path, &args.source)? {
        let (name, mut graph) = graph?;
        // The time that the graphs before it have left.
        options.timeout = args.run.timeout.map(|most| most.saturating_sub(started.elapsed()));
        evaluate(engine, &mut graph, fold, &options, false, &mut |_| {}).map_err(|mut stop| {
            if let (Limit::Time(left), Some(most)) = (&mut stop.limit, args.run.timeout) {
                *left = most;
            }
            let name = name.as_ref().map_or("the default graph".to_owned(), Term::to_string);
            anyhow::Error::new(stop.failure(engine.rules(), BEFORE)).context(name)
        })?;
        write_quads(out, &graph, name.as_ref(), &args.output, only, args.run.repeat)?;
    }
    Ok(())
}
