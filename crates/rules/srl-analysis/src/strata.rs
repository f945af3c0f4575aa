//! Puts the rules in an order in which NOT, SET and fresh blank nodes have a meaning.
//!
//! A rule set is stratifiable if no cycle of dependencies goes through a closed one. Then each rule gets
//! a layer: at least that of every rule it depends on, and above it where the dependency is closed. A
//! layer first runs, once, its rules that have a SET or make blank nodes; then the others until nothing
//! is new.
//!
//! Tarjan's algorithm gives the strongly connected components, those that others depend on first; a
//! closed dependency inside one refutes the rule set, and the longest path over the rest gives layers:
//! `layer(C) = max over C → D of layer(D) + (1 if closed)`. Running component by component, sorted by
//! layer, is the same as running layers to their fixpoint, and repeats less.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Stratification". R. Tarjan, "Depth-first search
//! and linear graph algorithms", SIAM Journal on Computing 1(2), 1972.

mod cycle;
mod emit;

use crate::dependency::{Dependency, dependencies, runs_once};
use srl_syntax::rule::RuleSet;

pub use self::cycle::{CycleReport, WayOut};
pub use self::emit::rule_name;

/// A stratified rule set: when each rule runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strata {
    /// The layers, the lowest first.
    pub layers: Vec<Layer>,
    /// What depends on what.
    pub dependencies: Vec<Dependency>,
}

/// A layer of a rule set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layer {
    /// Its components in an order in which each comes after those that it depends on; those that run
    /// once are first.
    pub components: Vec<Component>,
}

/// Rules that depend on each other, or a single rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// The rules, by their place in [`RuleSet::rules`], ascending.
    pub rules: Vec<usize>,
    /// Whether it is a rule with a SET or fresh blank nodes.
    pub once: bool,
    /// Whether the rules depend on each other, or the rule on itself.
    pub recursive: bool,
}

impl Layer {
    /// The rules that run once, or those that run until nothing is new; ascending.
    #[must_use]
    pub fn rules(&self, once: bool) -> Vec<usize> {
        let some = self.components.iter().filter(|component| component.once == once);
        let mut rules: Vec<usize> = some.flat_map(|component| &component.rules).copied().collect();
        rules.sort_unstable();
        rules
    }
}

/// Stratifies a rule set.
///
/// # Errors
/// If it is not stratifiable: the shortest cycle through a closed dependency.
pub fn stratify(rules: &RuleSet) -> Result<Strata, CycleReport> {
    let dependencies = dependencies(rules);
    let graph = Adjacency::new(rules.rules.len(), &dependencies);
    let components = graph.components();
    let mut component_of = vec![0; rules.rules.len()];
    for (number, members) in components.iter().enumerate() {
        for &rule in members {
            component_of[rule] = number;
        }
    }
    if let Some(cycle) = cycle::shortest(&graph, &component_of) {
        return Err(CycleReport::new(rules, cycle));
    }
    let mut layer_of = vec![0; components.len()];
    let mut sorted: Vec<(usize, Component)> = Vec::with_capacity(components.len());
    for (number, members) in components.into_iter().enumerate() {
        let mut recursive = false;
        for dependency in members.iter().flat_map(|&rule| graph.of(rule)) {
            let to = component_of[dependency.to];
            recursive |= to == number;
            let least = layer_of[to] + usize::from(dependency.closed.is_some());
            layer_of[number] = least.max(layer_of[number]);
        }
        let once = members.iter().any(|&rule| runs_once(&rules.rules[rule]).is_some());
        sorted.push((layer_of[number], Component { rules: members, once, recursive }));
    }
    sorted.sort_by_key(|(layer, component)| (*layer, !component.once));
    let mut layers = Vec::new();
    for (layer, component) in sorted {
        if layer == layers.len() {
            layers.push(Layer::default());
        }
        layers[layer].components.push(component);
    }
    Ok(Strata { layers, dependencies })
}

/// The dependencies of each rule.
struct Adjacency<'a> {
    dependencies: &'a [Dependency],
    /// Where those of each rule begin; one entry more than there are rules.
    starts: Vec<usize>,
}

impl<'a> Adjacency<'a> {
    fn new(n_rules: usize, dependencies: &'a [Dependency]) -> Self {
        let start = |rule| dependencies.partition_point(|dependency| dependency.from < rule);
        Self { dependencies, starts: (0..=n_rules).map(start).collect() }
    }

    fn of(&self, rule: usize) -> &'a [Dependency] {
        &self.dependencies[self.starts[rule]..self.starts[rule + 1]]
    }

    /// The strongly connected components, each after those that it depends on; Tarjan's algorithm with
    /// the path kept in a vector.
    fn components(&self) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let n_rules = self.starts.len() - 1;
        let (mut order, mut low) = (vec![UNSEEN; n_rules], vec![0; n_rules]);
        let mut pending = vec![false; n_rules];
        let (mut stack, mut components, mut seen) = (Vec::new(), Vec::new(), 0);
        for root in 0..n_rules {
            // The path from the root, each rule with how many of its dependencies were followed.
            let mut path = if order[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
            while let Some((rule, followed)) = path.pop() {
                if followed == 0 {
                    (order[rule], low[rule]) = (seen, seen);
                    seen += 1;
                    stack.push(rule);
                    pending[rule] = true;
                } else {
                    let child = self.of(rule)[followed - 1].to;
                    if pending[child] {
                        low[rule] = low[rule].min(low[child]);
                    }
                }
                if let Some(dependency) = self.of(rule).get(followed) {
                    path.push((rule, followed + 1));
                    if order[dependency.to] == UNSEEN {
                        path.push((dependency.to, 0));
                    }
                } else if low[rule] == order[rule] {
                    let first = stack.iter().rposition(|&other| other == rule).unwrap_or(0);
                    let mut members = stack.split_off(first);
                    for &member in &members {
                        pending[member] = false;
                    }
                    members.sort_unstable();
                    components.push(members);
                }
            }
        }
        components
    }
}

#[cfg(test)]
mod tests;
