//! Runs the steps of a plan.
//!
//! Backtracking without recursion: one cursor for each match, moved on when a later step that it can
//! change has nothing left ([`Steps::back`]). A NOT runs its steps on top of the same stack of cursors and ends at the first solution, so
//! only NOT inside NOT recurses.
//!
//! Rules add rows while cursors stand on the same table. That is safe because rows are only appended and
//! every cursor ends at a length taken before the round.

use super::limits::{Limit, Watch};
use crate::expr::{Code, Context, Scope};
use crate::plan::{Hidden, Match, Position, Rows, Step, Steps, Tables};
use rdf_graph::graph::Graph;
use rdf_graph::graph::interner::{Id, TermRef};
use rdf_graph::graph::table::{END, Side, Table};
use std::ops::Range;

/// The tables from this number on are hidden ones.
pub(super) const HIDDEN: usize = 1 << 31;

/// The graph, the tables of joins that are made apart, and what expressions share.
#[derive(Debug)]
pub(super) enum Store<'a> {
    /// No other machine sees them.
    Own { graph: &'a mut Graph, hidden: Vec<Hidden>, scope: Box<Scope> },
    /// Machines of several threads look at them, and none adds to them.
    Shared { graph: &'a Graph, hidden: &'a [Hidden] },
}

/// The state in which plans run.
#[derive(Debug)]
pub(super) struct Machine<'a> {
    pub(super) store: Store<'a>,
    /// Counts the rows that matched.
    pub(super) matched: u64,
    pub(super) watch: Watch,
    pub(super) slots: Vec<Id>,
    /// For each table its length when the round before began; tables made since have none.
    pub(super) before: Vec<usize>,
    /// For each table its length when the round began.
    pub(super) now: Vec<usize>,
    /// Whether the rows that a solution stands on are asked for.
    pub(super) keep_rows: bool,
    pub(super) cursors: Vec<Cursor>,
    /// For each site of the rule that runs.
    pub(super) tallies: Vec<Tally>,
}

/// How often an expression was evaluated, and how often it was an error.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) tried: u64,
    pub(super) errors: u64,
    /// What the first error was.
    pub(super) example: Option<String>,
}

/// Where a match stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    /// The table, and the one after the last to look at.
    pub(super) table: usize,
    tables_end: usize,
    /// The row of the present solution.
    pub(super) row: u32,
    /// The next row to look at, [`END`] if there is none.
    next: u32,
    /// The row after the last.
    end: u32,
    walk: Walk,
}

/// How a cursor gets from row to row.
#[derive(Debug, Clone, Copy, Default)]
enum Walk {
    /// One by one.
    #[default]
    Scan,
    /// Along a chain of an index.
    Chain(Side),
    /// It stands on the one row that there is, whose place nobody asked for.
    Single,
}

impl Machine<'_> {
    #[inline]
    pub(super) fn graph(&self) -> &Graph {
        match &self.store {
            Store::Own { graph, .. } => graph,
            Store::Shared { graph, .. } => graph,
        }
    }

    /// The graph, to add to.
    ///
    /// # Panics
    /// It is shared.
    #[inline]
    pub(super) fn graph_mut(&mut self) -> &mut Graph {
        match &mut self.store {
            Store::Own { graph, .. } => graph,
            Store::Shared { .. } => unreachable!("plans that add are not divided"),
        }
    }

    #[inline]
    pub(super) fn hidden(&self) -> &[Hidden] {
        match &self.store {
            Store::Own { hidden, .. } => hidden,
            Store::Shared { hidden, .. } => hidden,
        }
    }

    /// The hidden tables, to add to.
    ///
    /// # Panics
    /// They are shared.
    #[inline]
    pub(super) fn hidden_mut(&mut self) -> &mut Vec<Hidden> {
        match &mut self.store {
            Store::Own { hidden, .. } => hidden,
            Store::Shared { .. } => unreachable!("plans that add are not divided"),
        }
    }

    /// A machine for another thread, which looks at the same tables and counts from here on.
    pub(super) fn share(&self) -> Machine<'_> {
        Machine {
            store: Store::Shared { graph: self.graph(), hidden: self.hidden() },
            matched: 0,
            watch: self.watch.clone(),
            slots: self.slots.clone(),
            before: self.before.clone(),
            now: self.now.clone(),
            keep_rows: self.keep_rows,
            cursors: Vec::new(),
            tallies: Vec::new(),
        }
    }

    /// Takes the lengths of all tables: what is there belongs to the round that begins.
    pub(super) fn begin_round(&mut self) {
        std::mem::swap(&mut self.before, &mut self.now);
        self.now.clear();
        let mut now = std::mem::take(&mut self.now);
        now.extend(self.graph().tables().iter().map(Table::len));
        self.now = now;
        self.before.resize(self.now.len(), 0);
    }

    /// Lets the round see what it has put into a hidden table.
    pub(super) fn show_hidden(&mut self, hidden: usize, is_first_round: bool) {
        let Hidden { table, before, now } = &mut self.hidden_mut()[hidden];
        (*before, *now) = (if is_first_round { 0 } else { *now }, table.len());
    }

    pub(super) fn tables(&self) -> Tables<'_> {
        Tables { graph: self.graph(), hidden: self.hidden() }
    }

    /// The number of the table of a predicate that is known.
    pub(super) fn table_of(&self, predicate: &Position) -> Option<usize> {
        match predicate {
            Position::Constant(predicate) => self.graph().table(*predicate),
            Position::Hidden(hidden) => Some(HIDDEN + hidden),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn table(&self, number: usize) -> &Table {
        match number.checked_sub(HIDDEN) {
            None => &self.graph().tables()[number],
            Some(hidden) => &self.hidden()[hidden].table,
        }
    }

    #[inline]
    pub(super) fn table_mut(&mut self, number: usize) -> &mut Table {
        match number.checked_sub(HIDDEN) {
            None => &mut self.graph_mut().tables_mut()[number],
            Some(hidden) => &mut self.hidden_mut()[hidden].table,
        }
    }

    /// How many rows a table had when the round before began, and when this one did.
    fn lengths(&self, number: usize) -> (usize, usize) {
        match number.checked_sub(HIDDEN) {
            None => {
                let length = |lengths: &[usize]| lengths.get(number).copied().unwrap_or(0);
                (length(&self.before), length(&self.now))
            }
            Some(hidden) => (self.hidden()[hidden].before, self.hidden()[hidden].now),
        }
    }

    /// Whether there is anything new in a table.
    pub(super) fn has_news(&self, number: usize) -> bool {
        let (before, now) = self.lengths(number);
        before != now
    }

    /// Calls `found` for each solution that the plan tells apart, until it says false or a limit is reached. Returns whether it
    /// went to the end.
    pub(super) fn solve(
        &mut self,
        steps: &Steps,
        found: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        let base = self.cursors.len();
        self.cursors.resize(base + steps.steps.len(), Cursor::default());
        let finished = self.run(steps, base, true, found);
        self.cursors.truncate(base);
        finished
    }

    /// The same, where the first step is a match: it looks through these rows of a table.
    pub(super) fn solve_within(
        &mut self,
        steps: &Steps,
        (table, rows): (usize, Range<usize>),
        found: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        let (next, end) = (rows.start as u32, rows.end as u32);
        self.cursors.clear();
        self.cursors.resize(steps.steps.len(), Cursor::default());
        self.cursors[0] = Cursor { table, tables_end: table + 1, next, end, ..Cursor::default() };
        let finished = self.run(steps, 0, false, found);
        self.cursors.clear();
        finished
    }

    /// Forward means that the first step has not begun.
    fn run(
        &mut self,
        Steps { steps, back }: &Steps,
        base: usize,
        mut forward: bool,
        found: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        let mut at = 0;
        loop {
            let pass = match steps.get(at) {
                None => {
                    if !found(self) {
                        return false;
                    }
                    false
                }
                Some(Step::Match(pattern)) => {
                    if forward {
                        self.cursors[base + at] = self.open(pattern);
                    }
                    self.advance(pattern, base + at)
                }
                Some(_) if !forward => false,
                Some(Step::Filter(code, site)) => self.filter(code, *site),
                Some(Step::Set(slot, code, site)) => self.set(*slot, code, *site),
                Some(Step::Not(inner)) => self.solve(inner, &mut |_| false),
            };
            if self.watch.reached.is_some() {
                return false;
            }
            forward = pass;
            if pass {
                at += 1;
            } else if let Some(before) = back[at].checked_sub(1) {
                at = before;
            } else {
                return true;
            }
        }
    }

    pub(super) fn context(&mut self) -> Context<'_> {
        let (graph, scope) = match &mut self.store {
            Store::Own { graph, scope, .. } => (graph, scope),
            Store::Shared { .. } => unreachable!("plans with expressions are not divided"),
        };
        scope.solution = self.matched;
        Context { interner: graph.interner_mut(), scope, slots: &self.slots }
    }

    fn filter(&mut self, code: &Code, site: usize) -> bool {
        let truth = code.truth(&mut self.context());
        self.tally(code, site, truth.is_some(), true);
        self.look_at_terms();
        truth == Some(true)
    }

    fn set(&mut self, slot: usize, code: &Code, site: usize) -> bool {
        let mut context = self.context();
        let value = code.evaluate(&mut context);
        let id = value.and_then(|value| value.intern(context.interner));
        self.tally(code, site, id.is_some(), false);
        self.look_at_terms();
        match id {
            Some(id) => {
                self.slots[slot] = id;
                true
            }
            None => false,
        }
    }

    /// Counts an evaluation; the first error is looked into.
    fn tally(&mut self, code: &Code, site: usize, has_value: bool, wants_truth: bool) {
        self.tallies[site].tried += 1;
        if !has_value {
            self.tallies[site].errors += 1;
            if self.tallies[site].example.is_none() {
                let example = code.blame(wants_truth, &mut self.context());
                self.tallies[site].example = Some(example);
            }
        }
    }

    /// Sees whether an expression made a term that is too long, or one too many.
    fn look_at_terms(&mut self) {
        if matches!(&self.store, Store::Own { scope, .. } if scope.too_long) {
            self.watch.reached = Some(Limit::TextSize);
        }
        let bytes = self.graph().interner().bytes();
        self.watch.term_bytes(bytes);
    }

    /// The term of a position that is known.
    fn known(&self, position: &Position) -> Option<Id> {
        match position {
            Position::Constant(id) => Some(*id),
            Position::Bound(slot) => Some(self.slots[*slot]),
            Position::Triple(parts, true) => {
                let [s, p, o] = &**parts;
                let parts = [self.known(s)?, self.known(p)?, self.known(o)?];
                self.graph().interner().find_ref(TermRef::Triple(parts))
            }
            _ => None,
        }
    }

    fn open(&mut self, pattern: &Match) -> Cursor {
        let mut cursor = Cursor { next: END, ..Cursor::default() };
        if let Position::Hidden(hidden) = pattern.places[1] {
            (cursor.table, cursor.tables_end) = (HIDDEN + hidden, HIDDEN + hidden + 1);
        } else if pattern.places[1].is_known() {
            let table = self.known(&pattern.places[1]).and_then(|p| self.graph().table(p));
            let Some(table) = table else { return cursor };
            (cursor.table, cursor.tables_end) = (table, table + 1);
        } else {
            cursor.tables_end = self.now.len();
        }
        self.enter_table(pattern, &mut cursor);
        cursor
    }

    /// The rows of a table that a match sees.
    pub(super) fn window(&self, rows: Rows, table: usize) -> Range<usize> {
        let (before, now) = self.lengths(table);
        match rows {
            Rows::Ground => 0..self.graph().tables().get(table).map_or(0, Table::ground),
            Rows::All => 0..now,
            Rows::Old => 0..before,
            Rows::News => before..now,
        }
    }

    /// Puts the cursor before the first row of its table that may fit.
    fn enter_table(&mut self, pattern: &Match, cursor: &mut Cursor) {
        let table = cursor.table;
        cursor.next = END;
        let Range { start, end } = self.window(pattern.rows, table);
        if start >= end {
            return;
        }
        cursor.end = end as u32;
        let [s, _, o] = &pattern.places;
        let (subject, object) = (self.known(s), self.known(o));
        if (s.is_known() && subject.is_none()) || (o.is_known() && object.is_none()) {
            return;
        }
        let keep_rows = self.keep_rows;
        let table = self.table(table);
        (cursor.walk, cursor.next) = match (subject, object) {
            _ if pattern.rows == Rows::News => (Walk::Scan, start as u32),
            (Some(s), Some(o)) if !keep_rows => {
                // An old row counts as old even if it is news: the conclusion is drawn twice, no harm.
                let there = table.contains([s, o], pattern.rows == Rows::Ground);
                (Walk::Single, if there { 0 } else { END })
            }
            (Some(key), _) => {
                table.build_index(Side::Subject);
                (Walk::Chain(Side::Subject), table.first(Side::Subject, key))
            }
            (None, Some(key)) => {
                table.build_index(Side::Object);
                (Walk::Chain(Side::Object), table.first(Side::Object, key))
            }
            (None, None) => (Walk::Scan, start as u32),
        };
    }

    /// Moves the cursor to the next row that fits and binds what it binds.
    fn advance(&mut self, pattern: &Match, cursor: usize) -> bool {
        loop {
            if !self.watch.tick() {
                return false;
            }
            let Cursor { table, tables_end, next: row, end, walk, .. } = self.cursors[cursor];
            if row >= end {
                if table + 1 >= tables_end {
                    return false;
                }
                let mut moved = self.cursors[cursor];
                moved.table += 1;
                self.enter_table(pattern, &mut moved);
                self.cursors[cursor] = moved;
                continue;
            }
            let after = match walk {
                Walk::Scan => row + 1,
                Walk::Chain(side) => self.table(table).next(side, row),
                Walk::Single => END,
            };
            (self.cursors[cursor].row, self.cursors[cursor].next) = (row, after);
            let [subject, predicate, object] = &pattern.places;
            let fits = if let Walk::Single = walk {
                self.is_of(predicate, table)
            } else {
                let [s, o] = self.table(table).row(row);
                self.fits(subject, s) && self.is_of(predicate, table) && self.fits(object, o)
            };
            if fits {
                self.matched += 1;
                return true;
            }
        }
    }

    /// Whether the predicate of a table fits a position; one that is known has led to the table.
    fn is_of(&mut self, position: &Position, table: usize) -> bool {
        position.is_known() || self.fits(position, self.graph().predicates()[table])
    }

    /// Whether a term fits a position; binds the slots of the position.
    fn fits(&mut self, position: &Position, id: Id) -> bool {
        match position {
            Position::Constant(constant) => *constant == id,
            Position::Bound(slot) | Position::Repeat(slot) => self.slots[*slot] == id,
            Position::Bind(slot) => {
                self.slots[*slot] = id;
                true
            }
            Position::Triple(parts, _) => match self.graph().interner().get(id) {
                TermRef::Triple(ids) => parts.iter().zip(ids).all(|(part, id)| self.fits(part, id)),
                _ => false,
            },
            Position::Hidden(_) => true,
        }
    }
}
