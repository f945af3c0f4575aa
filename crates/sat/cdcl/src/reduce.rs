//! Forgets learnt clauses that have not helped, and cleans all of what is known at the root.
//!
//! Kept for ever: pairs and clauses of glue 2 or less. Kept while they are used: the others, those of
//! glue 6 or less longer. Of the rest three quarters go, those of the highest glue first.
//!
//! # References
//! - Audemard, Simon: Predicting learnt clauses quality in modern SAT solvers, IJCAI 2009
//! - Oh: Between SAT and UNSAT: the fundamental difference in CDCL SAT, SAT 2015 (tiers)

use crate::analyze::TIER_1;
use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::solver::Solver;
use crate::watch::watch;

impl Solver<'_> {
    /// Drops the less useful of the learnt clauses.
    pub(crate) fn reduce(&mut self) {
        if self.trail_at_root() > self.n_cleaned {
            self.backtrack(0);
            self.clean();
        }
        let mut candidates = self.candidates();
        candidates
            .sort_by_key(|at| std::cmp::Reverse((self.clauses.glue(*at), self.clauses.len(*at))));
        candidates.truncate(candidates.len() / 4 * 3);
        for at in candidates {
            self.remove(at);
        }
        self.collect();
    }

    fn trail_at_root(&self) -> usize {
        self.control.first().map_or(self.trail.len(), |start| *start)
    }

    /// Learnt clauses that may go; the use of the others fades.
    fn candidates(&mut self) -> Vec<ClauseRef> {
        let refs: Vec<ClauseRef> = self.clauses.refs().collect();
        refs.into_iter()
            .filter(|&at| {
                if !self.clauses.is_learnt(at)
                    || self.clauses.len(at) == 2
                    || self.clauses.glue(at) <= TIER_1
                    || self.is_reason(at)
                {
                    return false;
                }
                let used = self.clauses.used(at);
                self.clauses.set_used(at, used.saturating_sub(1));
                used == 0
            })
            .collect()
    }

    /// Whether the clause is why one of its literals is true.
    pub(crate) fn is_reason(&self, at: ClauseRef) -> bool {
        self.clauses
            .lits(at)
            .take(2)
            .any(|lit| self.lit_value(lit) > 0 && self.reasons[lit.var()] == at)
    }

    /// Drops the clauses that are true at the root, and the false literals of the others; at level 0.
    pub(crate) fn clean(&mut self) {
        debug_assert_eq!(self.level(), 0, "values are those of the root");
        if self.n_cleaned == self.trail.len() || self.is_inconsistent {
            return;
        }
        self.n_cleaned = self.trail.len();
        let refs: Vec<ClauseRef> = self.clauses.refs().collect();
        for at in refs {
            if self.clauses.lits(at).any(|lit| self.lit_value(lit) > 0) {
                self.remove(at);
            } else if self.clauses.lits(at).any(|lit| self.lit_value(lit) < 0) {
                let open: Vec<Lit> =
                    self.clauses.lits(at).filter(|lit| self.lit_value(*lit) == 0).collect();
                self.replace(at, &open);
            }
        }
        self.rebuild_watches();
    }

    /// Puts a shorter clause of two literals or more in the place of one; it is not watched yet.
    pub(crate) fn replace(&mut self, at: ClauseRef, lits: &[Lit]) -> ClauseRef {
        self.trace_add(lits);
        let is_learnt = self.clauses.is_learnt(at);
        let glue = self.clauses.glue(at).min(lits.len() as u32 - 1);
        let new = self.clauses.push(lits, is_learnt, glue);
        self.clauses.set_used(new, self.clauses.used(at));
        self.remove(at);
        new
    }

    /// Frees the memory of clauses that were dropped, or at least their watches.
    pub(crate) fn collect(&mut self) {
        if self.clauses.is_wasteful() {
            self.move_together();
        } else {
            let clauses = &self.clauses;
            for watches in &mut self.watches {
                watches.retain(|watch| !clauses.is_garbage(watch.clause()));
            }
        }
    }

    fn move_together(&mut self) {
        let mut reasons: Vec<(ClauseRef, usize)> = (self.trail_at_root()..self.trail.len())
            .map(|place| self.trail[place].var())
            .filter(|var| self.reasons[*var] != ClauseRef::NONE)
            .map(|var| (self.reasons[var], var))
            .collect();
        reasons.sort_unstable();
        let mut next = reasons.iter().peekable();
        let table = &mut self.reasons;
        self.clauses.collect(|old, new| {
            while let Some((_, var)) = next.next_if(|(at, _)| *at == old) {
                table[*var] = new;
            }
        });
        self.rebuild_watches();
    }

    /// Watches the first two literals of every clause, pairs first.
    pub(crate) fn rebuild_watches(&mut self) {
        for watches in &mut self.watches {
            watches.clear();
        }
        for is_pair in [true, false] {
            for at in self.clauses.refs() {
                let words = self.clauses.words(at);
                if (words.len() == 2) == is_pair {
                    watch(&mut self.watches, words, at);
                }
            }
        }
    }
}
