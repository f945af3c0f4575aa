//! The graph of a search: triples are added to the data, what follows is inferred, and all of it is taken back.
//!
//! Where the rule set only ever infers more from more, the engine goes on from where it stands
//! ([`crate::engine::Session`]); else, and in rounds, it infers again from the data and what was added. Neither copies
//! the graph.

use super::agenda::Agenda;
use super::ledger::{Fact, Ledger, Why};
use super::{Declared, Fault, Options, Rounds};
use crate::engine::{Engine, Inference, Limit, Mark, Outcome, Session, Stats};
use crate::provenance::Derivation;
use crate::repeat::{left, whole_limit};
use rdf_graph::graph::interner::Id;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use web_time::Instant;

/// The graph, and the way to infer.
#[derive(Debug)]
pub(super) enum Ground<'a> {
    GoOn(Box<Session<'a>>),
    Again(Box<Again<'a>>),
}

/// Infers from scratch each time.
#[derive(Debug)]
pub(super) struct Again<'a> {
    engine: &'a Engine<'a>,
    graph: &'a mut Graph,
    declared: &'a Declared,
    options: &'a Options,
    started: Instant,
    /// The bytes of the terms at the start.
    bytes: usize,
    stats: Stats,
    /// The last inference.
    inference: Option<Inference>,
    ledger: Ledger,
}

/// How far a [`Ground`] reached.
#[derive(Debug)]
pub(super) enum Reached {
    GoOn(Mark),
    Again { ground: Vec<usize>, facts: usize },
}

/// Why an evaluation ended early.
#[derive(Debug)]
pub(super) enum Early {
    Limit(Limit, Option<usize>),
    Fault(Fault),
}

impl From<Fault> for Early {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl<'a> Ground<'a> {
    /// Infers from the data as they are.
    pub(super) fn new(
        engine: &'a Engine<'a>,
        graph: &'a mut Graph,
        declared: &'a Declared,
        options: &'a Options,
    ) -> Result<Self, Early> {
        let is_once = matches!(options.rounds, Rounds::Once) && !options.run.provenance;
        // A borrow that is given away cannot be had back, so ask before.
        if is_once && engine.can_go_on(&declared.growing) {
            let session = engine.session(graph, &declared.growing, &options.run);
            let session = session.expect("the engine has said that it can");
            ended(session.outcome())?;
            return Ok(Self::GoOn(Box::new(session)));
        }
        let bytes = graph.interner().bytes();
        let mut again = Again {
            engine,
            graph,
            declared,
            options,
            started: Instant::now(),
            bytes,
            stats: Stats::default(),
            inference: None,
            ledger: Ledger::default(),
        };
        again.infer()?;
        Ok(Self::Again(Box::new(again)))
    }

    pub(super) fn graph(&self) -> &Graph {
        match self {
            Self::GoOn(session) => session.graph(),
            Self::Again(again) => again.graph,
        }
    }

    /// Whether the rules have marked a contradiction.
    pub(super) fn is_contradicted(&self, declared: &Declared) -> bool {
        let graph = self.graph();
        graph.table(declared.contradiction).is_some_and(|table| !graph.tables()[table].is_empty())
    }

    /// Adds triples to the data and infers; `why` says for each where it comes from.
    pub(super) fn add(&mut self, triples: &[[Id; 3]], why: Vec<Why>) -> Result<(), Early> {
        match self {
            Self::GoOn(session) => ended(session.add(triples)),
            Self::Again(again) => again.add(triples, why),
        }
    }

    /// Brings the agenda up to date.
    pub(super) fn read(
        &self,
        agenda: &mut Agenda<'a>,
        declared: &'a Declared,
    ) -> Result<(), Fault> {
        if let Self::Again(_) = self {
            *agenda = Agenda::new(declared);
        }
        agenda.read(self.graph())
    }

    pub(super) fn mark(&self) -> Reached {
        match self {
            Self::GoOn(session) => Reached::GoOn(session.mark()),
            Self::Again(again) => {
                Reached::Again { ground: again.graph.ground_mark(), facts: again.ledger.len() }
            }
        }
    }

    /// Takes back all since the mark, and gives what the ledger has of it.
    pub(super) fn undo(&mut self, mark: &Reached, agenda: &mut Agenda<'a>) -> Vec<Fact> {
        match (self, mark) {
            (Self::GoOn(session), Reached::GoOn(mark)) => {
                agenda.rewind(session.graph(), mark);
                session.undo(mark);
                Vec::new()
            }
            (Self::Again(again), Reached::Again { ground, facts }) => {
                again.graph.rewind(ground);
                again.ledger.split_off(*facts)
            }
            _ => unreachable!("a ground stays of its kind"),
        }
    }

    /// How triples of the graph came about, where that is kept; what was added is a leaf.
    pub(super) fn derive(&self, triples: &[[Id; 3]]) -> Vec<Derivation> {
        match self {
            Self::GoOn(_) => Vec::new(),
            Self::Again(again) => again.derive(triples),
        }
    }

    /// The same, of the first contradiction.
    pub(super) fn derive_contradiction(&self, declared: &Declared) -> Vec<Derivation> {
        let graph = self.graph();
        let table = graph.table(declared.contradiction).map(|table| &graph.tables()[table]);
        let first = table.and_then(|table| table.rows().first());
        first.map_or_else(Vec::new, |&[s, o]| self.derive(&[[s, declared.contradiction, o]]))
    }

    /// The same, of the triples of the graph that are asked for.
    pub(super) fn derive_asked(&self, asked: &dyn Fn(&[Term; 3]) -> bool) -> Vec<Derivation> {
        let Self::Again(again) = self else { return Vec::new() };
        let graph = self.graph();
        let asked = graph.triples(Part::All).filter(|triple| asked(triple));
        asked.filter_map(|triple| again.inference.as_ref()?.why(graph, &triple)).collect()
    }

    /// What was put into the data, where that is kept.
    pub(super) fn facts(&self) -> &[Fact] {
        match self {
            Self::GoOn(_) => &[],
            Self::Again(again) => again.ledger.facts(),
        }
    }

    pub(super) fn finish(self) -> Stats {
        match self {
            Self::GoOn(session) => session.finish(),
            Self::Again(again) => again.stats,
        }
    }
}

impl Again<'_> {
    fn add(&mut self, triples: &[[Id; 3]], why: Vec<Why>) -> Result<(), Early> {
        for &triple in triples {
            self.graph.insert_folded(triple);
        }
        if self.options.run.provenance {
            for (&triple, why) in triples.iter().zip(why) {
                let triple = triple.map(|id| self.graph.interner().term(id));
                self.ledger.push(triple, why);
            }
        }
        self.infer()
    }

    /// Infers, in rounds if they are asked for, until nothing is new or there is a contradiction.
    fn infer(&mut self) -> Result<(), Early> {
        let mut rounds = 0;
        loop {
            let bytes = self.graph.interner().bytes() - self.bytes;
            let limits = left(&self.options.run.limits, 0, bytes, self.started.elapsed());
            let options = crate::engine::Options { limits, ..self.options.run.clone() };
            let inference = self.engine.infer(self.graph, &options);
            self.stats.add(&inference.stats);
            if let Outcome::Stopped(limit) = inference.outcome {
                let limit = whole_limit(limit, &self.options.run.limits);
                return Err(Early::Limit(limit, inference.stats.stopped_in));
            }
            rounds += 1;
            let Rounds::Repeat { fold, most } = &self.options.rounds else {
                self.inference = Some(inference);
                return Ok(());
            };
            let contradicted = self.graph.table(self.declared.contradiction);
            let contradicted =
                contradicted.is_some_and(|table| !self.graph.tables()[table].is_empty());
            let new: usize = fold.iter().map(|predicate| self.graph.inferred_of(predicate)).sum();
            if contradicted || new == 0 {
                self.inference = Some(inference);
                return Ok(());
            }
            if rounds >= *most {
                return Err(Early::Limit(Limit::Rounds(*most), None));
            }
            if self.options.run.provenance {
                self.note_folded(fold, &inference);
            }
            self.graph.fold(fold);
        }
    }

    /// Puts into the ledger what a round infers of the predicates to fold.
    fn note_folded(&mut self, fold: &[Term], inference: &Inference) {
        let predicates = fold.iter().filter_map(|term| self.graph.interner().find(term));
        let tables: Vec<(Id, usize)> =
            predicates.filter_map(|p| Some((p, self.graph.table(p)?))).collect();
        for (p, table) in tables {
            let table = &self.graph.tables()[table];
            for &[s, o] in &table.rows()[table.ground()..] {
                let triple = [s, p, o].map(|id| self.graph.interner().term(id));
                let support = inference.why(self.graph, &triple).into_iter().collect();
                self.ledger.push(triple, Why::Inferred(support));
            }
        }
    }

    fn derive(&self, triples: &[[Id; 3]]) -> Vec<Derivation> {
        let Some(inference) = &self.inference else { return Vec::new() };
        let terms = triples.iter().map(|triple| triple.map(|id| self.graph.interner().term(id)));
        terms.filter_map(|triple| inference.why(self.graph, &triple)).collect()
    }
}

fn ended(outcome: Outcome) -> Result<(), Early> {
    match outcome {
        Outcome::Complete => Ok(()),
        Outcome::Stopped(limit) => Err(Early::Limit(limit, None)),
    }
}
