//! Asks whether a body has solutions in a graph as an inference has left it. Nothing is inferred.

use super::limits::Outcome;
use super::machine::Tally;
use super::{Engine, Options, Refused};
use crate::expr::TooDeep;
use crate::plan::{Template, Visible, lower, order};
use rdf_graph::graph::Graph;
use rdf_graph::graph::interner::Id;
use rdf_graph::term::Term;
use srl_syntax::rule::{Element, PatternTerm, Rule, TriplePattern, Var};

/// What a body finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// How many solutions there are, up to the most that were asked for; those that agree in the variables that were
    /// asked for may count as one.
    pub solutions: u64,
    /// The variables in the first solution, by name, as far as the body binds them.
    pub first: Vec<(String, Term)>,
    /// What the first expression without a value was, such as `xsd:date > xsd:string`.
    pub error: Option<String>,
    /// Whether all was looked at, or the limit that ended it.
    pub outcome: Outcome,
}

impl Engine<'_> {
    /// Counts the solutions of a body in a graph, up to `most`. The variables are those of `rule`, and it says whether
    /// the body reads the ground graph alone; what was inferred stays in the graph.
    ///
    /// # Errors
    /// An expression nests too deep.
    pub fn probe(
        &self,
        graph: &mut Graph,
        rule: &Rule,
        body: Vec<Element>,
        most: u64,
        options: &Options,
    ) -> Result<Probe, Refused> {
        let asked: Vec<Var> = (0..).map(Var).take(rule.variables.len()).collect();
        let rule =
            Rule { head: asked.iter().map(|&var| says(var)).collect(), body, ..rule.clone() };
        let lowered = lower(&rule, graph.interner_mut());
        let lowered = lowered.map_err(|TooDeep(span)| Refused::TooDeep(span))?;
        let mut machine = self.machine(graph, options);
        machine.begin_round();
        let steps = order(&lowered, Visible::Full, machine.tables());
        machine.slots.resize(lowered.n_slots, Id::default());
        machine.tallies.resize(lowered.sites.len(), Tally::default());
        let mut solutions = 0;
        let mut first = Vec::new();
        machine.solve(&steps, &mut |machine| {
            if solutions == 0 {
                first.extend(lowered.head.iter().zip(&rule.variables).filter_map(
                    |([subject, ..], name)| match subject {
                        Template::Slot(slot) => {
                            let term = machine.graph().interner().term(machine.slots[*slot]);
                            Some((name.clone(), term))
                        }
                        _ => None,
                    },
                ));
            }
            solutions += 1;
            solutions < most && machine.watch.reached.is_none()
        });
        let error = machine.tallies.iter().find_map(|tally| tally.example.clone());
        let outcome = machine.watch.reached.map_or(Outcome::Complete, Outcome::Stopped);
        Ok(Probe { solutions, first, error, outcome })
    }
}

/// A template that needs the variable.
fn says(var: Var) -> TriplePattern {
    let span = srl_syntax::span::Span::default();
    let var = PatternTerm::Var(var);
    TriplePattern { terms: [var.clone(), var.clone(), var], at: [span; 3], span }
}
