//! Follows what literals imply by units alone, and can go back.
//!
//! Pairs are followed by lists of what each literal implies, longer clauses by two watched literals.
//!
//! # References
//! - Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: Engineering an Efficient SAT Solver, DAC 2001
//!   (watched literals)

use crate::effort::Effort;
use crate::lists::Lists;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// A propagator that can go back.
pub(crate) struct Propagator<'f> {
    cnf: &'f Cnf,
    /// What each literal makes true by a pair, by [`Lit::index`].
    implied: Lists<Lit>,
    /// The longer clauses to look at when a literal becomes false, by [`Lit::index`].
    watchers: Vec<Vec<u32>>,
    /// The two watched literals of each clause.
    watched: Vec<[Lit; 2]>,
    /// By [`Lit::index`].
    values: Vec<Option<bool>>,
    /// The true literals; those up to `next` are propagated.
    trail: Vec<Lit>,
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
        let mut watchers = vec![Vec::new(); n_literals];
        let mut watched = Vec::new();
        for (at, clause) in (0..).zip(cnf.clauses()) {
            watched.push([clause[0], clause[1]]);
            if clause.len() > 2 {
                watchers[clause[0].index()].push(at);
                watchers[clause[1].index()].push(at);
            }
        }
        Self {
            cnf,
            implied: Lists::new(n_literals, implied.flatten()),
            watchers,
            watched,
            values: vec![None; n_literals],
            trail: Vec::new(),
            next: 0,
            effort: Effort::new(0),
        }
    }

    /// The value of a literal; `None` while it is open.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()]
    }

    fn set(&mut self, lit: Lit) {
        self.values[lit.index()] = Some(true);
        self.values[(-lit).index()] = Some(false);
        self.trail.push(lit);
    }

    /// The true literals, in the order in which they became so.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// The true literals, where nothing is to be done any more.
    pub(crate) fn into_trail(self) -> Vec<Lit> {
        self.trail
    }

    /// Makes an open literal true, and all that follows; `None` at a contradiction.
    pub(crate) fn assume(&mut self, lit: Lit) -> Option<()> {
        self.set(lit);
        self.propagate()
    }

    /// Opens the literals that became true after the first `length` ones.
    pub(crate) fn go_back(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.index()] = None;
            self.values[(-lit).index()] = None;
        }
        self.next = length;
    }

    /// Sets all that follows from the trail; `None` at a contradiction.
    fn propagate(&mut self) -> Option<()> {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let implied = self.implied.range(lit.index());
            self.effort.take(1 + implied.len());
            for at in implied {
                self.require(self.implied.items()[at])?;
            }
            let mut watchers = std::mem::take(&mut self.watchers[(-lit).index()]);
            let result = self.visit(&mut watchers, -lit);
            self.watchers[(-lit).index()] = watchers;
            result?;
        }
        Some(())
    }

    /// Makes a literal true; `None` if it is false.
    fn require(&mut self, lit: Lit) -> Option<()> {
        match self.value(lit) {
            Some(true) => Some(()),
            Some(false) => None,
            None => {
                self.set(lit);
                Some(())
            }
        }
    }

    /// Looks at the clauses that watch a literal which became false: keeps in the list those that
    /// still do.
    fn visit(&mut self, watchers: &mut Vec<u32>, lit: Lit) -> Option<()> {
        let mut result = Some(());
        watchers.retain(|&at| {
            let [a, b] = self.watched[at as usize];
            let other = if a == lit { b } else { a };
            if result.is_none() || self.value(other) == Some(true) {
                return true;
            }
            let clause = self.cnf.clause(at as usize);
            self.effort.take(clause.len());
            let may_be_true = |next: &Lit| {
                *next != other && *next != lit && self.values[next.index()] != Some(false)
            };
            if let Some(next) = clause.iter().copied().find(may_be_true) {
                self.watched[at as usize] = [other, next];
                self.watchers[next.index()].push(at);
                return false;
            }
            result = self.require(other);
            true
        });
        result
    }
}
