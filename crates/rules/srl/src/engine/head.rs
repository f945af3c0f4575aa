//! Adds what the solutions of a rule say.
//!
//! Pairs go into the tables in batches: one insertion after the other in a short loop lets the processor
//! wait for the memory of many of them at once, which saves a quarter of the time.

use super::limits::Limit;
use super::machine::{Cursor, HIDDEN, Machine};
use crate::plan::{Lowered, Step, Steps, Template};
use crate::provenance::{Matched, Origin, Provenance};
use rdf_graph::graph::interner::Id;

/// How many pairs a batch holds.
const BATCH: usize = 1024;

/// The head of a rule while it runs.
pub(super) struct Head<'a> {
    rule: usize,
    lowered: &'a Lowered,
    /// For each template its table, if its predicate is an IRI, and the pairs that wait.
    batches: Vec<(Option<usize>, Vec<[Id; 2]>)>,
    /// The matches of the body, by their origin and their place in the plan.
    matches: Vec<(usize, usize)>,
    inferred: &'a mut usize,
    provenance: Option<&'a mut Provenance>,
    /// How many more rows hidden tables may take.
    pub(super) room: usize,
}

impl<'a> Head<'a> {
    pub(super) fn new(
        rule: usize,
        (lowered, steps): (&'a Lowered, &Steps),
        machine: &mut Machine<'_>,
        inferred: &'a mut usize,
        provenance: Option<&'a mut Provenance>,
        room: usize,
    ) -> Self {
        let table = |[_, p, _]: &[Template; 3]| match p {
            Template::Constant(predicate) => Some(machine.graph_mut().table_or_new(*predicate)),
            Template::Hidden(hidden) => Some(HIDDEN + hidden),
            _ => None,
        };
        let batches = lowered.head.iter().map(table).map(|table| (table, Vec::new())).collect();
        let matches = matches(steps);
        Self { rule, lowered, batches, matches, inferred, provenance, room }
    }

    /// Adds the triples of one solution.
    pub(super) fn add(&mut self, machine: &mut Machine<'_>) {
        for &slot in &self.lowered.fresh {
            machine.slots[slot] = machine.graph_mut().interner_mut().fresh_blank();
            let bytes = machine.graph().interner().bytes();
            machine.watch.term_bytes(bytes);
        }
        for (place, [s, p, o]) in self.lowered.head.iter().enumerate() {
            let (Some(s), Some(o)) = (make(s, machine), make(o, machine)) else { continue };
            let (table, batch) = &mut self.batches[place];
            batch.push([s, o]);
            let full = batch.len() == BATCH || self.provenance.is_some();
            let table = match *table {
                Some(_) if !full => continue,
                Some(table) => Some(table),
                None => make(p, machine).map(|p| machine.graph_mut().table_or_new(p)),
            };
            match table {
                Some(table) => self.insert(place, table, machine),
                None => batch.clear(),
            }
        }
    }

    /// Puts the pairs of a template into a table.
    fn insert(&mut self, place: usize, table: usize, machine: &mut Machine<'_>) {
        let mut pairs = std::mem::take(&mut self.batches[place].1);
        self.insert_all(&mut pairs, table, machine);
        self.batches[place].1 = pairs;
    }

    /// Puts pairs into a table.
    pub(super) fn insert_all(
        &mut self,
        pairs: &mut Vec<[Id; 2]>,
        table: usize,
        machine: &mut Machine<'_>,
    ) {
        for pair in pairs.drain(..) {
            if machine.watch.reached.is_some() || !machine.table_mut(table).insert(pair) {
                continue;
            }
            if table < HIDDEN {
                *self.inferred += 1;
                machine.watch.triples(*self.inferred);
            } else {
                self.room = self.room.saturating_sub(1);
            }
            if let Some(provenance) = &mut self.provenance {
                let body = body(&self.matches, machine, provenance);
                match table.checked_sub(HIDDEN) {
                    None => {
                        let body = body.into_iter().map(|(_, row)| row);
                        provenance.note(table, Origin::Rule(self.rule), body);
                    }
                    Some(hidden) => provenance.note_hidden(hidden, body),
                }
            }
        }
    }

    /// Puts all pairs that wait into their tables; gives the room that is left.
    pub(super) fn finish(mut self, machine: &mut Machine<'_>) -> usize {
        self.flush(machine);
        self.room
    }

    /// Puts all pairs that wait into their tables.
    pub(super) fn flush(&mut self, machine: &mut Machine<'_>) {
        for place in 0..self.batches.len() {
            if let Some(table) = self.batches[place].0 {
                self.insert(place, table, machine);
            }
        }
    }
}

/// The matches of a plan.
fn matches(steps: &Steps) -> Vec<(usize, usize)> {
    let places = steps.steps.iter().enumerate();
    let matched = places.filter_map(|(place, step)| match step {
        Step::Match(pattern) => Some((pattern.origin, place)),
        _ => None,
    });
    matched.collect()
}

/// The rows that a solution stands on, of each pattern of the rule as it was written, in this order.
fn body(
    matches: &[(usize, usize)],
    machine: &Machine<'_>,
    provenance: &Provenance,
) -> Vec<Matched> {
    let mut body = Vec::with_capacity(matches.len());
    for &(origin, place) in matches {
        let Cursor { table, row, .. } = machine.cursors[place];
        match table.checked_sub(HIDDEN) {
            None => body.push((origin, (table, row))),
            Some(hidden) => body.extend(provenance.hidden(hidden, row)),
        }
    }
    body.sort_unstable();
    body
}

/// The term that a template makes for the present solution.
fn make(template: &Template, machine: &mut Machine<'_>) -> Option<Id> {
    match template {
        Template::Constant(id) => Some(*id),
        Template::Slot(slot) => Some(machine.slots[*slot]),
        Template::Unbound | Template::Hidden(_) => None,
        Template::Triple(parts) => {
            let [s, p, o] = &**parts;
            let parts = [make(s, machine)?, make(p, machine)?, make(o, machine)?];
            let made = machine.graph_mut().interner_mut().intern_triple(parts);
            if made.is_none() {
                machine.watch.reached = Some(Limit::Nesting);
            }
            made
        }
    }
}
