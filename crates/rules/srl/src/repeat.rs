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

use crate::engine::{Engine, Inference, Limit, Options, Outcome, Stats};
use crate::graph::{Graph, Part};
use crate::term::Term;

/// What a round did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Which one, from 1.
    pub number: u64,
    /// Triples of the ground graph before it.
    pub ground: usize,
    /// Triples that it inferred, for each of the predicates to fold and in all.
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
/// Afterwards [`Part::Folded`] of the graph is what the rounds added and [`Part::Inferred`] what the last
/// round inferred. `each` is told of every round when it ends. The limits hold for each round.
pub fn repeat(
    engine: &Engine<'_>,
    graph: &mut Graph,
    fold: &[Term],
    max_rounds: u64,
    options: &Options,
    each: &mut dyn FnMut(&Round),
) -> Repeated {
    let mut number = 0;
    loop {
        number += 1;
        let ground = graph.len(Part::Ground);
        let inference = engine.infer(graph, options);
        let inferred = graph.len(Part::Inferred);
        let inferred_of = fold.iter().map(|predicate| graph.inferred_of(predicate)).collect();
        let whole = inference.outcome == Outcome::Complete;
        let last = !whole || number >= max_rounds;
        let new = fold.iter().map(|predicate| graph.inferred_of(predicate)).sum::<usize>();
        let folded = if last { 0 } else { graph.fold(fold) };
        let stats = inference.stats.clone();
        each(&Round { number, ground, inferred_of, inferred, folded, stats });
        let outcome = match inference.outcome {
            Outcome::Complete if new > 0 && last => Outcome::Stopped(Limit::Rounds(max_rounds)),
            outcome => outcome,
        };
        if folded == 0 {
            return Repeated { inference, outcome, rounds: number };
        }
    }
}
