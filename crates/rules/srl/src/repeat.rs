//! Infers again and again, each time from what the round before found.
//!
//! Inference only adds, so a conclusion drawn from the absence of a triple stays even when another rule
//! would later supply the triple. Where rules are meant to be applied to their own results, this runs
//! them from scratch on a growing ground graph:
//!
//! ```text
//! G₀ = the ground graph      Gₖ₊₁ = Gₖ ∪ { t ∈ infer(Gₖ) : the predicate of t is to be folded }
//! ```
//!
//! until nothing is added. Which predicates to fold is the caller's to say: folding everything would
//! freeze the conclusions of the first round. This is not part of SPARQL 1.2 RL.

use web_time::{Duration, Instant};

use crate::engine::{Engine, Inference, Limit, Limits, Options, Outcome, Stats};
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;

/// What a round did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Which one, from 1.
    pub number: u64,
    /// Triples of the ground graph before it.
    pub ground: usize,
    /// Triples that it inferred, for each of the predicates to fold.
    pub inferred_of: Vec<usize>,
    /// Triples that it inferred in all.
    pub inferred: usize,
    /// Triples that it added to the ground graph.
    pub folded: usize,
    /// What else there is to know of it.
    pub stats: Stats,
}

/// How a repeated inference ended.
#[derive(Debug, Clone)]
pub struct Repeated {
    /// The last round's inference.
    pub inference: Inference,
    /// Whether the last round was whole and added nothing, or what ended it.
    pub outcome: Outcome,
    /// How many rounds there were.
    pub rounds: u64,
}

/// Infers, folds the inferred triples of the named predicates into the ground graph, and infers again,
/// until a round folds nothing or `max_rounds` rounds are over.
///
/// Afterwards [`Part::Folded`] of the graph is what the rounds added; what else the last round inferred is forgotten,
/// as that of each round is. `each` is called with every round when it ends. The limits hold for all rounds together,
/// but for [`Limits::max_rounds`], which is about the rounds inside one.
pub fn repeat(
    engine: &Engine<'_>,
    graph: &mut Graph,
    fold: &[Term],
    max_rounds: u64,
    options: &Options,
    each: &mut dyn FnMut(&Round),
) -> Repeated {
    let (started, bytes) = (Instant::now(), graph.interner().bytes());
    let (mut number, mut added) = (0, 0);
    loop {
        number += 1;
        let ground = graph.len(Part::Ground);
        let new_bytes = graph.interner().bytes() - bytes;
        let limits = left(&options.limits, added, new_bytes, started.elapsed());
        let inference = engine.infer(graph, &Options { limits, ..options.clone() });
        let inferred = graph.len(Part::Inferred);
        let inferred_of: Vec<usize> =
            fold.iter().map(|predicate| graph.inferred_of(predicate)).collect();
        let whole = inference.outcome == Outcome::Complete;
        let last = !whole || number >= max_rounds;
        let new = inferred_of.iter().sum::<usize>();
        let folded = if last { 0 } else { graph.fold(fold) };
        added += folded;
        let stats = inference.stats.clone();
        each(&Round { number, ground, inferred_of, inferred, folded, stats });
        let outcome = match inference.outcome {
            Outcome::Complete if new > 0 && last => Outcome::Stopped(Limit::Rounds(max_rounds)),
            Outcome::Complete => Outcome::Complete,
            Outcome::Stopped(limit) => Outcome::Stopped(whole_limit(limit, &options.limits)),
        };
        if folded == 0 {
            return Repeated { inference, outcome, rounds: number };
        }
    }
}

/// What the rounds before have left of the limits.
pub(crate) fn left(limits: &Limits, added: usize, bytes: usize, time: Duration) -> Limits {
    Limits {
        max_triples: limits.max_triples.map(|most| most.saturating_sub(added)),
        max_term_bytes: limits.max_term_bytes.map(|most| most.saturating_sub(bytes)),
        timeout: limits.timeout.map(|most| most.saturating_sub(time)),
        ..limits.clone()
    }
}

/// The limit as it was set, not what was left of it.
pub(crate) fn whole_limit(limit: Limit, limits: &Limits) -> Limit {
    match limit {
        Limit::Triples(left) => Limit::Triples(limits.max_triples.unwrap_or(left)),
        Limit::TermBytes(left) => Limit::TermBytes(limits.max_term_bytes.unwrap_or(left)),
        Limit::Time(left) => Limit::Time(limits.timeout.unwrap_or(left)),
        other => other,
    }
}
