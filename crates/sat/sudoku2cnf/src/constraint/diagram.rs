//! The pruned decision diagram: what a reader with a small memory decides, as clauses.
//!
//! The reader goes through layers. In each layer exactly one choice is true (the number that a cell
//! holds, or whether a digit stands in a cage), and from a state and a choice it comes to a state, to one of
//! several, or to none. It accepts in some states after the last layer. A state of a layer is a *node* if it
//! can be reached from the start and an accepting one can be reached from it. With a variable for each
//! node `s` of a layer, and `t` for the nodes after a choice `c`,
//!
//! ```text
//! ¬s ∨ ¬c ∨ t₁ ∨ … ∨ tₖ         no t: the choice leads nowhere
//! ```
//!
//! says all: whatever the cells hold, a true node follows a true node up to the end. The only start and the
//! end have no variable, as they are true; all accepting states are one.
//!
//! These clauses go forwards alone. For most kinds those that go backwards would double the file, for no gain. Where a
//! search is much shorter with them, the path is also known from its end ([`Ways::Both`]):
//!
//! ```text
//! ¬t ∨ s₁ ∨ … ∨ sₖ         a true node comes after one of those that lead to it,
//! ¬t ∨ c₁ ∨ … ∨ cₖ         by one of the choices that lead to it
//! ¬c ∨ s₁ ∨ … ∨ sₖ         a choice is made in one of the nodes that allow it
//! t₁ ∨ … ∨ tₖ              some node of each layer is true
//! ¬tᵢ ∨ ¬tⱼ                and no other ([`Ways::OnePath`])
//! ```
//!
//! They rule no grid out: of the nodes that the other clauses make true one path is enough.
//!
//! # References
//! - G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004
//! - I. Abío, R. Nieuwenhuis et al., A new look at BDDs for pseudo-Boolean constraints, JAIR 45, 2012

use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use std::collections::{BTreeMap, BTreeSet};

/// The most steps of one diagram, from a node with a choice to a node: some 600 MB.
const MAX_STEPS: usize = 10_000_000;

/// The most nodes of a layer of which each pair may have a clause.
const NARROW: usize = 64;

/// A literal, if the choice has one, and what the reader reads.
pub(super) type Choice<T> = (Option<i32>, T);

/// The choices of a cell, or other literals of which exactly one is true, as a layer.
pub(super) fn layer<T>(choices: Vec<(i32, T)>) -> Vec<Choice<T>> {
    choices.into_iter().map(|(literal, symbol)| (Some(literal), symbol)).collect()
}

/// A layer of a literal that is true or false.
pub(super) fn yes_or_no(literal: i32) -> Vec<Choice<bool>> {
    vec![(Some(literal), true), (Some(-literal), false)]
}

/// Which clauses a diagram has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    /// From the start on.
    Forwards,
    /// From the end on as well.
    Both,
    /// From both, and no two nodes of a layer are true, if no layer has more than [`NARROW`]; otherwise forwards.
    OnePath,
}

/// The steps from a state: of each choice of the layer, where it leads.
type Steps<State> = Vec<(Option<i32>, Vec<State>)>;

/// [`diagram`], forwards.
pub(super) fn decision_diagram<S: ClauseSink, State: Ord + Clone, T>(
    encoder: &mut Encoder<'_, S>,
    start: impl IntoIterator<Item = State>,
    layers: &[Vec<Choice<T>>],
    step: impl Fn(&State, usize, &T) -> Vec<State>,
    accepts: impl Fn(&State) -> bool,
) -> Result<(), Refusal<S::Error>> {
    diagram(encoder, Ways::Forwards, start, layers, step, accepts)
}

/// Writes the diagram. `step` gives the states after one state, a layer's index and a choice.
pub(super) fn diagram<S: ClauseSink, State: Ord + Clone, T>(
    encoder: &mut Encoder<'_, S>,
    ways: Ways,
    start: impl IntoIterator<Item = State>,
    layers: &[Vec<Choice<T>>],
    step: impl Fn(&State, usize, &T) -> Vec<State>,
    accepts: impl Fn(&State) -> bool,
) -> Result<(), Refusal<S::Error>> {
    let reached = reached(encoder, start.into_iter().collect(), layers, step)?;
    let Reached { states, steps } = reached;
    let nodes = prune(&states, &steps, accepts);
    let (first, last) = (&nodes[0], layers.len());
    if first.is_empty() {
        return encoder.never();
    }
    if last == 0 {
        return Ok(());
    }
    let is_narrow = nodes.iter().all(|layer| layer.len() <= NARROW);
    let ways = if ways == Ways::OnePath && !is_narrow { Ways::Forwards } else { ways };
    let mut vars: BTreeMap<State, Option<i32>> = BTreeMap::new();
    if let [only] = first.iter().collect::<Vec<_>>()[..] {
        vars.insert(only.clone(), None);
    } else {
        for state in first {
            vars.insert(state.clone(), Some(encoder.fresh()));
        }
        let starts: Vec<i32> = vars.values().copied().flatten().collect();
        encoder.clause(&starts)?;
    }
    for (index, steps) in steps.iter().enumerate() {
        let is_last = index + 1 == last;
        let mut next: BTreeMap<State, Option<i32>> = BTreeMap::new();
        if !is_last {
            for state in &nodes[index + 1] {
                next.insert(state.clone(), Some(encoder.fresh()));
            }
        }
        if ways != Ways::Forwards {
            let mut edges = Vec::new();
            for (state, source) in &vars {
                for (choice, targets) in &steps[state] {
                    let alive = targets.iter().filter(|target| nodes[index + 1].contains(*target));
                    edges.extend(alive.map(|target| Edge {
                        source: *source,
                        choice: *choice,
                        target: next.get(target).copied().flatten(),
                    }));
                }
            }
            let choices = layers[index].iter().filter_map(|(choice, _)| *choice);
            backwards(encoder, &edges, choices)?;
            let targets: Vec<i32> = next.values().copied().flatten().collect();
            if !is_last {
                encoder.clause(&targets)?;
            }
            if ways == Ways::OnePath {
                encoder.at_most_one(&targets)?;
            }
        }
        for (state, var) in &vars {
            for (choice, targets) in &steps[state] {
                let mut alive = targets.iter().filter(|target| nodes[index + 1].contains(*target));
                let literals = var.iter().chain(choice).map(|literal| -literal);
                let mut clause: Vec<i32> = literals.collect();
                if is_last {
                    if alive.next().is_some() {
                        continue;
                    }
                } else {
                    clause.extend(alive.filter_map(|target| next[target]));
                }
                encoder.clause(&clause)?;
            }
        }
        vars = next;
    }
    Ok(())
}

/// A step between two nodes, each a literal, or none where it is true in any case.
#[derive(Debug, Clone, Copy)]
struct Edge {
    source: Option<i32>,
    choice: Option<i32>,
    target: Option<i32>,
}

/// What the end of a step says of its beginning, for all steps of a layer.
fn backwards<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    edges: &[Edge],
    choices: impl Iterator<Item = i32>,
) -> Result<(), Refusal<S::Error>> {
    let mut before: BTreeMap<i32, Vec<Edge>> = BTreeMap::new();
    let mut by: BTreeMap<i32, Vec<Edge>> = choices.map(|choice| (choice, Vec::new())).collect();
    for edge in edges {
        if let Some(target) = edge.target {
            before.entry(target).or_default().push(*edge);
        }
        if let Some(choice) = edge.choice {
            by.entry(choice).or_default().push(*edge);
        }
    }
    for (target, edges) in before {
        some(encoder, target, edges.iter().map(|edge| edge.source))?;
        some(encoder, target, edges.iter().map(|edge| edge.choice))?;
    }
    for (choice, edges) in by {
        some(encoder, choice, edges.iter().map(|edge| edge.source))?;
    }
    Ok(())
}

/// If `condition` is true, so is one of the literals; says nothing where one of them is true in any case.
fn some<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    condition: i32,
    literals: impl Iterator<Item = Option<i32>>,
) -> Result<(), Refusal<S::Error>> {
    let Some(literals) = literals.collect::<Option<BTreeSet<i32>>>() else { return Ok(()) };
    if literals.iter().any(|literal| literals.contains(&-literal)) {
        return Ok(());
    }
    let clause: Vec<i32> = [-condition].into_iter().chain(literals).collect();
    encoder.clause(&clause)
}

/// The states of each layer that can be reached, and the steps from each.
struct Reached<State> {
    states: Vec<BTreeSet<State>>,
    steps: Vec<BTreeMap<State, Steps<State>>>,
}

fn reached<S: ClauseSink, State: Ord + Clone, T>(
    encoder: &mut Encoder<'_, S>,
    start: BTreeSet<State>,
    layers: &[Vec<Choice<T>>],
    step: impl Fn(&State, usize, &T) -> Vec<State>,
) -> Result<Reached<State>, Refusal<S::Error>> {
    let mut states = vec![start];
    let mut all_steps = Vec::new();
    let mut n_steps = 0;
    for (index, layer) in layers.iter().enumerate() {
        let (mut next, mut steps) = (BTreeSet::new(), BTreeMap::new());
        for state in &states[index] {
            encoder.poll()?;
            let mut of_state = Vec::with_capacity(layer.len());
            for (literal, symbol) in layer {
                let targets = step(state, index, symbol);
                n_steps += 1 + targets.len();
                next.extend(targets.iter().cloned());
                of_state.push((*literal, targets));
            }
            steps.insert(state.clone(), of_state);
            if n_steps > MAX_STEPS {
                let why = format!("it takes more than {MAX_STEPS} steps, too many to be encoded");
                return Err(Refusal::Constraint(why));
            }
        }
        states.push(next);
        all_steps.push(steps);
    }
    Ok(Reached { states, steps: all_steps })
}

/// Of the states of each layer those from which an accepting one can be reached.
fn prune<State: Ord + Clone>(
    states: &[BTreeSet<State>],
    steps: &[BTreeMap<State, Steps<State>>],
    accepts: impl Fn(&State) -> bool,
) -> Vec<BTreeSet<State>> {
    let last = states.len() - 1;
    let mut nodes = vec![BTreeSet::new(); states.len()];
    nodes[last] = states[last].iter().filter(|state| accepts(state)).cloned().collect();
    for index in (0..last).rev() {
        let goes_on = |state: &&State| {
            let targets = steps[index][*state].iter().flat_map(|(_, targets)| targets);
            targets.into_iter().any(|target| nodes[index + 1].contains(target))
        };
        nodes[index] = states[index].iter().filter(goes_on).cloned().collect();
    }
    nodes
}
