//! Many data graphs through one process: the rules run on each by itself.
//!
//! The rule set is read and stratified once. Graphs come, are inferred from and go one at a time, so
//! memory follows the largest of them.

use crate::data;
use crate::infer::{InferArgs, evaluate};
use crate::output::write_quads;
use srl::engine::Engine;
use srl::term::Term;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    let repeated = args.run.repeat;
    pipe_cli::with_stdout(|out| {
        for graph in data::graphs(path, &args.source)? {
            let (name, mut graph) = graph?;
            evaluate(engine, &mut graph, fold, &args.run, false, &mut |_| {}).map_err(
                |stopped| {
                    let name =
                        name.as_ref().map_or("the default graph".to_owned(), Term::to_string);
                    anyhow::Error::new(stopped).context(name)
                },
            )?;
            write_quads(out, &graph, name.as_ref(), &args.output, only, repeated)?;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    Ok(ExitCode::SUCCESS)
}
