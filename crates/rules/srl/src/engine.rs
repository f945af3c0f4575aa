//! Infers.
//!
//! The evaluation graph begins as the ground graph and the triples of the DATA blocks. Then the
//! components of the strata run one after the other, each after those that it depends on. A rule that
//! depends on no rule of its own component runs once. The rules of a recursive component run in rounds,
//! *semi-naive*: the first round sees everything; in each later one a rule runs once for each of its
//! patterns that its component feeds, with that pattern on the news of the round before, those patterns
//! before it on everything and those after it on what is older. So every solution is found in the round
//! in which its last triple became news, and no other (or another that says the same in the head: see
//! the module `plan`):
//!
//! ```text
//! Δ(p₁ ⋈ … ⋈ pₙ)  =  ⋃ᵢ  p₁ ⋈ … ⋈ pᵢ₋₁ ⋈ Δpᵢ ⋈ oldᵢ₊₁ ⋈ … ⋈ oldₙ
//! ```
//!
//! ```
//! use srl::engine::{Engine, Options, Outcome};
//! use rdf_graph::graph::{Graph, Part};
//! use rdf_graph::io::{Format, read, write_ntriples};
//!
//! let text = "RULE { ?y <http://e/under> ?x } WHERE { ?x <http://e/over> ?y }";
//! let (document, diagnostics) = srl_analysis::read(text, &Default::default());
//! let rules = document.ok_or("an error")?.rule_set();
//! let mut graph = Graph::new();
//! read(&mut graph, &b"<http://e/a> <http://e/over> <http://e/b> .\n"[..], Format::NTriples, None)?;
//!
//! let inference = Engine::new(&rules)?.infer(&mut graph, &Options::default());
//! assert_eq!(inference.outcome, Outcome::Complete);
//! let mut written = Vec::new();
//! write_ntriples(&graph, Part::Inferred, &mut written)?;
//! assert_eq!(written, b"<http://e/b> <http://e/under> <http://e/a> .\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Evaluation". F. Bancilhon, "Naive evaluation of
//! recursively defined relations", 1986.

mod divide;
mod head;
mod join;
mod limits;
mod machine;
mod probe;
mod rounds;
mod rules;
mod session;
mod stats;
mod unite;

use thiserror::Error;

use self::limits::Watch;
pub use self::limits::{Limit, Limits, Outcome};
use self::machine::{Machine, Store};
pub use self::probe::Probe;
pub use self::session::{Mark, Session};
pub use self::stats::{ExpressionErrors, HiddenStats, LayerStats, RuleStats, Stats};
use crate::expr::{Scope, TooDeep};
use crate::plan::lower;
use crate::provenance::{Derivation, Provenance};
use rdf_graph::graph::interner::Interner;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl_analysis::functions;
use srl_analysis::strata::{CycleReport, Strata, stratify};
use srl_syntax::rule::{Import, RuleSet};
use srl_syntax::span::Span;

/// Why a rule set cannot run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// There is a cycle through a closed dependency.
    #[error("{0}")]
    NotStratifiable(CycleReport),
    /// It imports, and nobody has put the import in its place.
    #[error("IMPORTS <{}> is not resolved", .0.iri)]
    Import(Import),
    /// A function by IRI is not there, or takes another number of arguments.
    #[error("{0}")]
    Function(String, Span),
    /// An expression nests deeper than 192.
    #[error("an expression nests too deep")]
    TooDeep(Span),
}

/// How to infer.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// When to stop early.
    pub limits: Limits,
    /// Whether to note how each triple was first derived.
    pub provenance: bool,
    /// What `NOW()` says; the present instant if there is none.
    pub now: Option<Term>,
    /// How joins are made.
    pub joins: Joins,
    /// How many threads may look for the solutions of a rule at once, 256 at most; 0 is 1. What is inferred, and in which order, does not
    /// depend on it.
    pub jobs: usize,
}

/// Where joins take the shortcuts that there are: rules of three patterns or more are split, so that two of their patterns are
/// joined apart, and the last pattern of a join is united with the head, 32 triples at a time. This changes neither what is
/// inferred nor what is an explanation of it, only the time, the memory and the order of the triples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Joins {
    /// Where it pays, by what the rules have looked at so far.
    #[default]
    WhereItPays,
    /// Wherever it can be done.
    Eager,
    /// Nowhere: all rules are evaluated as they were written.
    Plain,
}

/// A rule set that is ready to run.
#[derive(Debug)]
pub struct Engine<'a> {
    rules: &'a RuleSet,
    strata: Strata,
}

/// What a run found out beside the triples, which it leaves in the graph.
#[derive(Debug, Clone)]
pub struct Inference {
    /// Whether the inference graph is whole.
    pub outcome: Outcome,
    /// What the run did.
    pub stats: Stats,
    provenance: Option<Provenance>,
}

impl Inference {
    /// How a triple of the graph was first derived, down to the ground; `None` if it is not in the
    /// graph, or if [`Options::provenance`] was not asked for.
    #[must_use]
    pub fn why(&self, graph: &Graph, triple: &[Term; 3]) -> Option<Derivation> {
        self.provenance.as_ref()?.why(graph, triple)
    }
}

impl<'a> Engine<'a> {
    /// Prepares a rule set.
    ///
    /// It should be well-formed; a variable that nothing binds is an error wherever an expression needs
    /// it, and a template that needs it makes nothing.
    ///
    /// # Errors
    /// If it is not stratifiable, has imports left, or nests too deep.
    pub fn new(rules: &'a RuleSet) -> Result<Self, Refused> {
        if let Some(import) = rules.imports.first() {
            return Err(Refused::Import(import.clone()));
        }
        if let Some(wrong) = rules.rules.iter().flat_map(functions).next() {
            return Err(Refused::Function(wrong.message.clone(), wrong.span()));
        }
        let mut scratch = Interner::default();
        for rule in &rules.rules {
            lower(rule, &mut scratch).map_err(|TooDeep(span)| Refused::TooDeep(span))?;
        }
        let strata = stratify(rules).map_err(Refused::NotStratifiable)?;
        Ok(Self { rules, strata })
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &'a RuleSet {
        self.rules
    }

    /// When each rule runs.
    #[must_use]
    pub fn strata(&self) -> &Strata {
        &self.strata
    }

    /// Infers from the ground graph; what an earlier run inferred is forgotten. The inference graph is
    /// then [`Part::Inferred`] of `graph`.
    pub fn infer(&self, graph: &mut Graph, options: &Options) -> Inference {
        let mut run = self.run(graph, options);
        run.all();
        let (mut outcome, mut stats, provenance) = run.finish();
        if let Outcome::Stopped(Limit::TermBytes(_)) = outcome {
            outcome =
                Outcome::Stopped(Limit::TermBytes(options.limits.max_term_bytes.unwrap_or(0)));
        }
        stats.inferred = graph.len(Part::Inferred);
        stats.not_rdf = stats.inferred - graph.rdf_ids(Part::Inferred).count();
        Inference { outcome, stats, provenance }
    }

    /// A run of the rule set that has not begun.
    fn run<'b>(&'b self, graph: &'b mut Graph, options: &Options) -> rules::Run<'b> {
        graph.begin_inference();
        rules::Run::new(self, self.machine(graph, options), options)
    }

    /// What runs plans in a graph.
    fn machine<'b>(&self, graph: &'b mut Graph, options: &Options) -> Machine<'b> {
        let scope = Scope::new(options.now.clone(), self.rules.base.as_deref());
        let mut limits = options.limits.clone();
        // New terms are counted from here on.
        let bytes = graph.interner().bytes();
        limits.max_term_bytes = limits.max_term_bytes.map(|most| most.saturating_add(bytes));
        Machine {
            store: Store::Own { graph, hidden: Vec::new(), scope: Box::new(scope) },
            matched: 0,
            watch: Watch::new(limits),
            slots: Vec::new(),
            before: Vec::new(),
            now: Vec::new(),
            keep_rows: options.provenance,
            cursors: Vec::new(),
            tallies: Vec::new(),
        }
    }
}
