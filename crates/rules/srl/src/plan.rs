//! Turns a rule into steps.
//!
//! First the rule is *lowered* ([`lower`]), once: variables become slots, constants become numbers. The
//! variables that a NOT binds itself get slots of their own, so that a name bound after the NOT is not
//! the same name inside it; from then on a NOT depends on the slots that it shares with what stands
//! before it, and the order in which it was written no longer matters.
//!
//! Then the elements are *ordered* ([`order`]), for the sizes that the graph has at the time: a join is
//! a sequence of matches, the cheapest first, with each FILTER, SET and NOT as soon as what it uses is
//! bound. Where a solution is a row of news, the pattern that takes it comes first. Every order gives the
//! same multiset of solutions, so each still gets its own blank nodes.
//!
//! Where that pays, a rule is *split* ([`split`]): two of its patterns are joined apart, into a hidden table.
//!
//! Last, each place of a plan learns where to go *back* to ([`Steps`]). Other rows of a step can change
//! what comes later only through slots that are used later, by a step or by the head. So from a place that
//! is through, the way back leads to the last step before it that binds such a slot; the steps between are
//! mere tests, of which one success is enough. At the end this is a cut, at a step that fails a backjump.
//! Solutions that would say the same again are left out, so it is not done where each makes its own blank
//! nodes.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Evaluation": a body is evaluated from left to
//! right. H. Garcia-Molina, J. Ullman, J. Widom, "Database Systems: The Complete Book", 2nd edition,
//! 2008, section 16.6 (choosing an order for joins). R. Dechter, "Enhancement schemes for constraint
//! processing: backjumping, learning, and cutset decomposition", Artificial Intelligence 41, 1990.

mod back;
mod lower;
mod order;
mod split;

use crate::expr::Code;
use rdf_graph::graph::Graph;
use rdf_graph::graph::interner::Id;
use rdf_graph::graph::table::Table;
use srl_syntax::span::Span;

pub(crate) use self::lower::lower;
pub(crate) use self::order::{Visible, order};
pub(crate) use self::split::{Split, split};

/// A table that no graph shows: pairs that two patterns of a rule find together.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    pub(crate) table: Table,
    /// Its length before the round, and what the round sees of it.
    pub(crate) before: usize,
    pub(crate) now: usize,
}

/// The tables that patterns match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) hidden: &'a [Hidden],
}

/// A rule over slots.
#[derive(Debug, Clone)]
pub(crate) struct Lowered {
    pub(crate) body: Vec<Item>,
    pub(crate) head: Vec<[Template; 3]>,
    /// The slots of the head's blank nodes, filled anew for each solution.
    pub(crate) fresh: Vec<usize>,
    pub(crate) n_slots: usize,
    /// The FILTERs, one for each side of `&&`, and the SETs.
    pub(crate) sites: Vec<Site>,
    /// The slots of the head: solutions that agree in them say the same. `None` if each says something
    /// of its own, because of blank nodes or values that are made anew each time.
    pub(crate) wanted: Option<Vec<usize>>,
}

/// Where an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) keyword: &'static str,
    pub(crate) span: Span,
}

/// An element of a lowered body.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Pattern(Pattern),
    Filter { code: Code, site: usize, uses: Vec<usize>, volatile: bool },
    Set { slot: usize, code: Code, site: usize, uses: Vec<usize>, volatile: bool },
    Not { body: Vec<Item>, uses: Vec<usize> },
}

/// A triple pattern of a lowered body.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) places: [Operand; 3],
    /// Whether it reads the ground graph.
    pub(crate) ground: bool,
    /// Which of the rule's own patterns it is, counted from 0; that of a NOT counts on.
    pub(crate) origin: usize,
}

/// A position of a pattern.
#[derive(Debug, Clone)]
pub(crate) enum Operand {
    Constant(Id),
    Slot(usize),
    Triple(Box<[Operand; 3]>),
    /// As the predicate: the pairs of a hidden table.
    Hidden(usize),
}

/// A position of a head.
#[derive(Debug, Clone)]
pub(crate) enum Template {
    Constant(Id),
    Slot(usize),
    Triple(Box<[Template; 3]>),
    /// A variable that the body does not bind.
    Unbound,
    /// As the predicate: a hidden table.
    Hidden(usize),
}

/// Steps, and the ways back.
#[derive(Debug)]
pub(crate) struct Steps {
    pub(crate) steps: Vec<Step>,
    /// For each step, and for the end behind the last, the place behind the step to go on with when
    /// nothing is left here; 0 if then all is done.
    pub(crate) back: Vec<usize>,
}

/// A step of a plan.
#[derive(Debug)]
pub(crate) enum Step {
    Match(Match),
    /// Passes if the expression is true; and the site.
    Filter(Code, usize),
    /// The slot, its value, and the site.
    Set(usize, Code, usize),
    /// Passes if the steps have no solution.
    Not(Steps),
}

/// Finds the triples that fit, one after the other.
#[derive(Debug)]
pub(crate) struct Match {
    pub(crate) places: [Position; 3],
    pub(crate) rows: Rows,
    pub(crate) origin: usize,
}

/// Which rows of a table a match sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// The ground graph.
    Ground,
    /// All that was there when the round began.
    All,
    /// All that was there when the round before began.
    Old,
    /// What the round before added.
    News,
}

/// A position of a [`Match`].
#[derive(Debug)]
pub(crate) enum Position {
    Constant(Id),
    /// A slot that is bound already.
    Bound(usize),
    /// A slot that this position binds.
    Bind(usize),
    /// A slot that an earlier position of the same match binds.
    Repeat(usize),
    /// A triple term; the flag says that all inside is known.
    Triple(Box<[Position; 3]>, bool),
    /// As the predicate: the pairs of a hidden table.
    Hidden(usize),
}

impl<'a> Tables<'a> {
    /// The table of a predicate, if it is known before the rules run.
    pub(crate) fn of(self, predicate: &Operand) -> Option<&'a Table> {
        match predicate {
            Operand::Constant(id) => self.graph.table(*id).map(|table| &self.graph.tables()[table]),
            Operand::Hidden(hidden) => Some(&self.hidden[*hidden].table),
            Operand::Slot(_) | Operand::Triple(_) => None,
        }
    }
}

impl Position {
    /// Whether it names one term before the match begins.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self, Self::Constant(_) | Self::Bound(_) | Self::Triple(_, true) | Self::Hidden(_))
    }
}
