//! What the lints want to know of the data.

use rdf_graph::term::{LiteralKind, Term};
use srl_syntax::rule::PatternTerm;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the lints want to know of a ground graph: its predicates, and the datatypes of their objects.
#[derive(Debug, Clone, Default)]
pub struct GroundSummary {
    predicates: BTreeMap<Term, BTreeSet<Arc<str>>>,
}

impl GroundSummary {
    /// The summary of an empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes note of a triple.
    pub fn add(&mut self, predicate: &Term, object: &Term) {
        if !self.predicates.contains_key(predicate) {
            self.predicates.insert(predicate.clone(), BTreeSet::new());
        }
        if let Some(datatype) = datatype(object)
            && let Some(datatypes) = self.predicates.get_mut(predicate)
            && !datatypes.contains(datatype)
        {
            datatypes.insert(Arc::from(datatype));
        }
    }

    /// Whether a pattern with that predicate can match a triple of the graph.
    pub(super) fn may_hold(&self, predicate: &PatternTerm) -> bool {
        match predicate {
            PatternTerm::Term(term) => self.predicates.contains_key(term),
            _ => !self.predicates.is_empty(),
        }
    }

    pub(super) fn datatypes(&self, predicate: &Term) -> impl Iterator<Item = &str> {
        self.predicates.get(predicate).into_iter().flatten().map(AsRef::as_ref)
    }
}

/// The datatype of a literal without a language.
pub(super) fn datatype(term: &Term) -> Option<&str> {
    match term {
        Term::Literal(literal) => match &literal.kind {
            LiteralKind::Typed(datatype) => Some(datatype),
            LiteralKind::Lang(_) | LiteralKind::DirLang(..) => None,
        },
        Term::Iri(_) | Term::Blank(_) | Term::Triple(_) => None,
    }
}
