//! Unit propagation: what follows from the assigned literals by one clause at a time.
//!
//! **Invariant of the watches.** Each clause is in the lists of its first two literals. When
//! propagation has ended without conflict, a watched literal is false only if the other one is true
//! and was not assigned later: so a clause needs a look only when one of the two becomes false, and
//! going back needs none at all.
//!
//! A watch holds a *blocking literal*, some other literal of the clause: while it is true the clause
//! is not read. For a clause of two literals it is the other one, and the clause is never read.
//!
//! # References
//! - Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: engineering an efficient SAT solver, DAC 2001
//! - Chu, Harwood, Stuckey: Cache conscious data structures for Boolean satisfiability solvers, JSAT 6,
//!   2009 (blocking literals)
//! - Gent: Optimal implementation of watched literals and more general techniques, JAIR 48, 2013

use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::solver::Solver;
use crate::watch::watch;

/// Watches of 8 bytes in a line of the cache.
const WATCHES_A_LINE: usize = 8;

impl Solver<'_> {
    /// Watches the first two literals of a clause.
    pub(crate) fn watch(&mut self, at: ClauseRef) {
        watch(&mut self.watches, self.clauses.words(at), at);
    }

    /// Assigns all that follows; a clause of false literals if there is one.
    pub(crate) fn propagate(&mut self) -> Option<ClauseRef> {
        self.propagate_but::<false>()
    }

    /// [`Self::propagate`] as if one clause of three literals or more were not there.
    pub(crate) fn propagate_without(&mut self, ignored: ClauseRef) -> Option<ClauseRef> {
        self.ignored = ignored;
        self.propagate_but::<true>()
    }

    fn propagate_but<const IGNORES: bool>(&mut self) -> Option<ClauseRef> {
        let start = self.head;
        let mut conflict = None;
        while conflict.is_none() && self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            conflict = self.visit::<IGNORES>(falsified);
        }
        self.statistics.propagations += (self.head - start) as u64;
        conflict
    }

    /// Looks at the clauses that watch a literal which became false.
    fn visit<const IGNORES: bool>(&mut self, falsified: Lit) -> Option<ClauseRef> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut n_looks = 0;
        let mut conflict = None;
        let (mut read, mut kept) = (0, 0);
        while let Some(&watch) = watches.get(read) {
            read += 1;
            watches[kept] = watch;
            kept += 1;
            let value = self.values[watch.blocker.index()];
            if value > 0 {
                continue;
            }
            if watch.is_binary() {
                if value < 0 {
                    conflict = Some(watch.clause());
                    break;
                }
                self.assign(watch.blocker, watch.clause());
                continue;
            }
            if IGNORES && watch.clause() == self.ignored {
                continue;
            }
            n_looks += 1;
            match look(self.clauses.lits_and_position(watch.clause()), &self.values, falsified) {
                Look::Satisfied(lit) => watches[kept - 1].blocker = lit,
                Look::Open(lit) => {
                    self.watches[lit.index()].push(watch);
                    kept -= 1;
                }
                Look::Unit(lit) => self.assign(lit, watch.clause()),
                Look::Conflict => {
                    conflict = Some(watch.clause());
                    break;
                }
            }
        }
        self.ticks += 1 + (watches.len() / WATCHES_A_LINE) as u64 + n_looks;
        if kept < read {
            watches.copy_within(read.., kept);
            watches.truncate(watches.len() - (read - kept));
        }
        self.watches[falsified.index()] = watches;
        conflict
    }
}

/// Looks for another literal to watch in a clause of which one watched literal became false.
#[inline]
fn look((lits, position): (&mut [u32], &mut u32), values: &[i8], falsified: Lit) -> Look {
    let [first, second, rest @ ..] = lits else { return Look::Conflict };
    let other = *first ^ *second ^ falsified.word();
    let other_value = values[other as usize];
    if other_value > 0 {
        return Look::Satisfied(Lit::of_word(other));
    }
    let start = *position as usize;
    for k in (start..rest.len()).chain(0..start) {
        let word = rest[k];
        let value = values[word as usize];
        if value >= 0 {
            *position = k as u32;
            if value > 0 {
                return Look::Satisfied(Lit::of_word(word));
            }
            rest[k] = falsified.word();
            (*first, *second) = (other, word);
            return Look::Open(Lit::of_word(word));
        }
    }
    if other_value == 0 { Look::Unit(Lit::of_word(other)) } else { Look::Conflict }
}

/// What a clause is after one of its watched literals became false.
enum Look {
    /// This literal is true.
    Satisfied(Lit),
    /// This open literal is watched instead.
    Open(Lit),
    /// All others are false.
    Unit(Lit),
    /// All are false.
    Conflict,
}
