//! What there is to choose: questions and their options, counted as rows come and go.
//!
//! A triple that holds or is excluded changes its option; an option that changes tells its questions. So a step costs
//! the rows that it brings, and going back the rows that it takes away.

use super::{Declared, Fault, Kind};
use crate::engine::Mark;
use rdf_graph::graph::Graph;
use rdf_graph::graph::interner::{Id, TermRef};
use rustc_hash::FxHashMap;

/// The questions of a graph.
#[derive(Debug, Clone)]
pub(super) struct Agenda<'a> {
    declared: &'a Declared,
    /// How many rows were read of the options, and for each kind of those that hold and those that are excluded.
    n_options: usize,
    read: Vec<[usize; 2]>,
    options: Vec<Choosable>,
    option_of: FxHashMap<[Id; 3], usize>,
    questions: Vec<Question>,
    question_of: FxHashMap<Id, usize>,
}

/// A triple that may be chosen.
#[derive(Debug, Clone)]
pub(super) struct Choosable {
    pub(super) triple: [Id; 3],
    /// The triple that excludes it.
    pub(super) exclusion: [Id; 3],
    /// Whether it holds, and whether it is excluded.
    state: [bool; 2],
    questions: Vec<usize>,
}

/// Of its options at least one is to hold.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) term: Id,
    pub(super) options: Vec<usize>,
    /// Options that hold.
    n_hold: usize,
    /// Options that neither hold nor are excluded.
    n_open: usize,
}

/// Which of the two triples of an option.
const HOLDS: usize = 0;
const EXCLUDED: usize = 1;

impl Choosable {
    fn is_open(&self) -> bool {
        self.state == [false, false]
    }
}

impl Question {
    /// Whether there is at most one open option.
    pub(super) fn is_decided(&self) -> bool {
        self.n_open < 2
    }
}

impl<'a> Agenda<'a> {
    pub(super) fn new(declared: &'a Declared) -> Self {
        Self {
            declared,
            n_options: 0,
            read: vec![[0; 2]; declared.kinds.len()],
            options: Vec::new(),
            option_of: FxHashMap::default(),
            questions: Vec::new(),
            question_of: FxHashMap::default(),
        }
    }

    /// Reads the rows that are new in the graph.
    pub(super) fn read(&mut self, graph: &Graph) -> Result<(), Fault> {
        let declared = self.declared;
        for (kind, Kind { chosen, excluded }) in declared.kinds.iter().enumerate() {
            for (side, predicate) in [*chosen, *excluded].into_iter().enumerate() {
                let rows = rows(graph, predicate);
                for &[s, o] in &rows[self.read[kind][side]..] {
                    self.set([s, *chosen, o], side, true);
                }
                self.read[kind][side] = rows.len();
            }
        }
        let rows = rows(graph, declared.option);
        for &[question, option] in &rows[self.n_options..] {
            self.add(graph, question, option)?;
        }
        self.n_options = rows.len();
        Ok(())
    }

    /// Forgets the rows that came after the mark, which are still in the graph.
    pub(super) fn rewind(&mut self, graph: &Graph, mark: &Mark) {
        let declared = self.declared;
        let length = |predicate: Id| graph.table(predicate).map_or(0, |table| mark.length(table));
        for (kind, Kind { chosen, excluded }) in declared.kinds.iter().enumerate() {
            for (side, predicate) in [*chosen, *excluded].into_iter().enumerate() {
                let (start, end) = (length(predicate), self.read[kind][side]);
                for &[s, o] in rows(graph, predicate).get(start..end).unwrap_or(&[]) {
                    self.set([s, *chosen, o], side, false);
                }
                self.read[kind][side] = start.min(end);
            }
        }
        let (start, end) = (length(declared.option), self.n_options);
        for &[question, _] in
            rows(graph, declared.option).get(start..end).unwrap_or(&[]).iter().rev()
        {
            self.remove_last(question);
        }
        self.n_options = start.min(end);
    }

    fn set(&mut self, triple: [Id; 3], side: usize, now: bool) {
        let Some(&place) = self.option_of.get(&triple) else { return };
        let option = &mut self.options[place];
        let was_open = option.is_open();
        option.state[side] = now;
        let is_open = option.is_open();
        for &question in &option.questions {
            let question = &mut self.questions[question];
            question.n_open = question.n_open + usize::from(is_open) - usize::from(was_open);
            if side == HOLDS {
                question.n_hold = if now { question.n_hold + 1 } else { question.n_hold - 1 };
            }
        }
    }

    fn add(&mut self, graph: &Graph, question: Id, option: Id) -> Result<(), Fault> {
        let TermRef::Triple(triple) = graph.interner().get(option) else {
            let [question, option] = [question, option].map(|id| graph.interner().term(id));
            return Err(Fault::NoTriple { question, option });
        };
        let place = match self.option_of.get(&triple) {
            Some(&place) => place,
            None => self.register(graph, triple)?,
        };
        let question = *self.question_of.entry(question).or_insert_with(|| {
            let new = Question { term: question, options: Vec::new(), n_hold: 0, n_open: 0 };
            self.questions.push(new);
            self.questions.len() - 1
        });
        let option = &mut self.options[place];
        option.questions.push(question);
        let question = &mut self.questions[question];
        question.options.push(place);
        question.n_open += usize::from(option.is_open());
        question.n_hold += usize::from(option.state[HOLDS]);
        Ok(())
    }

    /// An option that no question had before.
    fn register(&mut self, graph: &Graph, triple: [Id; 3]) -> Result<usize, Fault> {
        let [s, p, o] = triple;
        let Some(kind) = self.declared.kinds.iter().find(|kind| kind.chosen == p) else {
            return Err(Fault::NothingExcludes(graph.interner().term(p)));
        };
        let exclusion = [s, kind.excluded, o];
        let state = [triple, exclusion].map(|[s, p, o]| holds(graph, [s, p, o]));
        let place = self.options.len();
        self.options.push(Choosable { triple, exclusion, state, questions: Vec::new() });
        self.option_of.insert(triple, place);
        Ok(place)
    }

    fn remove_last(&mut self, question: Id) {
        let Some(&place) = self.question_of.get(&question) else { return };
        let question = &mut self.questions[place];
        let Some(option) = question.options.pop() else { return };
        let option = &mut self.options[option];
        question.n_open -= usize::from(option.is_open());
        question.n_hold -= usize::from(option.state[HOLDS]);
        option.questions.pop();
    }

    /// An option that holds and is excluded all the same.
    pub(super) fn clash(&self) -> Option<&Choosable> {
        let clashes = |option: &&Choosable| option.state == [true, true];
        self.options.iter().filter(clashes).find(|option| !option.questions.is_empty())
    }

    /// The question with the fewest open options, the first of them, among those without an answer.
    pub(super) fn hardest(&self) -> Option<&Question> {
        let unanswered = self.unanswered();
        unanswered.min_by_key(|question| question.n_open)
    }

    fn unanswered(&self) -> impl Iterator<Item = &Question> {
        self.questions
            .iter()
            .filter(|question| question.n_hold == 0 && !question.options.is_empty())
    }

    /// The questions that have one open option left, each with it; an option comes once.
    pub(super) fn forced(&self) -> Vec<(&Question, &Choosable)> {
        let mut forced: Vec<(&Question, &Choosable)> = Vec::new();
        for question in self.unanswered().filter(|question| question.n_open == 1) {
            if let Some(option) = self.open(question)
                && forced.iter().all(|(_, other)| other.triple != option.triple)
            {
                forced.push((question, option));
            }
        }
        forced
    }

    /// The first open option of a question.
    pub(super) fn open(&self, question: &Question) -> Option<&Choosable> {
        question.options.iter().map(|&place| &self.options[place]).find(|option| option.is_open())
    }

    /// The triples that exclude options of a question.
    pub(super) fn exclusions(&self, question: &Question) -> Vec<[Id; 3]> {
        let options = question.options.iter().map(|&place| &self.options[place]);
        options.filter(|option| option.state[EXCLUDED]).map(|option| option.exclusion).collect()
    }
}

fn rows(graph: &Graph, predicate: Id) -> &[[Id; 2]] {
    graph.table(predicate).map_or(&[], |table| graph.tables()[table].rows())
}

fn holds(graph: &Graph, [s, p, o]: [Id; 3]) -> bool {
    graph.table(p).is_some_and(|table| graph.tables()[table].contains([s, o], false))
}
