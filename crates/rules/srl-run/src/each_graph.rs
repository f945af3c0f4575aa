//! Many data graphs through one process: the rules run on each by itself.
//!
//! The rule set is read and stratified once. Graphs come, are inferred from and go one at a time, so
//! memory follows the largest of them. A failure ends the output behind the last graph that is whole.

use crate::data::{self, DataOptions};
use crate::evaluate::{RunOptions, evaluate};
use crate::output::{OutputOptions, write_quads};
use crate::report::Report;
use anyhow::Context;
use rdf_graph::term::Term;
use srl::engine::{Engine, Limit, Stats};
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
    pub(crate) json: bool,
}

impl EachGraph<'_> {
    /// Reads N-Quads, infers for each graph, writes N-Quads.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        pipe_cli::with_stdout(|out| {
            let mut total = Stats::default();
            let result = self.each(out, &mut total);
            Report { rules: self.engine.rules(), json: self.json }.errors(&total.errors);
            // Up to here there are whole graphs, whatever the next one was.
            out.flush()?;
            result
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn each(&self, out: &mut impl Write, total: &mut Stats) -> anyhow::Result<()> {
        let started = Instant::now();
        let mut options = self.run.clone();
        for graph in data::graphs(self.path, self.source)? {
            let (name, mut graph) = graph?;
            // The time that the graphs before it have left.
            options.timeout = self.run.timeout.map(|most| most.saturating_sub(started.elapsed()));
            let mut stats = Stats::default();
            let inference =
                evaluate(self.engine, &mut graph, self.fold, &options, false, &mut |round| {
                    stats.add(&round.stats);
                })
                .map_err(|mut stop| {
                    if let (Limit::Time(left), Some(most)) = (&mut stop.limit, self.run.timeout) {
                        *left = most;
                    }
                    anyhow::Error::new(stop.failure(self.engine.rules(), BEFORE))
                        .context(shown(name.as_ref()))
                })?;
            if !self.run.repeat {
                stats = inference.stats;
            }
            total.add(&stats);
            self.run.refuse_errors(&stats.errors).with_context(|| shown(name.as_ref()))?;
            write_quads(out, &graph, name.as_ref(), self.output, self.only, self.run.repeat)?;
        }
        Ok(())
    }
}

fn shown(graph: Option<&Term>) -> String {
    graph.map_or_else(|| "the default graph".to_owned(), Term::to_string)
}
