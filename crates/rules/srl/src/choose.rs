//! Searches above the semantics: where rules stall, it chooses, infers, and goes back on a contradiction.
//!
//! Rules say what follows; they cannot try. A rule set becomes a problem to be searched by three words in the namespace
//! [`NAMESPACE`]:
//!
//! ```text
//! ?question choice:option <<( ?s ?p ?o )>>     the triple may be chosen; of a question's options one is to hold
//! ?p choice:excludedBy ?q                      ?s ?p ?o cannot be where ?s ?q ?o holds; in DATA or in the data
//! ?x choice:contradiction ?y                   it cannot be like that
//! ```
//!
//! An *answer* is the data with triples of options' predicates added to them, such that the rules infer from them no
//! more of these and no contradiction, each question has an option that holds, and no option holds that is excluded.
//! The search:
//!
//! ```text
//! infer. A contradiction, an option that holds and is excluded, a question without open options: go back.
//! A question with one open option: add that to the data (it is forced, and no choice), and infer again.
//! Every question has an option that holds: an answer. Report it and go back.
//! Else choose: of the question with the fewest open options, add the first to the data, and infer again.
//! Going back: forget what came since the last choice, add the exclusion of its option to the data, and infer again.
//! ```
//!
//! So each choice splits the answers into those with the option and those without it, none comes twice, and when there
//! is nothing to go back to, all answers are known. Ties are broken by the order of the graph: the same data and
//! rules give the same search.
//!
//! This is right if what is wrong stays wrong: a rule set must not take a contradiction or an exclusion back when
//! more is chosen. That holds where both are inferred from what is there; where they are inferred from what is absent,
//! it is for the author to see to. An answer hangs on nothing of this: before it is reported, it is inferred once more from
//! the data and its options alone, in a graph of its own, and checked there (`check`).
//!
//! # References
//! M. Davis, G. Logemann, D. Loveland, "A machine program for theorem-proving", CACM 5(7), 1962 (the search).
//! S. Golomb, L. Baumert, "Backtrack programming", JACM 12(4), 1965 (the question with the fewest options).

mod agenda;
mod check;
mod ground;
mod ledger;
mod proof;

use self::agenda::Agenda;
use self::ground::{Early, Ground, Reached};
use self::ledger::{Conflict, Fact, Refutation, Why};
pub use self::proof::Explanation;
use crate::engine::{self, Engine, Limit, Stats};
pub use crate::provenance::ConflictKind;
use crate::provenance::Derivation;
use rdf_graph::graph::interner::Id;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl_syntax::rule::{PatternTerm, RuleSet};
use thiserror::Error;

/// The namespace of the vocabulary.
pub const NAMESPACE: &str = "http://example.org/choice#";

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// How to infer at each step. The limit of time is for the whole search.
    pub run: engine::Options,
    /// Whether to infer in rounds.
    pub rounds: Rounds,
    /// How many answers to look for, at least one.
    pub max_answers: u64,
    /// The most choices to make.
    pub max_choices: u64,
}

/// Whether inferring is one inference, or rounds of it as in [`mod@crate::repeat`].
#[derive(Debug, Clone)]
pub enum Rounds {
    /// One.
    Once,
    /// Rounds, until one infers nothing of the predicates `fold`, at most so many for each choice.
    Repeat {
        /// The predicates to fold.
        fold: Vec<Term>,
        /// The most rounds.
        most: u64,
    },
}

/// What a search did.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// How many answers it found.
    pub answers: u64,
    /// Whether there are no others.
    pub is_complete: bool,
    /// How many options it chose where a question had several.
    pub choices: u64,
    /// How many of them ended in a contradiction.
    pub refuted: u64,
    /// How many options were the only ones left.
    pub forced: u64,
    /// What inferring did, in all.
    pub stats: Stats,
    /// The limit that ended it, and the rule that ran.
    pub stopped: Option<(Limit, Option<usize>)>,
}

/// Why there can be no search.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// Neither the rules nor the data have the word.
    #[error(
        "nothing says what there is to choose: no rule infers choice:option, and the data have none"
    )]
    NoOptions,
    /// No predicate has an exclusion.
    #[error(
        "nothing says what excludes an option: no choice:excludedBy in a DATA block or in the data"
    )]
    NoExclusions,
    /// The same predicate is excluded by several.
    #[error("{predicate} is choice:excludedBy {first} and {second}, expected one")]
    SeveralExclusions {
        /// The predicate of options.
        predicate: Term,
        /// What excludes it.
        first: Term,
        /// What excludes it too.
        second: Term,
    },
    /// An option's predicate has none.
    #[error(
        "there is an option with {0}, but no {0} choice:excludedBy in a DATA block or in the data"
    )]
    NothingExcludes(Term),
    /// An option is no triple term.
    #[error("{question} choice:option {option}, expected a triple term <<( s p o )>>")]
    NoTriple {
        /// The question.
        question: Term,
        /// What was found.
        option: Term,
    },
    /// An answer that was found does not hold when inferred anew.
    #[error(
        "an answer does not hold when it is inferred anew: {0}; the rules take back what they inferred when more is chosen"
    )]
    Unstable(String),
}

/// What a rule set and its data say about choosing.
#[derive(Debug, Clone)]
struct Declared {
    option: Id,
    contradiction: Id,
    kinds: Vec<Kind>,
    /// The predicates that choosing adds to.
    growing: Vec<Term>,
}

/// A predicate of options, and what excludes it.
#[derive(Debug, Clone)]
struct Kind {
    chosen: Id,
    excluded: Id,
}

/// A choice on the way to where the search stands.
#[derive(Debug)]
struct Choice {
    before: Reached,
    option: [Id; 3],
    exclusion: [Id; 3],
    /// Whether an answer was found below it.
    answered: bool,
}

/// A word of the vocabulary.
#[must_use]
pub fn word(name: &str) -> Term {
    Term::iri(&format!("{NAMESPACE}{name}"))
}

/// Whether a rule set may infer options.
#[must_use]
pub fn has_options(rules: &RuleSet) -> bool {
    let option = word("option");
    let templates = rules.rules.iter().flat_map(|rule| &rule.head).map(|head| &head.terms[1]);
    rules.data.iter().any(|[_, p, _]| *p == option)
        || templates.into_iter().any(|place| match place {
            PatternTerm::Term(term) => *term == option,
            PatternTerm::Var(_) => true,
            PatternTerm::Fresh(_) | PatternTerm::Triple(_) => false,
        })
}

/// Searches for answers; each that is found is told to `found`, as a graph of the data, the options that hold and what
/// the rules infer from them. The graph itself is as it was read afterwards.
///
/// # Errors
/// The rule set does not say what there is to choose, or takes back what it inferred. A limit is no error, but
/// [`Search::stopped`].
pub fn choose(
    engine: &Engine<'_>,
    graph: &mut Graph,
    options: &Options,
    found: &mut dyn FnMut(&Graph),
) -> Result<Search, Fault> {
    let mut options = options.clone();
    options.run.provenance = false;
    search(engine, graph, &options, &mut |_, answer| found(answer)).map(|(search, _)| search)
}

/// Searches for an answer and explains the triples of it that are asked for, or why there is none.
///
/// The search goes on for a second answer: where there is none, what was chosen is explained by a refutation of the
/// opposite. [`Options::max_answers`] does not count.
///
/// # Errors
/// As for [`choose`].
pub fn explain(
    engine: &Engine<'_>,
    graph: &mut Graph,
    options: &Options,
    asked: &dyn Fn(&[Term; 3]) -> bool,
) -> Result<(Search, Explanation), Fault> {
    let mut options = Options { max_answers: 2, ..options.clone() };
    options.run.provenance = true;
    let mut first = None;
    let (search, record) = search(engine, graph, &options, &mut |derivations, _| {
        first.get_or_insert_with(|| derivations(asked));
    })?;
    let all = first.unwrap_or(Vec::new());
    Ok((search, proof::explanation(&all, record)))
}

/// Derives those triples of a graph that are asked for.
type Derive<'a> = dyn Fn(&dyn Fn(&[Term; 3]) -> bool) -> Vec<Derivation> + 'a;

fn search(
    engine: &Engine<'_>,
    graph: &mut Graph,
    options: &Options,
    found: &mut dyn FnMut(&Derive<'_>, &Graph),
) -> Result<(Search, Record), Fault> {
    let declared = Declared::read(engine.rules(), graph)?;
    graph.reset();
    // The data alone, for the answers. It is the only copy.
    let mut answer = graph.clone();
    let (mut search, mut record) = (Search::default(), Record::default());
    let done = Searching::new(engine, graph, &declared, options).and_then(|mut searching| {
        let done = searching.all(&mut |ground, held| {
            check::answer(engine, &mut answer, &declared, options, held)?;
            found(&|asked| ground.derive_asked(asked), &answer);
            Ok(())
        });
        search = std::mem::take(&mut searching.search);
        record = std::mem::take(&mut searching.record);
        search.stats = searching.ground.finish();
        done
    });
    graph.reset();
    match done {
        Ok(()) => {}
        Err(Early::Limit(limit, rule)) => search.stopped = Some((limit, rule)),
        Err(Early::Fault(fault)) => return Err(fault),
    }
    Ok((search, record))
}

/// Takes an answer: the graph of the search, and the triples with predicates of options.
type Found<'a> = dyn FnMut(&Ground<'_>, &[[Term; 3]]) -> Result<(), Early> + 'a;

/// What is kept of a search for an explanation.
#[derive(Debug, Default)]
struct Record {
    has_answer: bool,
    /// What was put into the data on the way to the first answer.
    facts: Vec<Fact>,
    /// Why there is no answer at all.
    conflict: Option<Refutation>,
}

/// A search under way.
struct Searching<'a> {
    declared: &'a Declared,
    options: &'a Options,
    ground: Ground<'a>,
    agenda: Agenda<'a>,
    choices: Vec<Choice>,
    /// Choices with an answer that were gone back from: how many choices stood before each, where in the ledger the
    /// opposite begins, and the option.
    opposites: Vec<Opposite>,
    search: Search,
    record: Record,
}

/// A choice with an answer that was gone back from, so that the other side of it is searched.
struct Opposite {
    /// How many choices there are before it.
    depth: usize,
    /// Where its exclusion stands in the ledger.
    start: usize,
    option: [Term; 3],
    n_answers: u64,
}

/// Where inferring has led.
enum Node {
    Dead(Conflict),
    /// Each question has an option that holds. These are all triples with predicates of options.
    Answer(Vec<[Term; 3]>),
    /// There is a choice: the option, and its exclusion.
    Open([Id; 3], [Id; 3]),
}

impl<'a> Searching<'a> {
    fn new(
        engine: &'a Engine<'a>,
        graph: &'a mut Graph,
        declared: &'a Declared,
        options: &'a Options,
    ) -> Result<Self, Early> {
        let ground = Ground::new(engine, graph, declared, options)?;
        let agenda = Agenda::new(declared);
        let (search, record) = (Search::default(), Record::default());
        let (choices, opposites) = (Vec::new(), Vec::new());
        Ok(Self { declared, options, ground, agenda, choices, opposites, search, record })
    }

    fn all(&mut self, found: &mut Found<'_>) -> Result<(), Early> {
        loop {
            let conflict = match self.propagate()? {
                Node::Open(option, exclusion) => {
                    self.choose(option, exclusion)?;
                    continue;
                }
                Node::Answer(held) => {
                    found(&self.ground, &held)?;
                    self.answered();
                    if self.search.answers == self.options.max_answers {
                        return Ok(());
                    }
                    None
                }
                Node::Dead(conflict) => Some(conflict),
            };
            if !self.go_back(conflict)? {
                self.search.is_complete = true;
                return Ok(());
            }
        }
    }

    /// Infers, and takes the options that are the only ones left, until there are none.
    fn propagate(&mut self) -> Result<Node, Early> {
        loop {
            let Self { ground, agenda, declared, .. } = self;
            ground.read(agenda, declared)?;
            if ground.is_contradicted(declared) {
                let support = ground.derive_contradiction(declared);
                return Ok(Node::Dead(Conflict { kind: ConflictKind::Contradiction, support }));
            }
            if let Some(option) = agenda.clash() {
                let support = ground.derive(&[option.triple, option.exclusion]);
                return Ok(Node::Dead(Conflict { kind: ConflictKind::Clash, support }));
            }
            let term = |id: Id| ground.graph().interner().term(id);
            let Some(question) = agenda.hardest() else {
                let of_options =
                    |triple: &[Id; 3]| declared.kinds.iter().any(|kind| kind.chosen == triple[1]);
                let held = ground.graph().ids(Part::All).filter(of_options);
                return Ok(Node::Answer(held.map(|triple| triple.map(term)).collect()));
            };
            match agenda.open(question) {
                None => {
                    let support = ground.derive(&agenda.exclusions(question));
                    let kind = ConflictKind::NoOption(term(question.term));
                    return Ok(Node::Dead(Conflict { kind, support }));
                }
                Some(option) if !question.is_decided() => {
                    return Ok(Node::Open(option.triple, option.exclusion));
                }
                Some(_) => {}
            }
            let forced = agenda.forced();
            let triples: Vec<[Id; 3]> = forced.iter().map(|(_, option)| option.triple).collect();
            let why = |(question, _): &(&agenda::Question, _)| {
                let support = ground.derive(&agenda.exclusions(question));
                Why::OnlyOption(term(question.term), support)
            };
            let why: Vec<Why> = forced.iter().map(why).collect();
            self.search.forced += triples.len() as u64;
            ground.add(&triples, why)?;
        }
    }

    fn choose(&mut self, option: [Id; 3], exclusion: [Id; 3]) -> Result<(), Early> {
        if self.search.choices == self.options.max_choices {
            return Err(Early::Limit(Limit::Choices(self.options.max_choices), None));
        }
        self.search.choices += 1;
        self.choices.push(Choice {
            before: self.ground.mark(),
            option,
            exclusion,
            answered: false,
        });
        self.ground.add(&[option], vec![Why::Chosen(None)])
    }

    fn answered(&mut self) {
        self.search.answers += 1;
        self.choices.iter_mut().for_each(|choice| choice.answered = true);
        if self.search.answers == 1 {
            self.record.has_answer = true;
            self.record.facts = self.ground.facts().to_vec();
        }
    }

    /// Goes back to the last choice and takes the other side of it; without a conflict, from an answer. Says whether
    /// there was one.
    fn go_back(&mut self, conflict: Option<Conflict>) -> Result<bool, Early> {
        if let Some(conflict) = &conflict {
            self.note_opposite(conflict);
        }
        let Some(choice) = self.choices.pop() else {
            if let Some(conflict) = conflict.filter(|_| self.search.answers == 0) {
                let facts = self.ground.facts().to_vec();
                self.record.conflict = Some(Refutation { facts, conflict });
            }
            return Ok(false);
        };
        let Choice { before, option, exclusion, answered } = choice;
        let facts = self.ground.undo(&before, &mut self.agenda);
        let why = match conflict {
            Some(conflict) if !answered => {
                self.search.refuted += 1;
                Why::Refuted(Box::new(Refutation { facts, conflict }))
            }
            _ => {
                let option = option.map(|id| self.ground.graph().interner().term(id));
                let (depth, start) = (self.choices.len(), self.ground.facts().len());
                let n_answers = self.search.answers;
                self.opposites.push(Opposite { depth, start, option, n_answers });
                Why::Elsewhere
            }
        };
        self.ground.add(&[exclusion], vec![why])?;
        Ok(true)
    }

    /// Where the other side of a choice with an answer has ended in a contradiction, and has no answer, that is why the
    /// option of the choice holds.
    fn note_opposite(&mut self, conflict: &Conflict) {
        while let Some(Opposite { depth, start, option, n_answers }) =
            self.opposites.pop_if(|opposite| opposite.depth >= self.choices.len())
        {
            let chosen = |fact: &&mut Fact| fact.triple == option;
            let fact = self.record.facts.iter_mut().find(chosen);
            if depth == self.choices.len()
                && n_answers == self.search.answers
                && let Some(Fact { why: Why::Chosen(why @ None), .. }) = fact
            {
                let facts = self.ground.facts().get(start..).unwrap_or(&[]).to_vec();
                *why = Some(Box::new(Refutation { facts, conflict: conflict.clone() }));
            }
        }
    }
}

impl Declared {
    fn read(rules: &RuleSet, graph: &mut Graph) -> Result<Self, Fault> {
        let [option, excluded_by, contradiction] =
            ["option", "excludedBy", "contradiction"].map(word);
        let in_data = graph.triples_of(&option, Part::Ground).next().is_some();
        if !has_options(rules) && !in_data {
            return Err(Fault::NoOptions);
        }
        let stated = rules.data.iter().filter(|[_, p, _]| *p == excluded_by).cloned();
        let stated: Vec<[Term; 3]> =
            stated.chain(graph.triples_of(&excluded_by, Part::Ground)).collect();
        if stated.is_empty() {
            return Err(Fault::NoExclusions);
        }
        let interner = graph.interner_mut();
        let mut id =
            |term: &Term| interner.intern(term).ok_or_else(|| Fault::NothingExcludes(term.clone()));
        let (mut kinds, mut growing): (Vec<Kind>, Vec<Term>) = (Vec::new(), Vec::new());
        for [predicate, _, by] in stated {
            let kind = Kind { chosen: id(&predicate)?, excluded: id(&by)? };
            match kinds.iter().find(|other| other.chosen == kind.chosen) {
                None => {
                    kinds.push(kind);
                    growing.extend([predicate, by]);
                }
                Some(other) if other.excluded == kind.excluded => {}
                Some(other) => {
                    let first = interner.term(other.excluded);
                    return Err(Fault::SeveralExclusions { predicate, first, second: by });
                }
            }
        }
        let [option, contradiction] = [id(&option)?, id(&contradiction)?];
        Ok(Self { option, contradiction, kinds, growing })
    }
}
