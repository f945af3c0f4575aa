//! How triples came about.
//!
//! When asked for, a run notes for each triple that it adds the rule and the rows that the rule's
//! patterns matched, in the order of the body. Those rows were there before, so following them ends at
//! the ground graph and at DATA blocks. A triple that a rule needs twice is explained once: a derivation
//! is a list of steps that point at earlier ones, which stays small where the tree would not. A [`Proof`] joins
//! derivations of several rounds, and of a search, into one such list.

mod proof;

use std::fmt;

use rustc_hash::FxHashMap;

pub use self::proof::{Proof, ProofBuilder};
use rdf_graph::graph::Graph;
use rdf_graph::term::Term;
use srl_analysis::strata::rule_name;
use srl_syntax::rule::RuleSet;

/// Where a row beyond the ground graph comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin {
    Data,
    Rule(usize),
}

/// A pattern of a rule by its number, and the table and row of the triple that it matched.
pub(crate) type Matched = (usize, (usize, u32));

/// The notes of a run.
#[derive(Debug, Clone)]
pub(crate) struct Provenance {
    /// For each table and each of its rows beyond the ground graph: where it comes from, and where its
    /// body begins in `bodies`; it ends where the next note in time begins.
    notes: Vec<Vec<(Origin, usize, usize)>>,
    /// Table and row.
    bodies: Vec<(usize, u32)>,
    /// For each hidden table and each of its rows: the rows that it stands on, each with the pattern that matched it.
    hidden: Vec<Vec<Box<[Matched]>>>,
    names: Vec<String>,
}

/// How a triple was derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The steps; each stands on steps before it, and the last is the triple that was asked for.
    pub steps: Vec<DerivationStep>,
}

/// What is wrong in a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConflictKind {
    /// A rule says so.
    Contradiction,
    /// An option holds and is excluded.
    Clash,
    /// All options of a question are excluded.
    NoOption(Term),
}

impl fmt::Display for ConflictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction => f.write_str("there is a contradiction"),
            Self::Clash => f.write_str("an option holds and is excluded"),
            Self::NoOption(question) => write!(f, "{question} has no option left"),
        }
    }
}

/// A triple and why it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivationStep {
    /// The triple.
    pub triple: [Term; 3],
    /// Why it holds.
    pub reason: Reason,
}

/// Why a triple holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It is in the ground graph.
    Ground,
    /// An earlier round of [`crate::repeat`] put it into the ground graph.
    Folded,
    /// A DATA block says so.
    Data,
    /// A rule inferred it.
    Rule {
        /// The rule, by its place in the rule set.
        rule: usize,
        /// Its name, as [`rule_name`] gives it.
        name: String,
        /// For each pattern of the body, outside NOT, the step whose triple it matched.
        body: Vec<usize>,
    },
    /// It is supposed, to refute it.
    Assumed,
    /// A search chose it, and there is an answer without it, or whether there is was not found out.
    Chosen,
    /// All other options of a question are excluded.
    OnlyOption {
        /// The question.
        question: Term,
        /// The steps that exclude them.
        body: Vec<usize>,
    },
    /// The opposite ends in a contradiction.
    Refuted {
        /// The step that supposes the opposite; it and what stands on it hold nowhere else.
        assumed: usize,
        /// What is wrong then.
        conflict: ConflictKind,
        /// The steps that are wrong together.
        body: Vec<usize>,
    },
}

impl Reason {
    /// The steps that it stands on.
    #[must_use]
    pub fn body(&self) -> &[usize] {
        match self {
            Self::Rule { body, .. }
            | Self::OnlyOption { body, .. }
            | Self::Refuted { body, .. } => body,
            Self::Ground | Self::Folded | Self::Data | Self::Assumed | Self::Chosen => &[],
        }
    }

    /// The steps that explain it, in the order in which they are read.
    fn explained_by(&self) -> Vec<usize> {
        let assumed = match self {
            Self::Refuted { assumed, .. } => Some(*assumed),
            _ => None,
        };
        assumed.into_iter().chain(self.body().iter().copied()).collect()
    }

    /// The same with other numbers.
    fn renumbered(self, number: impl Fn(usize) -> usize) -> Self {
        let all = |body: Vec<usize>| body.into_iter().map(&number).collect();
        match self {
            Self::Rule { rule, name, body } => Self::Rule { rule, name, body: all(body) },
            Self::OnlyOption { question, body } => Self::OnlyOption { question, body: all(body) },
            Self::Refuted { assumed, conflict, body } => {
                Self::Refuted { assumed: number(assumed), conflict, body: all(body) }
            }
            Self::Ground | Self::Folded | Self::Data | Self::Assumed | Self::Chosen => self,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ground => f.write_str("given"),
            Self::Folded => f.write_str("from an earlier round"),
            Self::Data => f.write_str("DATA"),
            Self::Rule { name, .. } => f.write_str(name),
            Self::Assumed => f.write_str("assumed"),
            Self::Chosen => f.write_str("chosen"),
            Self::OnlyOption { question, .. } => write!(f, "the only option left of {question}"),
            Self::Refuted { conflict, .. } => write!(f, "else {conflict}"),
        }
    }
}

impl Provenance {
    pub(crate) fn new(rules: &RuleSet) -> Self {
        let names = (0..rules.rules.len()).map(|rule| rule_name(rules, rule)).collect();
        Self { notes: Vec::new(), bodies: Vec::new(), hidden: Vec::new(), names }
    }

    /// Notes the row that was just added to a table.
    pub(crate) fn note(
        &mut self,
        table: usize,
        origin: Origin,
        body: impl Iterator<Item = (usize, u32)>,
    ) {
        let start = self.bodies.len();
        self.bodies.extend(body);
        if self.notes.len() <= table {
            self.notes.resize(table + 1, Vec::new());
        }
        self.notes[table].push((origin, start, self.bodies.len()));
    }

    /// Notes the row that was just added to a hidden table.
    pub(crate) fn note_hidden(&mut self, hidden: usize, body: Vec<Matched>) {
        if self.hidden.len() <= hidden {
            self.hidden.resize(hidden + 1, Vec::new());
        }
        self.hidden[hidden].push(body.into());
    }

    /// What a row of a hidden table stands on.
    pub(crate) fn hidden(&self, hidden: usize, row: u32) -> &[Matched] {
        &self.hidden[hidden][row as usize]
    }

    /// Forgets a hidden table.
    pub(crate) fn forget_hidden(&mut self, hidden: usize) {
        if let Some(rows) = self.hidden.get_mut(hidden) {
            *rows = Vec::new();
        }
    }

    pub(crate) fn why(&self, graph: &Graph, triple: &[Term; 3]) -> Option<Derivation> {
        let ([s, _, o], table) = graph.locate(triple)?;
        let row = graph.tables()[table].rows().iter().position(|&row| row == [s, o])?;
        let mut steps = Vec::new();
        let mut step_of: FxHashMap<(usize, u32), usize> = FxHashMap::default();
        let mut path = vec![(table, row as u32)];
        while let Some(&at) = path.last() {
            let (origin, body) = self.origin(graph, at);
            let missing = body.iter().find(|row| !step_of.contains_key(row));
            if step_of.contains_key(&at) {
                path.pop();
            } else if let Some(&missing) = missing {
                path.push(missing);
            } else {
                path.pop();
                let body = body.iter().map(|row| step_of[row]).collect();
                steps.push(self.step(graph, at, origin, body));
                step_of.insert(at, steps.len() - 1);
            }
        }
        Some(Derivation { steps })
    }

    /// Where a row comes from, `None` for the ground graph, and the rows that it stands on.
    fn origin(
        &self,
        graph: &Graph,
        (table, row): (usize, u32),
    ) -> (Option<Origin>, &[(usize, u32)]) {
        let place = (row as usize).checked_sub(graph.tables()[table].ground());
        let notes = self.notes.get(table).map_or(&[][..], Vec::as_slice);
        match place.and_then(|place| notes.get(place)) {
            Some(&(origin, start, end)) => (Some(origin), &self.bodies[start..end]),
            None => (None, &[]),
        }
    }

    fn step(
        &self,
        graph: &Graph,
        (table, row): (usize, u32),
        origin: Option<Origin>,
        body: Vec<usize>,
    ) -> DerivationStep {
        let [s, o] = graph.tables()[table].row(row);
        let reason = match origin {
            None if row as usize >= graph.tables()[table].given() => Reason::Folded,
            None => Reason::Ground,
            Some(Origin::Data) => Reason::Data,
            Some(Origin::Rule(rule)) => Reason::Rule { rule, name: self.names[rule].clone(), body },
        };
        let triple = [s, graph.predicates()[table], o].map(|id| graph.interner().term(id));
        DerivationStep { triple, reason }
    }
}

impl fmt::Display for Derivation {
    /// A tree, the triple that was asked for first; a triple that comes again is not explained again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roots: &[usize] = if self.steps.is_empty() { &[] } else { &[self.steps.len() - 1] };
        write_trees(f, &self.steps, roots)
    }
}

/// Writes the steps of the roots as trees; a triple that comes again is not explained again.
fn write_trees(
    f: &mut fmt::Formatter<'_>,
    steps: &[DerivationStep],
    roots: &[usize],
) -> fmt::Result {
    let mut explained = vec![false; steps.len()];
    let mut left: Vec<(usize, usize)> = roots.iter().rev().map(|&root| (root, 0)).collect();
    while let Some((number, depth)) = left.pop() {
        let DerivationStep { triple: [s, p, o], reason } = &steps[number];
        write!(f, "{:1$}{s} {p} {o} .  # {reason}", "", 2 * depth)?;
        let body = reason.explained_by();
        if explained[number] && !body.is_empty() {
            writeln!(f, ", see above")?;
        } else {
            writeln!(f)?;
            left.extend(body.into_iter().rev().map(|step| (step, depth + 1)));
        }
        explained[number] = true;
    }
    Ok(())
}
