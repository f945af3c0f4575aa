//! Why a rule set is not stratifiable: the shortest cycle through a closed dependency.
//!
//! For each closed dependency `u → v` inside a component, breadth-first search gives the shortest way
//! back from `v` to `u`; the search goes no deeper than the best cycle so far.

use std::collections::VecDeque;
use std::fmt;

use super::{Adjacency, rule_name};
use crate::dependency::{Closed, Dependency};
use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::rule::RuleSet;
use srl_syntax::span::Span;

/// A cycle of dependencies, one of them closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleReport {
    /// The dependencies; each begins at the rule where the one before ends, the first where the last
    /// ends. The first is closed.
    pub steps: Vec<Dependency>,
    /// For each step the name of the rule that depends.
    pub names: Vec<String>,
    /// Changes that each take a closed step out of the cycle.
    pub ways_out: Vec<WayOut>,
}

/// A change that makes a rule read the ground graph instead of what rules infer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayOut {
    /// Write `NOT DATA` for this NOT, if it is to look at the input alone.
    NotData(Span),
    /// Write `WHERE DATA` in this rule, by its place, if its whole body is to look at the input alone.
    WhereData(usize),
}

/// The shortest cycle through a closed dependency, that dependency first.
pub(super) fn shortest(graph: &Adjacency<'_>, component_of: &[usize]) -> Option<Vec<Dependency>> {
    let mut best: Option<Vec<Dependency>> = None;
    for closed in graph.dependencies.iter().filter(|dependency| dependency.closed.is_some()) {
        if component_of[closed.from] != component_of[closed.to] {
            continue;
        }
        let most = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
        if let Some(back) = path(graph, component_of, closed.to, closed.from, most) {
            best = Some([*closed].into_iter().chain(back).collect());
        }
    }
    best
}

/// The shortest path inside a component, if it has fewer than `most` steps.
fn path(
    graph: &Adjacency<'_>,
    component_of: &[usize],
    from: usize,
    to: usize,
    most: usize,
) -> Option<Vec<Dependency>> {
    let mut reached: Vec<Option<Dependency>> = vec![None; component_of.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((rule, steps)) = queue.pop_front() {
        if steps >= most {
            return None;
        }
        if rule == to {
            let mut path = Vec::with_capacity(steps);
            let mut at = to;
            while path.len() < steps {
                let step = reached[at]?;
                path.push(step);
                at = step.from;
            }
            path.reverse();
            return Some(path);
        }
        for dependency in graph.of(rule) {
            let next = dependency.to;
            let inside = component_of[next] == component_of[from];
            if inside && next != from && reached[next].is_none() {
                reached[next] = Some(*dependency);
                queue.push_back((next, steps + 1));
            }
        }
    }
    None
}

impl CycleReport {
    pub(super) fn new(rules: &RuleSet, steps: Vec<Dependency>) -> Self {
        let names = steps.iter().map(|step| rule_name(rules, step.from)).collect();
        let mut ways_out = Vec::new();
        for step in &steps {
            if let Some(Closed::Negation(span)) = step.closed {
                ways_out.push(WayOut::NotData(span));
            }
            if step.closed.is_some() {
                ways_out.push(WayOut::WhereData(step.from));
            }
        }
        Self { steps, names, ways_out }
    }

    /// The report as a diagnostic: each step shows the pattern in a body and the template that may make
    /// what it matches.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let main = self.steps.first().map_or_else(Span::default, |step| step.pattern);
        let mut all = Diagnostic::error("not-stratifiable", main, self.message());
        for (number, step) in self.steps.iter().enumerate() {
            let next = &self.names[(number + 1) % self.names.len()];
            let text = format!("{} reads what {next} infers, {}", self.names[number], manner(step));
            all = if number == 0 { all.label(text) } else { all.also(step.pattern, text) };
            all = all.also(step.template, format!("{next} infers it here"));
            match step.closed {
                Some(Closed::Assignment(span)) => {
                    all = all.also(span, "SET makes the rule run once");
                }
                Some(Closed::BlankNode(span)) => {
                    all = all.also(span, "a new blank node makes the rule run once");
                }
                Some(Closed::TripleTerm(span)) => {
                    all = all.also(span, "a triple term may grow without end");
                }
                Some(Closed::Negation(_)) | None => {}
            }
        }
        all.help(self.help())
    }

    fn message(&self) -> String {
        match self.names.as_slice() {
            [only] => format!("not stratifiable: {only} depends on itself in a closed way"),
            names => format!(
                "not stratifiable: {} depend on each other, and one of them in a closed way",
                names.join(", ")
            ),
        }
    }

    fn help(&self) -> String {
        let names_of = |rule: usize| {
            let place = self.steps.iter().position(|step| step.from == rule);
            place.map_or("the rule", |place| self.names[place].as_str())
        };
        let ways: Vec<String> = self
            .ways_out
            .iter()
            .map(|way| match way {
                WayOut::NotData(_) => {
                    "write NOT DATA if that NOT is to look at the input alone".into()
                }
                WayOut::WhereData(rule) => format!(
                    "write WHERE DATA if all of {} is to look at the input alone",
                    names_of(*rule)
                ),
            })
            .collect();
        ways.join("; ")
    }
}

/// How a step depends, in words.
fn manner(step: &Dependency) -> &'static str {
    match step.closed {
        None => "as it comes",
        Some(Closed::Negation(_)) => "inside NOT, so all of it must be there first",
        Some(Closed::Assignment(_) | Closed::BlankNode(_)) => {
            "and runs once, so all of it must be there first"
        }
        Some(Closed::TripleTerm(_)) => "and makes triple terms, so all of it must be there first",
    }
}

impl fmt::Display for CycleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.message())?;
        for (number, step) in self.steps.iter().enumerate() {
            let next = &self.names[(number + 1) % self.names.len()];
            writeln!(f, "  {} reads what {next} infers, {}", self.names[number], manner(step))?;
        }
        write!(f, "  {}", self.help())
    }
}

impl std::error::Error for CycleReport {}
