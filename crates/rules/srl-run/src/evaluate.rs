//! One inference, or inference again and again, within the limits of the command line.

use crate::names;
use clap::Args;
use pipe_cli::Failure;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::engine::{Engine, ExpressionErrors, Inference, Limit, Limits, Options, Outcome};
use srl::repeat::{Round, repeat};
use srl_analysis::strata::rule_name;
use srl_syntax::rule::RuleSet;
use std::time::Duration;

/// The exit code where a limit was reached.
const LIMIT: u8 = 3;

/// How often to infer, and when to stop early.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunOptions {
    /// Infer again and again: put the inferred triples of --fold into the data, forget the others,
    /// until nothing is new
    #[arg(long, requires = "fold")]
    pub(crate) repeat: bool,

    /// A predicate whose triples --repeat keeps; may be given several times
    #[arg(long, value_name = "IRI", requires = "repeat")]
    fold: Vec<String>,

    /// Where the rules leave questions open, choose an option, infer, and go back on a contradiction; the rule set
    /// says what there is to choose (choice:option, choice:excludedBy, choice:contradiction)
    #[arg(long)]
    pub(crate) choose: bool,

    /// Stop --choose when it takes more choices than that
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "choose")]
    pub(crate) max_choices: u64,

    /// Stop when more triples than that are inferred
    #[arg(long, value_name = "N", default_value_t = 30_000_000)]
    max_triples: usize,

    /// Stop when a stratum takes more rounds than that, or --repeat does [default: none, and 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_rounds: Option<u64>,

    /// Fail where an expression of a FILTER or SET has no value for some solution, instead of dropping the solution
    /// and saying so
    #[arg(long)]
    strict_errors: bool,

    /// Stop when inferring takes more seconds than that, or when --each-graph does from start to end;
    /// else reading and writing do not count
    #[arg(long, value_name = "SECONDS", value_parser = pipe_cli::seconds)]
    pub(crate) timeout: Option<Duration>,
}

/// Infers, again and again if that is asked for; gives the last inference.
///
/// # Errors
/// A limit was reached.
pub(crate) fn evaluate(
    engine: &Engine<'_>,
    graph: &mut Graph,
    fold: &[Term],
    options: &RunOptions,
    options_of_run: &Options,
    each: &mut dyn FnMut(&Round),
) -> Result<Inference, Stop> {
    let (inference, outcome) = if options.repeat {
        let most = options.max_rounds.unwrap_or(1000);
        let repeated = repeat(engine, graph, fold, most, options_of_run, each);
        (repeated.inference, repeated.outcome)
    } else {
        let inference = engine.infer(graph, options_of_run);
        let outcome = inference.outcome;
        (inference, outcome)
    };
    match outcome {
        Outcome::Complete => Ok(inference),
        Outcome::Stopped(limit) => Err(Stop { limit, rule: inference.stats.stopped_in }),
    }
}

/// How many inferred triples are not RDF and so are not printed, counting those that --repeat kept.
pub(crate) fn n_not_rdf(graph: &Graph, inference: &Inference) -> usize {
    let kept = graph.len(Part::Folded) - graph.rdf_ids(Part::Folded).count();
    kept + inference.stats.not_rdf
}

/// An early end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    pub(crate) limit: Limit,
    /// The rule that ran.
    pub(crate) rule: Option<usize>,
}

/// What is printed after a limit, but for --each-graph.
pub(crate) const NOTHING: &str = "nothing is printed";

impl Stop {
    /// Says which limit was reached, and what is printed all the same.
    pub(crate) fn failure(self, rules: &RuleSet, printed: &str) -> Failure {
        let Self { limit, rule } = self;
        let rule = match (limit, rule) {
            (Limit::TextSize | Limit::Nesting, Some(rule)) => {
                format!(" in {}", rule_name(rules, rule))
            }
            _ => String::new(),
        };
        let failure = Failure::new(format!("stopped{rule}: {limit}; {printed}")).code(LIMIT);
        match limit {
            Limit::Triples(_) => failure.help("--max-triples N allows more"),
            Limit::Rounds(_) => failure.help("--max-rounds N allows more"),
            Limit::Time(_) => failure.help("--timeout SECONDS allows more"),
            Limit::Choices(_) => failure.help("--max-choices N allows more"),
            _ => failure,
        }
    }
}

impl RunOptions {
    /// With --strict-errors, an expression without a value is a failure, which says what is printed all the same.
    ///
    /// # Errors
    /// There is one.
    pub(crate) fn refuse_errors(
        &self,
        errors: &[ExpressionErrors],
        printed: &str,
    ) -> Result<(), Failure> {
        if self.strict_errors && !errors.is_empty() {
            return Err(Failure::new(format!("expressions had no value; {printed}")).code(LIMIT));
        }
        Ok(())
    }

    /// The predicates to fold.
    pub(crate) fn fold(&self, rules: &RuleSet) -> Result<Vec<Term>, Failure> {
        self.fold.iter().map(|name| names::iri(name, rules)).collect()
    }

    fn limits(&self) -> Limits {
        Limits {
            max_triples: Some(self.max_triples),
            max_rounds: self.max_rounds,
            timeout: self.timeout,
            ..Limits::default()
        }
    }

    /// How to infer, without provenance.
    pub(crate) fn options(&self) -> Options {
        Options { limits: self.limits(), ..Options::default() }
    }

    /// The same, noting how each triple was derived.
    pub(crate) fn with_provenance(&self) -> Options {
        Options { provenance: true, ..self.options() }
    }
}
