//! What a search has put into the data, and why: kept only where somebody asks.

use crate::provenance::Derivation;
use rdf_graph::term::Term;

/// What was put into the data so far, in the order in which it came.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    facts: Vec<Fact>,
}

/// A triple that was put into the data.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub(super) triple: [Term; 3],
    pub(super) why: Why,
}

/// Why it was.
#[derive(Debug, Clone)]
pub(super) enum Why {
    /// To see what follows. Once the search is through, there may be a refutation of the opposite.
    Chosen(Option<Box<Refutation>>),
    /// All other options of the question are excluded, as these derivations say.
    OnlyOption(Term, Vec<Derivation>),
    /// Choosing the triple that it excludes ends in a contradiction.
    Refuted(Box<Refutation>),
    /// All answers with the triple that it excludes are known.
    Elsewhere,
    /// A round inferred it.
    Inferred(Vec<Derivation>),
}

/// How an assumption ends in a contradiction.
#[derive(Debug, Clone)]
pub(super) struct Refutation {
    /// What was put into the data: the assumption first, then what it brought.
    pub(super) facts: Vec<Fact>,
    pub(super) conflict: Conflict,
}

/// What is wrong in a graph.
#[derive(Debug, Clone)]
pub(super) struct Conflict {
    pub(super) kind: super::ConflictKind,
    /// How the triples that are wrong together came about.
    pub(super) support: Vec<Derivation>,
}

impl Ledger {
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub(super) fn push(&mut self, triple: [Term; 3], why: Why) {
        self.facts.push(Fact { triple, why });
    }

    pub(super) fn split_off(&mut self, length: usize) -> Vec<Fact> {
        self.facts.split_off(length.min(self.facts.len()))
    }
}
