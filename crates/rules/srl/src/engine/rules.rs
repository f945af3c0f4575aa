//! Runs the rules of a rule set in their order.

use web_time::Instant;

use rustc_hash::FxHashMap;

use super::Engine;
use super::limits::{Limit, Outcome};
use super::machine::{Cursor, Machine, Tally};
use super::stats::{ExpressionErrors, LayerStats, RuleStats, Stats};
use crate::plan::{Lowered, Position, Rows, Site, Step, Steps, Template, Visible, lower, order};
use crate::provenance::{Origin, Provenance};
use rdf_graph::graph::interner::Id;
use rdf_graph::term::Term;
use srl_analysis::strata::Component;
use srl_analysis::unify::may_match;
use srl_syntax::rule::{Element, RuleSet, TriplePattern};

/// One run of a rule set.
pub(super) struct Run<'a> {
    engine: &'a Engine<'a>,
    machine: Machine<'a>,
    lowered: Vec<Lowered>,
    /// For each rule and each of its sites.
    tallies: Vec<Vec<Tally>>,
    stats: Stats,
    provenance: Option<Provenance>,
    inferred: usize,
}

/// A plan of a rule, for one round or for those to come.
struct Plan {
    rule: usize,
    /// The predicate's table of the pattern that sees the news, if it names one.
    news: Option<usize>,
    steps: Steps,
}

impl<'a> Run<'a> {
    pub(super) fn new(engine: &'a Engine<'a>, machine: Machine<'a>, provenance: bool) -> Self {
        let interner = machine.graph.interner_mut();
        let again =
            |rule| lower(rule, interner).expect("Engine::new has lowered every rule before");
        let lowered: Vec<Lowered> = engine.rules.rules.iter().map(again).collect();
        let tallies = lowered.iter().map(|rule| vec![Tally::default(); rule.sites.len()]).collect();
        let mut stats = Stats::default();
        stats.rules.resize(lowered.len(), RuleStats::default());
        stats.layers.resize(engine.strata.layers.len(), LayerStats::default());
        let provenance = provenance.then(|| Provenance::new(engine.rules));
        Self { engine, machine, lowered, tallies, stats, provenance, inferred: 0 }
    }

    pub(super) fn finish(mut self) -> (Outcome, Stats, Option<Provenance>) {
        self.stats.time = self.machine.watch.elapsed();
        self.stats.errors = self.errors();
        let outcome = self.machine.watch.reached.map_or(Outcome::Complete, Outcome::Stopped);
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

    /// The triples of the DATA blocks, whose blank nodes are those of no other graph.
    fn data(&mut self, rules: &RuleSet) {
        let mut blanks: FxHashMap<Term, Term> = FxHashMap::default();
        for triple in &rules.data {
            let interner = self.machine.graph.interner_mut();
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

    /// Runs the rules of a component until nothing is new; says how many rounds it took.
    fn component(&mut self, component: &Component) -> u64 {
        self.machine.begin_round();
        let first: Vec<Plan> = component.rules.iter().map(|&rule| self.plan(rule, None)).collect();
        for plan in &first {
            self.run(plan);
        }
        if !component.recursive {
            return 1;
        }
        let mut rounds = 1;
        let (mut plans, mut planned_at) = (Vec::new(), 0);
        while self.machine.watch.reached.is_none() {
            self.machine.begin_round();
            let size: usize = self.machine.now.iter().sum();
            if size == self.machine.before.iter().sum() {
                break;
            }
            rounds += 1;
            self.machine.watch.rounds(rounds);
            if size > 2 * planned_at {
                (plans, planned_at) = (self.plans_for_news(component), size);
            }
            for plan in &plans {
                self.run(plan);
            }
        }
        rounds
    }

    /// For each rule and each of its patterns that the component feeds: a plan with it on the news.
    fn plans_for_news(&self, component: &Component) -> Vec<Plan> {
        let rules = &self.engine.rules.rules;
        let templates: Vec<&TriplePattern> =
            component.rules.iter().flat_map(|&rule| &rules[rule].head).collect();
        let mut plans = Vec::new();
        for &rule in component.rules.iter().filter(|&&rule| !rules[rule].data) {
            let recursive = fed_patterns(&rules[rule].body, &templates);
            for &origin in &recursive {
                plans.push(self.plan(rule, Some((origin, &recursive))));
            }
        }
        plans
    }

    fn plan(&self, rule: usize, news: Option<(usize, &[usize])>) -> Plan {
        let choice = match news {
            None => Visible::Full,
            Some((origin, recursive)) => Visible::News { origin, recursive },
        };
        let steps = order(&self.lowered[rule], choice, self.machine.graph);
        Plan { rule, news: table_of_news(&steps, &self.machine), steps }
    }

    /// Runs a plan and adds what its solutions say.
    fn run(&mut self, plan: &Plan) {
        if let Some(table) = plan.news
            && self.machine.before.get(table) == self.machine.now.get(table)
        {
            return;
        }
        let started = Instant::now();
        let (mut solutions, before) = (0, self.inferred);
        std::mem::swap(&mut self.machine.tallies, &mut self.tallies[plan.rule]);
        let Self { machine, lowered, provenance, inferred, .. } = self;
        let lowered = &lowered[plan.rule];
        machine.slots.clear();
        machine.slots.resize(lowered.n_slots, Id::default());
        let mut head = Head {
            rule: plan.rule,
            lowered,
            batches: batches(lowered, machine),
            matches: matches(&plan.steps),
            inferred,
            provenance: provenance.as_mut(),
        };
        machine.solve(&plan.steps, &mut |machine| {
            solutions += 1;
            head.add(machine);
            machine.watch.reached.is_none()
        });
        head.finish(machine);
        std::mem::swap(&mut self.machine.tallies, &mut self.tallies[plan.rule]);
        if self.machine.watch.reached.is_some() {
            self.stats.stopped_in.get_or_insert(plan.rule);
        }
        let stats = &mut self.stats.rules[plan.rule];
        stats.rounds += 1;
        stats.solutions += solutions;
        stats.new += self.inferred - before;
        stats.time += started.elapsed();
    }

    fn insert(&mut self, [s, p, o]: [Id; 3], origin: Origin, body: &[(usize, u32)]) -> bool {
        let graph = &mut *self.machine.graph;
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

/// How many pairs a batch holds.
const BATCH: usize = 1024;

/// The head of a rule while it runs.
///
/// Pairs go into the tables in batches: one insertion after the other in a short loop lets the processor
/// wait for the memory of many of them at once, which saves a quarter of the time.
struct Head<'a> {
    rule: usize,
    lowered: &'a Lowered,
    /// For each template its table, if its predicate is an IRI, and the pairs that wait.
    batches: Vec<(Option<usize>, Vec<[Id; 2]>)>,
    /// The matches of the body in the order in which it was written, by their place in the plan.
    matches: Vec<usize>,
    inferred: &'a mut usize,
    provenance: Option<&'a mut Provenance>,
}

impl Head<'_> {
    /// Adds the triples of one solution.
    fn add(&mut self, machine: &mut Machine<'_>) {
        for &slot in &self.lowered.fresh {
            machine.slots[slot] = machine.graph.interner_mut().fresh_blank();
            machine.watch.term_bytes(machine.graph.interner().bytes());
        }
        for (place, [s, p, o]) in self.lowered.head.iter().enumerate() {
            let (Some(s), Some(o)) = (make(s, machine), make(o, machine)) else { continue };
            let (table, batch) = &mut self.batches[place];
            batch.push([s, o]);
            let full = batch.len() == BATCH || self.provenance.is_some();
            let table = match *table {
                Some(_) if !full => continue,
                Some(table) => Some(table),
                None => make(p, machine).map(|p| machine.graph.table_or_new(p)),
            };
            match table {
                Some(table) => self.insert(place, table, machine),
                None => batch.clear(),
            }
        }
    }

    /// Puts the pairs of a template into a table.
    fn insert(&mut self, place: usize, table: usize, machine: &mut Machine<'_>) {
        for pair in self.batches[place].1.drain(..) {
            if machine.watch.reached.is_some() || !machine.graph.tables_mut()[table].insert(pair) {
                continue;
            }
            *self.inferred += 1;
            machine.watch.triples(*self.inferred);
            if let Some(provenance) = &mut self.provenance {
                let row = |&place: &usize| {
                    let Cursor { table, row, .. } = machine.cursors[place];
                    (table, row)
                };
                provenance.note(table, Origin::Rule(self.rule), self.matches.iter().map(row));
            }
        }
    }

    /// Puts all pairs that wait into their tables.
    fn finish(mut self, machine: &mut Machine<'_>) {
        for place in 0..self.batches.len() {
            if let Some(table) = self.batches[place].0 {
                self.insert(place, table, machine);
            }
        }
    }
}

/// For each template its table, if its predicate is an IRI, and room for a batch.
fn batches(lowered: &Lowered, machine: &mut Machine<'_>) -> Vec<(Option<usize>, Vec<[Id; 2]>)> {
    let table = |[_, p, _]: &[Template; 3]| match p {
        Template::Constant(predicate) => Some(machine.graph.table_or_new(*predicate)),
        _ => None,
    };
    lowered.head.iter().map(table).map(|table| (table, Vec::new())).collect()
}

/// The matches of a plan in the order in which the body was written.
fn matches(steps: &Steps) -> Vec<usize> {
    let places = steps.steps.iter().enumerate();
    let mut matches: Vec<(usize, usize)> = places
        .filter_map(|(place, step)| match step {
            Step::Match(pattern) => Some((pattern.origin, place)),
            _ => None,
        })
        .collect();
    matches.sort_unstable();
    matches.into_iter().map(|(_, place)| place).collect()
}

/// The term that a template makes for the present solution.
fn make(template: &Template, machine: &mut Machine<'_>) -> Option<Id> {
    match template {
        Template::Constant(id) => Some(*id),
        Template::Slot(slot) => Some(machine.slots[*slot]),
        Template::Unbound => None,
        Template::Triple(parts) => {
            let [s, p, o] = &**parts;
            let parts = [make(s, machine)?, make(p, machine)?, make(o, machine)?];
            let made = machine.graph.interner_mut().intern_triple(parts);
            if made.is_none() {
                machine.watch.reached = Some(Limit::Nesting);
            }
            made
        }
    }
}

/// The patterns of a body, by their number, that some of the templates may feed.
fn fed_patterns(body: &[Element], templates: &[&TriplePattern]) -> Vec<usize> {
    let mut fed = Vec::new();
    let mut number = 0;
    for element in body {
        if let Element::Pattern(pattern) = element
            && templates.iter().any(|template| may_match(pattern, template))
        {
            fed.push(number);
        }
        number += count_patterns(std::slice::from_ref(element));
    }
    fed
}

fn count_patterns(body: &[Element]) -> usize {
    body.iter()
        .map(|element| match element {
            Element::Pattern(_) => 1,
            Element::Not { body, .. } => count_patterns(body),
            Element::Filter(_) | Element::Set { .. } => 0,
        })
        .sum()
}

/// The table of the match that sees the news, if its predicate is known.
fn table_of_news(steps: &Steps, machine: &Machine<'_>) -> Option<usize> {
    let news = steps.steps.iter().find_map(|step| match step {
        Step::Match(pattern) if pattern.rows == Rows::News => Some(pattern),
        _ => None,
    })?;
    match news.places[1] {
        Position::Constant(predicate) => machine.graph.table(predicate),
        _ => None,
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
