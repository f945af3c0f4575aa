//! Many data graphs through one process: the rules run on each by itself.
//!
//! The rule set is read and stratified once. Graphs come, are inferred from and go one at a time, so
//! memory follows the largest of them; with `--jobs N` some graphs for each of N threads are there at once, and come out
//! in the order in which they came in. A failure ends the output behind the last graph that is whole.

use crate::choose::{self, Searches, Stopped};
use crate::data::{self, DataOptions};
use crate::evaluate::{RunOptions, Stop, evaluate, n_not_rdf};
use crate::output::{OutputOptions, write_quads};
use crate::report::Report;
use anyhow::Context;
use pipe_cli::Failure;
use rdf_graph::graph::Graph;
use rdf_graph::term::Term;
use srl::choose::Search;
use srl::engine::{Engine, Limit, Stats};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
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
    pub(crate) jobs: usize,
    pub(crate) unique: bool,
}

/// A graph and its name.
type Named = (Option<Term>, Graph);

/// What became of a graph.
struct Done {
    name: Option<Term>,
    /// What is printed of it.
    text: Vec<u8>,
    stats: Stats,
    /// With --choose, what it took.
    search: Option<Search>,
}

/// How many graphs wait for each thread.
const WAITING: usize = 8;

/// As much as the main thread has.
const STACK: usize = 8 << 20;

impl EachGraph<'_> {
    /// Reads N-Quads, infers for each graph, writes N-Quads.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        pipe_cli::with_stdout(|out| {
            let (mut total, mut searches) = (Stats::default(), Searches::default());
            let result = self.each(out, &mut total, &mut searches);
            let report = Report { rules: self.engine.rules(), json: self.json };
            report.errors(&total.errors);
            if self.run.choose {
                report.searches(&searches);
            }
            Report::not_rdf(total.not_rdf);
            // Up to here there are whole graphs, whatever the next one was.
            out.flush()?;
            result
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn each(
        &self,
        out: &mut impl Write,
        total: &mut Stats,
        searches: &mut Searches,
    ) -> anyhow::Result<()> {
        let started = Instant::now();
        let mut graphs = data::graphs(self.path, self.source)?;
        let most = if self.jobs == 1 { 1 } else { self.jobs * WAITING };
        loop {
            let (mut batch, mut failure) = (Vec::new(), None);
            for graph in graphs.by_ref().take(most) {
                match graph {
                    Ok(graph) => batch.push(graph),
                    Err(error) => failure = Some(error),
                }
            }
            let is_last = batch.len() < most;
            for done in self.infer_all(batch, started)? {
                let Done { name, text, stats, search } = done?;
                total.add(&stats);
                if let Some(search) = &search {
                    searches.add(search);
                    if self.unique && search.answers > 1 {
                        pipe_cli::warning(format!(
                            "{}: there are several answers; the first is printed",
                            shown(name.as_ref())
                        ));
                    }
                }
                self.run
                    .refuse_errors(&stats.errors, BEFORE)
                    .with_context(|| shown(name.as_ref()))?;
                out.write_all(&text)?;
            }
            match failure {
                Some(error) => return Err(error),
                None if is_last => return Ok(()),
                None => {}
            }
        }
    }

    /// What becomes of each graph, in their order.
    fn infer_all(
        &self,
        batch: Vec<Named>,
        started: Instant,
    ) -> anyhow::Result<Vec<anyhow::Result<Done>>> {
        if self.jobs == 1 {
            return Ok(batch.into_iter().map(|graph| self.infer(graph, started)).collect());
        }
        let n_graphs = batch.len();
        let waiting = Mutex::new(batch.into_iter().enumerate());
        let done = Mutex::new(Vec::with_capacity(n_graphs));
        let work = || {
            loop {
                let next = waiting.lock().expect("no thread panics holding it").next();
                let Some((place, graph)) = next else { return };
                let result = self.infer(graph, started);
                done.lock().expect("no thread panics holding it").push((place, result));
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(n_graphs) {
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            }
            Ok::<(), std::io::Error>(())
        })?;
        let mut done = done.into_inner().expect("no thread panics holding it");
        done.sort_by_key(|(place, _)| *place);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    fn infer(&self, (name, mut graph): Named, started: Instant) -> anyhow::Result<Done> {
        let mut options = self.run.clone();
        // The time that the graphs before it have left.
        options.timeout = self.run.timeout.map(|most| most.saturating_sub(started.elapsed()));
        if self.run.choose {
            return self.choose(name, &mut graph, &options);
        }
        let mut stats = Stats::default();
        let inference = evaluate(
            self.engine,
            &mut graph,
            self.fold,
            &options,
            &options.options(),
            &mut |round| {
                stats.add(&round.stats);
            },
        )
        .map_err(|stop| self.stopped(stop, name.as_ref()))?;
        let not_rdf = n_not_rdf(&graph, &inference);
        if !self.run.repeat {
            stats = inference.stats;
        }
        stats.not_rdf = not_rdf;
        let mut text = Vec::new();
        write_quads(&mut text, &graph, name.as_ref(), self.output, self.only, self.run.repeat)?;
        Ok(Done { name, text, stats, search: None })
    }

    fn choose(
        &self,
        name: Option<Term>,
        graph: &mut Graph,
        options: &RunOptions,
    ) -> anyhow::Result<Done> {
        let (mut text, mut written, mut not_rdf) = (Vec::new(), None, 0);
        let max_answers = if self.unique { 2 } else { 1 };
        let search =
            choose::search(self.engine, graph, self.fold, options, max_answers, &mut |answer| {
                if written.is_none() {
                    let result =
                        write_quads(&mut text, answer, name.as_ref(), self.output, self.only, true);
                    not_rdf = choose::n_not_rdf(answer);
                    written = Some(result);
                }
            })
            .map_err(|stopped| match stopped {
                Stopped::Limit(stop) => self.stopped(stop, name.as_ref()),
                fault @ Stopped::Fault(_) => anyhow::Error::new(fault.failure(self.engine, BEFORE))
                    .context(shown(name.as_ref())),
            })?;
        let Some(written) = written else {
            let message = format!("{}; {BEFORE}", choose::in_words(&search, self.unique));
            let failure = Failure::new(message).code(choose::NO_ANSWER);
            return Err(anyhow::Error::new(failure).context(shown(name.as_ref())));
        };
        written?;
        let stats = Stats { not_rdf, ..search.stats.clone() };
        Ok(Done { name, text, stats, search: Some(search) })
    }

    fn stopped(&self, mut stop: Stop, name: Option<&Term>) -> anyhow::Error {
        if let (Limit::Time(left), Some(most)) = (&mut stop.limit, self.run.timeout) {
            *left = most;
        }
        let failure = stop.failure(self.engine.rules(), BEFORE);
        anyhow::Error::new(failure).context(shown(name))
    }
}

fn shown(graph: Option<&Term>) -> String {
    graph.map_or_else(|| "the default graph".to_owned(), Term::to_string)
}
