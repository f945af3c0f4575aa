//! Runs the rules of a rule set in their order.

use web_time::Instant;

use rustc_hash::FxHashMap;

use super::divide::THREADS;
use super::limits::{Limit, Outcome};
use super::machine::{Machine, Tally};
use super::stats::{ExpressionErrors, LayerStats, RuleStats, Stats};
use super::{Engine, Joins, Options};
use crate::plan::{Lowered, Site, lower};
use crate::provenance::{Origin, Provenance};
use rdf_graph::graph::Graph;
use rdf_graph::graph::interner::Id;
use rdf_graph::term::Term;
use srl_syntax::rule::RuleSet;

/// One run of a rule set.
pub(super) struct Run<'a> {
    pub(super) engine: &'a Engine<'a>,
    pub(super) machine: Machine<'a>,
    /// The rules, then the parts of those that are split.
    pub(super) lowered: Vec<Lowered>,
    /// For each rule and each of its sites.
    pub(super) tallies: Vec<Vec<Tally>>,
    pub(super) stats: Stats,
    pub(super) provenance: Option<Provenance>,
    pub(super) inferred: usize,
    pub(super) joins: Joins,
    pub(super) jobs: usize,
}

impl<'a> Run<'a> {
    pub(super) fn new(engine: &'a Engine<'a>, mut machine: Machine<'a>, options: &Options) -> Self {
        let interner = machine.graph_mut().interner_mut();
        let again =
            |rule| lower(rule, interner).expect("Engine::new has lowered every rule before");
        let lowered: Vec<Lowered> = engine.rules.rules.iter().map(again).collect();
        let tallies = lowered.iter().map(|rule| vec![Tally::default(); rule.sites.len()]).collect();
        let mut stats = Stats::default();
        stats.rules.resize(lowered.len(), RuleStats::default());
        stats.layers.resize(engine.strata.layers.len(), LayerStats::default());
        let provenance = options.provenance.then(|| Provenance::new(engine.rules));
        let (joins, jobs) = (options.joins, options.jobs.min(THREADS));
        Self { engine, machine, lowered, tallies, stats, provenance, inferred: 0, joins, jobs }
    }

    pub(super) fn finish(mut self) -> (Outcome, Stats, Option<Provenance>) {
        self.stats.time = self.machine.watch.elapsed();
        self.stats.errors = self.errors();
        let outcome = self.outcome();
        (outcome, self.stats, self.provenance)
    }

    /// The expressions that had no value for some solution.
    fn errors(&mut self) -> Vec<ExpressionErrors> {
        let mut errors = Vec::new();
        for (rule, tallies) in self.tallies.iter_mut().enumerate() {
            for (site, tally) in self.lowered[rule].sites.iter().zip(tallies) {
                if let Some(example) = tally.example.take() {
                    let Tally { errors: failed, tried, .. } = *tally;
                    let Site { keyword, span } = *site;
                    let errors_of =
                        ExpressionErrors { rule, keyword, span, errors: failed, tried, example };
                    errors.push(errors_of);
                }
            }
        }
        errors
    }

    /// The whole rule set.
    pub(super) fn all(&mut self) {
        self.machine.watch.look();
        self.data(self.engine.rules);
        for (number, layer) in self.engine.strata.layers.iter().enumerate() {
            let (started, before) = (Instant::now(), self.inferred);
            let mut rounds = 0;
            for component in &layer.components {
                for &rule in &component.rules {
                    self.stats.rules[rule].layer = number;
                }
                if self.machine.watch.reached.is_none() {
                    rounds = rounds.max(self.component(component));
                }
            }
            let new = self.inferred - before;
            self.stats.layers[number] = LayerStats { rounds, new, time: started.elapsed() };
        }
    }

    /// What is there belongs to a fixpoint.
    pub(super) fn settle(&mut self) {
        self.machine.begin_round();
    }

    /// Adds a row that no rule inferred.
    pub(super) fn add(&mut self, triple: [Id; 3]) {
        self.insert(triple, Origin::Data, &[]);
    }

    /// Forgets the rows from these lengths on, of which the run inferred some.
    pub(super) fn shorten(&mut self, lengths: &[usize], inferred: usize) {
        for (place, table) in self.machine.graph_mut().tables_mut().iter_mut().enumerate() {
            table.shorten(lengths.get(place).copied().unwrap_or(0));
        }
        self.inferred = inferred;
        self.settle();
    }

    pub(super) fn graph(&self) -> &Graph {
        self.machine.graph()
    }

    pub(super) fn inferred(&self) -> usize {
        self.inferred
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.machine.watch.reached.map_or(Outcome::Complete, Outcome::Stopped)
    }

    /// The triples of the DATA blocks, whose blank nodes are those of no other graph.
    fn data(&mut self, rules: &RuleSet) {
        let mut blanks: FxHashMap<Term, Term> = FxHashMap::default();
        for triple in &rules.data {
            let interner = self.machine.graph_mut().interner_mut();
            let mut ids = [Id::default(); 3];
            for (id, term) in ids.iter_mut().zip(triple) {
                let renamed = rename(term, &mut |blank| {
                    let fresh = || {
                        let id = interner.fresh_blank();
                        interner.term(id)
                    };
                    blanks.entry(blank.clone()).or_insert_with(fresh).clone()
                });
                let Some(known) = interner.intern(&renamed) else {
                    self.machine.watch.reached = Some(Limit::Nesting);
                    return;
                };
                *id = known;
            }
            self.stats.data += usize::from(self.insert(ids, Origin::Data, &[]));
        }
    }

    fn insert(&mut self, [s, p, o]: [Id; 3], origin: Origin, body: &[(usize, u32)]) -> bool {
        let graph = self.machine.graph_mut();
        let table = graph.table_or_new(p);
        let new = graph.tables_mut()[table].insert([s, o]);
        if new {
            self.inferred += 1;
            self.machine.watch.triples(self.inferred);
            if let Some(provenance) = &mut self.provenance {
                provenance.note(table, origin, body.iter().copied());
            }
        }
        new
    }
}

/// The term with its blank nodes replaced.
fn rename(term: &Term, blank: &mut dyn FnMut(&Term) -> Term) -> Term {
    match term {
        Term::Blank(_) => blank(term),
        Term::Triple(parts) => {
            let [s, p, o] = &**parts;
            Term::triple(rename(s, blank), rename(p, blank), rename(o, blank))
        }
        Term::Iri(_) | Term::Literal(_) => term.clone(),
    }
}
