//! What a run did.

use std::time::Duration;

/// What a run did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// For each layer, the lowest first.
    pub layers: Vec<LayerStats>,
    /// For each rule, by its place in the rule set.
    pub rules: Vec<RuleStats>,
    /// Triples of DATA blocks that were not in the ground graph.
    pub data: usize,
    /// Inferred triples, those of DATA blocks and those that are not RDF included.
    pub inferred: usize,
    /// Inferred triples that are not RDF, such as those with a literal as subject. They took part, but
    /// do not show in the inference graph.
    pub not_rdf: usize,
    /// The rule that ran when a limit was reached, by its place in the rule set.
    pub stopped_in: Option<usize>,
    /// The time of the whole run.
    pub time: Duration,
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
    /// New triples.
    pub new: usize,
    /// The time.
    pub time: Duration,
}
