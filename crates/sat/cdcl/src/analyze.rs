//! What a conflict teaches: the clause of the first unique implication point, made as short as it can
//! be.
//!
//! The literals of the conflict are resolved with the reasons of those of the last level, newest
//! first, until one is left. Then a literal goes whose reason is implied by the others, and what is left is shrunk.
//!
//! # References
//! - Marques-Silva, Sakallah: GRASP: a search algorithm for propositional satisfiability, 1999
//! - Zhang, Madigan, Moskewicz, Malik: Efficient conflict driven learning in a Boolean satisfiability
//!   solver, ICCAD 2001 (the first unique implication point)
//! - Sörensson, Biere: Minimizing learned clauses, SAT 2009
//! - Knuth: The Art of Computer Programming 4B, 7.2.2.2, exercise 257 (when not to look)

use crate::analysis::{NEEDED, REMOVABLE, SEEN, Touched};
use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::solver::{Mode, Solver};

/// Learnt clauses of at most this glue are kept for ever.
pub(crate) const TIER_1: u32 = 2;

/// Learnt clauses of at most this glue are kept longer.
pub(crate) const TIER_2: u32 = 6;

/// How far a literal's reasons are followed.
const MAX_DEPTH: usize = 1000;

impl Solver<'_> {
    /// Learns from a conflict: adds the clause, goes back and assigns what it makes true.
    pub(crate) fn learn_from(&mut self, conflict: ClauseRef) {
        self.statistics.conflicts += 1;
        if self.level() == 0 {
            self.derive_contradiction();
            return;
        }
        self.update_phases();
        self.find_unique_implication_point(conflict);
        let glue = self.analysis.levels.len() as u32 - 1;
        // In stable mode glues are different, and restarts do not depend on them.
        if self.mode == Mode::Focused {
            self.glues.update(glue);
        }
        self.statistics.glues += u64::from(glue);
        self.minimize();
        if self.options.techniques.shrinking {
            self.shrink();
        }
        if self.mode == Mode::Stable {
            self.bump_reasons();
        }
        self.bump_seen();
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        self.statistics.learnt_literals += learnt.len() as u64;
        let level = self.watch_highest(&mut learnt);
        self.backtrack(level);
        self.trace_add(&learnt);
        let reason = match learnt[..] {
            [_] => ClauseRef::NONE,
            _ => self.add_learnt(&learnt, glue.min(learnt.len() as u32 - 1)),
        };
        self.assign(learnt[0], reason);
        self.analysis.learnt = learnt;
        self.forget_marks();
    }

    fn add_learnt(&mut self, learnt: &[Lit], glue: u32) -> ClauseRef {
        let at = self.clauses.push(learnt, true, glue);
        self.clauses.set_used(at, if glue <= TIER_2 { 2 } else { 1 });
        self.watch(at);
        at
    }

    /// Puts the literal of the highest level but the first second; its level.
    fn watch_highest(&self, learnt: &mut [Lit]) -> usize {
        let highest = (1..learnt.len()).max_by_key(|k| self.levels[learnt[*k].var()]);
        highest.map_or(0, |k| {
            learnt.swap(1, k);
            self.levels[learnt[1].var()] as usize
        })
    }

    fn find_unique_implication_point(&mut self, conflict: ClauseRef) {
        self.analysis.learnt.clear();
        self.analysis.learnt.push(Lit::new(0, false));
        let mut at = conflict;
        let mut open = 0;
        let mut place = self.trail.len();
        let point = loop {
            self.note_use(at);
            open += self.resolve(at);
            let lit = loop {
                place -= 1;
                let lit = self.trail[place];
                if self.analysis.marks[lit.var()] & SEEN != 0 {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            at = self.reasons[lit.var()];
        };
        self.analysis.learnt[0] = !point;
    }

    /// Marks the literals of a clause that are not yet; how many are of the last level.
    fn resolve(&mut self, at: ClauseRef) -> usize {
        let level = self.level() as u32;
        let analysis = &mut self.analysis;
        let mut n_open = 0;
        for lit in self.clauses.lits(at) {
            let var = lit.var();
            let of = self.levels[var];
            if of == 0 || analysis.marks[var] & SEEN != 0 {
                continue;
            }
            analysis.marks[var] |= SEEN;
            analysis.seen.push(var as u32);
            let touched = &mut analysis.touched[of as usize];
            if touched.n_seen == 0 {
                analysis.levels.push(of);
            }
            touched.n_seen += 1;
            touched.first = touched.first.min(self.places[var]);
            if of == level {
                n_open += 1;
            } else {
                analysis.learnt.push(lit);
            }
        }
        n_open
    }

    /// A learnt clause that helped is kept longer; its glue may be lower now.
    fn note_use(&mut self, at: ClauseRef) {
        if !self.clauses.is_learnt(at) {
            return;
        }
        let glue = self.clauses.glue(at);
        if glue > TIER_1 {
            let now = self.count_levels(at).saturating_sub(1).max(1);
            if now < glue {
                self.clauses.set_glue(at, now);
            }
        }
        let used = if self.clauses.glue(at) <= TIER_2 { 2 } else { 1 };
        self.clauses.set_used(at, used);
    }

    fn count_levels(&mut self, at: ClauseRef) -> u32 {
        self.level_stamp += 1;
        let mut n_levels = 0;
        for lit in self.clauses.lits(at) {
            let stamp = &mut self.level_stamps[self.levels[lit.var()] as usize];
            if *stamp != self.level_stamp {
                *stamp = self.level_stamp;
                n_levels += 1;
            }
        }
        n_levels
    }

    /// Drops the literals that the others imply.
    fn minimize(&mut self) {
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        let mut is_first = true;
        learnt.retain(|lit| std::mem::take(&mut is_first) || !self.is_implied(*lit, 0));
        self.analysis.learnt = learnt;
    }

    /// Whether a false literal follows from the other literals of the learnt clause.
    pub(crate) fn is_implied(&mut self, lit: Lit, depth: usize) -> bool {
        let var = lit.var();
        let level = self.levels[var] as usize;
        let marks = self.analysis.marks[var];
        if level == 0
            || marks & REMOVABLE != 0
            || depth > 0 && marks & SEEN != 0 && level < self.level()
        {
            return true;
        }
        let reason = self.reasons[var];
        if reason == ClauseRef::NONE || marks & NEEDED != 0 || level == self.level() {
            return false;
        }
        let touched = self.analysis.touched[level];
        if depth == 0 && touched.n_seen < 2
            || self.places[var] <= touched.first
            || depth > MAX_DEPTH
        {
            return false;
        }
        let is_implied = (0..self.clauses.len(reason)).all(|k| {
            let other = Lit::of_word(self.clauses.words(reason)[k]);
            other.var() == var || self.is_implied(other, depth + 1)
        });
        self.analysis.marks[var] |= if is_implied { REMOVABLE } else { NEEDED };
        self.analysis.marked.push(var as u32);
        is_implied
    }

    /// The variables of the reasons count as part of the conflict too, in stable mode.
    ///
    /// # References
    /// - Liang, Ganesh, Poupart, Czarnecki: Learning rate based branching heuristic for SAT solvers,
    ///   SAT 2016 (reason side rate)
    fn bump_reasons(&mut self) {
        let analysis = &mut self.analysis;
        let n_seen = analysis.seen.len();
        for lit in &analysis.learnt[1..] {
            let reason = self.reasons[lit.var()];
            if reason == ClauseRef::NONE {
                continue;
            }
            for other in self.clauses.lits(reason) {
                let var = other.var();
                if self.levels[var] > 0 && analysis.marks[var] & SEEN == 0 {
                    analysis.marks[var] |= SEEN;
                    analysis.seen.push(var as u32);
                }
            }
            // Where reasons are long this would bump everything.
            if analysis.seen.len() > 10 * n_seen {
                for var in analysis.seen.drain(n_seen..) {
                    analysis.marks[var as usize] &= !SEEN;
                }
                return;
            }
        }
    }

    fn bump_seen(&mut self) {
        match self.mode {
            Mode::Stable => {
                for var in &self.analysis.seen {
                    self.heap.bump(*var as usize);
                }
                self.heap.decay(crate::solver::DECAY);
            }
            Mode::Focused => {
                let queue = &mut self.queue;
                self.analysis.seen.sort_unstable_by_key(|var| queue.stamp(*var as usize));
                for var in &self.analysis.seen {
                    let is_open = self.values[2 * *var as usize] == 0;
                    queue.bump(*var as usize, is_open);
                }
            }
        }
    }

    pub(crate) fn forget_marks(&mut self) {
        let analysis = &mut self.analysis;
        for var in analysis.seen.drain(..).chain(analysis.marked.drain(..)) {
            analysis.marks[var as usize] = 0;
        }
        for level in analysis.levels.drain(..) {
            analysis.touched[level as usize] = Touched::default();
        }
    }

    /// The assumptions that make this false assumption false, with it: together they contradict the
    /// clauses.
    pub(crate) fn find_failed(&mut self, assumption: Lit) {
        self.failed.clear();
        self.failed.push(assumption);
        if self.levels[assumption.var()] == 0 {
            return;
        }
        self.analysis.marks[assumption.var()] |= SEEN;
        self.analysis.seen.push(assumption.var() as u32);
        let first = self.control.first().map_or(0, |start| *start);
        for place in (first..self.trail.len()).rev() {
            let lit = self.trail[place];
            if self.analysis.marks[lit.var()] & SEEN == 0 {
                continue;
            }
            let reason = self.reasons[lit.var()];
            if reason == ClauseRef::NONE {
                // All decisions are assumptions here; the opposite one is among them if both were given.
                if lit != assumption {
                    self.failed.push(lit);
                }
                continue;
            }
            for other in self.clauses.lits(reason) {
                let var = other.var();
                if self.levels[var] > 0 && self.analysis.marks[var] & SEEN == 0 {
                    self.analysis.marks[var] |= SEEN;
                    self.analysis.seen.push(var as u32);
                }
            }
        }
        self.forget_marks();
    }
}
