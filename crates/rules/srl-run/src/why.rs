//! `srl-run why`: how triples were inferred, down to the data.
//!
//! A run that keeps provenance explains what it inferred by the ground graph. With `--repeat` the ground
//! graph of a round holds what earlier rounds inferred; to explain these triples, the repetition is run
//! once more up to the round that each comes from, the latest round first, until only data is left.

use crate::data::{self, DataOptions};
use crate::evaluate::{NOTHING, RunOptions, evaluate};
use crate::report::Report;
use crate::rule_file::{RuleFile, RuleOptions};
use crate::{imports, names};
use clap::Args as ClapArgs;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::engine::Stats;
use srl::provenance::{Derivation, Reason};
use srl::repeat::repeat;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit code where there is no such triple.
const NONE: u8 = 1;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The rule set
    rules: PathBuf,

    /// The data; - is standard input
    data: PathBuf,

    /// The triple, in the language of the rule set; variables stand for anything
    triple: String,

    #[command(flatten)]
    run: RunOptions,

    #[command(flatten)]
    source: DataOptions,

    #[command(flatten)]
    rule_options: RuleOptions,
}

type Triple = [Term; 3];

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = &args.rule_options;
    data::refuse_stdin_twice(&args.rules, std::slice::from_ref(&args.data))?;
    let file = RuleFile::read(&args.rules, options)?;
    let rules = imports::rule_set(&file, options)?;
    let engine = file.engine(&rules, options)?;
    let fold = args.run.fold(&rules)?;
    let pattern = names::triple(&args.triple, &rules)?;
    let mut graph = data::read(std::slice::from_ref(&args.data), &args.source)?;

    let (mut inferred_of, mut total) = (Vec::new(), Stats::default());
    let inference = evaluate(&engine, &mut graph, &fold, &args.run, true, &mut |round| {
        inferred_of.push(round.inferred_of.clone());
        total.add(&round.stats);
    })
    .map_err(|stop| stop.failure(&rules, NOTHING))?;
    let errors = if args.run.repeat { &total.errors } else { &inference.stats.errors };
    Report { rules: &rules, json: options.json }.errors(errors);
    args.run.refuse_errors(errors, NOTHING)?;
    let asked: Vec<Triple> =
        graph.triples(Part::All).filter(|triple| names::matches(&pattern, triple)).collect();
    let rounds = rounds_of(&graph, &fold, &inferred_of);
    // What is folded is explained by its round, all else by the last one.
    let mut waiting: BTreeMap<u64, Vec<Triple>> = BTreeMap::new();
    let mut text = String::new();
    for triple in &asked {
        match rounds.get(triple) {
            Some(&round) => waiting.entry(round).or_default().push(triple.clone()),
            None => explain(inference.why(&graph, triple), &rounds, &mut waiting, &mut text),
        }
    }
    while let Some((round, triples)) = waiting.pop_last() {
        let (most, options) = args.run.up_to_round(round);
        graph.reset();
        let repeated = repeat(&engine, &mut graph, &fold, most, &options, &mut |_| {});
        text.extend(["# round ", &round.to_string(), "\n"]);
        let mut done = BTreeSet::new();
        for triple in triples {
            if done.insert(triple.clone()) {
                explain(repeated.inference.why(&graph, &triple), &rounds, &mut waiting, &mut text);
            }
        }
    }
    pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(if asked.is_empty() { ExitCode::from(NONE) } else { ExitCode::SUCCESS })
}

/// Writes a derivation, and puts what it takes from earlier rounds among what waits.
fn explain(
    derivation: Option<Derivation>,
    rounds: &HashMap<Triple, u64>,
    waiting: &mut BTreeMap<u64, Vec<Triple>>,
    text: &mut String,
) {
    let Some(derivation) = derivation else { return };
    text.push_str(&derivation.to_string());
    for step in derivation.steps.iter().filter(|step| step.reason == Reason::Folded) {
        if let Some(&round) = rounds.get(&step.triple) {
            waiting.entry(round).or_default().push(step.triple.clone());
        }
    }
}

/// The round from which each folded triple comes: those of a predicate stand in the order of the rounds.
fn rounds_of(graph: &Graph, fold: &[Term], inferred_of: &[Vec<usize>]) -> HashMap<Triple, u64> {
    let mut rounds = HashMap::new();
    for (place, predicate) in fold.iter().enumerate() {
        // The counts include triples that are not RDF.
        let number = graph.interner().find(predicate);
        let mut folded = graph.ids(Part::Folded).filter(|[_, p, _]| Some(*p) == number);
        for (round, counts) in (1..).zip(inferred_of) {
            for triple in folded.by_ref().take(counts[place]) {
                rounds.insert(triple.map(|id| graph.interner().term(id)), round);
            }
        }
    }
    rounds
}
