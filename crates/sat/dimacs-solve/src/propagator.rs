//! Follows what literals imply by units alone, and can go back.
//!
//! Pairs are followed by lists of what each literal implies, longer clauses by two watched literals:
//! a clause is looked at only when one of the two becomes false.
//!
//! **The watch invariant.** Whenever propagation has ended without a conflict, a clause of three
//! literals or more watches a false literal only if another of its literals is true, and became
//! true under the same assumption or an earlier one. So a clause that is not true watches two open
//! literals, and none becomes a unit or false unseen. Going back needs no change to the watches:
//! assumptions are taken back from the last one on, so the true literal that excuses a false watch is
//! never opened before that watch is. After a conflict the invariant holds again once the last
//! assumption is taken back.
//!
//! Beside each watcher stands a blocker, another literal of the clause; where it is true the clause
//! need not be read. That is the case for most.
//!
//! Where a clause needs another literal to watch, the search for it goes on where the last one ended, and
//! round the clause: on the way to one assignment each literal is met at most twice, so that wide clauses
//! take linear time.
//!
//! # References
//! - Gent: Optimal Implementation of Watched Literals and More General Techniques, JAIR 48, 2013
//! - Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: Engineering an Efficient SAT Solver, DAC 2001
//!   (watched literals)
//! - Sörensson, Eén: `MiniSat` 2.1 and `MiniSat++` 1.0, SAT Race 2008 (blocking literals)

use crate::assignment::{Assignment, Conflict};
use crate::effort::Effort;
use crate::lists::Lists;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// A clause that is to be looked at when a literal becomes false.
#[derive(Debug, Clone, Copy)]
struct Watcher {
    /// Its place in the formula.
    clause: u32,
    /// Another literal of it; the clause need not be looked at where this one is true.
    blocker: Lit,
}

/// A propagator that can go back.
pub(crate) struct Propagator<'f> {
    cnf: &'f Cnf,
    /// What each literal makes true by a pair, by [`Lit::index`].
    implied: Lists<Lit>,
    /// The longer clauses that watch each literal, by [`Lit::index`].
    watchers: Vec<Vec<Watcher>>,
    /// The two watched literals of each clause.
    watched: Vec<[Lit; 2]>,
    /// Where in each clause the last search for a literal to watch ended.
    ends: Vec<u32>,
    /// Its true literals up to `next` are propagated.
    assignment: Assignment,
    next: usize,
    /// What propagation may cost; it is for the caller to stop when it is spent.
    pub(crate) effort: Effort,
}

impl<'f> Propagator<'f> {
    /// Of a formula with dense variables whose clauses have two literals or more.
    pub(crate) fn new(cnf: &'f Cnf) -> Self {
        let n_literals = 2 * cnf.summary().max_var_used as usize + 2;
        let implied = cnf.clauses().filter_map(|clause| match *clause {
            [a, b] => Some([((-a).index(), b), ((-b).index(), a)]),
            _ => None,
        });
        // Lists that grow would take twice the memory, and in a large formula there are millions of them.
        let mut n_watchers = vec![0_u32; n_literals];
        for lit in cnf.clauses().filter(|clause| clause.len() > 2).flat_map(|clause| &clause[..2]) {
            n_watchers[lit.index()] += 1;
        }
        let mut watchers: Vec<Vec<Watcher>> =
            n_watchers.into_iter().map(|n| Vec::with_capacity(n as usize)).collect();
        let mut watched = Vec::new();
        for (at, clause) in (0..).zip(cnf.clauses()) {
            let [a, b] = [clause[0], clause[1]];
            watched.push([a, b]);
            if clause.len() > 2 {
                watchers[a.index()].push(Watcher { clause: at, blocker: b });
                watchers[b.index()].push(Watcher { clause: at, blocker: a });
            }
        }
        Self {
            cnf,
            implied: Lists::new(n_literals, implied.flatten()),
            watchers,
            ends: vec![0; watched.len()],
            watched,
            assignment: Assignment::new(cnf.summary().max_var_used),
            next: 0,
            effort: Effort::new(0),
        }
    }

    /// The value of a literal; `None` while it is open.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.assignment.value(lit)
    }

    /// The true literals, in the order in which they became so.
    pub(crate) fn trail(&self) -> &[Lit] {
        self.assignment.trail()
    }

    /// The true literals, where nothing is to be done any more.
    pub(crate) fn into_trail(self) -> Vec<Lit> {
        self.assignment.into_trail()
    }

    /// Makes an open literal true, and all that follows.
    pub(crate) fn assume(&mut self, lit: Lit) -> Result<(), Conflict> {
        self.assignment.set(lit);
        self.propagate()
    }

    /// Opens the literals that became true after the first `length` ones.
    pub(crate) fn go_back(&mut self, length: usize) {
        self.assignment.go_back(length);
        self.next = length;
    }

    /// Sets all that follows from the trail.
    fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.assignment.trail().get(self.next) {
            self.next += 1;
            let implied = self.implied.of(lit.index());
            self.effort.take(1 + implied.len());
            for &implied in implied {
                self.assignment.require(implied)?;
            }
            let mut watchers = std::mem::take(&mut self.watchers[(-lit).index()]);
            let result = self.visit(&mut watchers, -lit);
            self.watchers[(-lit).index()] = watchers;
            result?;
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal which became false, up to a conflict: keeps in the
    /// list those that still watch it.
    fn visit(&mut self, watchers: &mut Vec<Watcher>, lit: Lit) -> Result<(), Conflict> {
        let mut n_kept = 0;
        for at in 0..watchers.len() {
            let watcher = watchers[at];
            let outcome = self.look_at(watcher, lit);
            if let Ok(Look::Moved) = outcome {
                continue;
            }
            watchers[n_kept] = watcher;
            n_kept += 1;
            if outcome.is_err() {
                watchers.drain(n_kept..=at);
                return Err(Conflict);
            }
        }
        watchers.truncate(n_kept);
        Ok(())
    }

    /// Looks at a clause that watches a literal which became false.
    fn look_at(&mut self, watcher: Watcher, lit: Lit) -> Result<Look, Conflict> {
        if self.value(watcher.blocker) == Some(true) {
            return Ok(Look::Stays);
        }
        let Watcher { clause: at, .. } = watcher;
        let [a, b] = self.watched[at as usize];
        let other = if a == lit { b } else { a };
        if self.value(other) == Some(true) {
            return Ok(Look::Stays);
        }
        let clause = self.cnf.clause(at as usize);
        let (before, after) = clause.split_at(self.ends[at as usize] as usize);
        let may_be_true =
            |next: &Lit| *next != other && *next != lit && self.value(*next) != Some(false);
        let found = after.iter().chain(before).position(may_be_true);
        self.effort.take(1 + found.unwrap_or(clause.len()));
        if let Some(n_passed) = found {
            let end = (before.len() + n_passed) % clause.len();
            let next = clause[end];
            self.ends[at as usize] = end as u32;
            self.watched[at as usize] = [other, next];
            self.watchers[next.index()].push(Watcher { clause: at, blocker: other });
            return Ok(Look::Moved);
        }
        self.assignment.require(other)?;
        Ok(Look::Stays)
    }
}

/// What became of a watcher.
enum Look {
    /// The clause goes on watching the literal.
    Stays,
    /// It watches another one instead.
    Moved,
}
