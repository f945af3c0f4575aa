//! Shrinking: the literals of a level in a learnt clause are replaced by one that implies them all.
//!
//! As for the whole conflict, the literals of one level are resolved with their reasons, newest first, until one is
//! left: the level's own unique implication point. Where a reason has a literal of another level that the clause does
//! not imply already, this would make the clause longer elsewhere, and the level stays as it is. So clauses only get
//! shorter, and their glue stays the same.
//!
//! # References
//! - Fleury, Biere: Efficient all-UIP learned clause minimization, SAT 2021

use crate::analysis::{REMOVABLE, SHRUNK};
use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::solver::Solver;
use std::cmp::Reverse;

impl Solver<'_> {
    /// Shrinks each level of the learnt clause but the last, which has one literal.
    pub(crate) fn shrink(&mut self) {
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        // The newest first, so each level is a block.
        learnt[1..].sort_unstable_by_key(|lit| Reverse(self.places[lit.var()]));
        let (mut start, mut kept) = (1, 1);
        while start < learnt.len() {
            let level = self.levels[learnt[start].var()];
            let block = learnt[start..].iter().take_while(|lit| self.levels[lit.var()] == level);
            let end = start + block.count();
            if let Some(point) = self.implication_point(&learnt[start..end]) {
                learnt[kept] = point;
                kept += 1;
            } else {
                learnt.copy_within(start..end, kept);
                kept += end - start;
            }
            start = end;
        }
        learnt.truncate(kept);
        self.analysis.learnt = learnt;
    }

    /// The literal of the same level, false as well, that can stand for these; `None` if there is none, or one literal.
    fn implication_point(&mut self, block: &[Lit]) -> Option<Lit> {
        if block.len() < 2 {
            return None;
        }
        let mut open = 0;
        for lit in block {
            open += self.mark_shrunk(lit.var());
        }
        let level = self.levels[block[0].var()];
        let mut place = self.places[block[0].var()] as usize;
        let point = loop {
            let lit = self.trail[place];
            if self.analysis.marks[lit.var()] & SHRUNK != 0 {
                if open == 1 {
                    break Some(!lit);
                }
                match self.resolve_within(lit, level) {
                    Some(n_new) => open += n_new,
                    None => break None,
                }
                open -= 1;
            }
            place -= 1;
        };
        let shrunk = std::mem::take(&mut self.analysis.shrunk);
        for &var in &shrunk {
            let marks = &mut self.analysis.marks[var as usize];
            *marks &= !SHRUNK;
            // The point implies them, and it is in the clause now.
            if point.is_some() {
                *marks |= REMOVABLE;
                self.analysis.marked.push(var);
            }
        }
        self.analysis.shrunk = shrunk;
        self.analysis.shrunk.clear();
        point
    }

    /// Marks the literals of this level in the reason of a true literal; how many were not marked yet, or `None` where
    /// one of another level does not follow from the clause.
    fn resolve_within(&mut self, lit: Lit, level: u32) -> Option<usize> {
        let reason = self.reasons[lit.var()];
        // A decision is the first of its level, so it is the one that is left.
        debug_assert_ne!(reason, ClauseRef::NONE);
        let mut n_new = 0;
        for k in 0..self.clauses.len(reason) {
            let other = Lit::of_word(self.clauses.words(reason)[k]);
            if other.var() == lit.var() {
                continue;
            }
            if self.levels[other.var()] == level {
                n_new += self.mark_shrunk(other.var());
            } else if !self.is_implied(other, 1) {
                return None;
            }
        }
        Some(n_new)
    }

    /// 1 if the variable was not marked yet.
    fn mark_shrunk(&mut self, var: usize) -> usize {
        let marks = &mut self.analysis.marks[var];
        let is_new = *marks & SHRUNK == 0;
        if is_new {
            *marks |= SHRUNK;
            self.analysis.shrunk.push(var as u32);
        }
        usize::from(is_new)
    }
}
