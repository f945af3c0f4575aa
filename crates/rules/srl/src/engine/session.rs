//! Goes on from where a run ended: triples come to the data, and go again.
//!
//! Where no rule that a new triple can reach, directly or through what rules infer from it, looks at it in a NOT or in
//! the ground graph alone, more data only ever means more conclusions. Then
//!
//! ```text
//! infer(G ∪ {t})  =  infer(G) and what follows from it and t
//! ```
//!
//! and the second is a few rounds on the news, as inside a recursive component. As rows are only appended, what came
//! later is taken back by shortening the tables. So a step of a search costs what it infers, not what the graph holds.
//!
//! # References
//! A. Gupta, I. S. Mumick, V. S. Subrahmanian, "Maintaining Views Incrementally", SIGMOD 1993 (the case without
//! negation and deletion).

use super::rounds::Member;
use super::rules::Run;
use super::stats::Stats;
use super::{Engine, Joins, Options, Outcome};
use rdf_graph::graph::Graph;
use rdf_graph::graph::interner::Id;
use rdf_graph::term::Term;
use srl_analysis::dependency::runs_once;
use srl_analysis::unify::may_match;
use srl_syntax::rule::{Element, PatternTerm, Rule, TriplePattern, Var};
use srl_syntax::span::Span;
use std::fmt;

/// A run that goes on.
pub struct Session<'a> {
    run: Run<'a>,
    /// For the rules that what is added can reach.
    members: Vec<Member>,
}

/// How far the graph of a [`Session`] reached.
#[derive(Debug, Clone)]
pub struct Mark {
    lengths: Vec<usize>,
    inferred: usize,
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("outcome", &self.outcome()).finish_non_exhaustive()
    }
}

impl Engine<'_> {
    /// Infers, and is ready to go on whenever triples of the predicates `growing` are added to the data; `None` if
    /// some rule could then take back what it inferred, so that a new run is needed each time.
    ///
    /// What is added counts as inferred in the graph. Provenance is not kept.
    pub fn session<'b>(
        &'b self,
        graph: &'b mut Graph,
        growing: &[Term],
        options: &Options,
    ) -> Option<Session<'b>> {
        let (growing, reached) = self.reached_by(growing)?;
        let heads = reached.iter().flat_map(|&rule| &self.rules.rules[rule].head);
        let templates: Vec<&TriplePattern> = growing.iter().chain(heads).collect();
        // Steps are small, and what other joins keep beside the graph cannot be taken back.
        let options = Options { provenance: false, joins: Joins::Plain, ..options.clone() };
        let mut run = self.run(graph, &options);
        run.all();
        run.settle();
        let members = run.fed_by(&reached, &templates);
        Some(Session { run, members })
    }

    /// Whether there is a [`Self::session`].
    #[must_use]
    pub fn can_go_on(&self, growing: &[Term]) -> bool {
        self.reached_by(growing).is_some()
    }

    /// The templates of all triples of these predicates, and the rules that they reach.
    fn reached_by(&self, growing: &[Term]) -> Option<(Vec<TriplePattern>, Vec<usize>)> {
        let growing: Vec<TriplePattern> = growing.iter().map(anything).collect();
        let rules = &self.rules.rules;
        let reached = reached(rules, &growing)?;
        // A solution that is found twice would make two of them.
        let makes_nodes = reached.iter().any(|&rule| runs_once(&rules[rule]).is_some());
        (!makes_nodes).then_some((growing, reached))
    }
}

impl Session<'_> {
    /// The graph; what was added is among what was inferred.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.run.graph()
    }

    /// Whether all was inferred, or the limit that ended the session.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.run.outcome()
    }

    /// How far the graph reaches now.
    #[must_use]
    pub fn mark(&self) -> Mark {
        let lengths = self.graph().tables().iter().map(rdf_graph::graph::table::Table::len);
        Mark { lengths: lengths.collect(), inferred: self.run.inferred() }
    }

    /// Adds triples, of the predicates that may grow, and infers what follows.
    pub fn add(&mut self, triples: &[[Id; 3]]) -> Outcome {
        for &triple in triples {
            self.run.add(triple);
        }
        self.run.go_on(&mut self.members);
        self.outcome()
    }

    /// Takes back what was added and inferred since the mark was taken; marks taken after it are void.
    pub fn undo(&mut self, mark: &Mark) {
        self.run.shorten(&mark.lengths, mark.inferred);
    }

    /// What was done.
    #[must_use]
    pub fn finish(self) -> Stats {
        self.run.finish().1
    }
}

impl Mark {
    /// The length of a table then.
    #[must_use]
    pub fn length(&self, table: usize) -> usize {
        self.lengths.get(table).copied().unwrap_or(0)
    }
}

/// The template of all triples of a predicate.
fn anything(predicate: &Term) -> TriplePattern {
    let terms =
        [PatternTerm::Var(Var(0)), PatternTerm::Term(predicate.clone()), PatternTerm::Var(Var(1))];
    TriplePattern { terms, at: [Span::default(); 3], span: Span::default() }
}

/// The rules that triples of these templates can reach; `None` if one of them sees such triples in a NOT, or reads
/// the predicates that grow in the ground graph alone.
fn reached(rules: &[Rule], growing: &[TriplePattern]) -> Option<Vec<usize>> {
    let mut templates: Vec<&TriplePattern> = growing.iter().collect();
    let mut reached = vec![false; rules.len()];
    loop {
        let before = templates.len();
        for (rule, is_reached) in rules.iter().zip(&mut reached).filter(|(_, reached)| !**reached) {
            let seen = if rule.data { &templates[..growing.len()] } else { &templates };
            match sees(&rule.body, rule.data, seen) {
                Sees::Nothing => {}
                Sees::More => {
                    *is_reached = true;
                    templates.extend(&rule.head);
                }
                Sees::Less => return None,
            }
        }
        if templates.len() == before {
            break;
        }
    }
    // A rule that was reached early may see in a NOT what came to the templates later.
    let takes_back = |rule: &Rule| {
        let seen = if rule.data { &templates[..growing.len()] } else { &templates };
        matches!(sees(&rule.body, rule.data, seen), Sees::Less)
    };
    let numbers = reached.iter().enumerate().filter_map(|(rule, &is)| is.then_some(rule));
    (!rules.iter().any(takes_back)).then(|| numbers.collect())
}

/// What more triples are to a body.
enum Sees {
    Nothing,
    /// More solutions.
    More,
    /// Fewer solutions, or triples that have to be in the ground graph.
    Less,
}

fn sees(body: &[Element], data: bool, templates: &[&TriplePattern]) -> Sees {
    let mut sees_more = false;
    for element in body {
        match element {
            Element::Pattern(pattern) => {
                let fed = templates.iter().any(|template| may_match(pattern, template));
                if fed && data {
                    return Sees::Less;
                }
                sees_more |= fed;
            }
            Element::Not { body, .. } => {
                // What a NOT DATA sees of inferred triples is nothing; that it is taken for less is only slower.
                if !matches!(sees(body, false, templates), Sees::Nothing) {
                    return Sees::Less;
                }
            }
            Element::Filter(_) | Element::Set { .. } => {}
        }
    }
    if sees_more { Sees::More } else { Sees::Nothing }
}
