//! What a run did.

use rdf_graph::term::Term;
use srl_syntax::span::Span;
use std::time::Duration;

/// What a run did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// For each layer, the lowest first.
    pub layers: Vec<LayerStats>,
    /// For each rule, by its place in the rule set.
    pub rules: Vec<RuleStats>,
    /// The hidden tables, in the order in which they were made.
    pub hidden: Vec<HiddenStats>,
    /// Triples of DATA blocks that were not in the ground graph.
    pub data: usize,
    /// Inferred triples, those of DATA blocks and those that are not RDF included.
    pub inferred: usize,
    /// Inferred triples that are not RDF, such as those with a literal as subject. They took part, but
    /// do not show in the inference graph.
    pub not_rdf: usize,
    /// The rule that ran when a limit was reached, by its place in the rule set.
    pub stopped_in: Option<usize>,
    /// The expressions that were errors, in the order of the rules.
    pub errors: Vec<ExpressionErrors>,
    /// The time of the whole run.
    pub time: Duration,
}

/// A hidden table: the join of two patterns of a rule, made apart from the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HiddenStats {
    /// The rule, by its place in the rule set.
    pub rule: usize,
    /// The predicates of the patterns that are joined in it.
    pub predicates: Vec<Term>,
    /// How often the join was evaluated.
    pub rounds: u64,
    /// Solutions of the join that were found.
    pub solutions: u64,
    /// Its rows.
    pub rows: usize,
    /// Whether it grew too large, so that the rule went on as it was written.
    pub given_up: bool,
    /// The time.
    pub time: Duration,
}

/// A FILTER or SET whose expression had no value for some solutions, which were dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionErrors {
    /// The rule, by its place in the rule set.
    pub rule: usize,
    /// `FILTER` or `SET`.
    pub keyword: &'static str,
    /// The expression; of a FILTER with `&&`, the side of it.
    pub span: Span,
    /// How often it had no value.
    pub errors: u64,
    /// How often it was evaluated.
    pub tried: u64,
    /// What the first error was, such as `xsd:date > xsd:string`.
    pub example: String,
}

impl Stats {
    /// Adds the figures of another run of the same rule set to those of this one.
    pub fn add(&mut self, run: &Self) {
        self.layers.resize(run.layers.len(), LayerStats::default());
        for (sum, layer) in self.layers.iter_mut().zip(&run.layers) {
            sum.rounds += layer.rounds;
            sum.new += layer.new;
            sum.time += layer.time;
        }
        self.rules.resize(run.rules.len(), RuleStats::default());
        for (sum, rule) in self.rules.iter_mut().zip(&run.rules) {
            sum.layer = rule.layer;
            sum.rounds += rule.rounds;
            sum.solutions += rule.solutions;
            sum.divided += rule.divided;
            sum.new += rule.new;
            sum.time += rule.time;
        }
        for hidden in &run.hidden {
            let place = |one: &HiddenStats| (one.rule, one.predicates.clone());
            match self.hidden.iter_mut().find(|one| place(one) == place(hidden)) {
                Some(sum) => {
                    sum.rounds += hidden.rounds;
                    sum.solutions += hidden.solutions;
                    sum.rows += hidden.rows;
                    sum.given_up |= hidden.given_up;
                    sum.time += hidden.time;
                }
                None => self.hidden.push(hidden.clone()),
            }
        }
        for errors in &run.errors {
            let place = |one: &ExpressionErrors| (one.rule, one.span, one.keyword);
            match self.errors.iter_mut().find(|one| place(one) == place(errors)) {
                Some(sum) => {
                    sum.errors += errors.errors;
                    sum.tried += errors.tried;
                }
                None => self.errors.push(errors.clone()),
            }
        }
        self.data += run.data;
        self.inferred += run.inferred;
        self.not_rdf += run.not_rdf;
        self.time += run.time;
    }
}

/// What a layer did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LayerStats {
    /// The most rounds that one of its groups of rules took.
    pub rounds: u64,
    /// New triples.
    pub new: usize,
    /// The time.
    pub time: Duration,
}

/// What a rule did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleStats {
    /// Its layer.
    pub layer: usize,
    /// How often it was evaluated.
    pub rounds: u64,
    /// Solutions of its body that were found. Of solutions that say the same in the head, a search may
    /// leave out all but one.
    pub solutions: u64,
    /// How often the search was divided among threads.
    pub divided: u64,
    /// New triples.
    pub new: usize,
    /// The time.
    pub time: Duration,
}
