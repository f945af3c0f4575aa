//! The main job: infers from a ground graph, once or again and again, and prints the inference graph.

use crate::data::{self, DataOptions};
use crate::each_graph::EachGraph;
use crate::evaluate::{NOTHING, RunOptions, evaluate, n_not_rdf};
use crate::output::{OutputOptions, write, write_quads};
use crate::report::Report;
use crate::rule_file::{RuleFile, RuleOptions};
use crate::{choose, imports, names};
use anyhow::Context;
use clap::Args;
use rdf_graph::graph::Graph;
use rdf_graph::term::Term;
use srl::engine::{Engine, Options, Stats};
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `srl-run` without a subcommand takes.
#[derive(Debug, Clone, Args)]
pub struct InferArgs {
    /// The rule set (.srl)
    #[arg(required = true)]
    rules: Option<PathBuf>,

    /// The data: Turtle, N-Triples, TriG or N-Quads, gzip or not; standard input if there is none or -
    data: Vec<PathBuf>,

    #[command(flatten)]
    output: OutputOptions,

    #[command(flatten)]
    run: RunOptions,

    /// Print up to N answers of --choose as N-Quads, a graph each, and say whether there are others; --all 2 settles whether
    /// an answer is the only one
    #[arg(long, value_name = "N", requires = "choose", conflicts_with_all = ["each_graph", "output"])]
    all: Option<NonZeroU64>,

    /// Say whether the answer of --choose is the only one; one is printed all the same
    #[arg(long, requires = "choose", conflicts_with = "all")]
    unique: bool,

    /// Say on standard error what each stratum and each rule did; of solutions that say the same in the
    /// head, those that the search left out are not counted
    #[arg(long, conflicts_with = "each_graph")]
    stats: bool,

    /// Run on each graph of N-Quads or TriG by itself, and print N-Quads; the quads of a graph must
    /// stand together. After a failure the graphs before it are printed
    #[arg(long, conflicts_with_all = ["output", "base"])]
    each_graph: bool,

    /// How many threads to use: with --each-graph for a graph each, otherwise for large joins; the output is the same
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = pipe_cli::threads)]
    jobs: NonZeroUsize,

    #[command(flatten)]
    source: DataOptions,

    #[command(flatten)]
    rule_options: RuleOptions,
}

impl InferArgs {
    /// The rules and the data, as they are named.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.rules.iter().chain(&self.data).cloned().collect()
    }

    /// Where imported rule sets are.
    pub(crate) fn import_folder(&self) -> Option<&Path> {
        self.rule_options.allow_import.as_deref()
    }
}

/// Infers and prints.
pub(crate) fn run(args: &InferArgs) -> anyhow::Result<ExitCode> {
    let options = &args.rule_options;
    let path = args.rules.as_deref().context("there is no rule set")?;
    let data = if args.data.is_empty() { &[PathBuf::from("-")] } else { &args.data[..] };
    data::refuse_stdin_twice(path, data)?;
    let file = RuleFile::read(path, options)?;
    let rules = imports::rule_set(&file, options)?;
    let engine = file.engine(&rules, options)?;
    let fold = args.run.fold(&rules)?;
    let only = args.output.only(&rules)?;
    names::warn_of_what_nobody_infers("--fold", &fold, &rules);
    if !args.output.merge {
        names::warn_of_what_nobody_infers("--only", &only, &rules);
    }
    if args.each_graph {
        let path = match &args.data[..] {
            [] => Path::new("-"),
            [path] => path,
            _ => anyhow::bail!("--each-graph takes one file"),
        };
        let InferArgs { output, run, source, unique, .. } = args;
        let (engine, fold, only, unique) = (&engine, &fold[..], &only[..], *unique);
        let (json, jobs) = (options.json, args.jobs.get());
        return EachGraph { path, source, run, output, engine, fold, only, json, jobs, unique }
            .run();
    }
    let report = Report { rules: &rules, json: options.json };
    let mut graph = data::read(&args.data, &args.source)?;
    if args.run.choose {
        anyhow::ensure!(args.jobs.get() == 1, "--jobs with --choose is for --each-graph");
        return print_answers(args, &engine, &mut graph, &fold, &only, &report);
    }
    let mut total = Stats::default();
    let run_options = Options { jobs: args.jobs.get(), ..args.run.options() };
    let inference = evaluate(&engine, &mut graph, &fold, &args.run, &run_options, &mut |round| {
        report.round(round, &fold);
        total.add(&round.stats);
    })
    .map_err(|stop| stop.failure(&rules, NOTHING))?;
    let stats = if args.run.repeat { &total } else { &inference.stats };
    if args.stats {
        report.stats(stats);
    }
    report.errors(&stats.errors);
    args.run.refuse_errors(&stats.errors, NOTHING)?;
    Report::not_rdf(n_not_rdf(&graph, &inference));
    pipe_cli::with_stdout(|out| {
        Ok(write(out, &graph, &args.output, &only, args.run.repeat, &rules)?)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Searches, and prints the answers.
fn print_answers(
    args: &InferArgs,
    engine: &Engine<'_>,
    graph: &mut Graph,
    fold: &[Term],
    only: &[Term],
    report: &Report<'_>,
) -> anyhow::Result<ExitCode> {
    let max_answers = args.all.map_or(if args.unique { 2 } else { 1 }, NonZeroU64::get);
    let (mut text, mut n_answers, mut not_rdf) = (Vec::new(), 0, 0);
    let mut written = Ok(());
    let search = choose::search(engine, graph, fold, &args.run, max_answers, &mut |answer| {
        n_answers += 1;
        if n_answers > 1 && args.all.is_none() {
            return;
        }
        not_rdf += choose::n_not_rdf(answer);
        let result = if args.all.is_some() {
            let name = Term::iri(&format!("urn:answer/{n_answers}"));
            write_quads(&mut text, answer, Some(&name), &args.output, only, true)
        } else {
            write(&mut text, answer, &args.output, only, true, report.rules)
        };
        written = std::mem::replace(&mut written, Ok(())).and(result);
    })
    .map_err(|stopped| stopped.failure(engine, NOTHING))?;
    written?;
    if args.stats {
        report.stats(&search.stats);
    }
    report.errors(&search.stats.errors);
    args.run.refuse_errors(&search.stats.errors, NOTHING)?;
    report.search(&search, args.unique);
    Report::not_rdf(not_rdf);
    pipe_cli::with_stdout(|out| Ok(out.write_all(&text)?))?;
    Ok(if search.answers == 0 { ExitCode::from(choose::NO_ANSWER) } else { ExitCode::SUCCESS })
}
