//! `srl-run why`: how triples were inferred, down to the data.
//!
//! A run that keeps provenance explains what it inferred by the ground graph. With `--repeat` the ground
//! graph of a round holds what earlier rounds inferred; to explain these triples, the repetition is run
//! once more up to the round that each comes from, the latest round first, until only data is left. With `--choose` the
//! search keeps a ledger of its own.

use crate::data;
use crate::evaluate::{NOTHING, evaluate};
use crate::question::Question;
use crate::report::Report;
use crate::rule_file::RuleFile;
use crate::{choose, imports, names, proof};
use clap::{Args as ClapArgs, ValueEnum};
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::choose::{ConflictKind, Explanation};
use srl::engine::{Engine, Stats};
use srl::provenance::{Derivation, Proof, ProofBuilder, Reason};
use srl::repeat::repeat;
use srl_syntax::rule::TriplePattern;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::process::ExitCode;

/// The exit code where there is no such triple.
const NONE: u8 = 1;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// How to write the explanation
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    #[command(flatten)]
    question: Question,
}

/// How an explanation is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Trees of triples, those that a triple stands on below it
    #[default]
    Text,
    /// An object with the steps
    Json,
    /// A graph with the steps as nodes
    Turtle,
}

type Triple = [Term; 3];

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Args { format, question } = args;
    let options = &question.rule_options;
    data::refuse_stdin_twice(&question.rules, std::slice::from_ref(&question.data))?;
    let file = RuleFile::read(&question.rules, options)?;
    let rules = imports::rule_set(&file, options)?;
    let engine = file.engine(&rules, options)?;
    let fold = question.run.fold(&rules)?;
    let pattern = names::triple(&question.triple, &rules)?;
    let graph = data::read(std::slice::from_ref(&question.data), &question.source)?;
    let why = Why { question, engine: &engine, fold: &fold, pattern: &pattern, format: *format };
    let (text, found) = if question.run.choose { why.choose(graph)? } else { why.infer(graph)? };
    pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(if found { ExitCode::SUCCESS } else { ExitCode::from(NONE) })
}

/// What is to be explained.
struct Why<'a> {
    question: &'a Question,
    engine: &'a Engine<'a>,
    fold: &'a [Term],
    pattern: &'a TriplePattern,
    format: Format,
}

/// A triple that is explained.
struct Explained {
    derivation: Derivation,
    /// The round of --repeat that inferred it.
    round: Option<u64>,
    is_asked: bool,
}

impl Why<'_> {
    fn report(&self) -> Report<'_> {
        Report { rules: self.engine.rules(), json: self.question.rule_options.json }
    }

    fn is_asked(&self, triple: &Triple) -> bool {
        names::matches(self.pattern, triple)
    }

    /// Explains what the rules infer; says whether there is such a triple.
    fn infer(&self, mut graph: Graph) -> anyhow::Result<(String, bool)> {
        let Self { question, engine, fold, .. } = self;
        let rules = engine.rules();
        let options = question.run.with_provenance();
        let (mut inferred_of, mut total) = (Vec::new(), Stats::default());
        let mut inference =
            evaluate(engine, &mut graph, fold, &question.run, &options, &mut |round| {
                inferred_of.push(round.inferred_of.clone());
                total.add(&round.stats);
            })
            .map_err(|stop| stop.failure(rules, NOTHING))?;
        let errors = if question.run.repeat { &total.errors } else { &inference.stats.errors };
        self.report().errors(errors);
        question.run.refuse_errors(errors, NOTHING)?;
        if question.run.repeat {
            // The last round has forgotten what it inferred and did not fold.
            inference = engine.infer(&mut graph, &options);
        }
        let asked: Vec<Triple> =
            graph.triples(Part::All).filter(|triple| self.is_asked(triple)).collect();
        let rounds = rounds_of(&graph, fold, &inferred_of);
        // What is folded is explained by its round, all else by the last one.
        let mut waiting = Waiting { rounds: &rounds, by_round: BTreeMap::new() };
        let mut explained = Vec::new();
        for triple in &asked {
            match rounds.get(triple) {
                Some(&round) => waiting.push(round, triple),
                None => explained.extend(inference.why(&graph, triple).map(|derivation| {
                    waiting.leaves(&derivation);
                    Explained { derivation, round: None, is_asked: true }
                })),
            }
        }
        while let Some((round, triples)) = waiting.by_round.pop_last() {
            graph.reset();
            let repeated = repeat(engine, &mut graph, fold, round, &options, &mut |_| {});
            for triple in &triples {
                explained.extend(repeated.inference.why(&graph, triple).map(|derivation| {
                    waiting.leaves(&derivation);
                    let is_asked = self.is_asked(triple);
                    Explained { derivation, round: Some(round), is_asked }
                }));
            }
        }
        Ok((self.shown(&explained), !asked.is_empty()))
    }

    /// The explanations in the format that is asked for, the latest round first.
    fn shown(&self, explained: &[Explained]) -> String {
        if self.format != Format::Text {
            let mut builder = ProofBuilder::default();
            let mut roots = Vec::new();
            for Explained { derivation, is_asked, .. } in explained.iter().rev() {
                roots.extend(builder.derive(derivation).filter(|_| *is_asked));
            }
            roots.reverse();
            return self.written(&builder.finish(&roots), None);
        }
        let (mut text, mut last) = (String::new(), None);
        for Explained { derivation, round, .. } in explained {
            if let Some(number) = round.filter(|_| *round != last) {
                text.extend(["# round ", &number.to_string(), "\n"]);
            }
            last = *round;
            text.push_str(&derivation.to_string());
        }
        text
    }

    /// Explains an answer of a search, or that there is none.
    fn choose(&self, mut graph: Graph) -> anyhow::Result<(String, bool)> {
        let Self { question, engine, fold, .. } = self;
        let asked = |triple: &Triple| self.is_asked(triple);
        let (search, explanation) =
            choose::explain(engine, &mut graph, fold, &question.run, &asked)
                .map_err(|stopped| stopped.failure(engine, NOTHING))?;
        self.report().errors(&search.stats.errors);
        question.run.refuse_errors(&search.stats.errors, NOTHING)?;
        self.report().search(&search, true);
        Ok(match explanation {
            Explanation::Answer(proof) => (self.written(&proof, None), !proof.roots.is_empty()),
            Explanation::NoAnswer(conflict, proof) => {
                (self.written(&proof, Some(&conflict)), false)
            }
            Explanation::Unknown => (String::new(), false),
        })
    }

    fn written(&self, proof: &Proof, conflict: Option<&ConflictKind>) -> String {
        match self.format {
            Format::Text => proof::text(proof, conflict),
            Format::Json => proof::json(proof, conflict),
            Format::Turtle => proof::turtle(proof, conflict, self.engine.rules()),
        }
    }
}

/// The folded triples that wait for an explanation, by the round that inferred them.
struct Waiting<'a> {
    rounds: &'a HashMap<Triple, u64>,
    by_round: BTreeMap<u64, Vec<Triple>>,
}

impl Waiting<'_> {
    fn push(&mut self, round: u64, triple: &Triple) {
        let triples = self.by_round.entry(round).or_default();
        if !triples.contains(triple) {
            triples.push(triple.clone());
        }
    }

    /// What a derivation takes from earlier rounds.
    fn leaves(&mut self, derivation: &Derivation) {
        for step in derivation.steps.iter().filter(|step| step.reason == Reason::Folded) {
            if let Some(&round) = self.rounds.get(&step.triple) {
                self.push(round, &step.triple);
            }
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
