//! Many data graphs through one process: the rules run on each by itself.
//!
//! The rule set is read and stratified once. Graphs come, are inferred from and go one at a time, so
//! memory follows the largest of them. A failure ends the output behind the last graph that is whole.

use crate::data::{self, DataOptions};
use crate::evaluate::{RunOptions, evaluate};
use crate::output::{OutputOptions, write_quads};
use rdf_graph::term::Term;
use srl::engine::{Engine, Limit};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// What is printed after a limit.
const BEFORE: &str = "the graphs before it are printed";

/// What is to be done with each graph of a file.
pub(crate) struct EachGraph<'a> {
    pub(crate) path: &'a Path,
    pub(crate) source: &'a DataOptions,
    pub(crate) run: &'a RunOptions,
    pub(crate) output: &'a OutputOptions,
    pub(crate) engine: &'a Engine<'a>,
    pub(crate) fold: &'a [Term],
    pub(crate) only: &'a [Term],
}

impl EachGraph<'_> {
    /// Reads N-Quads, infers for each graph, writes N-Quads.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        pipe_cli::with_stdout(|out| {
            let result = self.each(out);
            // Up to here there are whole graphs, whatever the next one was.
            out.flush()?;
            result
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn each(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let started = Instant::now();
        let mut options = self.run.clone();
        for graph in data::graphs(self.path, self.source)? {
            let (name, mut graph) = graph?;
            // The time that the graphs before it have left.
            options.timeout = self.run.timeout.map(|most| most.saturating_sub(started.elapsed()));
            evaluate(self.engine, &mut graph, self.fold, &options, false, &mut |_| {}).map_err(
                |mut stop| {
                    if let (Limit::Time(left), Some(most)) = (&mut stop.limit, self.run.timeout) {
                        *left = most;
                    }
                    let name =
                        name.as_ref().map_or("the default graph".to_owned(), Term::to_string);
                    anyhow::Error::new(stop.failure(self.engine.rules(), BEFORE)).context(name)
                },
            )?;
            write_quads(out, &graph, name.as_ref(), self.output, self.only, self.run.repeat)?;
        }
        Ok(())
    }
}
