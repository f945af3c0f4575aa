//! Whether an answer is one: inferred anew, from the data and its options alone.
//!
//! This shares the rules and the engine with the search, and nothing else: no counts, no going back, no going on from
//! earlier inferences. It reads the graph as anybody would.

use super::ground::Early;
use super::{Declared, Fault, Options, Rounds};
use crate::engine::{Engine, Inference, Outcome};
use crate::repeat::repeat;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use std::collections::{HashMap, HashSet};

/// Makes `graph`, which holds the data, the graph of the answer with these options, and checks it.
pub(super) fn answer(
    engine: &Engine<'_>,
    graph: &mut Graph,
    declared: &Declared,
    options: &Options,
    held: &[[Term; 3]],
) -> Result<(), Early> {
    graph.reset();
    let unstable = |message: String| Early::Fault(Fault::Unstable(message));
    for triple in held {
        let [s, p, o] = triple.each_ref().map(|term| graph.interner_mut().intern(term));
        let (Some(s), Some(p), Some(o)) = (s, p, o) else {
            return Err(unstable("a triple term nests too deep".to_owned()));
        };
        graph.insert_folded([s, p, o]);
    }
    if let Rounds::Repeat { fold, most } = &options.rounds {
        let repeated = repeat(engine, graph, fold, *most, &options.run, &mut |_| {});
        ended(repeated.outcome, &repeated.inference)?;
    }
    // The last round forgets what it inferred.
    let inference = engine.infer(graph, &options.run);
    ended(inference.outcome, &inference)?;
    verify(graph, declared, held).map_err(unstable)?;
    if let Rounds::Repeat { .. } = &options.rounds {
        graph.forget_inferred();
    }
    Ok(())
}

fn ended(outcome: Outcome, inference: &Inference) -> Result<(), Early> {
    match outcome {
        Outcome::Complete => Ok(()),
        Outcome::Stopped(limit) => Err(Early::Limit(limit, inference.stats.stopped_in)),
    }
}

fn verify(graph: &Graph, declared: &Declared, held: &[[Term; 3]]) -> Result<(), String> {
    let term = |id| graph.interner().term(id);
    let contradiction = term(declared.contradiction);
    let mut found = graph.ids(Part::All).filter(|[_, p, _]| *p == declared.contradiction);
    if let Some([s, _, o]) = found.next() {
        return Err(format!("{} {contradiction} {}", term(s), term(o)));
    }
    let expected: HashSet<&[Term; 3]> = held.iter().collect();
    for kind in &declared.kinds {
        for [s, p, o] in graph.ids(Part::All).filter(|[_, p, _]| *p == kind.chosen) {
            let triple = [term(s), term(p), term(o)];
            if !expected.contains(&triple) {
                let [s, p, o] = triple;
                return Err(format!("{s} {p} {o} holds now"));
            }
        }
    }
    let mut answered: HashMap<Term, bool> = HashMap::new();
    for [question, _, option] in graph.ids(Part::All).filter(|[_, p, _]| *p == declared.option) {
        let Term::Triple(triple) = term(option) else { continue };
        let [s, p, o] = &*triple;
        let kind = declared.kinds.iter().find(|kind| term(kind.chosen) == *p);
        let excluded = kind.map(|kind| [s.clone(), term(kind.excluded), o.clone()]);
        let holds = graph.contains(&triple);
        if holds && excluded.is_some_and(|excluded| graph.contains(&excluded)) {
            return Err(format!("{s} {p} {o} is excluded"));
        }
        *answered.entry(term(question)).or_insert(false) |= holds;
    }
    match answered.iter().filter(|(_, answered)| !**answered).map(|(question, _)| question).min() {
        Some(question) => Err(format!("{question} has no option that holds")),
        None => Ok(()),
    }
}
