//! LRAT: DRAT with the reasons, so that a checker need not look for them.
//!
//! Each step names the clauses that become units, one after the other, once the literals of the new clause
//! are false, and last the clause that is false then. These *hints* are found here, by propagation over
//! the clauses that the checker has: every step of every engine follows by it, so none of them need
//! keep its reasons. That takes about as long as checking DRAT does, and whoever checks LRAT is the faster.
//!
//! What follows from no assumption at all becomes a step of its own, a clause of one literal, as soon as it
//! does. So hints are as few as the propagation is long, and no clause that was a reason is missed when
//! it is deleted.
//!
//! # References
//! - Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017
//! - Pollitt, Fleury, Biere: Faster LRAT Checking Than Solving with `CaDiCaL`, SAT 2023 (hints from within a
//!   search)

use crate::numbering::Numbering;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use std::collections::HashMap;
use std::io::{self, Write};

pub(super) fn write_addition(
    out: &mut impl Write,
    id: u64,
    clause: &[Lit],
    hints: &[u64],
) -> io::Result<()> {
    write!(out, "{id}")?;
    clause.iter().try_for_each(|lit| write!(out, " {lit}"))?;
    out.write_all(b" 0")?;
    hints.iter().try_for_each(|hint| write!(out, " {hint}"))?;
    out.write_all(b" 0\n")
}

/// Deletes a clause; `last` is the number of the step before.
pub(super) fn write_deletion(out: &mut impl Write, last: u64, id: u64) -> io::Result<()> {
    writeln!(out, "{last} d {id} 0")
}

/// A clause that the checker has.
#[derive(Debug)]
struct Clause {
    id: u64,
    /// The first two are watched. Empty when it was deleted.
    lits: Vec<Lit>,
}

/// Why a variable is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    Assumed,
    /// By the clause at this place.
    Clause(usize),
    /// From the root on, by the step of this number, a clause of one literal.
    Unit(u64),
}

/// The clauses of the checker, and what follows from them by propagation.
pub(super) struct Hints {
    numbering: Numbering,
    clauses: Vec<Clause>,
    /// The place of each clause by its number.
    places: HashMap<u64, usize>,
    free: Vec<usize>,
    /// By [`Lit::index`]: the clauses that watch it, each with another literal of it.
    watchers: Vec<Vec<(usize, Lit)>>,
    /// By [`Lit::index`].
    is_true: Vec<bool>,
    /// By variable.
    reasons: Vec<Reason>,
    is_marked: Vec<bool>,
    /// The true literals; those up to `next` are propagated, those up to `root` have a step of their own.
    trail: Vec<Lit>,
    next: usize,
    root: usize,
    /// A clause that is false at the root, and whether it was told.
    conflict: Option<usize>,
    is_told: bool,
}

impl Hints {
    /// The clauses of a formula, numbered from 1.
    pub(super) fn of(cnf: &Cnf) -> Self {
        let numbering = Numbering::new(cnf, 0);
        let n_vars = numbering.len() + 1;
        let mut hints = Self {
            numbering,
            clauses: Vec::new(),
            places: HashMap::new(),
            free: Vec::new(),
            watchers: vec![Vec::new(); 2 * n_vars],
            is_true: vec![false; 2 * n_vars],
            reasons: vec![Reason::Assumed; n_vars],
            is_marked: vec![false; n_vars],
            trail: Vec::new(),
            next: 0,
            root: 0,
            conflict: None,
            is_told: false,
        };
        for (id, clause) in (1..).zip(cnf.clauses()) {
            hints.add(id, clause);
        }
        hints
    }

    /// A step that follows from no assumption, with its hints: a literal, or `None` for the
    /// contradiction. It is told once, and has to get this number.
    pub(super) fn next_root(&mut self, id: u64) -> Option<(Option<Lit>, Vec<u64>)> {
        if self.conflict.is_none() {
            self.conflict = self.propagate();
        }
        while let Some(&lit) = self.trail.get(self.root) {
            self.root += 1;
            let Reason::Clause(at) = self.reasons[lit.var() as usize] else { continue };
            let is_unit = self.clauses[at].lits.len() == 1;
            let id = if is_unit { self.clauses[at].id } else { id };
            let why = self.units_and(at, Some(lit));
            self.reasons[lit.var() as usize] = Reason::Unit(id);
            if !is_unit {
                return Some((Some(self.numbering.original(lit)), why));
            }
        }
        let at = self.conflict.filter(|_| !self.is_told)?;
        self.is_told = true;
        Some((None, self.units_and(at, None)))
    }

    /// Whether the clauses contradict each other without an assumption.
    pub(super) fn contradict(&self) -> bool {
        self.conflict.is_some()
    }

    /// The numbers of the root's literals that a clause meets, `but` left out, and its own.
    fn units_and(&self, at: usize, but: Option<Lit>) -> Vec<u64> {
        let Clause { id, lits } = &self.clauses[at];
        let others = lits.iter().filter(|lit| Some(**lit) != but);
        let units = others.filter_map(|lit| match self.reasons[lit.var() as usize] {
            Reason::Unit(id) => Some(id),
            _ => None,
        });
        units.chain([*id]).collect()
    }

    /// Adds a clause; what follows from it at the root is told by [`Self::next_root`].
    pub(super) fn add(&mut self, id: u64, clause: &[Lit]) {
        let mut lits: Vec<Lit> = clause.iter().map(|lit| self.numbering.dense(*lit)).collect();
        lits.sort_unstable();
        lits.dedup();
        // Literals that are not false come first, as those are to be watched.
        lits.sort_by_key(|lit| self.is_true[(-*lit).index()]);
        let n_open = lits.iter().filter(|lit| !self.is_true[(-**lit).index()]).count();
        let at = self.free.pop().unwrap_or(self.clauses.len());
        if let [a, b, ..] = lits[..] {
            self.watchers[a.index()].push((at, b));
            self.watchers[b.index()].push((at, a));
        }
        let first = lits.first().copied();
        let new = Clause { id, lits };
        if at == self.clauses.len() {
            self.clauses.push(new);
        } else {
            self.clauses[at] = new;
        }
        self.places.insert(id, at);
        match (n_open, first) {
            (1, Some(lit)) if !self.is_true[lit.index()] => self.set(lit, Reason::Clause(at)),
            (0, _) if self.conflict.is_none() => self.conflict = Some(at),
            _ => {}
        }
    }

    /// Uses another number for a clause, that of its copy.
    pub(super) fn rename(&mut self, id: u64, copy: u64) {
        if let Some(at) = self.places.remove(&id) {
            self.places.insert(copy, at);
            self.clauses[at].id = copy;
        }
    }

    /// Whether it deletes a clause: one of one literal is a reason of the root, and stays.
    pub(super) fn delete(&mut self, id: u64) -> bool {
        let Some(&at) = self.places.get(&id) else { return false };
        if self.clauses[at].lits.len() < 2 || self.conflict == Some(at) {
            return false;
        }
        self.places.remove(&id);
        let lits = std::mem::take(&mut self.clauses[at].lits);
        for lit in &lits[..2] {
            self.watchers[lit.index()].retain(|(other, _)| *other != at);
        }
        self.free.push(at);
        true
    }

    /// The hints for a clause; `None` if it does not follow by propagation.
    pub(super) fn why(&mut self, clause: &[Lit]) -> Option<Vec<u64>> {
        let start = self.trail.len();
        let mut hints = Vec::new();
        let (mut conflict, mut own) = (None, Vec::new());
        for lit in clause {
            let lit = self.numbering.dense(*lit);
            if self.is_true[lit.index()] {
                match self.reasons[lit.var() as usize] {
                    Reason::Unit(id) => hints.push(id),
                    _ => return None, // A tautology, which no engine learns.
                }
                break;
            }
            if self.is_true[(-lit).index()] {
                // Of the root; that it is false is assumed anyway, and its unit is none then.
                own.push(lit.var() as usize);
            } else {
                self.set(-lit, Reason::Assumed);
            }
        }
        if hints.is_empty() {
            conflict = self.propagate();
            if let Some(at) = conflict {
                for var in &own {
                    self.is_marked[*var] = true;
                }
                hints = self.chain(at, start);
                for var in own {
                    self.is_marked[var] = false;
                }
            }
        }
        for lit in self.trail.drain(start..) {
            self.is_true[lit.index()] = false;
        }
        self.next = start;
        (conflict.is_some() || !hints.is_empty()).then_some(hints)
    }

    /// The clauses that lead to a conflict, in the order of the trail, which begins at `start`.
    fn chain(&mut self, conflict: usize, start: usize) -> Vec<u64> {
        let (mut units, mut chain) = (Vec::new(), vec![self.clauses[conflict].id]);
        let mut marked = Vec::new();
        let mut mark = |this: &mut Self, at: usize| {
            for lit in &this.clauses[at].lits {
                let var = lit.var() as usize;
                if !std::mem::replace(&mut this.is_marked[var], true) {
                    marked.push(var);
                    if let Reason::Unit(id) = this.reasons[var] {
                        units.push(id);
                    }
                }
            }
        };
        mark(self, conflict);
        for place in (start..self.trail.len()).rev() {
            let var = self.trail[place].var() as usize;
            if let (true, Reason::Clause(at)) = (self.is_marked[var], self.reasons[var]) {
                chain.push(self.clauses[at].id);
                mark(self, at);
            }
        }
        for var in marked {
            self.is_marked[var] = false;
        }
        units.extend(chain.into_iter().rev());
        units
    }

    fn set(&mut self, lit: Lit, reason: Reason) {
        self.is_true[lit.index()] = true;
        self.reasons[lit.var() as usize] = reason;
        self.trail.push(lit);
    }

    /// Sets what follows; a clause that is false, if there is one.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let falsified = -lit;
            let mut watchers = std::mem::take(&mut self.watchers[falsified.index()]);
            let mut conflict = None;
            let (mut read, mut kept) = (0, 0);
            while read < watchers.len() {
                let (at, blocker) = watchers[read];
                read += 1;
                watchers[kept] = (at, blocker);
                kept += 1;
                if self.is_true[blocker.index()] {
                    continue;
                }
                let is_true = &self.is_true;
                let lits = &mut self.clauses[at].lits;
                if lits[0] == falsified {
                    lits.swap(0, 1);
                }
                let other = lits[0];
                if is_true[other.index()] {
                    watchers[kept - 1].1 = other;
                    continue;
                }
                if let Some(k) = (2..lits.len()).find(|k| !is_true[(-lits[*k]).index()]) {
                    lits.swap(1, k);
                    let watched = lits[1];
                    self.watchers[watched.index()].push((at, other));
                    kept -= 1;
                } else if is_true[(-other).index()] {
                    conflict = Some(at);
                    break;
                } else {
                    self.set(other, Reason::Clause(at));
                }
            }
            watchers.drain(kept..read);
            self.watchers[falsified.index()] = watchers;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}
